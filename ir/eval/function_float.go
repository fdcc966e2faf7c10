package eval

import (
	"math"

	"github.com/reffine-db/reffine/internal/libm"
	"github.com/reffine-db/reffine/ir"
)

// FloatFunction is a function of doubles, over whole slices: dst[i] from a[i] (and b[i]).
type FloatFunction struct {
	Unary  func(dst, a []float64)
	Binary func(dst, a, b []float64)
	// Invalid reports operands that are an error; nil: none are. b is 0 for unary functions.
	Invalid func(a, b float64) bool
}

func notPositive(a, _ float64) bool { return a <= 0 }
func infinite(a, _ float64) bool    { return math.IsInf(a, 0) }
func beyondOne(a, _ float64) bool   { return a < -1 || a > 1 }

var floatFunctions = map[ir.Op]FloatFunction{
	ir.Sqrt: {Unary: each(math.Sqrt), Invalid: func(a, _ float64) bool { return a < 0 }},
	ir.Cbrt: {Unary: libm.Cbrt}, ir.Exp: {Unary: libm.Exp},
	ir.Ln: {Unary: libm.Log, Invalid: notPositive}, ir.Log10: {Unary: libm.Log10, Invalid: notPositive},
	ir.Log2:  {Unary: libm.Log2, Invalid: notPositive},
	ir.LogOf: {Binary: logOf, Invalid: func(base, x float64) bool { return base <= 0 || x <= 0 || base == 1 }},
	ir.Pow:   {Binary: libm.Pow}, ir.Atan2: {Binary: libm.Atan2},
	ir.Sin: {Unary: libm.Sin, Invalid: infinite}, ir.Cos: {Unary: libm.Cos, Invalid: infinite}, ir.Tan: {Unary: libm.Tan, Invalid: infinite},
	ir.Asin: {Unary: libm.Asin, Invalid: beyondOne}, ir.Acos: {Unary: libm.Acos, Invalid: beyondOne}, ir.Atan: {Unary: libm.Atan},
	ir.Degrees: {Unary: each(func(x float64) float64 { return x * degree })},
	ir.Radians: {Unary: each(func(x float64) float64 { return x * radian })},
}

// The factors between degrees and radians, rounded as doubles are.
var (
	halfTurn = math.Pi
	degree   = 180 / halfTurn
	radian   = halfTurn / 180
)

// FloatFunctionOf returns the function of doubles that an operator is.
func FloatFunctionOf(op ir.Op) (FloatFunction, bool) {
	f, ok := floatFunctions[op]
	return f, ok
}

func each(f func(float64) float64) func(dst, a []float64) {
	return func(dst, a []float64) {
		for i, x := range a[:len(dst)] {
			dst[i] = f(x)
		}
	}
}

// logOf divides two logarithms to base 10.
func logOf(dst, base, x []float64) {
	var room [1]float64
	for i := range dst {
		libm.Log10(room[:], base[i:i+1])
		divisor := room[0]
		libm.Log10(room[:], x[i:i+1])
		dst[i] = room[0] / divisor
	}
}

func pow(x, y float64) float64 {
	a, b := [1]float64{x}, [1]float64{y}
	libm.Pow(a[:], a[:], b[:])
	return a[0]
}

// applyFloat applies a function of doubles to values that are not NULL.
func applyFloat(op ir.Op, args []ir.Value, t ir.Type) (ir.Value, error) {
	f, ok := floatFunctions[op]
	if !ok {
		panic("eval: unknown operator " + op.String())
	}
	a, b, out := [1]float64{args[0].Float}, [1]float64{}, [1]float64{}
	if f.Binary != nil {
		b[0] = args[1].Float
	}
	if f.Invalid != nil && f.Invalid(a[0], b[0]) {
		return failure(op, "undefined")
	}
	if f.Binary != nil {
		f.Binary(out[:], a[:], b[:])
	} else {
		f.Unary(out[:], a[:])
	}
	return ir.FloatValue(t, out[0]), nil
}
