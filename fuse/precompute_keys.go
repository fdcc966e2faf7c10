package fuse

import (
	"fmt"
	"maps"

	"github.com/reffine-db/reffine/ir"
)

// PrecomputeKeys gives the rows of a field a key where nothing but an expression of theirs is equated with
// what is bound before: it becomes an attribute computed for all rows, by which they can be found.
//
//	forall i, j : a[i] != null & b[j] != null & b[j].k % 7 = a[i].k { ... }
//
// becomes
//
//	k1[r] = forall j : b[j] != null { {key: b[j].k % 7} }
//	forall i, j : a[i] != null & b[j] != null & k1[j].key = a[i].k { ... }
//
// Fields of few rows are left alone: their rows may all be tried. It runs after Order.
func PrecomputeKeys(p *ir.Program) *ir.Program {
	k := &keyComputer{precomputer{o: &orderer{prog: p}, names: fieldNames(p)}}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		x := k.expr(d.X, nil)
		out.Defs = append(append(out.Defs, k.defs...), d.With(x))
		k.defs = nil
	}
	return out
}

type keyComputer struct{ precomputer }

// expr handles all operators in e; bound names the iterators around it.
func (k *keyComputer) expr(e ir.Expr, bound map[string]bool) ir.Expr {
	if f, ok := e.(*ir.Forall); ok {
		e = k.forall(f, bound)
		bound = maps.Clone(bound)
		if bound == nil {
			bound = map[string]bool{}
		}
		for _, it := range f.Iters {
			bound[it.Name] = true
		}
	}
	return ir.MapChildren(e, func(c ir.Expr) ir.Expr { return k.expr(c, bound) })
}

// forall looks for keys of the iterators that others are bound before.
func (k *keyComputer) forall(f *ir.Forall, around map[string]bool) *ir.Forall {
	n := &ir.Forall{Iters: append([]ir.Iterator{}, f.Iters...), Pred: f.Pred, Body: f.Body}
	bound := map[string]bool{}
	maps.Copy(bound, around)
	for i := range n.Iters {
		it := &n.Iters[i]
		if i < keyCoords(f) {
			continue
		}
		from := &n.Pred
		if it.Outer != nil {
			from = &it.Outer
		}
		*from = ir.Conj(k.keyed(it.Name, ir.Conjuncts(*from), bound)...)
		bound[it.Name] = true
	}
	return n
}

// keyed replaces what is equated of the rows of an iterator by attributes, unless one is there already.
func (k *keyComputer) keyed(name string, conj []ir.Expr, bound map[string]bool) []ir.Expr {
	exists := k.manyRows(name, conj)
	if exists == nil {
		return conj
	}
	rec := &ir.Record{}
	out := append([]ir.Expr{}, conj...)
	var def string
	it := &ir.Iter{Name: name, T: ir.Of(ir.Int64)}
	for at, c := range conj {
		side := keySide(c, name, bound)
		if side < 0 {
			continue
		}
		call := c.(*ir.Call)
		x := call.Args[side]
		if isAttr(x) {
			return conj
		}
		if def == "" {
			def = k.name("k")
		}
		attr := &ir.Attr{X: &ir.Access{Field: def, Args: []ir.Expr{it}}, Name: fmt.Sprintf("key%d", len(rec.Names)), T: x.Type()}
		rec.Names, rec.Elems = append(rec.Names, attr.Name), append(rec.Elems, x)
		args := []ir.Expr{call.Args[0], call.Args[1]}
		args[side] = attr
		out[at] = &ir.Call{Op: call.Op, Args: args, T: call.T}
	}
	if def == "" {
		return conj
	}
	k.defs = append(k.defs, &ir.Def{Name: def, Row: "r", X: &ir.Forall{
		Iters: []ir.Iterator{{Name: name, T: it.T}}, Pred: exists, Body: rec,
	}})
	return out
}

// manyRows returns the existence that binds an iterator to the rows of a stored field, nil when it is bound
// otherwise, or to few.
func (k *keyComputer) manyRows(name string, conj []ir.Expr) ir.Expr {
	for _, c := range conj {
		a := accessOf(c)
		if a == nil || len(a.Args) != 1 || !hasIter(a, name) {
			continue
		}
		if in := k.o.prog.Input(a.Field); in != nil && in.Rows > maxCross {
			return c
		}
		if d := k.o.prog.Def(a.Field); d != nil && d.Row != "" && rowsAtMost(k.o.prog, d.X) > maxCross {
			return c
		}
	}
	return nil
}

// keySide returns which operand of an equality is of the rows of an iterator alone, where the other is of
// what is bound before; -1 when c is no such equality.
func keySide(c ir.Expr, name string, bound map[string]bool) int {
	call, ok := c.(*ir.Call)
	if !ok || call.Op != ir.Eq && call.Op != ir.NotDistinct || !plain(c) {
		return -1
	}
	for side, x := range call.Args {
		own, other := map[string]bool{}, map[string]bool{}
		ir.FreeIters(x, own)
		ir.FreeIters(call.Args[1-side], other)
		before := len(other) > 0
		for n := range other {
			before = before && bound[n]
		}
		if len(own) == 1 && own[name] && before {
			return side
		}
	}
	return -1
}

// isAttr reports an attribute, as it is or in a cast by which it can still be found.
func isAttr(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.Attr:
		return true
	case *ir.Cast:
		return x.KeepsEquality() && isAttr(x.X)
	}
	return false
}

// plain reports an expression without loops.
func plain(x ir.Expr) bool {
	loops := false
	ir.Walk(x, func(e ir.Expr) bool {
		switch e.(type) {
		case *ir.Forall, *ir.Reduce, *ir.Exists:
			loops = true
		}
		return !loops
	})
	return !loops
}
