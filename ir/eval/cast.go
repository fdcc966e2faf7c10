package eval

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// Cast converts v, a value of type from (or NULL), to type t with the engine's
// rounding. A value that does not fit is an *Error, or NULL when try is set.
// CanCast says which pairs of types are supported.
func Cast(v ir.Value, from, t ir.Type, try bool) (ir.Value, error) {
	if !v.Valid {
		return ir.NullOf(t), nil
	}
	if from.Same(t) {
		return v, nil
	}
	r, ok := cast(v, from, t)
	switch {
	case ok:
		return r, nil
	case try && !unsure(v, from, t):
		return ir.NullOf(t), nil
	}
	return ir.Value{}, &Error{"cast", from.NotNull().String() + " value out of range of " + t.NotNull().String()}
}

func cast(v ir.Value, from, t ir.Type) (ir.Value, bool) {
	switch {
	case from.Kind == ir.Varchar:
		return castString(v.Str, t)
	case t.Kind == ir.Varchar:
		return ir.StringValue(Format(v, from)), true
	case from.Kind == ir.Date && t.Kind == ir.Timestamp:
		return dateToTimestamp(v, t)
	case from.Kind == ir.Timestamp && t.Kind == ir.Date:
		return timestampToDate(v, t)
	case from.Kind == ir.Timestamp && t.Kind == ir.Time:
		us, _ := v.Int.Int64()
		_, micros := splitTimestamp(us)
		return ir.IntValue(t, micros), !InfiniteTimestamp(us)
	case from.Kind == ir.TimestampS && t.Kind == ir.Timestamp:
		return coarseToTimestamp(v, t, 1000000)
	case from.Kind == ir.TimestampMS && t.Kind == ir.Timestamp:
		return coarseToTimestamp(v, t, 1000)
	case t.Kind == ir.Bool:
		return ir.BoolValue(!v.Int.IsZero() || v.Float != 0), true
	case from.Float():
		return castFloat(v.Float, from, t)
	case t.Float():
		return ir.FloatValue(t, ToFloat(v.Int, from, t)), true
	}
	if from.Kind == ir.Bool && t.Scale == t.Width {
		return ir.WideValue(t, v.Int), true // sic: true is the least positive value
	}
	r, ok := Rescale(v.Int, int(from.Scale), int(t.Scale))
	if !ok || !inRange(r, t) {
		return ir.Value{}, false
	}
	return ir.WideValue(t, r), true
}

// Rescale converts an unscaled value between decimal scales, rounding half away
// from zero; false when it leaves 128 bits.
func Rescale(v int128.Int, from, to int) (int128.Int, bool) {
	if to >= from {
		return v.Mul(int128.Pow10(to - from))
	}
	p := int128.Pow10(from - to)
	q, r := quoRem(v, p)
	// 2|r| >= p, without leaving 128 bits: |r| >= p - |r|
	if r.Sign() < 0 {
		r, _ = r.Neg()
	}
	if d, _ := p.Sub(r); r.Cmp(d) >= 0 {
		return q.AddWrap(int128.Of(int64(v.Sign()))), true
	}
	return q, true
}

func dateToTimestamp(v ir.Value, t ir.Type) (ir.Value, bool) {
	d, _ := v.Int.Int64()
	switch d {
	case maxDate:
		return ir.IntValue(t, maxTimestamp), true
	case minDate:
		return ir.IntValue(t, minTimestamp), true
	}
	us, ok := joinTimestamp(d, 0)
	return ir.IntValue(t, us), ok
}

// coarseToTimestamp converts a timestamp in other units; an infinite one stays infinite.
func coarseToTimestamp(v ir.Value, t ir.Type, micros int64) (ir.Value, bool) {
	x, _ := v.Int.Int64()
	if InfiniteTimestamp(x) {
		return ir.IntValue(t, x), true
	}
	p, ok := int128.Of(x).Mul(int128.Of(micros))
	us, fits := p.Int64()
	return ir.IntValue(t, us), ok && fits && !InfiniteTimestamp(us) && us != -1<<63
}

func timestampToDate(v ir.Value, t ir.Type) (ir.Value, bool) {
	us, _ := v.Int.Int64()
	switch us {
	case maxTimestamp:
		return ir.IntValue(t, maxDate), true
	case minTimestamp:
		return ir.IntValue(t, minDate), true
	}
	return ir.IntValue(t, floorDiv(us, dayMicros)), true
}
