package field

import (
	"unsafe"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// Vector is a column of decoded values: what a run returns and what a
// materialized field is made from. Exactly one of the slices of values is set, by
// Type.Kind: Str for Varchar and Blob, Float for Float32 and Float64, Wide for types with
// Type.Wide() and UInt64, Int for everything else (Bool as 0 or 1, Decimal
// unscaled, Date in days, Timestamp in microseconds).
//
// Or none is, and the values are still in a column: From and Rows are set instead. Plain fetches
// them, which costs less when few are left.
type Vector struct {
	Name  string
	Type  ir.Type
	Int   []int64
	Wide  []int128.Int
	Float []float64
	Str   []string
	Null  []bool // nil when no value is NULL

	From *Column
	Rows []int32 // value i is that of From at Rows[i]; -1 is NULL
}

// Len returns the number of values.
func (v *Vector) Len() int {
	return len(v.Int) + len(v.Wide) + len(v.Float) + len(v.Str) + len(v.Rows)
}

// Plain returns v with its values in a slice: v itself unless they are still in a column.
func (v *Vector) Plain() *Vector {
	if v.From == nil {
		return v
	}
	c, n := v.From, len(v.Rows)
	out := &Vector{Name: v.Name, Type: v.Type}
	for i, r := range v.Rows {
		if r < 0 || c.Null(int(r)) {
			if out.Null == nil {
				out.Null = make([]bool, n)
			}
			out.Null[i] = true
		}
	}
	switch {
	case v.Type.Text():
		out.Str = taken(v.Rows, c.Str)
	case v.Type.Float():
		out.Float = taken(v.Rows, func(r int) float64 { return c.F64[r] })
	case v.Type.Wide() || v.Type.Kind == ir.UInt64:
		out.Wide = taken(v.Rows, func(r int) int128.Int { return c.Wide[r] })
	default:
		out.Int = taken(v.Rows, c.Int)
	}
	return out
}

// Shares reports whether the values of v and w begin in the same place, or those of v where the column
// has its that w is rows of.
func (v *Vector) Shares(w *Vector) bool {
	if w.From != nil && begin(v.Wide, w.From.Wide) {
		return true
	}
	return begin(v.Rows, w.Rows) || begin(v.Int, w.Int) || begin(v.Wide, w.Wide) || begin(v.Float, w.Float) || begin(v.Str, w.Str)
}

func begin[T any](a, b []T) bool { return cap(a) > 0 && unsafe.SliceData(a) == unsafe.SliceData(b) }

// taken returns the value at each row, and the zero value at -1.
func taken[T any](rows []int32, at func(row int) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		if r >= 0 {
			out[i] = at(int(r))
		}
	}
	return out
}

// Value returns value i boxed.
func (v *Vector) Value(i int) ir.Value {
	if v.From != nil {
		one := Vector{Type: v.Type, From: v.From, Rows: v.Rows[i : i+1]}
		return one.Plain().Value(0)
	}
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
	return ir.TextValue(v.Type, v.Str[i])
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
	case v.Type.Text():
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
