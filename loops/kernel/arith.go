package kernel

// Arith is the element type of an arithmetic lane.
type Arith interface{ int64 | float64 }

// AddVV writes a + b, wrapping.
func AddVV[T Arith](dst, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x + b[t]
	}
}

// AddVC writes a + c, wrapping.
func AddVC[T Arith](dst, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = x + c
	}
}

// SubVV writes a - b, wrapping.
func SubVV[T Arith](dst, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x - b[t]
	}
}

// SubVC writes a - c, wrapping.
func SubVC[T Arith](dst, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = x - c
	}
}

// SubCV writes c - a, wrapping.
func SubCV[T Arith](dst []T, c T, a []T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = c - x
	}
}

// MulVV writes a * b, wrapping.
func MulVV[T Arith](dst, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x * b[t]
	}
}

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

// SumV returns the sum of a, wrapping.
func SumV[T Arith](a []T) T {
	var s T
	for _, x := range a {
		s += x
	}
	return s
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
