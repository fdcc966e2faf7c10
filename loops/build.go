package loops

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/spaces"
)

// Refusal says which part of a program has no loops. DuckDB runs the query.
type Refusal struct{ Operator, Reason string }

// Error implements error.
func (r *Refusal) Error() string { return "loops: " + r.Operator + ": " + r.Reason }

func refuse(op, format string, args ...any) { panic(&Refusal{op, fmt.Sprintf(format, args...)}) }

// Level records, for explain, the space of one loop level and how each conjunct found
// its place. A level with a Key is a key coordinate of a reordering, constant at each
// coordinate of the loops: the value At (paper Table 1, Constant).
type Level struct {
	In    string // definition
	Depth int
	Space spaces.Space
	Notes []spaces.Note
	Key   string
	At    ir.Expr
}

// Build turns a canonical program (package fuse) into a nest. The second result are the
// iteration spaces of all levels in order. A program without loops for it is a *Refusal.
func Build(p *ir.Program) (n *Nest, levels []Level, err error) {
	b := &builder{prog: p, nest: &Nest{Program: p, Out: p.Out}}
	defer func() {
		if r := recover(); r != nil {
			ref, ok := r.(*Refusal)
			if !ok {
				panic(r)
			}
			n, levels, err = nil, nil, ref
		}
	}()
	b.streamed = b.streams()
	for _, d := range p.Defs {
		if b.streamed[d.Name] {
			continue // a part of the stages that read it
		}
		b.def(d)
		if d.Cut != nil {
			b.nest.Stages[len(b.nest.Stages)-1].Cut = d.Cut
		}
	}
	return b.nest, b.levels, nil
}

type builder struct {
	prog      *ir.Program
	nest      *Nest
	levels    []Level
	at        string
	stage     *Stage
	depth     int
	temps     int
	expanded  int // iterators of reductions over parts of fields
	keyLevels []Level
	keys      map[string]ir.Expr // key coordinates of the reordering being built, nil until bound
	streamed  map[string]bool    // unions that are not stored
}

// def builds the stage of one definition.
func (b *builder) def(d *ir.Def) {
	b.at = d.Name
	switch x := d.X.(type) {
	case *ir.Record:
		b.fold(d.Name, x)
	case *ir.Union:
		b.union(d.Name, x)
	case *ir.Forall:
		switch {
		case b.isGroups(d):
			b.scatter(d.Name, x)
		case b.isReordering(d.Name):
			// Its loops belong to the group field that reads it.
		default:
			b.emit(d.Name, x)
		}
	default:
		refuse("PROGRAM", "%s is neither an operator, a union nor a record of reductions", d.Name)
	}
}

// isReordering reports whether a group field is defined over name.
func (b *builder) isReordering(name string) bool {
	for _, d := range b.prog.Defs {
		if f, ok := d.X.(*ir.Forall); ok && b.isGroups(d) && groupOver(f) == name {
			return true
		}
	}
	return false
}

// isGroups reports whether d is the groups of a reordering, which is the only operator that is
// neither returned nor read by position.
func (b *builder) isGroups(d *ir.Def) bool {
	f, ok := d.X.(*ir.Forall)
	if !ok || d.Row == "" {
		return false
	}
	over := b.prog.Def(groupOver(f))
	return over != nil && over.Row == ""
}

// groupOver returns the reordering a group field reads.
func groupOver(f *ir.Forall) string {
	for {
		for _, c := range ir.Conjuncts(f.Pred) {
			if e, ok := c.(*ir.Exists); ok {
				if a, ok := e.X.(*ir.Access); ok {
					return a.Field
				}
			}
		}
		inner, ok := f.Body.(*ir.Forall)
		if !ok {
			return ""
		}
		f = inner
	}
}

func (b *builder) begin(name string) *Stage {
	b.stage = &Stage{Name: name}
	b.depth = 0
	return b.stage
}

func (b *builder) end(sink Sink) {
	b.stage.Sink = sink
	b.nest.Stages = append(b.nest.Stages, b.stage)
}

// emit: an operator whose values are returned, or stored to be read by position.
func (b *builder) emit(name string, f *ir.Forall) {
	st := b.begin(name)
	f, _ = b.over(b.expand(f).(*ir.Forall), nil)
	steps, body := b.operator(f)
	st.Steps = b.ownSteps(steps)
	rec, ok := body.(*ir.Record)
	if !ok {
		if body.Type().Kind == ir.Invalid {
			refuse("PROGRAM", "the value of %s is a copy of a record", name)
		}
		rec = &ir.Record{Names: []string{""}, Elems: []ir.Expr{body}} // one unnamed scalar
	}
	sink := &Emit{Names: rec.Names}
	for _, e := range rec.Elems {
		pre, v := b.value(e)
		st.Steps = append(st.Steps, pre...)
		sink.Elems = append(sink.Elems, v)
	}
	b.end(sink)
}

