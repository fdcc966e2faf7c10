package field

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// Vector is a column of decoded values: what a run returns and what a
// materialized field is made from. Exactly one of the slices is set, by
// Type.Kind: Str for Varchar, Float for Float32 and Float64, Wide for types with
// Type.Wide() and UInt64, Int for everything else (Bool as 0 or 1, Decimal
// unscaled, Date in days, Timestamp in microseconds).
type Vector struct {
	Name  string
	Type  ir.Type
	Int   []int64
	Wide  []int128.Int
	Float []float64
	Str   []string
	Null  []bool // nil when no value is NULL
}

// Len returns the number of values.
func (v *Vector) Len() int {
	return len(v.Int) + len(v.Wide) + len(v.Float) + len(v.Str)
}

// Value returns value i boxed.
func (v *Vector) Value(i int) ir.Value {
	switch {
	case v.Null != nil && v.Null[i]:
		return ir.NullOf(v.Type)
	case v.Int != nil:
		return ir.IntValue(v.Type, v.Int[i])
	case v.Wide != nil:
		return ir.WideValue(v.Type, v.Wide[i])
	case v.Float != nil:
		return ir.FloatValue(v.Type, v.Float[i])
	}
	return ir.StringValue(v.Str[i])
}

// Append adds a boxed value of v's type (or NULL).
func (v *Vector) Append(x ir.Value) {
	if !x.Valid && v.Null == nil {
		v.Null = make([]bool, v.Len(), v.Len()+1)
	}
	if v.Null != nil {
		v.Null = append(v.Null, !x.Valid)
	}
	switch {
	case v.Type.Kind == ir.Varchar:
		v.Str = append(v.Str, x.Str)
	case v.Type.Float():
		v.Float = append(v.Float, x.Float)
	case v.Type.Wide() || v.Type.Kind == ir.UInt64:
		v.Wide = append(v.Wide, x.Int)
	default:
		n, _ := x.Int.Int64()
		v.Int = append(v.Int, n)
	}
}
