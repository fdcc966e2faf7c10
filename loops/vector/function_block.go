package vector

import (
	"math"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
)

// blockFunction builds the functions that have a form by block for these operands; nil for others.
func (s *scope) blockFunction(e *ir.Call, args []*Node) *Node {
	switch e.Op {
	case ir.Floor, ir.Ceil, ir.Trunc, ir.Round:
		if e.T.Float() {
			return s.roundFloat(e, args[0])
		}
		if x := args[0]; x.typ.Kind == ir.Decimal && x.lane == Ints && x.typ.Scale > 0 && x.typ.Scale <= 18 {
			return s.roundDecimal(e, x, int(x.typ.Scale))
		}
	case ir.RoundTo:
		return s.roundTo(e, args)
	case ir.BitAnd, ir.BitOr, ir.BitXor:
		if args[0].lane == Ints && args[1].lane == Ints {
			return s.bitwise(e, args[0], args[1])
		}
	case ir.ShiftRight:
		if k, ok := args[1].int64Const(); ok && k >= 0 && k < 8 && args[0].lane == Ints {
			return s.shiftRight(e, args[0], k)
		}
	case ir.DatePart:
		return s.partOf(e, args)
	case ir.DateTrunc:
		return s.truncDate(e, args)
	case ir.MicrosBetween:
		return s.microsBetween(e, args[0], args[1])
	case ir.ConcatWS:
		return s.concatWS(e, args)
	case ir.Strftime:
		return s.strftime(e, args)
	}
	return nil
}

// elementwise returns a node that run computes from the values of its operands, NULL where one is.
func (s *scope) elementwise(t ir.Type, lane Lane, args []*Node, run func(out *Vec, a []*Vec)) *Node {
	n := s.newNode(t.NotNull(), lane, s.block)
	for _, a := range args {
		n.fails = n.fails || a.fails
		n.typ.Null = n.typ.Null || a.typ.Null
	}
	vecs := make([]*Vec, len(args))
	n.run = func(f *Frame) {
		for i, a := range args {
			vecs[i] = a.Eval(f)
		}
		out := n.start(f)
		run(out, vecs)
		for i, v := range vecs {
			if i == 0 {
				out.Null = v.Null
			} else {
				n.strict(f, out.Null, v.Null)
			}
		}
	}
	return n
}

// roundFloat builds the rounding of floats to whole numbers.
func (s *scope) roundFloat(e *ir.Call, x *Node) *Node {
	each := map[ir.Op]func(dst, a []float64){
		ir.Floor: func(dst, a []float64) {
			for t, v := range a {
				dst[t] = math.Floor(v)
			}
		},
		ir.Ceil: func(dst, a []float64) {
			for t, v := range a {
				dst[t] = math.Ceil(v)
			}
		},
		ir.Trunc: func(dst, a []float64) {
			for t, v := range a {
				dst[t] = math.Trunc(v)
			}
		},
		ir.Round: func(dst, a []float64) {
			for t, v := range a {
				dst[t] = math.Round(v)
			}
		},
	}[e.Op]
	return s.elementwise(e.T, Floats, []*Node{x}, func(out *Vec, a []*Vec) { each(out.F, a[0].F[:len(out.F)]) })
}

var roundings = map[ir.Op]eval.Rounding{ir.Floor: eval.Floor, ir.Ceil: eval.Ceil, ir.Trunc: eval.Trunc, ir.Round: eval.HalfAway}

// roundDecimal builds the rounding of 64-bit decimals that lose some digits behind the point.
func (s *scope) roundDecimal(e *ir.Call, x *Node, digits int) *Node {
	how, ok := roundings[e.Op]
	if !ok {
		how = eval.HalfAway
	}
	p, _ := int128.Pow10(digits).Int64()
	lo, hi, _ := x.iv.Int64()
	n := s.elementwise(e.T, Ints, []*Node{x}, func(out *Vec, a []*Vec) {
		in := a[0].I[:len(out.I)]
		if how == eval.HalfAway {
			kernel.RoundDivVC(out.I, in, p)
			return
		}
		for t, v := range in {
			out.I[t] = divided(v, p, how)
		}
	})
	// Rounding keeps order; halves go one further than truncation at most.
	n.iv = Between(lo/p-1, hi/p+1).Clip(typeInterval(e.T))
	return n
}

