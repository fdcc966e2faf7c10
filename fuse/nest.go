package fuse

import "github.com/reffine-db/reffine/ir"

// Nest rewrites every operator into the canonical single-iterator form (paper
// section 3.2): one operator an iterator, each conjunct at the level that binds the
// last of its iterators.
//
//	forall i, j : a[i] != null & a[i].x > 3 & b[j] != null & b[j].k = a[i].k { ... }
//
// becomes
//
//	forall i : a[i] != null & a[i].x > 3 { forall j : b[j] != null & b[j].k = a[i].k { ... } }
//
// What a level implies for the ones around it is said there, for it confines their iterators:
// a[i, j] != null at the level of j is a[i] != null at that of i.
//
// The key coordinates of a reordering stay together, outermost and without a predicate:
// they are bound to values further in, which makes the operator a scatter.
func Nest(p *ir.Program) *ir.Program {
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		if isGroups(p, d) { // which have no loops of their own
			out.Defs = append(out.Defs, d)
			continue
		}
		out.Defs = append(out.Defs, d.With(ir.Rewrite(d.X, nest)))
	}
	return out
}

func nest(e ir.Expr) ir.Expr {
	f, ok := e.(*ir.Forall)
	if !ok || len(f.Iters) < 2 {
		return e
	}
	if k := keyCoords(f); k > 0 && k < len(f.Iters) {
		inner := &ir.Forall{Iters: f.Iters[k:], Pred: f.Pred, Body: f.Body}
		return &ir.Forall{Iters: f.Iters[:k:k], Body: nest(inner)}
	}
	conj := ir.Conjuncts(f.Pred)
	later := map[string]bool{}
	for _, it := range f.Iters {
		later[it.Name] = true
	}
	levels := make([][]ir.Expr, len(f.Iters))
	for i, it := range f.Iters {
		delete(later, it.Name)
		var rest []ir.Expr
		for _, c := range conj {
			if anyMentioned(c, later) {
				rest = append(rest, c)
			} else {
				levels[i] = append(levels[i], c)
			}
		}
		conj = rest
	}
	prefixes(f.Iters, levels)
	body := f.Body
	for i := len(f.Iters) - 1; i >= 0; i-- {
		body = &ir.Forall{Iters: f.Iters[i : i+1 : i+1], Pred: ir.Conj(levels[i]...), Body: body}
	}
	return body
}

// prefixes adds to each level the existence of the sub-fields that accesses further in are of.
func prefixes(its []ir.Iterator, levels [][]ir.Expr) {
	for i := len(its) - 1; i > 0; i-- {
		if its[i].Outer != nil {
			return
		}
		for _, c := range levels[i] {
			a := accessOf(c)
			for n := 1; a != nil && n < len(a.Args); n++ {
				sub := &ir.Exists{X: &ir.Access{Field: a.Field, Args: a.Args[:n:n]}}
				at := -1
				for j, it := range its[:i+1] {
					if Mentions(sub, it.Name) {
						at = j
					}
				}
				if at >= 0 && at < i {
					levels[at] = dedup(append([]ir.Expr{sub}, levels[at]...))
				}
			}
		}
	}
}

// isGroups reports whether d is the groups of a reordering.
func isGroups(p *ir.Program, d *ir.Def) bool {
	f, ok := d.X.(*ir.Forall)
	if !ok || d.Row == "" {
		return false
	}
	for _, c := range ir.Conjuncts(f.Pred) {
		if a := accessOf(c); a != nil {
			over := p.Def(a.Field)
			return over != nil && over.Row == "" && keyCoords(over.X) > 0
		}
	}
	return false
}

func anyMentioned(e ir.Expr, set map[string]bool) bool {
	free := map[string]bool{}
	ir.FreeIters(e, free)
	for n := range free {
		if set[n] {
			return true
		}
	}
	return false
}
