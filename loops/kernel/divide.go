package kernel

import "math"

// QuoVV writes a / b truncated toward zero, and 0 with zeros[t] = 1 where b is
// 0; it reports whether there was one. The least int64 by -1 wraps.
func QuoVV(dst []int64, zeros []uint8, a, b []int64) bool {
	dst, b, zeros = dst[:len(a)], b[:len(a)], zeros[:len(a)]
	var any uint8
	for t, x := range a {
		y := b[t]
		z := b2u(y == 0)
		zeros[t] = z
		any |= z
		dst[t] = x / (y | int64(z)) &^ -int64(z)
	}
	return any != 0
}

// RemVV writes a % b with the sign of a, and 0 with zeros[t] = 1 where b is 0; it
// reports whether there was one.
func RemVV(dst []int64, zeros []uint8, a, b []int64) bool {
	dst, b, zeros = dst[:len(a)], b[:len(a)], zeros[:len(a)]
	var any uint8
	for t, x := range a {
		y := b[t]
		z := b2u(y == 0)
		zeros[t] = z
		any |= z
		dst[t] = x % (y | int64(z))
	}
	return any != 0
}

// DivVV writes a / b in IEEE 754 arithmetic.
func DivVV(dst, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x / b[t]
	}
}

// ModFloatVV writes the remainder of a / b with the sign of a; NaN with the sign that the processor gives
// it, as in C.
func ModFloatVV(dst, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		y := b[t]
		r := math.Mod(x, y)
		if r != r {
			r = (x * y) / (x * y)
		}
		dst[t] = r
	}
}

// AbsFloatV writes |a|.
func AbsFloatV(dst, a []float64) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = math.Abs(x)
	}
}
