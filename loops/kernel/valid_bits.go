package kernel

import "math/bits"

// ValidBits writes the validity bits base, base+1, …, base+n-1 to dst, bit t for tuple t, and zeros behind
// them.
func ValidBits(dst, valid []uint64, base, n int) {
	dst = dst[:(n+63)>>6]
	w, shift := base>>6, uint(base&63)
	for i := range dst {
		x := valid[w+i] >> shift
		if shift != 0 && w+i+1 < len(valid) {
			x |= valid[w+i+1] << (64 - shift)
		}
		dst[i] = x
	}
	if r := n & 63; r != 0 {
		dst[len(dst)-1] &= 1<<r - 1
	}
}

// EachBit calls f with each element whose bit is set, ascending; a nil mask stands for all n.
func EachBit(mask []uint64, n int, f func(t int)) {
	if mask == nil {
		for t := range n {
			f(t)
		}
		return
	}
	for w, word := range mask {
		for ; word != 0; word &= word - 1 {
			f(w<<6 + bits.TrailingZeros64(word))
		}
	}
}
