package kernel

// IndexDense widens codes to table indexes.
func IndexDense[T Code](dst []int32, a []T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = int32(x)
	}
}

// IndexNulls overwrites dst[t] with null where validity bit base+t is clear.
func IndexNulls(dst []int32, bits []uint64, base int, null int32) {
	for t := range dst {
		i := uint(base + t)
		if bits[i>>6]>>(i&63)&1 == 0 {
			dst[t] = null
		}
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
