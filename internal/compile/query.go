package compile

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/fuse"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops"
	"github.com/reffine-db/reffine/lower/plan"
)

// compiled is a Query.
type compiled struct {
	opt    Options
	plan   *plan.Plan
	names  []plan.Column
	early  bool // see lower.FailsEarly
	params []*ir.Sym
	nest   *loops.Nest
	tables map[string]*field.Table
	tier   Tier
	phases []phase
	print  sync.Once
	text   []Phase
	// expected is what the order of loops was chosen by, by iterator.
	expected map[string]loops.Expected
}

// Columns returns the result columns in order.
func (c *compiled) Columns() []Column {
	var out []Column
	for i, o := range c.nest.Out.Columns {
		t, _ := c.nest.Program.FieldType(c.nest.Out.Field)
		out = append(out, Column{Name: o.Name, Type: t.Attrs[t.Attr(c.nest.Out.Columns[i].Attr)].Type})
	}
	return out
}

// phase is a phase that has not been printed: nothing changes what it prints, and most are never asked
// for.
type phase struct {
	name string
	text func() string
}

// Phases returns the phases in order, printed at the first call.
func (c *compiled) Phases() []Phase {
	c.print.Do(func() {
		seen := map[string]bool{}
		for _, p := range c.phases {
			text := p.text()
			if seen[text] {
				text = "(unchanged)\n"
			}
			seen[text] = true
			c.text = append(c.text, Phase{p.name, text})
		}
	})
	return c.text
}

// Params returns the parameters the plan uses, by identifier.
func (c *compiled) Params() map[string]ir.Type {
	out := map[string]ir.Type{}
	for _, s := range c.nest.Program.Params {
		out[strings.TrimPrefix(s.Name, "$")] = s.T
	}
	return out
}

// Run executes the loops.
func (c *compiled) Run(ctx context.Context, args map[string]ir.Value) ([]*field.Vector, error) {
	return c.run(ctx, args, nil)
}

// Analyze executes the loops and returns what each of them did.
func (c *compiled) Analyze(ctx context.Context, args map[string]ir.Value) ([]*field.Vector, string, error) {
	var a loops.Analysis
	out, err := c.run(ctx, args, &a)
	if err != nil {
		return nil, "", err
	}
	return out, c.nest.Analyzed(&a, c.expected), nil
}

func (c *compiled) run(ctx context.Context, args map[string]ir.Value, a *loops.Analysis) (out []*field.Vector, err error) {
	defer func() { err = asRefusal("run", err) }()
	defer recoverAs(&err, "run", func() string { return c.nest.String() })
	in := loops.Inputs{Tables: c.tables, Syms: map[string]ir.Value{}}
	for k, v := range args {
		in.Syms["$"+k] = v
	}
	return c.nest.Run(ctx, in, loops.Options{
		Threads: c.opt.Threads, Block: c.opt.Block, Morsel: c.opt.Morsel, Interpret: c.tier == Interpreted, Early: c.early, Analysis: a,
	})
}

// expect keeps the expectations of iterators, except where one name stands for several loops.
func (c *compiled) expect(all []fuse.Expected) {
	c.expected = map[string]loops.Expected{}
	twice := map[string]bool{}
	for _, e := range all {
		x := loops.Expected{Found: e.Found, Kept: e.Kept}
		if have, ok := c.expected[e.Iter]; ok && have != x {
			twice[e.Iter] = true
		}
		c.expected[e.Iter] = x
	}
	for name := range twice {
		delete(c.expected, name)
	}
}

// interpretedRows is the number of driving coordinates up to which a nest is interpreted:
// compiling closures costs more than walking it.
const interpretedRows = 64

// chooseTier decides how the loops run, by the coordinates that drive them.
func (c *compiled) chooseTier(p *ir.Program) {
	work := int64(0)
	for _, in := range p.Inputs {
		work += max(0, in.Rows)
	}
	c.tier = c.opt.Tier
	why := "forced"
	if c.tier == Auto {
		c.tier, why = Compiled, fmt.Sprintf("%d input rows", work)
		if work <= interpretedRows {
			c.tier = Interpreted
		}
	}
	name := map[Tier]string{Interpreted: "interpreted", Compiled: "compiled"}[c.tier]
	c.phase("tier", func() string { return fmt.Sprintf("%s (%s)\n", name, why) })
}

func (c *compiled) phase(name string, text func() string) {
	c.phases = append(c.phases, phase{name, text})
}

func (c *compiled) program(name string, p *ir.Program) { c.phase(name, p.String) }

// fused prints the program after fusion and why it stopped.
func (c *compiled) fused(p *ir.Program, stops []fuse.Stop) {
	c.phase("fused", func() string {
		var b strings.Builder
		b.WriteString(p.String())
		for _, s := range stops {
			b.WriteString("# stopped: " + s.String() + "\n")
		}
		return b.String()
	})
}

// spaces prints the iteration space of each level, how conjuncts found their place, and the
// choices of loop order.
func (c *compiled) spaces(levels []loops.Level, choices []fuse.Choice) {
	c.phase("spaces", func() string {
		var b strings.Builder
		for _, ch := range choices {
			b.WriteString("order " + ch.String() + "\n")
		}
		for _, l := range levels {
			b.WriteString(l.String())
		}
		return b.String()
	})
}

// ExplainIR parses a program in IR text and returns its phases: fused, canonical, spaces,
// loops. The fields need no data.
func ExplainIR(text string) (phases []Phase, err error) {
	defer recoverAs(&err, "explain", nil)
	p, err := ir.Parse(text)
	if err != nil {
		return nil, err
	}
	c := &compiled{}
	err = asRefusal("program", c.build(context.Background(), p))
	return c.Phases(), err
}
