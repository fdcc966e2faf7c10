package fuse

import "github.com/reffine-db/reffine/ir"

// dropWindows removes the existence of ranges in which another conjunct finds a value: F[t] is
// in F[t-50:t].
//
//	forall t : f[t-50:t] != null & f[t] != null { ... }
//
// becomes
//
//	forall t : f[t] != null { ... }
func dropWindows(conj []ir.Expr) []ir.Expr {
	var out []ir.Expr
	for _, c := range conj {
		if e, ok := c.(*ir.Exists); ok {
			if r, ok := e.X.(*ir.Range); ok && valueIn(r, conj) {
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// valueIn reports whether a conjunct is the existence of one of the coordinates of r.
func valueIn(r *ir.Range, conj []ir.Expr) bool {
	base, lo, ok1 := offset(r.Lo)
	same, hi, ok2 := offset(r.Hi)
	for _, c := range conj {
		a := accessOf(c)
		if a == nil || a.Field != r.Field || len(a.Args) == 0 || !ok1 || !ok2 || base != same {
			continue
		}
		if it, at, ok := offset(a.Args[0]); ok && it == base && lo < at && at <= hi {
			return true
		}
	}
	return false
}

// offset matches an iterator, or one plus or minus a constant.
func offset(e ir.Expr) (name string, by int64, ok bool) {
	if it, ok := e.(*ir.Iter); ok {
		return it.Name, 0, true
	}
	c, ok := e.(*ir.Call)
	if !ok || c.Op != ir.Add && c.Op != ir.Sub {
		return "", 0, false
	}
	it, ok1 := c.Args[0].(*ir.Iter)
	k, ok2 := c.Args[1].(*ir.Const)
	if !ok1 || !ok2 || !k.Val.Valid || !k.Val.Type.Integer() {
		return "", 0, false
	}
	if by, ok = k.Val.Int.Int64(); c.Op == ir.Sub {
		by = -by
	}
	return it.Name, by, ok
}
