package simd

import "math/bits"

// The functions here write the elements of col whose bit is set, in order, and return
// how many. bits has a bit for each element; what it has behind them does not
// matter. dst is as long as col, and what is behind the elements written may be
// overwritten.

// WidenSelU8 decodes the elements selected: base + factor*x.
func WidenSelU8(dst []int64, col []uint8, bits []uint64, base, factor int64) int {
	dst, bits = dst[:len(col)], bits[:Words(len(col))]
	t, n := 0, 0
	switch {
	case level == Portable || sparse(bits, len(col)):
	case level == AVX512:
		t = whole(len(col))
		n = widenSelU8AVX512(dst, col[:t], bits, base, factor)
	default:
		t = whole(len(col))
		n = widenSelU8AVX2(dst, col[:t], bits, base, factor)
	}
	return n + widenSel(dst[n:], col[t:], bits[t>>6:], base, factor)
}

// WidenSelU16 decodes the elements selected: base + factor*x.
func WidenSelU16(dst []int64, col []uint16, bits []uint64, base, factor int64) int {
	dst, bits = dst[:len(col)], bits[:Words(len(col))]
	t, n := 0, 0
	switch {
	case level == Portable || sparse(bits, len(col)):
	case level == AVX512:
		t = whole(len(col))
		n = widenSelU16AVX512(dst, col[:t], bits, base, factor)
	default:
		t = whole(len(col))
		n = widenSelU16AVX2(dst, col[:t], bits, base, factor)
	}
	return n + widenSel(dst[n:], col[t:], bits[t>>6:], base, factor)
}

// WidenSelU32 decodes the elements selected: base + factor*x.
func WidenSelU32(dst []int64, col []uint32, bits []uint64, base, factor int64) int {
	dst, bits = dst[:len(col)], bits[:Words(len(col))]
	t, n := 0, 0
	switch {
	case level == Portable || sparse(bits, len(col)):
	case level == AVX512:
		t = whole(len(col))
		n = widenSelU32AVX512(dst, col[:t], bits, base, factor)
	default:
		t = whole(len(col))
		n = widenSelU32AVX2(dst, col[:t], bits, base, factor)
	}
	return n + widenSel(dst[n:], col[t:], bits[t>>6:], base, factor)
}

// WidenSelI64 decodes the elements selected: base + factor*x.
func WidenSelI64(dst []int64, col []int64, bits []uint64, base, factor int64) int {
	dst, bits = dst[:len(col)], bits[:Words(len(col))]
	t, n := 0, 0
	switch {
	case level == Portable || sparse(bits, len(col)):
	case level == AVX512:
		t = whole(len(col))
		n = widenSelI64AVX512(dst, col[:t], bits, base, factor)
	default:
		t = whole(len(col))
		n = widenSelI64AVX2(dst, col[:t], bits, base, factor)
	}
	return n + widenSel(dst[n:], col[t:], bits[t>>6:], base, factor)
}

// CompressI64 moves the elements selected. dst may be col.
func CompressI64(dst, col []int64, bits []uint64) int {
	dst, bits = dst[:len(col)], bits[:Words(len(col))]
	t, n := 0, 0
	switch {
	case level == Portable || sparse(bits, len(col)):
	case level == AVX512:
		t = whole(len(col))
		n = compressI64AVX512(dst, col[:t], bits)
	default:
		t = whole(len(col))
		n = compressI64AVX2(dst, col[:t], bits)
	}
	return n + widenSel(dst[n:], col[t:], bits[t>>6:], 0, 1)
}

// few is the number of bits of a word up to which finding each beats going through
// all.
const few = 40

func widenSel[T Word](dst []int64, col []T, words []uint64, base, factor int64) int {
	n := 0
	for ; len(col) > 0; words = words[1:] {
		part := col[:min(64, len(col))]
		col = col[len(part):]
		w := head(words[0], len(part))
		if bits.OnesCount64(w) <= few {
			for ; w != 0; w &= w - 1 {
				dst[n] = base + factor*int64(part[bits.TrailingZeros64(w)])
				n++
			}
			continue
		}
		for i, x := range part {
			dst[n] = base + factor*int64(x)
			n += int(w >> i & 1)
		}
	}
	return n
}
