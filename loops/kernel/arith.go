package kernel

// Arith is the element type of an arithmetic lane.
type Arith interface{ int64 | float64 }

// MulVC writes a * c, wrapping.
func MulVC[T Arith](dst, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = x * c
	}
}

// NegV writes -a, wrapping.
func NegV[T Arith](dst, a []T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = -x
	}
}

// AbsV writes |a|, wrapping.
func AbsV(dst, a []int64) {
	dst = dst[:len(a)]
	for t, x := range a {
		m := x >> 63
		dst[t] = (x ^ m) - m
	}
}

// MinVV writes the lesser of a and b.
func MinVV(dst, a, b []int64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = min(x, b[t])
	}
}

// MaxVV writes the greater of a and b.
func MaxVV(dst, a, b []int64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = max(x, b[t])
	}
}
