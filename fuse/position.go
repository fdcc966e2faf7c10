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
	l := later{conj: map[string]bool{}}
	for _, it := range its[1:] {
		if of[it.Name] {
			l.names = append(l.names, it.Name)
			for _, c := range ir.Conjuncts(it.Outer) {
				l.conj[anonymous(c)] = true
				if f := operatorIn(c); f != nil {
					l.inner = append(l.inner, f)
				}
			}
		}
	}
	var out []ir.Expr
	for _, c := range ir.Conjuncts(its[0].Outer) {
		if !l.foreseen(c) {
			out = append(out, c)
		}
	}
	return ir.Conj(out...)
}

// later is the range of iterators: their names, its conditions, and among those the existences of
// further coordinates.
type later struct {
	names []string
	conj  map[string]bool
	inner []*ir.Forall
}

// operatorIn returns the operator whose existence c is, or nil.
func operatorIn(c ir.Expr) *ir.Forall {
	e, ok := c.(*ir.Exists)
	if !ok {
		return nil
	}
	f, _ := e.X.(*ir.Forall)
	return f
}

// foreseen reports whether c is the existence of coordinates in that range, and of further ones that
// one of its conditions asks for as well.
func (l *later) foreseen(c ir.Expr) bool {
	f := operatorIn(c)
	if f == nil || len(l.names) == 0 || len(f.Iters) < len(l.names) {
		return false
	}
	if len(f.Iters) == len(l.names) {
		return l.covers(f, nil)
	}
	for _, g := range l.inner {
		if len(f.Iters) == len(l.names)+len(g.Iters) && l.covers(f, g) {
			return true
		}
	}
	return false
}

// covers reports whether all conditions of f are among those of the range, and of g within it.
func (l *later) covers(f, g *ir.Forall) bool {
	m, further := map[string]string{}, map[string]bool{}
	for i, it := range f.Iters {
		if i < len(l.names) {
			m[it.Name] = l.names[i]
		} else {
			m[it.Name] = g.Iters[i-len(l.names)].Name
		}
	}
	if g != nil {
		for _, c := range ir.Conjuncts(g.Pred) {
			further[anonymous(c)] = true
		}
	}
	for _, p := range ir.Conjuncts(f.Pred) {
		if text := anonymous(ir.RenameIters(p, m)); !l.conj[text] && !further[text] {
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
