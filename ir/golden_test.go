package ir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestGoldens runs testdata. A file's directives share the last good program.
//
//	program             parse and print a program; check it
//	expr [iters=(…)]    parse, print and check expressions, one a line, over the program
//	key  [iters=(…)]    the canonical text of expressions
//	subst [iters=(…)]   first line an expression, then lines "i -> expression"
//	infer               lines "op type, type": the type Infer gives
//	reduce              lines "reduction type"
//
// Whatever parses must print to text that parses to the same.
func TestGoldens(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var p *Program
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "program":
				q, err := Parse(d.Input)
				if err != nil {
					return err.Error() + "\n"
				}
				sameProgram(t, q)
				if err := q.Check(); err != nil {
					return err.Error() + "\n"
				}
				p = q
				return q.String()
			case "expr", "key":
				iters := goldenIters(t, d)
				return eachLine(d.Input, func(line string) string {
					e, err := ParseExpr(p, line, iters...)
					if err != nil {
						return err.Error()
					}
					sameExpr(t, p, e, iters)
					if err := CheckExpr(p, e, iters...); err != nil {
						return err.Error()
					}
					if d.Cmd == "key" {
						return Key(e)
					}
					return p.ExprString(e, iters...) + typeNote(e)
				})
			case "subst":
				return goldenSubst(t, d, p)
			case "infer":
				return eachLine(d.Input, goldenInfer)
			case "reduce":
				return eachLine(d.Input, goldenReduce)
			}
			t.Fatalf("unknown directive %s", d.Cmd)
			return ""
		})
	})
}

func sameProgram(t *testing.T, p *Program) {
	t.Helper()
	text := p.String()
	q, err := Parse(text)
	if err != nil {
		t.Errorf("printed text does not parse: %v\n%s", err, text)
		return
	}
	if !p.Equal(q) || q.String() != text {
		t.Errorf("printed text is another program:\n%s\n%s", text, q)
	}
}

func sameExpr(t *testing.T, p *Program, e Expr, iters []Coord) {
	t.Helper()
	text := p.ExprString(e, iters...)
	f, err := ParseExpr(p, text, iters...)
	if err != nil {
		t.Errorf("printed text does not parse: %v\n%s", err, text)
	} else if !Equal(e, f) || Key(e) != Key(f) {
		t.Errorf("printed text is another expression:\n%s\n%s", Key(e), Key(f))
	}
}

func typeNote(e Expr) string {
	if e.Type().Kind == Invalid {
		return ""
	}
	return "    # " + e.Type().String()
}

func eachLine(text string, f func(string) string) string {
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		if line != "" {
			b.WriteString(f(line) + "\n")
		}
	}
	return b.String()
}

// goldenIters reads iters=(i, k: varchar).
func goldenIters(t *testing.T, d *datadriven.TestData) []Coord {
	var out []Coord
	for _, arg := range d.CmdArgs {
		if arg.Key != "iters" {
			t.Fatalf("unknown argument %s", arg.Key)
		}
		for _, v := range arg.Vals {
			name, kind, _ := strings.Cut(v, ":")
			c := Coord{strings.TrimSpace(name), Of(Int64)}
			if kind != "" {
				c.Type = goldenType(kind)
			}
			out = append(out, c)
		}
	}
	return out
}

func goldenType(text string) Type {
	u, err := ParseType(text)
	if err != nil {
		panic(err)
	}
	return u
}

func goldenSubst(t *testing.T, d *datadriven.TestData, p *Program) string {
	iters := goldenIters(t, d)
	parse := func(text string) Expr {
		e, err := ParseExpr(p, text, iters...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	lines := strings.Split(d.Input, "\n")
	m := map[string]Expr{}
	for _, line := range lines[1:] {
		name, x, _ := strings.Cut(line, " -> ")
		m[name] = parse(x)
	}
	e := Subst(parse(lines[0]), m)
	sameExpr(t, p, e, iters)
	return p.ExprString(e, iters...) + "\n"
}

func goldenInfer(line string) string {
	name, rest, _ := strings.Cut(line, " ")
	op, ok := OpByName(name)
	if !ok {
		return "no operator " + name
	}
	var args []Type
	for _, s := range strings.Split(rest, "; ") {
		args = append(args, goldenType(s))
	}
	return describe(line, func() (Type, error) { return Infer(op, args...) })
}

func goldenReduce(line string) string {
	name, rest, _ := strings.Cut(line, " ")
	fn, ok := ReductionByName(name)
	if !ok {
		return "no reduction " + name
	}
	var x Type
	if rest != "" {
		x = goldenType(rest)
	}
	return describe(line, func() (Type, error) { return InferReduce(fn, x) })
}

func describe(line string, f func() (Type, error)) string {
	u, err := f()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s -> %s", line, u)
}
