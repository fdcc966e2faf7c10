package field

import (
	"math"
	"math/bits"

	"github.com/reffine-db/reffine/internal/int128"
)

// Keys are the values of some tuples to look up, of one part of a key: one slice of values is set.
type Keys struct {
	Int   []int64
	Wide  []int128.Int
	Float []float64
	Bool  []uint8
	Str   []string
	Dict  *Dictionary // whose codes Int holds
	Null  []uint8     // 1 for NULL; nil: none is
}

// keyCode is how a value of a column is a number, or a part of one: equal for equal values, where one
// NaN equals another and both zeros each other.
type keyCode struct {
	kind codeKind
	col  *Column
	part int
	bits uint // of the number, at most 64

	base int128.Int // ranged: of number 0
	span uint64     // ranged: the greatest number
	text *firstRows // textual
}

type codeKind uint8

const (
	ranged   codeKind = iota // the distance of an integer, or of a float that is one, from the least
	floating                 // the bits of a float
	lower                    // those of a 128-bit integer
	upper
	coded   // the code of a string in the column's dictionary
	textual // the first row that has a string
	missing // 1 for NULL, of which the other numbers of its part are 0
)

// exactFloat bounds the integers that are read from floats: each is equal to one float only.
const exactFloat = 1 << 53

// codesOf returns the numbers that part of a key is made of. nulls says that NULL is a value like others.
func codesOf(c *Column, part int, nulls bool) []keyCode {
	code := keyCode{col: c, part: part}
	var out []keyCode
	switch {
	case c.Dict != nil:
		code.kind, code.bits = coded, uint(bits.Len(uint(c.Dict.Len())))
		out = append(out, code)
	case c.Storage == Str:
		code.kind, code.bits = textual, uint(bits.Len(uint(c.Len)))
		code.text = &firstRows{col: c}
		out = append(out, code)
	case c.Storage == F64:
		out = append(out, floatCode(code))
	case c.Storage == I128:
		if d, ok := c.MaxWide.Sub(c.MinWide); ok && d.Hi == 0 && d.Lo < 1<<63 {
			out = append(out, code.within(c.MinWide, d.Lo))
			break
		}
		code.bits = 64
		for code.kind = lower; code.kind <= upper; code.kind++ {
			out = append(out, code)
		}
	default:
		out = append(out, code.within(int128.Of(c.Min), uint64(c.Max)-uint64(c.Min)))
	}
	if nulls && c.NullCount > 0 {
		out = append(out, keyCode{kind: missing, col: c, part: part, bits: 1})
	}
	return out
}

func (k keyCode) within(base int128.Int, span uint64) keyCode {
	k.kind, k.base, k.span, k.bits = ranged, base, span, uint(bits.Len64(span))
	return k
}

// floatCode takes floats for integers when all of them are.
func floatCode(k keyCode) keyCode {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, f := range k.col.F64 {
		i, ok := integerOf(f)
		if !ok {
			k.kind, k.bits = floating, 64
			return k
		}
		lo, hi = min(lo, i), max(hi, i)
	}
	if lo > hi {
		lo, hi = 0, 0
	}
	return k.within(int128.Of(lo), uint64(hi)-uint64(lo))
}

// integerOf returns the integer that f is, and false when it is none or too large to be sure.
func integerOf(f float64) (int64, bool) {
	if !(math.Abs(f) <= exactFloat) {
		return 0, false
	}
	i := int64(f)
	return i, float64(i) == f
}

// floatWord is the bits of x with one zero and one NaN.
func floatWord(x float64) uint64 {
	switch {
	case x == 0:
		return 0
	case x != x:
		return math.Float64bits(math.NaN())
	}
	return math.Float64bits(x)
}

