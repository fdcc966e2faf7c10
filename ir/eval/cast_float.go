package eval

import (
	"math"
	"strconv"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// castFloat converts a float to another float, an integer (half to even) or a
// decimal (half away from zero).
func castFloat(f float64, from, t ir.Type) (ir.Value, bool) {
	switch {
	case t.Kind == ir.Float64:
		return ir.FloatValue(t, f), true
	case t.Kind == ir.Float32:
		r := float64(float32(f))
		// A finite double too large for a float is an error; infinities and NaN pass.
		if math.IsInf(r, 0) && !math.IsInf(f, 0) {
			return ir.Value{}, false
		}
		return ir.FloatValue(t, r), true
	case math.IsNaN(f) || math.IsInf(f, 0):
		return ir.Value{}, false
	case t.Kind == ir.Decimal:
		return floatToDecimal(f, from, t)
	}
	// The engine tests the range before it rounds: -128.4 is too small for an
	// int8, and 127.6 wraps around there, which is an error here.
	i, ok := int128FromFloat(math.RoundToEven(f))
	if !ok || f < Range(t).Lo.Float64() || !inRange(i, t) {
		return ir.Value{}, false
	}
	return ir.WideValue(t, i), true
}

// floatToDecimal scales in double precision, as the engine does.
func floatToDecimal(f float64, from, t ir.Type) (ir.Value, bool) {
	v := f * pow10Float[t.Scale]
	r := math.Round(v)
	if limit := pow10Float[t.Width]; r <= -limit || r >= limit || math.IsInf(r, 0) {
		return ir.Value{}, false
	}
	if from.Kind == ir.Float32 {
		r = float64(float32(r))
	}
	i, ok := int128FromFloat(r)
	return ir.WideValue(t, i), ok
}

// int128FromFloat converts an integral double exactly.
func int128FromFloat(f float64) (int128.Int, bool) {
	if f >= -1<<63 && f < 1<<63 {
		return int128.Of(int64(f)), true
	}
	if !(f > -1<<127 && f < 1<<127) {
		return int128.Int{}, false
	}
	a := math.Abs(f)
	r := int128.Int{Hi: int64(a / (1 << 64)), Lo: uint64(math.Mod(a, 1<<64))}
	if f < 0 {
		r, _ = r.Neg()
	}
	return r, true
}

// pow10Float are the engine's powers of ten as doubles.
var pow10Float = func() (t [39]float64) {
	for i := range t { // math.Pow10 is not the closest from 33 on
		t[i], _ = strconv.ParseFloat("1e"+strconv.Itoa(i), 64)
	}
	return
}()

// ToFloat converts an integer or unscaled decimal value of type from to t,
// Float32 or Float64, by the engine's arithmetic: integers that are exact in t are
// divided by the power of ten, others are split at the decimal point first.
func ToFloat(v int128.Int, from, t ir.Type) float64 {
	whole, frac, p := v, int128.Int{}, pow10Float[from.Scale]
	exact := int64(1 << 53)
	if t.Kind == ir.Float32 {
		exact = 1 << 24
	}
	if from.Scale == 0 {
		p = 1
	} else if !small(v, exact) {
		whole, frac = quoRem(v, int128.Pow10(int(from.Scale)))
	} else {
		whole, frac = int128.Int{}, v
	}
	if t.Kind == ir.Float32 {
		return float64(toFloat32(whole, from) + toFloat32(frac, from)/float32(p))
	}
	return toFloat64(whole, from) + toFloat64(frac, from)/p
}

// small reports |v| <= limit.
func small(v int128.Int, limit int64) bool {
	x, ok := v.Int64()
	return ok && x <= limit && x >= -limit
}

// toFloat64 converts as the engine does: 128-bit integers word by word, which
// rounds twice.
func toFloat64(v int128.Int, from ir.Type) float64 {
	switch {
	case !from.Wide() && v.Hi >= 0:
		return float64(v.Lo)
	case !from.Wide():
		return float64(int64(v.Lo))
	case v.Hi == -1:
		return -float64(math.MaxUint64-v.Lo) - 1
	}
	return float64(v.Lo) + float64(v.Hi)*(1<<64)
}

// toFloat32 is toFloat64 in single precision; 128-bit integers go through double.
func toFloat32(v int128.Int, from ir.Type) float32 {
	switch {
	case from.Wide():
		return float32(toFloat64(v, from))
	case v.Hi >= 0:
		return float32(v.Lo)
	}
	return float32(int64(v.Lo))
}
