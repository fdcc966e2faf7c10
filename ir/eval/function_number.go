package eval

import (
	"math"
	"math/bits"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// signOf is -1, 0 or 1; 0 of NaN.
func signOf(args []ir.Value, t ir.Type) (ir.Value, error) {
	x := args[0]
	if !x.Type.Float() {
		return ir.IntValue(t, int64(x.Int.Sign())), nil
	}
	n := int64(0)
	if x.Float > 0 {
		n = 1
	} else if x.Float < 0 {
		n = -1
	}
	return ir.IntValue(t, n), nil
}

// Rounding is a way to make a whole number.
type Rounding uint8

// The ways of rounding.
const (
	Floor    Rounding = iota
	Ceil              // up
	Trunc             // toward zero
	HalfAway          // to the nearest, halves away from zero
)

// RoundFloat rounds a float; halves are rounded away from zero.
func RoundFloat(how Rounding, x float64) float64 {
	switch how {
	case Floor:
		return math.Floor(x)
	case Ceil:
		return math.Ceil(x)
	case Trunc:
		return math.Trunc(x)
	}
	return math.Round(x)
}

// whole rounds a number to a whole one: a float, an integer as it is, or a decimal that loses its scale.
func whole(how Rounding) func([]ir.Value, ir.Type) (ir.Value, error) {
	return func(args []ir.Value, t ir.Type) (ir.Value, error) { return roundedBy(how, args[0], t) }
}

func roundedBy(how Rounding, x ir.Value, t ir.Type) (ir.Value, error) {
	switch {
	case x.Type.Float():
		return ir.FloatValue(t, RoundFloat(how, x.Float)), nil
	case x.Type.Kind == ir.Decimal:
		r, ok := quotient(x.Int, int128.Pow10(int(x.Type.Scale)), how)
		if !ok || !inRange(r, t) {
			return ir.Value{}, overflow("rounding", t)
		}
		return ir.WideValue(t, r), nil
	}
	return ir.WideValue(t, x.Int), nil
}

// quotient divides by a positive power of ten.
func quotient(x, p int128.Int, how Rounding) (int128.Int, bool) {
	q, r := quoRem(x, p)
	step := int64(0)
	switch {
	case how == Floor && r.Sign() < 0:
		step = -1
	case how == Ceil && r.Sign() > 0:
		step = 1
	case how == HalfAway:
		m := r
		if m.Sign() < 0 {
			m, _ = m.Neg()
		}
		if d, _ := p.Sub(m); m.Cmp(d) >= 0 && !m.IsZero() {
			step = int64(x.Sign())
		}
	}
	return q.Add(int128.Of(step))
}

// roundTo rounds to a number of digits behind the point, or before it.
func roundTo(args []ir.Value, t ir.Type) (ir.Value, error) {
	x := args[0]
	digits, ok := args[1].Int.Int64()
	if !ok || digits > math.MaxInt32 || digits < math.MinInt32 {
		return failure(ir.RoundTo, "digits out of range")
	}
	switch {
	case x.Type.Float():
		return ir.FloatValue(t, Round(RoundDigits(digits)(x.Float), t)), nil
	case x.Type.Kind == ir.Decimal:
		return roundDecimal(x, digits, t)
	case digits >= 0:
		return ir.WideValue(t, x.Int), nil
	case x.Type.Kind != ir.Int128:
		return ir.IntValue(t, roundInteger(x, digits)), nil
	case digits < -37:
		return failure(ir.RoundTo, "digits out of range")
	}
	p := int128.Pow10(int(-digits))
	half, _ := quoRem(p, int128.Of(2))
	if x.Int.Sign() < 0 {
		half, _ = half.Neg()
	}
	q, _ := quoRem(x.Int.AddWrap(half), p) // wraps around, as the engine does
	r, _ := q.Mul(p)
	return ir.WideValue(t, r), nil
}

// roundInteger rounds before the point in 64 bits, in which the engine wraps around, as it does in
// the type.
func roundInteger(x ir.Value, digits int64) int64 {
	if digits <= -19 {
		return 0
	}
	v, _ := x.Int.Int64()
	p, _ := int128.Pow10(int(-digits)).Int64()
	half := p / 2
	if v < 0 {
		half = -half
	}
	v = (v + half) / p * p
	unused := 64 - widthOf(x.Type)
	return v << unused >> unused
}

// RoundDigits returns the function that rounds floats to digits behind the point, or before it: it
// scales, rounds and scales back, as the engine does.
func RoundDigits(digits int64) func(x float64) float64 {
	if digits < 0 {
		m := pow(10, float64(-digits))
		return func(x float64) float64 {
			if r := math.Round(x/m) * m; !math.IsInf(r, 0) && !math.IsNaN(r) {
				return r
			}
			return 0
		}
	}
	m := pow(10, float64(digits))
	return func(x float64) float64 {
		if r := math.Round(x*m) / m; !math.IsInf(r, 0) && !math.IsNaN(r) {
			return r
		}
		return x
	}
}

// roundDecimal rounds a decimal of type x.Type to the scale of t, or before the point.
func roundDecimal(x ir.Value, digits int64, t ir.Type) (ir.Value, error) {
	width, scale := int64(x.Type.Width), int64(x.Type.Scale)
	if digits >= 0 {
		r, ok := quotient(x.Int, int128.Pow10(int(scale)-int(t.Scale)), HalfAway)
		if !ok || !inRange(r, t) {
			return ir.Value{}, overflow("rounding", t)
		}
		return ir.WideValue(t, r), nil
	}
	if digits <= -(width - scale) {
		return ir.IntValue(t, 0), nil
	}
	q, _ := quotient(x.Int, int128.Pow10(int(scale-digits)), HalfAway)
	r, ok := q.Mul(int128.Pow10(int(-digits)))
	if !ok || !inRange(r, t) {
		return ir.Value{}, overflow("rounding", t)
	}
	return ir.WideValue(t, r), nil
}

func isNaN(x float64) bool    { return x != x }
func isInf(x float64) bool    { return math.IsInf(x, 0) }
func isFinite(x float64) bool { return !isNaN(x) && !isInf(x) }

func testFloat(f func(float64) bool) func([]ir.Value, ir.Type) (ir.Value, error) {
	return func(args []ir.Value, _ ir.Type) (ir.Value, error) { return ir.BoolValue(f(args[0].Float)), nil }
}

// bitwise combines the bits of two integers of one type.
func bitwise(op ir.Op) func([]ir.Value, ir.Type) (ir.Value, error) {
	return func(args []ir.Value, t ir.Type) (ir.Value, error) {
		x, y := args[0].Int, args[1].Int
		switch op {
		case ir.BitAnd:
			x = int128.Int{Hi: x.Hi & y.Hi, Lo: x.Lo & y.Lo}
		case ir.BitOr:
			x = int128.Int{Hi: x.Hi | y.Hi, Lo: x.Lo | y.Lo}
		default:
			x = int128.Int{Hi: x.Hi ^ y.Hi, Lo: x.Lo ^ y.Lo}
		}
		return ir.WideValue(t, x), nil
	}
}

func bitNot(args []ir.Value, t ir.Type) (ir.Value, error) {
	x := args[0].Int
	if t.Unsigned() {
		r, _ := Range(t).Hi.Sub(x)
		return ir.WideValue(t, r), nil
	}
	return ir.WideValue(t, int128.Int{Hi: ^x.Hi, Lo: ^x.Lo}), nil
}

// widthOf returns the bits of an integer type.
func widthOf(t ir.Type) int64 {
	switch t.Kind {
	case ir.Int8, ir.UInt8:
		return 8
	case ir.Int16, ir.UInt16:
		return 16
	case ir.Int32, ir.UInt32:
		return 32
	case ir.Int128:
		return 128
	}
	return 64
}

func shiftLeft(args []ir.Value, t ir.Type) (ir.Value, error) {
	x, n := args[0].Int, args[1].Int
	k, ok := n.Int64()
	switch {
	case x.Sign() < 0 || n.Sign() < 0:
		return failure(ir.ShiftLeft, "negative")
	case x.IsZero():
		return ir.WideValue(t, x), nil
	case !ok || k >= 127:
		return failure(ir.ShiftLeft, "out of range")
	}
	power := int128.Int{Lo: 1 << k}
	if k >= 64 {
		power = int128.Int{Hi: 1 << (k - 64)}
	}
	r, ok := x.Mul(power)
	if !ok || !inRange(r, t) {
		return failure(ir.ShiftLeft, "overflow of "+t.NotNull().String())
	}
	return ir.WideValue(t, r), nil
}

func shiftRight(args []ir.Value, t ir.Type) (ir.Value, error) {
	x := args[0].Int
	k, ok := args[1].Int.Int64()
	if !ok || k < 0 || k >= widthOf(t) {
		return ir.IntValue(t, 0), nil
	}
	if k >= 64 {
		return ir.WideValue(t, int128.Int{Hi: x.Hi >> 63, Lo: uint64(x.Hi >> (k - 64))}), nil
	}
	if k == 0 {
		return ir.WideValue(t, x), nil
	}
	return ir.WideValue(t, int128.Int{Hi: x.Hi >> k, Lo: x.Lo>>k | uint64(x.Hi)<<(64-k)}), nil
}

func bitCount(args []ir.Value, t ir.Type) (ir.Value, error) {
	x := args[0].Int
	n := bits.OnesCount64(x.Lo) + bits.OnesCount64(uint64(x.Hi))
	if x.Hi < 0 { // the sign goes on beyond the type
		n -= 128 - int(widthOf(args[0].Type))
	}
	return ir.IntValue(t, int64(int8(n))), nil // of 128 bits, sic
}
