package vector

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// Interval bounds integer-represented values: Lo <= v <= Hi, NULLs aside.
type Interval = int128.Interval

// Between returns the interval of two 64-bit bounds.
func Between(lo, hi int64) Interval { return int128.Between(lo, hi) }

// typeInterval returns the values of an integer-represented type. It is the
// full 128-bit range for types of another representation.
func typeInterval(t ir.Type) Interval {
	return eval.Range(t)
}

// columnInterval returns the measured bounds of a column.
func columnInterval(c *field.Column) Interval {
	if iv, ok := c.Range(); ok {
		return iv
	}
	if c.Integral() { // codes
		return Between(c.Min, c.Max)
	}
	return Between(math.MinInt64, math.MaxInt64)
}

// laneOf returns the lane of values of type t within a proved interval.
func laneOf(t ir.Type, a Interval) Lane {
	switch t.Kind {
	case ir.Bool:
		return Bools
	case ir.Float32, ir.Float64:
		return Floats
	case ir.Varchar, ir.Blob:
		return Strings
	}
	if a.Fits64() {
		return Ints
	}
	return Wides
}
