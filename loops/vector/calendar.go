package vector

import (
	"math"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// datePart builds year, month and day of finite dates and timestamps; others go
// value by value.
func (s *scope) datePart(e *ir.Call, x *Node) *Node {
	if !x.iv.Within(finite(x.typ)) {
		return s.boxed(e, []*Node{x})
	}
	lo, hi, _ := x.iv.Int64()
	n := s.newNode(e.T.WithNull(x.typ.Null), Ints, s.block)
	n.fails = x.fails
	perDay := int64(1)
	if x.typ.Kind == ir.Timestamp {
		perDay = 86400 * 1000000
	}
	first, _, _ := eval.Civil(dayOf(lo, perDay))
	last, _, _ := eval.Civil(dayOf(hi, perDay))
	switch e.Op {
	case ir.Year:
		n.iv = Between(first, last)
	case ir.Month:
		n.iv = Between(1, 12)
	case ir.Day:
		n.iv = Between(1, 31)
	}
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		out.Null = a.Null
		for t, v := range a.I {
			y, m, d := eval.Civil(dayOf(v, perDay))
			switch e.Op {
			case ir.Year:
				out.I[t] = y
			case ir.Month:
				out.I[t] = m
			default:
				out.I[t] = d
			}
		}
	}
	return n
}

// dayOf is floor(v / perDay).
func dayOf(v, perDay int64) int64 {
	q := v / perDay
	if v%perDay < 0 {
		q--
	}
	return q
}

// finite returns the values of a date or timestamp that are not infinite.
func finite(t ir.Type) Interval {
	if t.Kind == ir.Timestamp {
		return Between(-math.MaxInt64+1, math.MaxInt64-1)
	}
	return Between(-math.MaxInt32+1, math.MaxInt32-1)
}
