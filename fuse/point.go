package fuse

import "github.com/reffine-db/reffine/ir"

// InlinePoints fuses reductions over a local reordering that is read at a given key (a
// join with a grouped subquery): the reduction moves to the coordinate that
// asks for it.
//
//	g   = forall k, i : t[i] != null & k = t[i].key { {x: t[i].x} }
//	out = forall j : o[j] != null & sum(g[o[j].id].x) > 300 { ... }
//
// becomes
//
//	out = forall j : o[j] != null & sum(forall i : t[i] != null & t[i].key = o[j].id {t[i].x}) > 300 { ... }
//
// The rows of a key lie side by side, so each is read once and in order.
func InlinePoints(p *ir.Program) *ir.Program {
	in := &inliner{prog: p, done: map[string]ir.Expr{}, keys: map[string]int{}, stops: map[Stop]bool{}}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		in.keys[d.Name] = keyCoords(d.X)
		x := ir.Rewrite(d.X, func(e ir.Expr) ir.Expr { return in.pointAccess(e) })
		in.done[d.Name] = x
		out.Defs = append(out.Defs, d.With(x))
	}
	return dropDead(out)
}

// pointAccess replaces an existence or a reduction over g[e].
func (in *inliner) pointAccess(e ir.Expr) ir.Expr {
	a, attr := reorderingRead(e)
	if a == nil || in.keys[a.Field] == 0 || len(a.Args) != in.keys[a.Field] || in.atAllKeys(a) {
		return e
	}
	f := in.subfield(a, attr)
	if r, ok := e.(*ir.Reduce); ok {
		return &ir.Reduce{Fn: r.Fn, Distinct: r.Distinct, Over: f, T: r.T}
	}
	return &ir.Exists{X: f}
}

// reorderingRead returns the access an existence or a reduction reads, and the
// attribute ("exists" for none).
func reorderingRead(e ir.Expr) (*ir.Access, string) {
	switch e := e.(type) {
	case *ir.Exists:
		a, _ := e.X.(*ir.Access)
		return a, "exists"
	case *ir.Reduce:
		switch o := e.Over.(type) {
		case *ir.Attr:
			a, _ := o.X.(*ir.Access)
			return a, o.Name
		case *ir.Access:
			return o, ""
		}
	}
	return nil, ""
}

// keyedBySorted reports whether reordering f has a single key k = t[i].a with a sorted in
// input t, and i as its only other coordinate.
func keyedBySorted(p *ir.Program, f *ir.Forall) bool {
	if len(f.Iters) != 2 {
		return false
	}
	conj := ir.Conjuncts(f.Pred)
	e, _ := bindingOf(conj[keyBinding(conj, f.Iters[0].Name)], f.Iters[0].Name)
	at, ok := e.(*ir.Attr)
	if !ok {
		return false
	}
	acc, ok := at.X.(*ir.Access)
	if !ok {
		return false
	}
	in := p.Input(acc.Field)
	return in != nil && in.Type.Attr(at.Name) >= 0 && in.Type.Attrs[in.Type.Attr(at.Name)].Props.Has(ir.Sorted)
}
