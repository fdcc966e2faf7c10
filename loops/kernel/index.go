package kernel

import "math/bits"

// IndexDense widens codes to table indexes.
func IndexDense[T Code](dst []int32, a []T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = int32(x)
	}
}

// IndexNulls overwrites dst[t] with null where validity bit base+t is clear.
func IndexNulls(dst []int32, valid []uint64, base int, null int32) {
	for t := 0; t < len(dst); {
		i := uint(base + t)
		part := dst[t:min(len(dst), t+64-int(i&63))] // as many as the word has
		for w := ^valid[i>>6] >> (i & 63) & (^uint64(0) >> (64 - len(part))); w != 0; w &= w - 1 {
			part[bits.TrailingZeros64(w)] = null
		}
		t += len(part)
	}
}

// IndexPos gathers codes at positions as table indexes, null where the position
// is negative or its validity bit is clear; bits may be nil.
func IndexPos[T Code](dst, pos []int32, a []T, bits []uint64, null int32) {
	pos = pos[:len(dst)]
	for t, p := range pos {
		dst[t] = null
		if p >= 0 && (bits == nil || bits[uint(p)>>6]>>(uint(p)&63)&1 != 0) {
			dst[t] = int32(a[p])
		}
	}
}
