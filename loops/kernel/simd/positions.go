package simd

import "math/bits"

// Positions writes base+t for each set bit t, ascending, and returns how many. dst
// has room for them; what is behind them may be overwritten.
func Positions(dst []int32, bits []uint64, base int32) int {
	words, n := 0, 0
	if level != Portable && !sparse(bits, 64*len(bits)) {
		words, n = positionsAVX2(dst, bits, base)
	}
	return n + positions(dst[n:], bits[words:], base+int32(64*words))
}

// sparse reports that so few of n elements are selected that finding each bit beats
// going through all elements a vector at a time.
func sparse(bits []uint64, n int) bool { return Count(bits)*sparseness < n }

const sparseness = 16

func positions(dst []int32, words []uint64, base int32) int {
	n := 0
	for _, w := range words {
		for ; w != 0; w &= w - 1 {
			dst[n] = base + int32(bits.TrailingZeros64(w))
			n++
		}
		base += 64
	}
	return n
}
