package eval

import (
	"math"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// arith applies a binary arithmetic operator to values that are not NULL.
func arith(op ir.Op, a, b ir.Value, t ir.Type) (ir.Value, error) {
	switch {
	case t.Float():
		if op == ir.IntDiv && b.Float == 0 {
			return ir.NullOf(t), nil
		}
		return arithFloat(op, a.Float, b.Float, t), nil
	case a.Type.Kind == ir.Date || b.Type.Kind == ir.Date:
		return arithDate(op, a, b, t)
	}
	x, y := a.Int, b.Int
	var r int128.Int
	ok := true
	switch op {
	case ir.Add:
		r, ok = x.Add(y)
	case ir.Sub:
		r, ok = x.Sub(y)
	case ir.Mul:
		r, ok = x.Mul(y)
	case ir.IntDiv, ir.Mod:
		if y.IsZero() {
			return ir.NullOf(t), nil
		}
		// The least value divided by -1 overflows in the engine, for % too.
		if t.Integer() && x == Range(t).Lo && y == int128.Of(-1) {
			return ir.Value{}, overflow(op.String(), t)
		}
		q, m := quoRem(x, y)
		if r = q; op == ir.Mod {
			r = m
		}
	default:
		panic("eval: " + op.String() + " on " + t.String())
	}
	if !ok || !inRange(r, t) {
		return ir.Value{}, overflow(op.String(), t)
	}
	return ir.WideValue(t, r), nil
}

func arithFloat(op ir.Op, x, y float64, t ir.Type) ir.Value {
	var r float64
	switch op {
	case ir.Add:
		r = x + y
	case ir.Sub:
		r = x - y
	case ir.Mul:
		r = x * y
	case ir.Div, ir.IntDiv: // the engine's // does not truncate floats
		r = x / y
	case ir.Mod:
		r = Remainder(x, y)
	default:
		panic("eval: " + op.String() + " on " + t.String())
	}
	return ir.FloatValue(t, Round(r, t))
}

// Remainder is the C library's fmod, whose NaN has the sign that the processor gives it.
func Remainder(x, y float64) float64 {
	r := math.Mod(x, y)
	if r != r {
		return (x * y) / (x * y)
	}
	return r
}

// Round rounds the double result of one float operation to t's precision. For
// Float32 this equals the single-precision operation (53 bits are enough for the
// double rounding to be innocuous).
func Round(r float64, t ir.Type) float64 {
	if t.Kind == ir.Float32 {
		return float64(float32(r))
	}
	return r
}

// sign is negation or absolute value.
func sign(op ir.Op, a ir.Value, t ir.Type) (ir.Value, error) {
	if t.Float() {
		if op == ir.Neg {
			return ir.FloatValue(t, -a.Float), nil
		}
		return ir.FloatValue(t, math.Abs(a.Float)), nil
	}
	if op == ir.Abs && a.Int.Sign() >= 0 {
		return ir.WideValue(t, a.Int), nil
	}
	r, ok := a.Int.Neg()
	if !ok || !inRange(r, t) {
		return ir.Value{}, overflow(op.String(), t)
	}
	return ir.WideValue(t, r), nil
}

// arithDate is date ± integer, a date, and date - date, an int64.
func arithDate(op ir.Op, a, b ir.Value, t ir.Type) (ir.Value, error) {
	if a.Type.Kind == ir.Date && b.Type.Kind == ir.Date {
		r, _ := a.Int.Sub(b.Int)
		return ir.WideValue(t, r), nil
	}
	if b.Type.Kind == ir.Date {
		a, b = b, a
	}
	if x, _ := a.Int.Int64(); InfiniteDate(x) {
		return ir.WideValue(t, a.Int), nil
	}
	r, _ := a.Int.Add(b.Int)
	if op == ir.Sub {
		r, _ = a.Int.Sub(b.Int)
	}
	if d, ok := r.Int64(); !ok || !inRange(r, t) || InfiniteDate(d) {
		return ir.Value{}, &Error{op.String(), "date out of range"}
	}
	return ir.WideValue(t, r), nil
}