// scatter: a group field, over the loops of its reordering.
func (b *builder) scatter(name string, f *ir.Forall) {
	over := groupOver(f)
	d := b.prog.Def(over)
	if d == nil {
		refuse("AGGREGATE", "groups of a field that is not a reordering")
	}
	b.at = over
	st := b.begin(name)
	ordered := d.X.(*ir.Forall)
	inner, ok := ordered.Body.(*ir.Forall)
	if !ok {
		refuse("AGGREGATE", "a reordering without loops")
	}
	b.keys = map[string]ir.Expr{}
	for _, it := range ordered.Iters {
		b.keys[it.Name] = nil
	}
	inner, _ = b.over(inner, nil)
	steps, body := b.operator(inner)
	st.Steps = b.ownSteps(steps)
	args := body.(*ir.Record)
	rec := innermost(f).(*ir.Record)
	sink := &Scatter{}
	for _, it := range ordered.Iters {
		x := b.keys[it.Name]
		if x == nil {
			refuse("AGGREGATE", "group key %s is not bound to a value", it.Name)
		}
		sink.Keys = append(sink.Keys, Key{it.Name, x})
	}
	b.keys = nil
	for _, l := range b.keyLevels {
		l.Depth = b.depth
		b.levels = append(b.levels, l)
	}
	b.keyLevels = nil
	arg := func(name string) ir.Expr {
		for i, n := range args.Names {
			if n == name {
				return args.Elems[i]
			}
		}
		panic("loops: no attribute " + name)
	}
	shared := map[ir.Expr]ir.Expr{}
	for i, e := range rec.Elems {
		red, ok := e.(*ir.Reduce)
		if !ok {
			continue // a key
		}
		r := Reduction{Fn: red.Fn, Distinct: red.Distinct, T: red.T}
		if a, ok := red.Over.(*ir.Attr); ok && red.Fn != ir.CountAll {
			x := arg(a.Name)
			v, done := shared[x]
			if !done {
				var pre []Step
				pre, v = b.value(x)
				st.Steps = append(st.Steps, pre...)
				shared[x] = v
			}
			r.Arg = v
		}
		sink.Names = append(sink.Names, rec.Names[i])
		sink.Reds = append(sink.Reds, r)
	}
	for i := range sink.Keys {
		pre, v := b.value(sink.Keys[i].X)
		st.Steps = append(st.Steps, pre...)
		sink.Keys[i].X = v
	}
	b.determine(sink)
	b.end(sink)
}

// innermost returns the value of nested operators.
func innermost(f *ir.Forall) ir.Expr {
	for {
		g, ok := f.Body.(*ir.Forall)
		if !ok {
			return f.Body
		}
		f = g
	}
}

// fold: a record of reductions without coordinates. Reductions over the same operator share
// its loops.
func (b *builder) fold(name string, rec *ir.Record) {
	type group struct {
		f    *ir.Forall
		sink *Fold
		args []ir.Expr
	}
	var groups []*group
	by := map[string]*group{}
	for i, e := range rec.Elems {
		red, ok := e.(*ir.Reduce)
		if !ok {
			refuse("PROGRAM", "%s.%s is not a reduction", name, rec.Names[i])
		}
		f, ok := red.Over.(*ir.Forall)
		if !ok {
			refuse("PROGRAM", "%s.%s reduces something that is not an operator", name, rec.Names[i])
		}
		key := ir.String(withoutValue(f))
		g := by[key]
		if g == nil {
			g = &group{f: f, sink: &Fold{}}
			by[key] = g
			groups = append(groups, g)
		}
		g.sink.Names = append(g.sink.Names, rec.Names[i])
		g.sink.Reds = append(g.sink.Reds, Reduction{Fn: red.Fn, Distinct: red.Distinct, T: red.T})
		g.args = append(g.args, innermost(f))
	}
	for _, g := range groups {
		st := b.begin(name)
		f, args := b.over(g.f, g.args)
		steps, _ := b.operator(f)
		st.Steps = b.ownSteps(steps)
		for i, a := range args {
			if g.sink.Reds[i].Fn == ir.CountAll {
				continue
			}
			pre, v := b.value(a)
			st.Steps = append(st.Steps, pre...)
			g.sink.Reds[i].Arg = v
		}
		b.end(g.sink)
	}
}

// withoutValue returns f with the innermost value replaced by true, to compare loops.
func withoutValue(f *ir.Forall) *ir.Forall {
	n := &ir.Forall{Iters: f.Iters, Pred: f.Pred, Body: &ir.Const{Val: ir.BoolValue(true)}}
	if g, ok := f.Body.(*ir.Forall); ok {
		n.Body = withoutValue(g)
	}
	return n
}
