package fuse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/reffine-db/reffine/ir"
)

// TestGolden runs passes on IR text: a directive names the passes to run, in order,
// separated by blanks and with dashes for blanks in their names; the input is a program, the
// output the program after them, "(unchanged)" when it is the same.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			p, err := ir.Parse(d.Input)
			if err != nil {
				return err.Error() + "\n"
			}
			if err := p.Check(); err != nil {
				return err.Error() + "\n"
			}
			before := p.String()
			var notes []string
			names := []string{d.Cmd}
			for _, a := range d.CmdArgs {
				names = append(names, a.Key)
			}
			for _, name := range names {
				p, notes, err = runNamed(name, p, notes)
				if err != nil {
					return err.Error() + "\n"
				}
				if err := p.Check(); err != nil {
					t.Fatalf("%s: after %s: %v\n%s", d.Pos, name, err, p)
				}
				back, err := ir.Parse(p.String())
				if err != nil || !back.Equal(p) {
					t.Fatalf("%s: after %s the text does not parse back (%v):\n%s", d.Pos, name, err, p)
				}
			}
			out := p.String()
			if out == before {
				out = "(unchanged)\n"
			}
			for _, n := range notes {
				out += "# " + n + "\n"
			}
			return out
		})
	})
}

func runNamed(name string, p *ir.Program, notes []string) (*ir.Program, []string, error) {
	switch name {
	case "distribute":
		return Distribute(p), notes, nil
	case "prune":
		return Prune(p), notes, nil
	case "inline":
		p, stops := Inline(p)
		for _, s := range stops {
			notes = append(notes, s.String())
		}
		return p, notes, nil
	case "simplify":
		return Simplify(p), notes, nil
	case "resolve":
		return Resolve(p), notes, nil
	case "inline-points":
		return InlinePoints(p), notes, nil
	case "drop-implied":
		return DropImplied(p), notes, nil
	case "roll-up":
		return RollUp(p), notes, nil
	case "materialize":
		p, err := Materialize(p)
		return p, notes, err
	case "scatter":
		p, err := Scatter(p)
		return p, notes, err
	case "order":
		p, choices, _ := Order(p)
		for _, c := range choices {
			notes = append(notes, c.String())
		}
		return p, notes, nil
	case "precompute":
		return Precompute(p), notes, nil
	case "precompute-keys":
		return PrecomputeKeys(p), notes, nil
	case "bound":
		return Bound(p), notes, nil
	case "nest":
		return Nest(p), notes, nil
	}
	return nil, nil, fmt.Errorf("no pass %s", strings.ReplaceAll(name, "-", " "))
}
