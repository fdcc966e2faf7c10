package fuse

import "github.com/reffine-db/reffine/ir"

// nullAtAbsent returns x, the value that a definition with predicate pred has at coordinates
// some of which are the iterators of outer ranges, as it is read there: NULL where they are φ.
//
//	v   = forall j : t[j] != null { {a: t[j].a * 2, one: 1} }
//	out = forall i, j outer (v[j] != null & ...) : ... { {a: v[j].a, one: v[j].one} }
//
// becomes
//
//	out = forall i, j outer (t[j] != null & ...) : ... { {a: t[j].a:int32 null * 2, one: case when t[j] != null then 1 else null end} }
//
// ok is false when nothing in pred tells whether the coordinates are φ.
func nullAtAbsent(x, pred ir.Expr, outer map[string]bool) (out ir.Expr, ok bool) {
	x = ir.Rewrite(x, func(e ir.Expr) ir.Expr {
		if a, ok := e.(*ir.Attr); ok && a.T.Kind != ir.Invalid && mentionsAny(a, outer) {
			return &ir.Attr{X: a.X, Name: a.Name, T: a.T.Nullable()}
		}
		return retype(e)
	})
	if strictIn(x, outer) {
		return x, true
	}
	for _, c := range ir.Conjuncts(pred) {
		if a := accessOf(c); a != nil && mentionsAny(a, outer) {
			t := x.Type().Nullable()
			return &ir.Case{Whens: []ir.When{{Cond: c, Then: x}}, Else: &ir.Const{Val: ir.NullOf(t)}, T: t}, true
		}
	}
	return x, false
}

func mentionsAny(e ir.Expr, names map[string]bool) bool {
	free := map[string]bool{}
	ir.FreeIters(e, free)
	for n := range free {
		if names[n] {
			return true
		}
	}
	return false
}

// strictIn reports whether e is NULL when an attribute read at one of the iterators is.
func strictIn(e ir.Expr, outer map[string]bool) bool {
	switch e := e.(type) {
	case *ir.Attr:
		return mentionsAny(e, outer)
	case *ir.Cast:
		return strictIn(e.X, outer)
	case *ir.Call:
		if !strict(e.Op) {
			return false
		}
		for _, a := range e.Args {
			if strictIn(a, outer) {
				return true
			}
		}
	}
	return false
}

// strict reports whether an operator is NULL when an operand is.
func strict(op ir.Op) bool {
	switch op {
	case ir.And, ir.Or, ir.IsNull, ir.IsNotNull, ir.NotDistinct, ir.Distinct, ir.Coalesce, ir.Least, ir.Greatest, ir.ConcatWS:
		return false
	}
	return true
}

// retype returns e with NULL allowed where its operands now allow it.
func retype(e ir.Expr) ir.Expr {
	t := e.Type()
	if t.Null {
		return e
	}
	null := false
	switch e := e.(type) {
	case *ir.Call:
		some, all := false, true
		for _, a := range e.Args {
			some, all = some || a.Type().Null, all && a.Type().Null
		}
		switch e.Op {
		case ir.And, ir.Or:
			null = some
		case ir.Coalesce, ir.Least, ir.Greatest:
			null = all
		case ir.ConcatWS:
			null = e.Args[0].Type().Null
		default:
			null = some && strict(e.Op)
		}
		if null {
			return &ir.Call{Op: e.Op, Args: e.Args, T: t.Nullable()}
		}
	case *ir.Cast:
		if e.X.Type().Null {
			return &ir.Cast{X: e.X, T: t.Nullable(), Try: e.Try}
		}
	case *ir.Case:
		null = e.Else.Type().Null
		for _, w := range e.Whens {
			null = null || w.Then.Type().Null
		}
		if null {
			return &ir.Case{Whens: e.Whens, Else: e.Else, T: t.Nullable()}
		}
	}
	return e
}
