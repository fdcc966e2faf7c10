package kernel

import (
	"math/bits"

	"github.com/reffine-db/reffine/internal/int128"
)

// The wide kernels report whether some element overflowed 128 bits or left
// [lo, hi]; like the checked 64-bit kernels they look at every element.

// WidenWide converts 64-bit lanes to 128 bits.
func WidenWide(dst []int128.Int, a []int64) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = int128.Of(x)
	}
}

// NarrowWide converts 128-bit lanes whose values fit to 64 bits.
func NarrowWide(dst []int64, a []int128.Int) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = int64(x.Lo)
	}
}

// MulWideningVV writes the exact 128-bit products of 64-bit lanes.
func MulWideningVV(dst []int128.Int, a, b []int64) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = mulWidening(x, b[t])
	}
}

// MulWideningVC writes the exact 128-bit products of 64-bit lanes and a constant.
func MulWideningVC(dst []int128.Int, a []int64, c int64) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = mulWidening(x, c)
	}
}

func mulWidening(x, y int64) int128.Int {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	return int128.Int{Hi: int64(hi) - x>>63&y - y>>63&x, Lo: lo}
}

// outsideWide is 1 when v is not in [lo, hi].
func outsideWide(v, lo, hi int128.Int) uint8 {
	below := b2u(v.Hi < lo.Hi) | b2u(v.Hi == lo.Hi)&b2u(v.Lo < lo.Lo)
	above := b2u(v.Hi > hi.Hi) | b2u(v.Hi == hi.Hi)&b2u(v.Lo > hi.Lo)
	return below | above
}

// AddWideVV writes a + b.
func AddWideVV(dst, a, b []int128.Int, lo, hi int128.Int) bool {
	dst, b = dst[:len(a)], b[:len(a)]
	var bad uint8
	for t, x := range a {
		r, ok := x.Add(b[t])
		bad |= b2u(!ok) | outsideWide(r, lo, hi)
		dst[t] = r
	}
	return bad != 0
}

// SubWideVV writes a - b.
func SubWideVV(dst, a, b []int128.Int, lo, hi int128.Int) bool {
	dst, b = dst[:len(a)], b[:len(a)]
	var bad uint8
	for t, x := range a {
		r, ok := x.Sub(b[t])
		bad |= b2u(!ok) | outsideWide(r, lo, hi)
		dst[t] = r
	}
	return bad != 0
}

// MulWideVV writes a * b.
func MulWideVV(dst, a, b []int128.Int, lo, hi int128.Int) bool {
	dst, b = dst[:len(a)], b[:len(a)]
	var bad uint8
	for t, x := range a {
		r, ok := x.Mul(b[t])
		bad |= b2u(!ok) | outsideWide(r, lo, hi)
		dst[t] = r
	}
	return bad != 0
}
