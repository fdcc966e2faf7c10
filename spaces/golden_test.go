package spaces

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/reffine-db/reffine/internal/smt"
	"github.com/reffine-db/reffine/ir"
)

// TestGolden runs testdata. Directives:
//
//	program                        fields and parameters of what follows
//	level F.c ordered … count=n    capabilities of a coordinate of a field
//	ordering F.a                   a reordering that is at hand
//	bands                          from here on, orderings by any attribute can be made
//	derive it=t [iters=(i:date)] [later=(u)] [solver] [tree]
//	                               conjuncts, one a line; prints the space, then how each
//	                               conjunct was matched
//
// A directive marked solver is what libz3 finds; without libz3 it only has to derive something.
func TestGolden(t *testing.T) {
	_, noSolver := smt.Available()
	if noSolver != nil {
		t.Logf("solver goldens are not compared: %v", noSolver)
	}
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		g := golden{levels: map[string][]Caps{}, orderings: map[string][]string{}}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "program":
				return g.program(d)
			case "level":
				return g.level(t, d)
			case "ordering":
				field, attr, _ := strings.Cut(d.CmdArgs[0].Key, ".")
				g.orderings[field] = append(g.orderings[field], attr)
				return ""
			case "bands":
				g.bands = true
				return ""
			case "derive":
				out := g.derive(t, d)
				if noSolver != nil && d.HasArg("solver") {
					return d.Expected
				}
				return out
			}
			t.Fatalf("unknown directive %s", d.Cmd)
			return ""
		})
	})
}

type golden struct {
	prog      *ir.Program
	levels    map[string][]Caps
	orderings map[string][]string
	bands     bool
}

func (g *golden) program(d *datadriven.TestData) string {
	p, err := ir.Parse(d.Input)
	if err != nil {
		return err.Error()
	}
	g.prog = p
	return ""
}

func (g *golden) level(t *testing.T, d *datadriven.TestData) string {
	field, coord, _ := strings.Cut(d.CmdArgs[0].Key, ".")
	ft, ok := g.prog.FieldType(field)
	if !ok {
		t.Fatalf("unknown field %s", field)
	}
	c := Caps{Count: g.info(field, ft).rows()}
	for _, a := range d.CmdArgs[1:] {
		switch a.Key {
		case "ordered":
			c.Ordered = true
		case "unique":
			c.Unique = true
		case "full":
			c.Full = true
		case "locate":
			c.Locate = true
		case "count":
			c.Count, _ = strconv.ParseFloat(a.Vals[0], 64)
		}
	}
	for i := range ft.Coords {
		if len(g.levels[field]) == i {
			g.levels[field] = append(g.levels[field], g.info(field, ft).axis(i))
		}
		if ft.Coords[i].Name == coord {
			g.levels[field][i] = c
		}
	}
	return ""
}

func (g *golden) info(name string, ft ir.FieldType) FieldInfo {
	rows := -1.0
	if in := g.prog.Input(name); in != nil {
		rows = float64(in.Rows)
	}
	return FieldInfo{Type: ft, Rows: rows, Axes: g.levels[name], Orderings: g.orderings[name], Bands: g.bands}
}

func (g *golden) derive(t *testing.T, d *datadriven.TestData) string {
	var iters []ir.Coord
	coord := func(s string) ir.Coord {
		name, kind, typed := strings.Cut(s, ":")
		c := ir.Coord{Name: name, Type: ir.Of(ir.Int64)}
		if typed {
			typ, err := ir.ParseType(kind)
			if err != nil {
				t.Fatal(err)
			}
			c.Type = typ
		}
		iters = append(iters, c)
		return c
	}
	ctx := Context{Field: func(name string) (FieldInfo, bool) {
		ft, ok := g.prog.FieldType(name)
		return g.info(name, ft), ok
	}}
	var it ir.Iterator
	for _, a := range d.CmdArgs {
		for _, v := range a.Vals {
			switch c := coord(v); a.Key {
			case "it":
				it = ir.Iterator{Name: c.Name, T: c.Type}
			case "later":
				ctx.Later = append(ctx.Later, c.Name)
			}
		}
	}
	ctx.NoSolver = !d.HasArg("solver")
	var conjuncts []ir.Expr
	for _, line := range strings.Split(d.Input, "\n") {
		e, err := ir.ParseExpr(g.prog, line, iters...)
		if err != nil {
			return fmt.Sprintf("%s: %v\n", line, err)
		}
		conjuncts = append(conjuncts, ir.Conjuncts(e)...)
	}
	s, notes := Derive(it, conjuncts, ctx)
	var b strings.Builder
	if d.HasArg("tree") {
		b.WriteString(Tree(s))
	} else {
		b.WriteString(Describe(s) + "\n")
	}
	if !Bounded(s) {
		b.WriteString("not bounded\n")
	}
	for _, n := range notes {
		b.WriteString("  " + n.String() + "\n")
	}
	return b.String()
}
