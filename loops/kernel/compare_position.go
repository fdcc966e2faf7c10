package kernel

// EqSelPosVV selects the tuples with a[pos[t]]+delta = b[pos[t]].
func EqSelPosVV[A, B Word](dst, pos []int32, a []A, b []B, delta int64) int {
	dst, b = dst[:len(pos)], b[:len(a)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += b2i(int64(a[p])+delta == int64(b[p]))
	}
	return k
}

// NeSelPosVV selects the tuples with a[pos[t]]+delta <> b[pos[t]].
func NeSelPosVV[A, B Word](dst, pos []int32, a []A, b []B, delta int64) int {
	dst, b = dst[:len(pos)], b[:len(a)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += b2i(int64(a[p])+delta != int64(b[p]))
	}
	return k
}

// LtSelPosVV selects the tuples with a[pos[t]]+delta < b[pos[t]].
func LtSelPosVV[A, B Word](dst, pos []int32, a []A, b []B, delta int64) int {
	dst, b = dst[:len(pos)], b[:len(a)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += b2i(int64(a[p])+delta < int64(b[p]))
	}
	return k
}

// LeSelPosVV selects the tuples with a[pos[t]]+delta <= b[pos[t]].
func LeSelPosVV[A, B Word](dst, pos []int32, a []A, b []B, delta int64) int {
	dst, b = dst[:len(pos)], b[:len(a)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += b2i(int64(a[p])+delta <= int64(b[p]))
	}
	return k
}
