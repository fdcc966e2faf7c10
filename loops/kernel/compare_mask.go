package kernel

// Ordered is the element type of a lane whose order is Go's. Floats are not
// among them: see compare_float.go.
type Ordered interface{ uint8 | int64 | string }

// EqMaskVV writes a = b.
func EqMaskVV[T Ordered](dst []uint8, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x == b[t])
	}
}

// NeMaskVV writes a <> b.
func NeMaskVV[T Ordered](dst []uint8, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x != b[t])
	}
}

// LtMaskVV writes a < b.
func LtMaskVV[T Ordered](dst []uint8, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x < b[t])
	}
}

// LeMaskVV writes a <= b.
func LeMaskVV[T Ordered](dst []uint8, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x <= b[t])
	}
}

// EqMaskVC writes a = c.
func EqMaskVC[T Ordered](dst []uint8, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x == c)
	}
}

// NeMaskVC writes a <> c.
func NeMaskVC[T Ordered](dst []uint8, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x != c)
	}
}

// LtMaskVC writes a < c.
func LtMaskVC[T Ordered](dst []uint8, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x < c)
	}
}

// LeMaskVC writes a <= c.
func LeMaskVC[T Ordered](dst []uint8, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x <= c)
	}
}

// GtMaskVC writes a > c.
func GtMaskVC[T Ordered](dst []uint8, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x > c)
	}
}

// GeMaskVC writes a >= c.
func GeMaskVC[T Ordered](dst []uint8, a []T, c T) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x >= c)
	}
}
