package ir

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRoundTrip prints and parses random programs.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(3000) {
		roundTrip(t, seed)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func roundTrip(t *testing.T, seed uint64) {
	p := newGenerator(seed).program()
	if err := p.Check(); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, p)
	}
	sameProgram(t, p)
}

func FuzzRoundTrip(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(seed)
	}
	f.Fuzz(roundTrip)
}

// FuzzParse feeds the parser arbitrary text: it fails with a position, or
// gives a program that prints to text with the same meaning, and Check never
// panics on it.
func FuzzParse(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.test")
	if err != nil || len(paths) == 0 {
		f.Fatal("no seeds")
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, block := range strings.Split(string(text), "\n\n") {
			_, block, _ = strings.Cut(block, "program\n")
			block, _, _ = strings.Cut(block, "----")
			f.Add(block)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		var syntax *SyntaxError
		switch {
		case errors.As(err, &syntax):
			lines := strings.Split(text, "\n")
			if p != nil || syntax.Line < 1 || syntax.Line > len(lines) || syntax.Col < 1 || syntax.Col > len(lines[syntax.Line-1])+1 {
				t.Errorf("bad error: %#v", syntax)
			}
		case err != nil:
			t.Errorf("untyped error %v", err)
		default:
			sameProgram(t, p)
			_ = p.Check()
		}
	})
}

// TestKey holds keys equal exactly when expressions are.
func TestKey(t *testing.T) {
	byKey := map[string]Expr{}
	n := 0
	for seed := range uint64(300) {
		for _, d := range newGenerator(seed).program().Defs {
			Walk(d.X, func(e Expr) bool {
				k := Key(e)
				if same, ok := byKey[k]; ok && !Equal(e, same) {
					t.Errorf("one key for different expressions: %s", k)
				} else if ok {
					n++
				}
				byKey[k] = e
				if c := clone(e); !Equal(e, c) || Key(c) != k {
					t.Errorf("a copy of %s is another expression", k)
				}
				return true
			})
		}
	}
	if n == 0 {
		t.Error("no two expressions were equal")
	}
}

// TestSubstProperties substitutes constants and iterators in random operators.
func TestSubstProperties(t *testing.T) {
	replaced, renamed := 0, 0
	for seed := range uint64(3000) {
		g := newGenerator(seed)
		p := g.program()
		iters := []Coord{{"i", Of(Int64)}, {"k", Of(Int64)}}
		g.scope = fullScope(p, iters)
		e := g.forall(5, func() Expr { return g.scalar(Of(Int64), 5) })
		x := &Call{Add, []Expr{&Iter{"k", Of(Int64)}, &Const{IntValue(Of(Int64), 1)}}, Of(Int64)}
		got := Subst(e, map[string]Expr{"i": x})

		free, want := map[string]bool{}, map[string]bool{}
		FreeIters(e, want)
		FreeIters(got, free)
		if want["i"] {
			delete(want, "i")
			want["k"] = true
			replaced++
		} else if got != Expr(e) {
			t.Errorf("seed %d: copied without need", seed)
		}
		if len(free) != len(want) || free["i"] || free["k"] != want["k"] {
			t.Errorf("seed %d: free iterators %v, not %v, in %s", seed, free, want, got)
		}
		if err := CheckExpr(p, got, iters...); err != nil {
			t.Errorf("seed %d: %v\n%s\n%s", seed, err, e, got)
		}
		if strings.Contains(String(got), "k_1") {
			renamed++
		}
		back := RenameIters(RenameIters(e, map[string]string{"i": "fresh"}), map[string]string{"fresh": "i"})
		if !Equal(back, e) {
			t.Errorf("seed %d: renaming back gives %s, not %s", seed, back, e)
		}
	}
	if replaced == 0 || renamed == 0 {
		t.Errorf("%d replaced, %d renamed: the generator is too tame", replaced, renamed)
	}
}
