package simd

import (
	"math"
	"math/bits"
)

// MinMaxI64 returns the least and the greatest integer, and the greatest and the
// least there are when col is empty.
func MinMaxI64(col []int64) (lo, hi int64) {
	lo, hi = math.MaxInt64, math.MinInt64
	t := 0
	switch level {
	case AVX512:
		return minMaxI64AVX512(col, lo, hi)
	case AVX2:
		t = vectors(len(col))
		lo, hi = minMaxI64AVX2(col[:t], lo, hi)
	}
	for _, x := range col[t:] {
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// MinMaxSelU8 returns the least and the greatest code whose bit is set, and the
// greatest and the least there are when none is.
func MinMaxSelU8(col []uint8, bits []uint64) (lo, hi uint8) {
	bits = bits[:Words(len(col))]
	t := 0
	lo, hi = math.MaxUint8, 0
	switch level {
	case AVX512:
		return minMaxSelU8AVX512(col, bits)
	case AVX2:
		t = whole(len(col))
		lo, hi = minMaxSelU8AVX2(col[:t], bits)
	}
	return minMaxSel(col[t:], bits[t>>6:], lo, hi)
}

// MinMaxSelU16 returns the least and the greatest code whose bit is set, and the
// greatest and the least there are when none is.
func MinMaxSelU16(col []uint16, bits []uint64) (lo, hi uint16) {
	bits = bits[:Words(len(col))]
	t := 0
	lo, hi = math.MaxUint16, 0
	switch level {
	case AVX512:
		return minMaxSelU16AVX512(col, bits)
	case AVX2:
		t = whole(len(col))
		lo, hi = minMaxSelU16AVX2(col[:t], bits)
	}
	return minMaxSel(col[t:], bits[t>>6:], lo, hi)
}

// MinMaxSelU32 returns the least and the greatest code whose bit is set, and the
// greatest and the least there are when none is.
func MinMaxSelU32(col []uint32, bits []uint64) (lo, hi uint32) {
	bits = bits[:Words(len(col))]
	t := 0
	lo, hi = math.MaxUint32, 0
	switch level {
	case AVX512:
		return minMaxSelU32AVX512(col, bits)
	case AVX2:
		t = whole(len(col))
		lo, hi = minMaxSelU32AVX2(col[:t], bits)
	}
	return minMaxSel(col[t:], bits[t>>6:], lo, hi)
}

func minMaxSel[T Code](col []T, words []uint64, lo, hi T) (T, T) {
	for ; len(col) > 0; words = words[1:] {
		part := col[:min(64, len(col))]
		col = col[len(part):]
		for w := head(words[0], len(part)); w != 0; w &= w - 1 {
			x := part[bits.TrailingZeros64(w)]
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	return lo, hi
}
