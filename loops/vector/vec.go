package vector

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// Lane says which slice of a Vec holds the values.
type Lane uint8

// The lanes. Ints: integers, decimals (unscaled), dates and timestamps proved or
// stored in 64 bits. Wides: those that may need 128. Codes: a varchar as codes
// of Vec.Dict, in I.
const (
	Ints Lane = iota
	Wides
	Floats
	Strings
	Bools
	Codes
)

var laneNames = [...]string{Ints: "i64", Wides: "i128", Floats: "f64", Strings: "str", Bools: "bool", Codes: "code"}

// String returns "i64" and the like.
func (l Lane) String() string { return laneNames[l] }

// Vec is the values of one expression for the tuples of a block, index t for
// tuple t. The slice of its lane has the block's length, the others are
// meaningless. Bools hold 0 or 1, and 0 where NULL; the other lanes hold some
// value of the lane where NULL.
type Vec struct {
	I    []int64
	W    []int128.Int
	F    []float64
	S    []string
	B    []uint8
	Null []uint8 // 1 for NULL; nil: no NULL in this block
	Dict *field.Dictionary

	spare []uint8 // buffer for Null
}

// grow gives the lane room for n values.
func (v *Vec) grow(l Lane, n int) {
	switch l {
	case Ints, Codes:
		v.I = scratch.Make[int64](n)
	case Wides:
		v.W = scratch.Make[int128.Int](n)
	case Floats:
		v.F = scratch.Make[float64](n)
	case Strings:
		v.S = make([]string, n)
	case Bools:
		v.B = make([]uint8, n)
	}
}

// free gives back what grow made.
func (v *Vec) free() {
	scratch.Free(v.I)
	scratch.Free(v.W)
	scratch.Free(v.F)
	v.I, v.W, v.F = nil, nil, nil
}

// cut returns the first n values of the lane, without NULLs.
func (v *Vec) cut(l Lane, n int) Vec {
	w := Vec{Dict: v.Dict}
	switch l {
	case Ints, Codes:
		w.I = v.I[:n]
	case Wides:
		w.W = v.W[:n]
	case Floats:
		w.F = v.F[:n]
	case Strings:
		w.S = v.S[:n]
	case Bools:
		w.B = v.B[:n]
	}
	return w
}

// IsNull reports whether value t is NULL.
func (v *Vec) IsNull(t int) bool { return v.Null != nil && v.Null[t] != 0 }

// Str returns value t of a Strings or Codes lane.
func (v *Vec) Str(l Lane, t int) string {
	if l == Codes {
		return v.Dict.Str(int(v.I[t]))
	}
	return v.S[t]
}

// Value boxes value t of a vector of the given lane and type.
func (v *Vec) Value(l Lane, typ ir.Type, t int) ir.Value {
	if v.IsNull(t) {
		return ir.NullOf(typ)
	}
	x := ir.Value{Type: typ.NotNull(), Valid: true}
	switch l {
	case Ints:
		x.Int = int128.Of(v.I[t])
	case Wides:
		x.Int = v.W[t]
	case Floats:
		x.Float = v.F[t]
	case Strings, Codes:
		x.Str = v.Str(l, t)
	case Bools:
		x.Int = int128.OfUint(uint64(v.B[t]))
	}
	return x
}

// set writes a boxed value to position t; the caller keeps the null mask.
func (v *Vec) set(l Lane, t int, x ir.Value) {
	switch l {
	case Ints:
		v.I[t] = int64(x.Int.Lo)
	case Wides:
		v.W[t] = x.Int
	case Floats:
		v.F[t] = x.Float
	case Strings:
		v.S[t] = x.Str
	case Bools:
		v.B[t] = uint8(x.Int.Lo) & 1
	case Codes:
		panic("vector: boxed value into a code lane")
	}
}

// gather makes v's lane the values of src at sel; v's buffers grow once.
func (v *Vec) gather(l Lane, src *Vec, sel []int32, block int) {
	n := len(sel)
	switch l {
	case Ints, Codes:
		v.I = room(v.I, n, block)
		kernel.Gather(v.I, sel, src.I)
	case Wides:
		v.W = room(v.W, n, block)
		kernel.Gather(v.W, sel, src.W)
	case Floats:
		v.F = room(v.F, n, block)
		kernel.Gather(v.F, sel, src.F)
	case Strings:
		v.S = room(v.S, n, block)
		kernel.Gather(v.S, sel, src.S)
	case Bools:
		v.B = room(v.B, n, block)
		kernel.Gather(v.B, sel, src.B)
	}
	v.Dict = src.Dict
}

// room returns s resized to n, reallocated with the block's capacity when too small.
func room[T any](s []T, n, block int) []T {
	if cap(s) < n {
		return make([]T, n, max(n, block))
	}
	return s[:n]
}
