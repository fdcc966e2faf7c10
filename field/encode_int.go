package field

import (
	"math/bits"
	"unsafe"
)

// chunkRows is the number of values encoded at a time: DuckDB's vector size.
const chunkRows = 2048

// integer is the physical types of integer-represented values but the 128-bit ones.
type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32
}

// intPiece is up to chunkRows integers: value i is base + factor*code i, the
// codes of width bytes. A constant piece has width 0, no codes and factor 0.
type intPiece struct {
	rows     int
	width    int // 0, 1, 2, 4, 8
	base     int64
	factor   uint64
	max      int64 // the least value is base
	codes    unsafe.Pointer
	allNulls bool // base and max mean nothing
}

// intEncoder narrows integers of physical type T, chunk by chunk.
type intEncoder[T integer] struct {
	mem     *arena
	part    part
	scratch []T // a chunk with NULLs filled in
	coprime bool
}

// append encodes one chunk. values is borrowed.
func (e *intEncoder[T]) append(data unsafe.Pointer, valid []uint64, n int) {
	values := unsafe.Slice((*T)(data), n)
	if valid = e.part.addNulls(e.mem, valid, n); valid != nil {
		if e.part.nullRuns[len(e.part.nullRuns)-1].nulls == n {
			e.part.ints = append(e.part.ints, intPiece{rows: n, allNulls: true})
			return
		}
		e.scratch = fillNulls(e.scratch, values, valid)
		values = e.scratch
	}
	lo, hi := minMax(values)
	p := intPiece{rows: n, base: int64(lo), max: int64(hi)}
	if lo != hi {
		p.factor = 1
		if !e.coprime {
			p.factor = commonFactor(values, lo)
			e.coprime = p.factor == 1
		}
		p.width = codeWidth((uint64(hi) - uint64(lo)) / p.factor)
		p.codes = e.mem.alloc(n * p.width)
		switch p.width {
		case 1:
			narrow(unsafe.Slice((*uint8)(p.codes), n), values, lo, p.factor)
		case 2:
			narrow(unsafe.Slice((*uint16)(p.codes), n), values, lo, p.factor)
		case 4:
			narrow(unsafe.Slice((*uint32)(p.codes), n), values, lo, p.factor)
		default:
			narrow(unsafe.Slice((*uint64)(p.codes), n), values, lo, p.factor)
		}
	}
	e.part.ints = append(e.part.ints, p)
}

func (e *intEncoder[T]) take() part { return e.part.take() }

// fillNulls returns values with each NULL replaced by a value that is not, in
// scratch's memory where it suffices. Not all may be NULL.
func fillNulls[T any](scratch, values []T, valid []uint64) []T {
	scratch = append(scratch[:0], values...)
	first := 0
	for !isValid(valid, first) {
		first++
	}
	fill := values[first]
	for w := range (len(values) + 63) / 64 {
		nulls := ^valid[w]
		if w == len(values)/64 {
			nulls &= 1<<(uint(len(values))&63) - 1
		}
		for ; nulls != 0; nulls &= nulls - 1 {
			scratch[w*64+bits.TrailingZeros64(nulls)] = fill
		}
	}
	return scratch
}

func isValid(valid []uint64, i int) bool { return valid[i>>6]>>(uint(i)&63)&1 != 0 }

// minMax returns the least and the greatest of at least one value. Four chains
// keep the comparisons from waiting for each other.
func minMax[T integer](v []T) (lo, hi T) {
	l0, l1, l2, l3 := v[0], v[0], v[0], v[0]
	h0, h1, h2, h3 := l0, l0, l0, l0
	for len(v) >= 4 {
		a, b, c, d := v[0], v[1], v[2], v[3]
		l0, h0 = min(l0, a), max(h0, a)
		l1, h1 = min(l1, b), max(h1, b)
		l2, h2 = min(l2, c), max(h2, c)
		l3, h3 = min(l3, d), max(h3, d)
		v = v[4:]
	}
	for _, x := range v {
		l0, h0 = min(l0, x), max(h0, x)
	}
	return min(l0, l1, l2, l3), max(h0, h1, h2, h3)
}

// codeWidth returns the bytes of a code in [0, span].
func codeWidth(span uint64) int {
	switch {
	case span < 1<<8:
		return 1
	case span < 1<<16:
		return 2
	case span < 1<<32:
		return 4
	}
	return 8
}

// commonFactor returns the greatest number that divides v-base for every v. A
// sample decides most often: it is 1 for most columns after a few values.
func commonFactor[T integer](values []T, base T) uint64 {
	g, step := uint64(0), max(len(values)/64, 1)
	for i := 0; i < len(values); i += step {
		if g = gcd(g, uint64(values[i])-uint64(base)); g == 1 {
			return 1
		}
	}
	if g == 0 { // the sample is constant; the values are not, so the loop corrects it
		g = 1 << 63
	}
	shift, inverse := exactDivisor(g)
	limit := ^uint64(0) / g
	for _, v := range values {
		d := uint64(v) - uint64(base)
		if bits.RotateLeft64(d*inverse, -int(shift)) <= limit { // g divides d
			continue
		}
		if g = gcd(g, d); g == 1 {
			return 1
		}
		shift, inverse = exactDivisor(g)
		limit = ^uint64(0) / g
	}
	return g
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// narrow sets dst[i] to (values[i]-base)/factor. The quotients are whole and fit D.
func narrow[D uint8 | uint16 | uint32 | uint64, T integer](dst []D, values []T, base T, factor uint64) {
	dst = dst[:len(values)]
	if factor == 1 {
		for i, v := range values {
			dst[i] = D(uint64(v) - uint64(base))
		}
		return
	}
	shift, inverse := exactDivisor(factor)
	for i, v := range values {
		dst[i] = D((uint64(v) - uint64(base)) >> shift * inverse)
	}
}

// exactDivisor returns how to divide multiples of d by d: shift right, then
// multiply by the inverse of the odd part modulo 2^64.
func exactDivisor(d uint64) (shift uint, inverse uint64) {
	shift = uint(bits.TrailingZeros64(d))
	d >>= shift
	inverse = d // right in 3 bits; each step doubles them
	for range 5 {
		inverse *= 2 - d*inverse
	}
	return shift, inverse
}
