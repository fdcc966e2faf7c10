package loops

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
)

// ordinals are numbers of width bits that order as the values of a key do, NULLs included. Unless they
// are exact, values that differ may have the same one.
type ordinals struct {
	of    []uint64
	width int
	exact bool
}

// newOrdinals returns those of a key's n values.
func newOrdinals(v *field.Vector, k ir.OrderKey, n int) ordinals {
	x := ordinals{of: make([]uint64, n), exact: true}
	switch {
	case v.From != nil:
		for i, r := range v.Rows {
			x.of[i] = uint64(r)
		}
	case v.Int != nil:
		for i, a := range v.Int {
			x.of[i] = uint64(a) ^ 1<<63
		}
	case v.Wide != nil:
		for i, a := range v.Wide {
			small, fits := a.Int64()
			x.of[i] = uint64(small) ^ 1<<63
			x.exact = x.exact && fits
		}
		if !x.exact {
			for i, a := range v.Wide {
				x.of[i] = uint64(a.Hi) ^ 1<<63
			}
		}
	case v.Float != nil:
		for i, a := range v.Float {
			x.of[i] = floatOrdinal(a)
		}
	default:
		x.exact = false
		stringOrdinals(x.of, v.Str)
	}
	x.shrink(nullsOf(v), k)
	return x
}

// floatOrdinal orders as compareFloat does.
func floatOrdinal(a float64) uint64 {
	switch {
	case a != a:
		return math.MaxUint64
	case a == 0:
		return 1 << 63
	}
	b := math.Float64bits(a)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// stringOrdinals are the eight bytes behind what all strings have in common.
func stringOrdinals(dst []uint64, s []string) {
	common := ""
	for i, a := range s {
		if i == 0 {
			common = a
		}
		n := 0
		for n < len(common) && n < len(a) && common[n] == a[n] {
			n++
		}
		if common = common[:n]; n == 0 {
			break
		}
	}
	for i, a := range s {
		var b [8]byte
		copy(b[:], a[len(common):])
		dst[i] = binary.BigEndian.Uint64(b[:])
	}
}

// shrink makes the numbers begin at 0, descending ones ascend, and gives NULL one before or behind all.
func (x *ordinals) shrink(null func(row int32) bool, k ir.OrderKey) {
	lo, hi := uint64(math.MaxUint64), uint64(0)
	for i, a := range x.of {
		if null == nil || !null(int32(i)) {
			lo, hi = min(lo, a), max(hi, a)
		}
	}
	lo = min(lo, hi) // without a value
	span := hi - lo
	for i, a := range x.of {
		if k.Desc {
			x.of[i] = hi - a
		} else {
			x.of[i] = a - lo
		}
	}
	if null != nil {
		if span >= math.MaxUint64-1 { // no number is left
			for i := range x.of {
				x.of[i] >>= 1
			}
			span, x.exact = span>>1, false
		}
		span++
		for i := range x.of {
			switch isNull := null(int32(i)); {
			case isNull && k.NullsFirst:
				x.of[i] = 0
			case isNull:
				x.of[i] = span
			case k.NullsFirst:
				x.of[i]++
			}
		}
	}
	x.width = bits.Len64(span)
}
