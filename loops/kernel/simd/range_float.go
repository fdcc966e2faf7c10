package simd

import "math"

// RangeF64 writes which floats are in a range, each of whose ends belongs to it or
// not. Floats are in the engine's total order: -Inf < … < -0.0 = 0.0 < … < +Inf <
// NaN = NaN. So a range without upper end is one to NaN, inclusive.
func RangeF64(bits []uint64, col []float64, lo, hi float64, loIncluded, hiIncluded bool) {
	bits = bits[:Words(len(col))]
	toNaN := hi != hi && hiIncluded
	switch {
	case !loIncluded && lo == math.Inf(1):
		lo = math.NaN() // the next one
	case !loIncluded && lo == lo:
		lo = math.Nextafter(lo, math.Inf(1))
	case !loIncluded:
		clear(bits)
		return
	}
	switch {
	case !hiIncluded && hi != hi:
		hi = math.Inf(1)
	case !hiIncluded && hi == math.Inf(-1):
		clear(bits)
		return
	case !hiIncluded:
		hi = math.Nextafter(hi, math.Inf(-1))
	}
	// Now both ends are included.
	switch {
	case lo == lo && !toNaN:
		betweenF64(bits, col, lo, hi)
	case lo == lo:
		atLeastF64(bits, col, lo)
	case !toNaN:
		clear(bits)
	default:
		betweenF64(bits, col, math.Inf(-1), math.Inf(1))
		Not(bits, bits, len(col))
	}
}

// betweenF64 writes lo <= x <= hi as Go compares, so not of NaN. Neither end is NaN.
func betweenF64(bits []uint64, col []float64, lo, hi float64) {
	t := 0
	switch level {
	case AVX512:
		rangeF64AVX512(bits, col, lo, hi)
		return
	case AVX2:
		t = whole(len(col))
		rangeF64AVX2(bits, col[:t], lo, hi)
	}
	// Both zeros are in a range that has one.
	if lo == 0 {
		lo = math.Copysign(0, -1)
	}
	if hi == 0 {
		hi = 0
	}
	if lo > hi {
		clear(bits[t>>6:])
		return
	}
	rangeKeys(bits[t>>6:], col[t:], floatKey(lo), uint64(floatKey(hi))-uint64(floatKey(lo)))
}

// atLeastF64 writes lo <= x or x is NaN. lo is not NaN.
func atLeastF64(bits []uint64, col []float64, lo float64) {
	t := 0
	switch level {
	case AVX512:
		atLeastF64AVX512(bits, col, lo)
		return
	case AVX2:
		t = whole(len(col))
		atLeastF64AVX2(bits, col[:t], lo)
	}
	if lo == math.Inf(-1) {
		clear(bits[t>>6:])
	} else {
		betweenF64(bits[t>>6:], col[t:], math.Inf(-1), math.Nextafter(lo, math.Inf(-1)))
	}
	Not(bits[t>>6:], bits[t>>6:], len(col)-t)
}

// floatKey maps floats that are not NaN to integers in the same order, but for -0.0,
// which is less than 0.0. NaNs are less than the key of -Inf or greater than that of
// +Inf.
func floatKey(x float64) int64 {
	b := int64(math.Float64bits(x))
	return b ^ int64(uint64(b>>63)>>1)
}

// keyWithin is a bit: the key of x is in a range.
func keyWithin(x float64, lo int64, span uint64) uint64 {
	return b2u(uint64(floatKey(x)-lo) <= span)
}

// rangeKeys is rangeBits of the keys of floats.
func rangeKeys(bits []uint64, col []float64, lo int64, span uint64) {
	for ; len(col) >= 64; bits, col = bits[1:], col[64:] {
		w := uint64(0)
		for t := 0; t < 64; t += 8 {
			c := col[t : t+8 : t+8]
			w |= (keyWithin(c[0], lo, span) |
				keyWithin(c[1], lo, span)<<1 |
				keyWithin(c[2], lo, span)<<2 |
				keyWithin(c[3], lo, span)<<3 |
				keyWithin(c[4], lo, span)<<4 |
				keyWithin(c[5], lo, span)<<5 |
				keyWithin(c[6], lo, span)<<6 |
				keyWithin(c[7], lo, span)<<7) << t
		}
		bits[0] = w
	}
	if len(col) > 0 {
		w := uint64(0)
		for t, x := range col {
			w |= keyWithin(x, lo, span) << t
		}
		bits[0] = w
	}
}
