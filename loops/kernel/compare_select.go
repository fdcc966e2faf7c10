package kernel

// Two columns are compared as a+delta and b, which covers narrow columns of the
// same factor and different bases (delta is the difference of the bases in
// units of the factor). a+delta must not overflow.

// EqSelVV selects the tuples with a[t]+delta = b[t].
func EqSelVV[A, B Word](dst []int32, a []A, b []B, delta int64) int {
	dst, b = dst[:len(a)], b[:len(a)]
	k := 0
	for t, x := range a {
		dst[k] = int32(t)
		k += b2i(int64(x)+delta == int64(b[t]))
	}
	return k
}

// EqRefineVV keeps the tuples of sel with a[t]+delta = b[t].
func EqRefineVV[A, B Word](dst, sel []int32, a []A, b []B, delta int64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += b2i(int64(a[t])+delta == int64(b[t]))
	}
	return k
}

// NeSelVV selects the tuples with a[t]+delta <> b[t].
func NeSelVV[A, B Word](dst []int32, a []A, b []B, delta int64) int {
	dst, b = dst[:len(a)], b[:len(a)]
	k := 0
	for t, x := range a {
		dst[k] = int32(t)
		k += b2i(int64(x)+delta != int64(b[t]))
	}
	return k
}

// NeRefineVV keeps the tuples of sel with a[t]+delta <> b[t].
func NeRefineVV[A, B Word](dst, sel []int32, a []A, b []B, delta int64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += b2i(int64(a[t])+delta != int64(b[t]))
	}
	return k
}

// LtSelVV selects the tuples with a[t]+delta < b[t].
func LtSelVV[A, B Word](dst []int32, a []A, b []B, delta int64) int {
	dst, b = dst[:len(a)], b[:len(a)]
	k := 0
	for t, x := range a {
		dst[k] = int32(t)
		k += b2i(int64(x)+delta < int64(b[t]))
	}
	return k
}

// LtRefineVV keeps the tuples of sel with a[t]+delta < b[t].
func LtRefineVV[A, B Word](dst, sel []int32, a []A, b []B, delta int64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += b2i(int64(a[t])+delta < int64(b[t]))
	}
	return k
}

// LeSelVV selects the tuples with a[t]+delta <= b[t].
func LeSelVV[A, B Word](dst []int32, a []A, b []B, delta int64) int {
	dst, b = dst[:len(a)], b[:len(a)]
	k := 0
	for t, x := range a {
		dst[k] = int32(t)
		k += b2i(int64(x)+delta <= int64(b[t]))
	}
	return k
}

// LeRefineVV keeps the tuples of sel with a[t]+delta <= b[t].
func LeRefineVV[A, B Word](dst, sel []int32, a []A, b []B, delta int64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += b2i(int64(a[t])+delta <= int64(b[t]))
	}
	return k
}