// divided is v / p rounded down, up, or toward zero.
func divided(v, p int64, how eval.Rounding) int64 {
	q, r := v/p, v%p
	switch {
	case how == eval.Floor && r < 0:
		q--
	case how == eval.Ceil && r > 0:
		q++
	}
	return q
}

// roundTo builds rounding to constant digits, of floats and of 64-bit decimals.
func (s *scope) roundTo(e *ir.Call, args []*Node) *Node {
	x := args[0]
	digits, ok := args[1].int64Const()
	switch {
	case !ok || digits > 300 || digits < -300:
		return nil
	case x.typ.Float():
		round := eval.RoundDigits(digits)
		return s.elementwise(e.T, Floats, []*Node{x}, func(out *Vec, a []*Vec) {
			for t, v := range a[0].F[:len(out.F)] {
				out.F[t] = eval.Round(round(v), e.T)
			}
		})
	case x.typ.Kind == ir.Decimal && x.lane == Ints && digits >= 0 && x.typ.Scale > e.T.Scale && x.typ.Scale-e.T.Scale <= 18:
		return s.roundDecimal(e, x, int(x.typ.Scale-e.T.Scale))
	}
	return nil
}

// bitwise builds and, or and xor of 64-bit integers.
func (s *scope) bitwise(e *ir.Call, x, y *Node) *Node {
	n := s.elementwise(e.T, Ints, []*Node{x, y}, func(out *Vec, v []*Vec) {
		a, b := v[0].I[:len(out.I)], v[1].I[:len(out.I)]
		switch e.Op {
		case ir.BitAnd:
			for t, x := range a {
				out.I[t] = x & b[t]
			}
		case ir.BitOr:
			for t, x := range a {
				out.I[t] = x | b[t]
			}
		default:
			for t, x := range a {
				out.I[t] = x ^ b[t]
			}
		}
	})
	n.iv = typeInterval(e.T).Clip(Between(math.MinInt64, math.MaxInt64))
	if e.Op == ir.BitAnd {
		for _, a := range []*Node{x, y} {
			if a.iv.Lo.Sign() >= 0 { // no bit that is not in a
				n.iv = n.iv.Clip(Interval{Hi: a.iv.Hi})
			}
		}
	}
	return n
}

func (s *scope) shiftRight(e *ir.Call, x *Node, k int64) *Node {
	lo, hi, _ := x.iv.Int64()
	n := s.elementwise(e.T, Ints, []*Node{x}, func(out *Vec, a []*Vec) {
		for t, v := range a[0].I[:len(out.I)] {
			out.I[t] = v >> k
		}
	})
	n.iv = Between(lo>>k, hi>>k)
	return n
}

// microsBetween builds the difference of timestamps near enough for it to fit.
func (s *scope) microsBetween(e *ir.Call, x, y *Node) *Node {
	if x.typ.Kind != ir.Timestamp || y.typ.Kind != ir.Timestamp || !near(x, y) {
		return nil
	}
	return s.arith(&ir.Call{Op: ir.Sub, T: e.T}, alias(x, ir.Of(ir.Int64).WithNull(x.typ.Null), x.iv), alias(y, ir.Of(ir.Int64).WithNull(y.typ.Null), y.iv))
}

// truncDate builds the truncation of dates and timestamps near enough to be finite.
func (s *scope) truncDate(e *ir.Call, args []*Node) *Node {
	part, ok := args[0].Const()
	x := args[1]
	if !ok || !part.Valid || !near(x) {
		return nil
	}
	const day = 86400 * 1000000
	perDay := int64(1)
	if x.typ.Kind == ir.Timestamp {
		perDay = day
	}
	ofDay, unit := eval.Truncation(part.Str)
	if ofDay == nil && unit == 0 {
		return nil
	}
	n := s.elementwise(e.T, Ints, []*Node{x}, func(out *Vec, a []*Vec) {
		for t, v := range a[0].I[:len(out.I)] {
			d := dayOf(v, perDay)
			switch rest := v - d*perDay; {
			case ofDay != nil:
				out.I[t] = ofDay(d) * day
			case perDay == 1:
				out.I[t] = d * day
			default:
				out.I[t] = v - rest%unit
			}
		}
	})
	lo, hi, _ := x.iv.Int64()
	n.iv = Between((dayOf(lo, perDay)-400000)*day, (dayOf(hi, perDay)+1)*day)
	return n
}