// rows sets dst to the numbers of rows [lo, hi).
func (k *keyCode) rows(dst []uint64, lo, hi int) {
	c := k.col
	switch k.kind {
	case ranged:
		k.rangedRows(dst, lo, hi)
	case floating:
		for i, f := range c.F64[lo:hi] {
			dst[i] = floatWord(f)
		}
	case lower:
		for i, w := range c.Wide[lo:hi] {
			dst[i] = w.Lo
		}
	case upper:
		for i, w := range c.Wide[lo:hi] {
			dst[i] = uint64(w.Hi)
		}
	case coded:
		for i := range dst {
			dst[i] = uint64(c.Code(lo + i))
		}
	case missing:
		for i := range dst {
			dst[i] = 0
			if c.Null(lo + i) {
				dst[i] = 1
			}
		}
		return
	case textual:
		panic("field: the number of a string is not its own")
	}
	if c.Valid != nil {
		for i := range dst {
			if c.Null(lo + i) {
				dst[i] = 0
			}
		}
	}
}

func (k *keyCode) rangedRows(dst []uint64, lo, hi int) {
	c, base := k.col, k.base.Lo
	switch c.Storage {
	case U8:
		codeRows(dst, c.U8[lo:hi], uint64(c.Base)-base, uint64(c.Factor))
	case U16:
		codeRows(dst, c.U16[lo:hi], uint64(c.Base)-base, uint64(c.Factor))
	case U32:
		codeRows(dst, c.U32[lo:hi], uint64(c.Base)-base, uint64(c.Factor))
	case I64:
		codeRows(dst, c.I64[lo:hi], -base, 1)
	case I128:
		for i, w := range c.Wide[lo:hi] {
			dst[i] = w.Lo - base
		}
	case F64:
		for i, f := range c.F64[lo:hi] {
			dst[i] = uint64(int64(f)) - base
		}
	default:
		panic("field: no integers in a " + c.Storage.String() + " column")
	}
}

func codeRows[T uint8 | uint16 | uint32 | int64](dst []uint64, codes []T, base, factor uint64) {
	for i, x := range codes {
		dst[i] = base + factor*uint64(x)
	}
}

// keys sets dst to the numbers of keys, and absent to 1 for those that no row has. The number of such a
// key means nothing. Strings are looked up by words, a table by code where they are codes.
func (k *keyCode) keys(dst []uint64, absent []uint8, keys *Keys, words *keyWords) {
	switch k.kind {
	case ranged:
		k.rangedKeys(dst, absent, keys)
	case floating:
		for i, f := range keys.Float[:len(dst)] {
			dst[i] = floatWord(f)
		}
	case lower, upper:
		k.halves(dst, keys)
	case coded, textual:
		words.keys(k, dst, absent, keys)
	case missing:
		for i := range dst {
			dst[i] = 0
			if keys.Null != nil {
				dst[i] = uint64(keys.Null[i])
			}
		}
	}
}

func (k *keyCode) rangedKeys(dst []uint64, absent []uint8, keys *Keys) {
	lo, fits := k.base.Int64()
	put := func(i int, v int128.Int) {
		d, ok := v.Sub(k.base)
		if dst[i] = d.Lo; !ok || d.Hi != 0 || d.Lo > k.span {
			absent[i] = 1
		}
	}
	switch {
	case keys.Bool != nil:
		for i, b := range keys.Bool[:len(dst)] {
			put(i, int128.OfUint(uint64(b)))
		}
	case keys.Float != nil:
		for i, f := range keys.Float[:len(dst)] {
			v, ok := integerOf(f)
			if put(i, int128.Of(v)); !ok {
				absent[i] = 1
			}
		}
	case keys.Wide != nil:
		for i, w := range keys.Wide[:len(dst)] {
			put(i, w)
		}
	case fits:
		greatest, _ := int128.Of(lo).AddWrap(int128.OfUint(k.span)).Int64()
		for i, v := range keys.Int[:len(dst)] {
			dst[i] = uint64(v) - uint64(lo)
			if v < lo || v > greatest {
				absent[i] = 1
			}
		}
	default:
		for i, v := range keys.Int[:len(dst)] {
			put(i, int128.Of(v))
		}
	}
}

// halves sets dst to the lower or upper words of integers.
func (k *keyCode) halves(dst []uint64, keys *Keys) {
	for i := range dst {
		var w int128.Int
		if keys.Wide != nil {
			w = keys.Wide[i]
		} else {
			w = int128.Of(keys.Int[i])
		}
		if dst[i] = w.Lo; k.kind == upper {
			dst[i] = uint64(w.Hi)
		}
	}
}
