package fuse

import "github.com/reffine-db/reffine/ir"

// Resolve applies the one-point rule to reorderings that are local: whose rows of one
// key lie side by side. A coordinate bound to a value by an equality is that value.
//
//	forall i, k : t[i] != null & g[k] != null & k = t[i].x { ... k ... }
//
// becomes
//
//	forall i : t[i] != null & g[t[i].x] != null { ... t[i].x ... }
//
// which InlinePoints then turns into a reduction at the coordinate that asks for it.
// An equality with a value that may be NULL keeps the condition that it is not.
func Resolve(p *ir.Program) *ir.Program {
	local := localReorderings(p)
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		x := ir.Rewrite(d.X, func(e ir.Expr) ir.Expr {
			f, ok := e.(*ir.Forall)
			if !ok {
				return e
			}
			if f = resolve(f, local); d.Row != "" && len(f.Iters) == 0 {
				return e // no coordinates would be left to number
			}
			return f
		})
		out.Defs = append(out.Defs, d.With(x))
	}
	return out
}

// localReorderings names the reorderings by a single key k = t[i].a with a sorted in input
// t, and i as the only other coordinate.
func localReorderings(p *ir.Program) map[string]bool {
	local := map[string]bool{}
	for _, d := range p.Defs {
		if keyCoords(d.X) > 0 && keyedBySorted(p, d.X.(*ir.Forall)) {
			local[d.Name] = true
		}
	}
	return local
}

// resolve eliminates the iterators of f that bind the key of a local reordering.
func resolve(f *ir.Forall, local map[string]bool) *ir.Forall {
	for i := 0; i < len(f.Iters); i++ {
		it := f.Iters[i]
		if k := keyCoords(f); k > 0 && len(f.Iters) == k+1 {
			break // what is read at the keys alone must stay a field
		}
		conj := ir.Conjuncts(f.Pred)
		at := keyBinding(conj, it.Name)
		if it.Outer != nil || at < 0 || !bindsLocal(conj, it.Name, local) {
			continue
		}
		e, _ := bindingOf(conj[at], it.Name)
		if !e.Type().Same(it.T) || isIter(e) || laterOuter(f.Iters[i:], e) || rangesBefore(f.Iters[i:], e, it.Name) || mentionsKey(f, e) {
			continue
		}
		m := map[string]ir.Expr{it.Name: e}
		n := &ir.Forall{}
		for j, other := range f.Iters {
			if j != i {
				other.Outer = subst(other.Outer, m)
				n.Iters = append(n.Iters, other)
			}
		}
		var rest []ir.Expr
		for j, c := range conj {
			if j != at {
				rest = append(rest, subst(c, m))
			}
		}
		if call := conj[at].(*ir.Call); call.Op == ir.Eq && e.Type().Null {
			rest = append(rest, &ir.Call{Op: ir.IsNotNull, Args: []ir.Expr{e}, T: ir.Of(ir.Bool)})
		}
		n.Pred, n.Body = ir.Conj(dedup(rest)...), subst(f.Body, m)
		f, i = n, -1
	}
	return f
}

// subst is ir.Subst by values that may be NULL where what they replace was not: what is computed
// from them may be NULL then too.
func subst(e ir.Expr, values map[string]ir.Expr) ir.Expr {
	if e == nil {
		return nil
	}
	e = ir.Subst(e, values)
	for _, v := range values {
		if v.Type().Null {
			return ir.Rewrite(e, retype)
		}
	}
	return e
}

// isIter reports a coordinate. Reordering g read at it, as another one may be already, would look as if it
// were enumerated; the rows of two groupings are found by their keys.
//
//	forall k, l : g[k] != null & h[l] != null & k = l { ... }
func isIter(e ir.Expr) bool {
	_, ok := e.(*ir.Iter)
	return ok
}

// bindsLocal reports whether a conjunct is g[name] != null for a local reordering g.
func bindsLocal(conj []ir.Expr, name string, local map[string]bool) bool {
	for _, c := range conj {
		if a := accessOf(c); a != nil && local[a.Field] && len(a.Args) == 1 && hasIter(a, name) {
			return true
		}
	}
	return false
}

// rangesBefore reports whether an outer range depends on the iterator that would be replaced by e, and
// comes before an iterator of e's.
func rangesBefore(later []ir.Iterator, e ir.Expr, name string) bool {
	ranged := false
	for _, it := range later {
		if ranged && Mentions(e, it.Name) {
			return true
		}
		ranged = ranged || it.Outer != nil && Mentions(it.Outer, name)
	}
	return false
}

// mentionsKey reports whether e depends on a key coordinate of f, which must stay bound to
// something else: groups of groups.
//
//	g2 = forall l, k : g1[k] != null & l = k { ... }
func mentionsKey(f *ir.Forall, e ir.Expr) bool {
	for _, it := range f.Iters[:keyCoords(f)] {
		if Mentions(e, it.Name) {
			return true
		}
	}
	return false
}

// laterOuter reports whether e depends on an outer iterator, whose range may depend on the
// iterator that would be replaced.
func laterOuter(later []ir.Iterator, e ir.Expr) bool {
	for _, it := range later {
		if it.Outer != nil && Mentions(e, it.Name) {
			return true
		}
	}
	return false
}
