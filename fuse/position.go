package fuse

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
)

// enumeratedBy returns an access F[i…] != null among the conjuncts of f, or of its outer ranges,
// whose arguments are distinct iterators of f and which want accepts; nil when there is none.
func enumeratedBy(f *ir.Forall, want func(*ir.Access) bool) *ir.Access {
	own := map[string]bool{}
	conj := ir.Conjuncts(f.Pred)
	for _, it := range f.Iters {
		own[it.Name] = true
		conj = append(conj, ir.Conjuncts(it.Outer)...)
	}
	for _, c := range conj {
		a := accessOf(c)
		if a == nil || !want(a) {
			continue
		}
		seen := map[string]bool{}
		for _, x := range a.Args {
			if it, ok := x.(*ir.Iter); ok && own[it.Name] {
				seen[it.Name] = true
			}
		}
		if len(seen) == len(a.Args) {
			return a
		}
	}
	return nil
}

// byPosition replaces the iterators of f that are the arguments of a by the one iterator r. read
// is applied to what f says before values, by name, take the place of the iterators: it must not leave
// any of them behind.
//
//	forall i, k, l outer (g[k, l] != null & c) : ... { ... }
//
// becomes, for a = g[k, l],
//
//	forall i, r outer (m[r] != null & c) : ... { ... }
func byPosition(f *ir.Forall, a *ir.Access, r *ir.Iter, values map[string]ir.Expr, read func(ir.Expr) ir.Expr) *ir.Forall {
	of := map[string]bool{}
	for _, x := range a.Args {
		of[x.(*ir.Iter).Name] = true
	}
	now := func(e ir.Expr) ir.Expr { return ir.Subst(read(e), values) }
	n := &ir.Forall{Pred: now(f.Pred), Body: now(f.Body)}
	at := -1
	for i, it := range f.Iters {
		if !of[it.Name] {
			it.Outer = now(it.Outer)
			n.Iters = append(n.Iters, it)
			continue
		}
		if at < 0 {
			at = len(n.Iters)
			n.Iters = append(n.Iters, ir.Iterator{Name: r.Name, T: r.T})
		}
		if it.Outer != nil {
			n.Iters[at].Outer = ir.Conj(append(ir.Conjuncts(n.Iters[at].Outer), ir.Conjuncts(now(withoutProspect(f.Iters[i:], of)))...)...)
		}
	}
	return n
}

// withoutProspect is the outer range of the first iterator without the condition that those of
// its like after it will find something: that is the range of the one iterator that replaces them.
func withoutProspect(its []ir.Iterator, of map[string]bool) ir.Expr {
	later := map[string]bool{}
	var names []string
	for _, it := range its[1:] {
		if of[it.Name] {
			names = append(names, it.Name)
			for _, c := range ir.Conjuncts(it.Outer) {
				later[anonymous(c)] = true
			}
		}
	}
	var out []ir.Expr
	for _, c := range ir.Conjuncts(its[0].Outer) {
		if !prospect(c, names, later) {
			out = append(out, c)
		}
	}
	return ir.Conj(out...)
}

// prospect reports whether c is the existence of coordinates, called names, at which conditions
// among later hold.
func prospect(c ir.Expr, names []string, later map[string]bool) bool {
	e, ok := c.(*ir.Exists)
	if !ok {
		return false
	}
	f, ok := e.X.(*ir.Forall)
	if !ok || len(f.Iters) != len(names) || len(names) == 0 {
		return false
	}
	m := map[string]string{}
	for i, it := range f.Iters {
		m[it.Name] = names[i]
	}
	for _, p := range ir.Conjuncts(f.Pred) {
		if !later[anonymous(ir.RenameIters(p, m))] {
			return false
		}
	}
	return true
}

// anonymous is the text of e with the iterators of the operators inside it named by how deep they
// contain others, so that the same conditions have the same.
func anonymous(e ir.Expr) string {
	height := map[*ir.Forall]int{}
	return ir.String(ir.Rewrite(e, func(x ir.Expr) ir.Expr {
		f, ok := x.(*ir.Forall)
		if !ok {
			return x
		}
		h := 0
		ir.Walk(f, func(y ir.Expr) bool {
			if g, ok := y.(*ir.Forall); ok {
				h = max(h, height[g]+1)
			}
			return true
		})
		m := map[string]string{}
		n := &ir.Forall{}
		for i, it := range f.Iters {
			m[it.Name] = fmt.Sprintf("%%%d.%d", h, i)
			n.Iters = append(n.Iters, ir.Iterator{Name: m[it.Name], T: it.T, Outer: ir.RenameIters(it.Outer, m)})
		}
		n.Pred, n.Body = ir.RenameIters(f.Pred, m), ir.RenameIters(f.Body, m)
		height[n] = h
		return n
	}))
}
