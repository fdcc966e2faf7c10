package kernel

import "github.com/reffine-db/reffine/internal/int128"

// EqWideVV writes a = b.
func EqWideVV(dst []uint8, a, b []int128.Int) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x == b[t])
	}
}

// NeWideVV writes a <> b.
func NeWideVV(dst []uint8, a, b []int128.Int) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = b2u(x != b[t])
	}
}

// LtWideVV writes a < b.
func LtWideVV(dst []uint8, a, b []int128.Int) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		y := b[t]
		dst[t] = b2u(x.Hi < y.Hi) | b2u(x.Hi == y.Hi)&b2u(x.Lo < y.Lo)
	}
}

// LeWideVV writes a <= b.
func LeWideVV(dst []uint8, a, b []int128.Int) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		y := b[t]
		dst[t] = b2u(x.Hi < y.Hi) | b2u(x.Hi == y.Hi)&b2u(x.Lo <= y.Lo)
	}
}
