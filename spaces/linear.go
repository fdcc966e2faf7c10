package spaces

import (
	"github.com/reffine-db/reffine/ir"
)

// coordinateType reports whether values of t are 64-bit integers underneath, which
// is what bounds and coordinates are made of.
func coordinateType(t ir.Type) bool {
	switch t.Kind {
	case ir.Int8, ir.Int16, ir.Int32, ir.Int64, ir.UInt8, ir.UInt16, ir.UInt32, ir.Date, ir.Timestamp:
		return true
	}
	return false
}

// linear is an integer expression as K·it + Rest, both exact.
type linear struct {
	K    int64
	Rest Affine
}

// linearOf returns x as a linear form in the iterator it. Subexpressions free of it
// that are not sums or products themselves become atoms. ok is false when x is
// not linear in it, is not made of integers, or its coefficients leave 64 bits.
//
// The form is over the unbounded integers: an addition that would overflow at run time,
// and be an error, has its mathematical value here.
func linearOf(x ir.Expr, it string) (l linear, ok bool) {
	switch x := x.(type) {
	case *ir.Const:
		if n, fits := x.Val.Int.Int64(); fits && x.Val.Valid && (x.Val.Type.Integer() || coordinateType(x.Val.Type)) {
			return linear{Rest: Number(n)}, true
		}
		return l, false
	case *ir.Iter:
		if x.Name == it {
			return linear{K: 1, Rest: Number(0)}, coordinateType(x.T) && !x.T.Null
		}
	case *ir.Cast:
		if k, ok := castFactor(x); ok && (k == 1 || mentions(x, it)) {
			inner, ok := linearOf(x.X, it)
			if !ok {
				return l, false
			}
			return scale(inner, k)
		}
	case *ir.Call:
		if x.T.Integer() || coordinateType(x.T) {
			if l, ok = linearCall(x, it); ok {
				return l, true
			}
		}
	}
	return atom(x, it)
}

// atom returns x as an opaque term, when it is an integer free of it.
func atom(x ir.Expr, it string) (linear, bool) {
	if !coordinateType(x.Type()) || mentions(x, it) {
		return linear{}, false
	}
	return linear{Rest: symbol(x)}, true
}

func linearCall(x *ir.Call, it string) (l linear, ok bool) {
	var args [2]linear
	if len(x.Args) > 2 {
		return l, false
	}
	switch x.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Neg:
	default:
		return l, false
	}
	for i, a := range x.Args {
		if args[i], ok = linearOf(a, it); !ok {
			return l, false
		}
	}
	a, b := args[0], args[1]
	switch x.Op {
	case ir.Add:
		return sum(1, a, 1, b)
	case ir.Sub:
		return sum(1, a, -1, b)
	case ir.Neg:
		return scale(a, -1)
	}
	if n, number := a.Rest.IsNumber(); number && a.K == 0 {
		return scale(b, n)
	}
	if n, number := b.Rest.IsNumber(); number && b.K == 0 {
		return scale(a, n)
	}
	return l, false
}

func sum(x int64, a linear, y int64, b linear) (linear, bool) {
	k1, ok1 := mul64(x, a.K)
	k2, ok2 := mul64(y, b.K)
	k, ok3 := add64(k1, k2)
	rest, ok4 := combine(x, a.Rest, y, b.Rest)
	return linear{k, rest}, ok1 && ok2 && ok3 && ok4
}

func scale(a linear, n int64) (linear, bool) { return sum(n, a, 0, linear{Rest: Number(0)}) }

// castFactor returns what a cast multiplies by, for the casts that lose nothing: to an
// integer at least as wide, and from a date to a timestamp.
func castFactor(c *ir.Cast) (int64, bool) {
	from, to := c.X.Type(), c.T
	switch {
	case from.Same(to):
		return 1, true
	case from.Kind == ir.Date && to.Kind == ir.Timestamp:
		return 86_400_000_000, true
	case !from.Integer() || !to.Integer():
		return 0, false
	}
	fb, fs := integerBits(from)
	tb, ts := integerBits(to)
	return 1, fs == ts && fb <= tb || !fs && ts && fb < tb
}

func integerBits(t ir.Type) (bits int, signed bool) {
	switch t.Kind {
	case ir.Int8, ir.UInt8:
		bits = 8
	case ir.Int16, ir.UInt16:
		bits = 16
	case ir.Int32, ir.UInt32:
		bits = 32
	case ir.Int64, ir.UInt64:
		bits = 64
	case ir.Int128:
		bits = 128
	}
	return bits, !t.Unsigned()
}

// mentions reports whether the iterator occurs free in x.
func mentions(x ir.Expr, it string) bool {
	free := map[string]bool{}
	ir.FreeIters(x, free)
	return free[it]
}
