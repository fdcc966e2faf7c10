package kernel

// Floats are in the engine's total order: NaN equals NaN and is greater than
// everything else, -0 equals 0. The order makes a <= b the same as not b < a.

// EqFloatVV writes a = b.
func EqFloatVV(dst []uint8, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		y := b[t]
		dst[t] = b2u(x == y) | b2u(x != x)&b2u(y != y)
	}
}

// NeFloatVV writes a <> b.
func NeFloatVV(dst []uint8, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		y := b[t]
		dst[t] = b2u(x != y) &^ (b2u(x != x) & b2u(y != y))
	}
}

// LtFloatVV writes a < b.
func LtFloatVV(dst []uint8, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		y := b[t]
		dst[t] = b2u(x < y) | b2u(x == x)&b2u(y != y)
	}
}

// LeFloatVV writes a <= b.
func LeFloatVV(dst []uint8, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		y := b[t]
		dst[t] = b2u(x <= y) | b2u(y != y)
	}
}
