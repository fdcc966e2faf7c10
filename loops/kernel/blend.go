package kernel

// Blend writes a[t] to dst[t] where m[t] = 1, without branches.
func Blend(dst []int64, m []uint8, a []int64) {
	dst, m = dst[:len(a)], m[:len(a)]
	for t, x := range a {
		k := -int64(m[t])
		dst[t] = x&k | dst[t]&^k
	}
}
