package fuse

import "github.com/reffine-db/reffine/ir"

// equate replaces, in an ordered operator, attributes of inner fields that a conjunct
// equates with an expression over iterators bound before: everywhere but in that
// conjunct, which stays as the access path.
//
//	forall i, j : a[i] != null & b[j] != null & b[j].k = a[i].k { {k: b[j].k} }
//
// becomes
//
//	forall i, j : a[i] != null & b[j] != null & b[j].k = a[i].k { {k: a[i].k} }
//
// Floats are left alone: equal ones (0.0 and -0.0) need not be the same. What takes the place of
// a value that is never NULL may be NULL where the conjunct does not hold; types above it then say so.
// keys is the number of key coordinates, which come first.
func equate(f *ir.Forall, bound map[string]bool, keys int) *ir.Forall {
	level := map[string]int{}
	for n := range bound {
		level[n] = -1
	}
	for i, it := range f.Iters[keys:] {
		if it.Outer != nil {
			return f
		}
		level[it.Name] = i
	}
	conj := ir.Conjuncts(f.Pred)
	for at, c := range conj {
		from, to := replacement(c, level)
		if from == nil {
			continue
		}
		key := ir.String(from)
		swap := func(e ir.Expr) ir.Expr {
			return ir.Rewrite(e, func(x ir.Expr) ir.Expr {
				if a, ok := x.(*ir.Attr); ok && a.T.Same(to.Type()) && (a.T.Null || !to.Type().Null) && ir.String(a) == key {
					return to
				}
				return retype(x)
			})
		}
		for i := range conj {
			if i != at {
				conj[i] = swap(conj[i])
			}
		}
		f = &ir.Forall{Iters: f.Iters, Pred: f.Pred, Body: swap(f.Body)}
	}
	f.Pred = ir.Conj(dedup(reflexive(conj))...)
	return f
}

// reflexive replaces equalities of an attribute and itself by what they say: it is not NULL.
func reflexive(conj []ir.Expr) []ir.Expr {
	var out []ir.Expr
	for _, c := range conj {
		if e, ok := c.(*ir.Call); ok && e.Op == ir.Eq {
			if a, ok := e.Args[0].(*ir.Attr); ok && ir.Equal(a, e.Args[1]) {
				if a.T.Null {
					out = append(out, &ir.Call{Op: ir.IsNotNull, Args: e.Args[:1], T: ir.Of(ir.Bool)})
				}
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// replacement returns the attribute that c equates with an expression bound at
// an outer level, and that expression.
func replacement(c ir.Expr, level map[string]int) (*ir.Attr, ir.Expr) {
	call, ok := c.(*ir.Call)
	if !ok || call.Op != ir.Eq || call.Args[0].Type().Float() {
		return nil, nil
	}
	for k := range 2 {
		at, ok := call.Args[k].(*ir.Attr)
		if !ok {
			continue
		}
		lo, ok1 := deepest(at, level)
		hi, ok2 := deepest(call.Args[1-k], level)
		if _, simple := call.Args[1-k].(*ir.Attr); simple && ok1 && ok2 && hi < lo {
			return at, call.Args[1-k]
		}
	}
	return nil, nil
}

// deepest returns the innermost level of e's free iterators, false when one has no level.
func deepest(e ir.Expr, level map[string]int) (int, bool) {
	free := map[string]bool{}
	ir.FreeIters(e, free)
	d := -2
	for n := range free {
		l, ok := level[n]
		if !ok {
			return 0, false
		}
		d = max(d, l)
	}
	return d, d > -2
}
