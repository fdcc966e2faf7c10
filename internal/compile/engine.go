package compile

import (
	"context"
	"errors"
	"fmt"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/fuse"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops"
	"github.com/reffine-db/reffine/loops/vector"
	"github.com/reffine-db/reffine/lower"
	"github.com/reffine-db/reffine/lower/plan"
)

// Error implements error.
func (e *Internal) Error() string { return fmt.Sprintf("internal error in %s: %v", e.Phase, e.Cause) }

// Engine compiles plans over the fields of one database. It is safe for concurrent use.
type Engine struct{ store *field.Store }

// NewEngine returns the engine over a store.
func NewEngine(store *field.Store) *Engine { return &Engine{store} }

// Compile decodes and lowers a serialized plan, loads the columns it reads at the given data
// version, and builds its loops. The error is a *Refusal, an *Internal or ctx's.
func (e *Engine) Compile(ctx context.Context, planJSON []byte, version uint64, opt Options) (q Query, err error) {
	phase := "plan"
	c := &compiled{opt: opt}
	defer func() {
		if err = asRefusal(phase, err); err != nil {
			q = nil
		}
		if r, ok := err.(*Refusal); ok {
			r.Phases = c.Phases()
		}
	}()
	defer recoverAs(&err, "compile", nil)
	p, err := plan.Decode(planJSON)
	if err != nil {
		return nil, err
	}
	c.phase("plan", func() string { return plan.Format(p) })
	phase = "load"
	tables, err := e.load(ctx, p, version)
	if err != nil {
		return nil, err
	}
	phase = "lower"
	prog, err := lower.Lower(p, catalog(tables))
	if err != nil {
		return nil, err
	}
	c.names = p.Columns()
	c.early = lower.FailsEarly(p, catalog(tables))
	if err := c.build(ctx, prog); err != nil {
		return nil, err
	}
	for _, d := range c.nest.Program.Defs {
		if err := eval.Check(d.X); err != nil {
			return nil, err
		}
	}
	c.tables = map[string]*field.Table{}
	for _, in := range prog.Inputs {
		for ref, t := range tables {
			if in.Table == ref.Catalog+"."+ref.Schema+"."+ref.Name {
				c.tables[in.Name] = t
			}
		}
	}
	return c, nil
}

// asRefusal gives every refusal of a phase the one type.
func asRefusal(phase string, err error) error {
	var (
		unsupported *plan.Unsupported
		rejected    *plan.Rejected
		lowered     *lower.Refusal
		looped      *loops.Refusal
		vectored    *vector.Unsupported
		evaluated   *eval.Unsupported
		column      *field.Unsupported
		limit       *field.OverLimit
		changed     *field.Changed
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unsupported):
		return &Refusal{Operator: unsupported.Operator, Reason: unsupported.Reason}
	case errors.As(err, &rejected):
		return &Refusal{Operator: "STATEMENT", Reason: rejected.Error()}
	case errors.As(err, &lowered):
		return &Refusal{Operator: lowered.Operator, Reason: lowered.Reason}
	case errors.As(err, &looped):
		return &Refusal{Operator: looped.Operator, Reason: looped.Reason}
	case errors.As(err, &vectored):
		return &Refusal{Operator: "EXPRESSION", Reason: vectored.Op + ": " + vectored.Reason}
	case errors.As(err, &evaluated):
		return &Refusal{Operator: "EXPRESSION", Reason: evaluated.Op + ": " + evaluated.Reason}
	case errors.As(err, &column):
		return &Refusal{Operator: "GET", Reason: column.Error()}
	case errors.As(err, &limit):
		return &Refusal{Operator: "GET", Reason: limit.Error()}
	case errors.As(err, &changed):
		return &Refusal{Operator: "GET", Reason: changed.Error()}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	switch err.(type) {
	case *Refusal, *Internal:
		return err
	}
	if phase == "run" {
		return err
	}
	return &Refusal{Operator: phase, Reason: err.Error()}
}

