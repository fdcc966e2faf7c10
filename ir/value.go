package ir

import (
	"github.com/reffine-db/reffine/internal/int128"
)

// Value is a scalar constant or a run-time value of the interpreter. The zero
// Value is SQL NULL of the invalid type.
//
// Floats are in Float, Varchar and Blob in Str, and everything else in Int: Bool as
// 0 or 1, Decimal unscaled, dates and times as counts, UUID and UHugeInt as Kind says.
type Value struct {
	Type  Type
	Valid bool // false: SQL NULL
	Int   int128.Int
	Float float64
	Str   string
}

// NullOf returns SQL NULL of type t.
func NullOf(t Type) Value { return Value{Type: t.Nullable()} }

// IntValue returns an integer-represented value (Bool, integers, Decimal
// unscaled, Date, Timestamp) of type t.
func IntValue(t Type, v int64) Value {
	return Value{Type: t.NotNull(), Valid: true, Int: int128.Of(v)}
}

// WideValue is IntValue for 128-bit integers.
func WideValue(t Type, v int128.Int) Value { return Value{Type: t.NotNull(), Valid: true, Int: v} }

// FloatValue returns a Float32 or Float64 value.
func FloatValue(t Type, v float64) Value { return Value{Type: t.NotNull(), Valid: true, Float: v} }

// StringValue returns a Varchar value.
func StringValue(s string) Value { return Value{Type: Of(Varchar), Valid: true, Str: s} }

// BytesValue returns a Blob value.
func BytesValue(s string) Value { return Value{Type: Of(Blob), Valid: true, Str: s} }

// TextValue returns a value of type t, Varchar or Blob.
func TextValue(t Type, s string) Value { return Value{Type: t.NotNull(), Valid: true, Str: s} }

// BoolValue returns a Bool value.
func BoolValue(b bool) Value {
	if b {
		return IntValue(Of(Bool), 1)
	}
	return IntValue(Of(Bool), 0)
}

// True reports a Bool value that is neither NULL nor false.
func (v Value) True() bool { return v.Valid && !v.Int.IsZero() }

// Equal reports identity: same type up to nullability, both NULL or the same value.
func (v Value) Equal(w Value) bool {
	if !v.Type.Same(w.Type) || v.Valid != w.Valid {
		return false
	}
	return !v.Valid || v.Int == w.Int && v.Str == w.Str && (v.Float == w.Float || v.Float != v.Float && w.Float != w.Float)
}
