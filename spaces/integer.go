package spaces

import "github.com/reffine-db/reffine/internal/int128"

// add64 returns a + b and whether it is exact.
func add64(a, b int64) (int64, bool) {
	c := a + b
	return c, (a^b) < 0 || (a^c) >= 0
}

// mul64 returns a * b and whether it is exact.
func mul64(a, b int64) (int64, bool) {
	p, _ := int128.Of(a).Mul(int128.Of(b)) // two 64-bit factors always fit
	return p.Int64()
}

// floorDiv returns a / b rounded toward -∞.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// gcd returns the non-negative greatest common divisor; gcd(0, 0) is 0.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// satAdd and satSub leave the sentinels as they are and stop at them.
func satAdd(a, b int64) int64 {
	if a == NegInf || a == PosInf {
		return a
	}
	c, ok := add64(a, b)
	switch {
	case ok:
		return c
	case a < 0:
		return NegInf
	}
	return PosInf
}

func satSub(a, b int64) int64 {
	if b == NegInf {
		return satAdd(satAdd(a, PosInf), 1)
	}
	return satAdd(a, -b)
}

// clamp returns v, or the sentinel on its side when it does not fit.
func clamp(v int128.Int) int64 {
	switch n, ok := v.Int64(); {
	case ok:
		return n
	case v.Sign() < 0:
		return NegInf
	}
	return PosInf
}