// load loads every table of the plan with the columns it reads.
func (e *Engine) load(ctx context.Context, p *plan.Plan, version uint64) (map[plan.Table]*field.Table, error) {
	columns := map[plan.Table][]string{}
	have := map[plan.Table]map[string]bool{}
	for _, t := range p.Tables {
		if t.Catalog == "temp" || t.Catalog == "system" {
			return nil, &Refusal{Operator: "GET", Reason: "table " + t.Name + " of catalog " + t.Catalog + " is not shared between connections"}
		}
		have[t] = map[string]bool{}
	}
	plan.Walk(p.Root, func(n plan.Node) {
		s, ok := n.(*plan.Scan)
		if !ok {
			return
		}
		for _, c := range s.Cols {
			if c.Kind == plan.TableColumn && !have[s.Table][c.Name] {
				have[s.Table][c.Name] = true
				columns[s.Table] = append(columns[s.Table], c.Name)
			}
		}
	})
	out := map[plan.Table]*field.Table{}
	for _, t := range p.Tables {
		f, err := e.store.Load(ctx, field.TableRef{Catalog: t.Catalog, Schema: t.Schema, Table: t.Name}, columns[t], version)
		if err != nil {
			return nil, err
		}
		out[t] = f
	}
	return out, nil
}

// Bytes is the memory held by fields.
func (e *Engine) Bytes() int64 { return e.store.Bytes() }

// Invalidate drops the fields; running queries keep theirs.
func (e *Engine) Invalidate() { e.store.Invalidate() }

// catalog tells package lower what was measured while loading.
type catalog map[plan.Table]*field.Table

func (c catalog) Rows(t plan.Table) int64 { return int64(c[t].Rows) }

func (c catalog) Attribute(t plan.Table, column string) (ir.Attribute, error) {
	col := c[t].Column(column)
	if col == nil {
		return ir.Attribute{}, fmt.Errorf("not loaded")
	}
	a := ir.Attribute{Name: column, Type: col.Type}
	if col.Sorted && col.NullCount == 0 {
		a.Props |= ir.Sorted
	}
	if col.Integral() && col.NullCount == 0 {
		if col.Dict != nil {
			a.Distinct = int64(col.Dict.Len())
		} else {
			a.Lo, a.Hi = col.Min, col.Max
			if col.Type.Kind == ir.Decimal && col.Type.Scale > 0 {
				return a, nil // an amount: hardly a key, and not worth counting
			}
			if col.Unique() {
				a.Props |= ir.Unique
			}
			a.Distinct = col.Distinct()
		}
	}
	return a, nil
}

func (c catalog) Range(t plan.Table, column string) (int128.Interval, bool) {
	return c[t].Column(column).Range()
}

// build runs the passes and makes the nest.
func (c *compiled) build(ctx context.Context, prog *ir.Program) error {
	if err := prog.Check(); err != nil {
		return &Internal{Phase: "lower", Cause: err, Stack: prog.String()}
	}
	c.program("ir", prog)
	var s state
	for i, ps := range passes {
		next, err := runPass(ctx, ps, prog, &s, c.opt)
		if err != nil {
			return err
		}
		if i == len(passes)-1 || c.opt.Verify {
			if err := next.Check(); err != nil {
				return &Internal{Phase: ps.name, Cause: err, Stack: "before:\n" + prog.String() + "after:\n" + next.String()}
			}
		}
		prog = next
		switch ps.name {
		case fusedPhase:
			c.fused(prog, s.stops)
		case canonicalPhase:
			c.program("canonical", prog)
		}
	}
	c.expect(s.expected)
	return c.loops(prog, s.choices)
}

func (c *compiled) loops(prog *ir.Program, choices []fuse.Choice) (err error) {
	defer recoverAs(&err, "loops", func() string { return prog.String() })
	nest, levels, err := loops.Build(prog)
	if err != nil {
		return err
	}
	c.nest = nest
	c.spaces(levels, choices)
	c.phase("loops", nest.String)
	c.chooseTier(prog)
	return nil
}
