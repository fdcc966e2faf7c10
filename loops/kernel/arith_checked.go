package kernel

import "math/bits"

// The checked kernels write the wrapped result and report whether some element
// overflowed 64 bits or left [lo, hi]. They look at every element: a caller with
// NULLs finds out which one it was.

// outside is 1 when v is not in [lo, lo+span].
func outside(v, lo int64, span uint64) uint64 {
	return uint64(b2u(uint64(v-lo) > span))
}

// AddCheckedVV is AddVV with a check.
func AddCheckedVV(dst, a, b []int64, lo, hi int64) bool {
	dst, b = dst[:len(a)], b[:len(a)]
	span := uint64(hi - lo)
	var bad uint64
	for t, x := range a {
		y := b[t]
		r := x + y
		bad |= uint64((x^r)&(y^r))>>63 | outside(r, lo, span)
		dst[t] = r
	}
	return bad != 0
}

// AddCheckedVC is AddVC with a check.
func AddCheckedVC(dst, a []int64, y, lo, hi int64) bool {
	dst = dst[:len(a)]
	span := uint64(hi - lo)
	var bad uint64
	for t, x := range a {
		r := x + y
		bad |= uint64((x^r)&(y^r))>>63 | outside(r, lo, span)
		dst[t] = r
	}
	return bad != 0
}

// SubCheckedVV is SubVV with a check.
func SubCheckedVV(dst, a, b []int64, lo, hi int64) bool {
	dst, b = dst[:len(a)], b[:len(a)]
	span := uint64(hi - lo)
	var bad uint64
	for t, x := range a {
		y := b[t]
		r := x - y
		bad |= uint64((x^y)&(x^r))>>63 | outside(r, lo, span)
		dst[t] = r
	}
	return bad != 0
}

// SubCheckedVC is SubVC with a check.
func SubCheckedVC(dst, a []int64, y, lo, hi int64) bool {
	dst = dst[:len(a)]
	span := uint64(hi - lo)
	var bad uint64
	for t, x := range a {
		r := x - y
		bad |= uint64((x^y)&(x^r))>>63 | outside(r, lo, span)
		dst[t] = r
	}
	return bad != 0
}

// SubCheckedCV is SubCV with a check.
func SubCheckedCV(dst []int64, x int64, a []int64, lo, hi int64) bool {
	dst = dst[:len(a)]
	span := uint64(hi - lo)
	var bad uint64
	for t, y := range a {
		r := x - y
		bad |= uint64((x^y)&(x^r))>>63 | outside(r, lo, span)
		dst[t] = r
	}
	return bad != 0
}

// mulHigh is the signed high word of x*y.
func mulHigh(x, y int64) int64 {
	hi, _ := bits.Mul64(uint64(x), uint64(y))
	return int64(hi) - x>>63&y - y>>63&x
}

// MulCheckedVV is MulVV with a check.
func MulCheckedVV(dst, a, b []int64, lo, hi int64) bool {
	dst, b = dst[:len(a)], b[:len(a)]
	span := uint64(hi - lo)
	var bad uint64
	for t, x := range a {
		y := b[t]
		r := x * y
		bad |= uint64(mulHigh(x, y)^r>>63) | outside(r, lo, span)
		dst[t] = r
	}
	return bad != 0
}

// MulCheckedVC is MulVC with a check.
func MulCheckedVC(dst, a []int64, y, lo, hi int64) bool {
	dst = dst[:len(a)]
	span := uint64(hi - lo)
	var bad uint64
	for t, x := range a {
		r := x * y
		bad |= uint64(mulHigh(x, y)^r>>63) | outside(r, lo, span)
		dst[t] = r
	}
	return bad != 0
}

// OutsideV reports whether an element is not in [lo, hi].
func OutsideV(a []int64, lo, hi int64) bool {
	span := uint64(hi - lo)
	var bad uint64
	for _, x := range a {
		bad |= outside(x, lo, span)
	}
	return bad != 0
}
