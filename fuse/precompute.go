package fuse

import (
	"fmt"
	"math"

	"github.com/reffine-db/reffine/ir"
)

// Precompute takes expensive conditions on an inner field out of the loops that would test many of its
// rows, one here, one there: they become an attribute computed for all rows in one pass in order.
//
//	forall i, j : a[i] != null & b[j] != null & b[j].k = a[i].k & like(b[j].text, "%x%y%") { ... }
//
// becomes
//
//	p1[r] = forall j : b[j] != null { {holds: like(b[j].text, "%x%y%")} }
//	forall i, j : a[i] != null & b[j] != null & b[j].k = a[i].k & p1[j].holds { ... }
//
// Expensive is an operation on text that has no dictionary. It runs after Order.
func Precompute(p *ir.Program) *ir.Program {
	c := &precomputer{o: &orderer{prog: p}, names: fieldNames(p)}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		x := c.definition(d.X)
		out.Defs = append(append(out.Defs, c.defs...), d.With(x))
		c.defs = nil
	}
	return out
}

// fieldNames returns the names of all fields.
func fieldNames(p *ir.Program) map[string]bool {
	names := map[string]bool{}
	for _, in := range p.Inputs {
		names[in.Name] = true
	}
	for _, d := range p.Defs {
		names[d.Name] = true
	}
	return names
}

type precomputer struct {
	o     *orderer
	names map[string]bool
	defs  []*ir.Def // to stand before the definition at hand
}

// definition handles the operators that run as loops of their own.
func (c *precomputer) definition(x ir.Expr) ir.Expr {
	switch x := x.(type) {
	case *ir.Forall:
		return c.forall(x)
	case *ir.Record, *ir.Union:
		return ir.MapChildren(x, c.definition)
	case *ir.Reduce:
		if f, ok := x.Over.(*ir.Forall); ok {
			return &ir.Reduce{Fn: x.Fn, Distinct: x.Distinct, Over: c.forall(f), T: x.T}
		}
	}
	return x
}

func (c *precomputer) forall(f *ir.Forall) *ir.Forall {
	first := keyCoords(f)
	n := &ir.Forall{Iters: append([]ir.Iterator{}, f.Iters...), Pred: f.Pred, Body: f.Body}
	bound := map[string]bool{}
	card := 1.0
	for k := range n.Iters {
		it := &n.Iters[k]
		if k < first {
			continue
		}
		from := &n.Pred
		if it.Outer != nil {
			from = &it.Outer
		}
		u := c.unit(*it, ir.Conjuncts(*from), bound)
		if u == nil {
			return n
		}
		tested := card * u.rows
		if len(bound) > 0 && often(u, tested) {
			*from = c.extract(it.Name, ir.Conjuncts(*from))
		}
		card = math.Max(1, tested*u.sel)
		bound[it.Name] = true
	}
	var conj []ir.Expr
	for _, x := range ir.Conjuncts(n.Pred) {
		conj = append(conj, c.existence(x, bound, card))
	}
	n.Pred = ir.Conj(conj...)
	return n
}

// existence handles the rows that an existence, or its opposite, looks for at each of card coordinates.
func (c *precomputer) existence(x ir.Expr, bound map[string]bool, card float64) ir.Expr {
	switch e := x.(type) {
	case *ir.Call:
		if e.Op == ir.Not {
			return &ir.Call{Op: e.Op, Args: []ir.Expr{c.existence(e.Args[0], bound, card)}, T: e.T}
		}
	case *ir.Exists:
		f, ok := e.X.(*ir.Forall)
		if !ok || len(f.Iters) != 1 || f.Iters[0].Outer != nil {
			return x
		}
		conj := ir.Conjuncts(f.Pred)
		if u := c.unit(f.Iters[0], conj, bound); u != nil && often(u, card*u.rows) {
			return &ir.Exists{X: &ir.Forall{Iters: f.Iters, Pred: c.extract(f.Iters[0].Name, conj), Body: f.Body}}
		}
	}
	return x
}

// often reports that so many tests of the rows of u cost more than one of each, in order: texts that lie
// side by side are searched several times as fast.
func often(u *unit, tested float64) bool { return tested >= float64(u.in.Rows)/4 }

// unit describes the rows an iterator has under one coordinate of those bound before it, nil where
// that is unknown.
func (c *precomputer) unit(it ir.Iterator, conj []ir.Expr, bound map[string]bool) *unit {
	us := c.o.units([]ir.Iterator{it}, conj)
	u := us[0]
	if u.in == nil {
		return nil
	}
	if len(bound) > 0 {
		for _, e := range c.o.edges(us, conj, bound) {
			u.rows = math.Min(u.rows, e.matches)
		}
	}
	return u
}

// extract replaces the expensive conjuncts on iterator name alone by precomputed attributes.
func (c *precomputer) extract(name string, conj []ir.Expr) ir.Expr {
	var out []ir.Expr
	for _, x := range conj {
		free := map[string]bool{}
		ir.FreeIters(x, free)
		if len(free) != 1 || !free[name] || !c.expensive(x) {
			out = append(out, x)
			continue
		}
		out = append(out, c.define(name, x, conj))
	}
	return ir.Conj(out...)
}

// define adds the definition that computes x for every row of the iterator's field.
func (c *precomputer) define(name string, x ir.Expr, conj []ir.Expr) ir.Expr {
	def := c.name("p")
	it := &ir.Iter{Name: name, T: ir.Of(ir.Int64)}
	var exists ir.Expr
	for _, y := range conj {
		if a := accessOf(y); a != nil && hasIter(a, name) {
			exists = y
		}
	}
	c.defs = append(c.defs, &ir.Def{Name: def, Row: "r", X: &ir.Forall{
		Iters: []ir.Iterator{{Name: name, T: it.T}}, Pred: exists,
		Body: &ir.Record{Names: []string{"holds"}, Elems: []ir.Expr{x}},
	}})
	return &ir.Attr{X: &ir.Access{Field: def, Args: []ir.Expr{it}}, Name: "holds", T: x.Type()}
}

// name returns a new name for a field.
func (c *precomputer) name(prefix string) string {
	for k := 1; ; k++ {
		if name := fmt.Sprintf("%s%d", prefix, k); !c.names[name] {
			c.names[name] = true
			return name
		}
	}
}

// expensive reports an operation on text without a dictionary, in an expression without loops.
func (c *precomputer) expensive(x ir.Expr) bool {
	found := false
	ir.Walk(x, func(e ir.Expr) bool {
		if e, ok := e.(*ir.Call); ok {
			switch e.Op {
			case ir.Like, ir.NotLike, ir.ILike, ir.Contains, ir.Suffix, ir.Lower, ir.Upper:
				found = found || c.longText(e.Args[0])
			}
		}
		return true
	})
	return found && plain(x)
}

// longText reports a text attribute of an input that has no dictionary.
func (c *precomputer) longText(x ir.Expr) bool {
	a, ok := x.(*ir.Attr)
	if !ok {
		return false
	}
	acc, ok := a.X.(*ir.Access)
	if !ok {
		return false
	}
	in := c.o.prog.Input(acc.Field)
	return in != nil && in.Type.Attr(a.Name) >= 0 && in.Type.Attrs[in.Type.Attr(a.Name)].Distinct == 0
}
