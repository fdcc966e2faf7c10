package int128

import (
	"math/big"
	"math/bits"
)

// Int is a signed 128-bit integer in two's complement. The zero value is 0 and
// == is equality.
type Int struct {
	Hi int64
	Lo uint64
}

// Of returns v widened.
func Of(v int64) Int { return Int{Hi: v >> 63, Lo: uint64(v)} }

// OfUint returns v widened.
func OfUint(v uint64) Int { return Int{Lo: v} }

// IsZero reports a == 0.
func (a Int) IsZero() bool { return a.Hi == 0 && a.Lo == 0 }

// Int64 returns a narrowed and whether it fits.
func (a Int) Int64() (int64, bool) { return int64(a.Lo), a.Hi == int64(a.Lo)>>63 }

// Sign returns -1, 0 or 1.
func (a Int) Sign() int {
	if a.Hi < 0 {
		return -1
	}
	if a.IsZero() {
		return 0
	}
	return 1
}

// Cmp returns -1, 0 or 1.
func (a Int) Cmp(b Int) int {
	switch {
	case a.Hi < b.Hi, a.Hi == b.Hi && a.Lo < b.Lo:
		return -1
	case a == b:
		return 0
	}
	return 1
}

// Add returns a+b and whether it is exact.
func (a Int) Add(b Int) (Int, bool) {
	lo, c := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(uint64(a.Hi), uint64(b.Hi), c)
	r := Int{int64(hi), lo}
	return r, (a.Hi^b.Hi) < 0 || (a.Hi^r.Hi) >= 0
}

// AddWrap returns a+b modulo 2^128.
func (a Int) AddWrap(b Int) Int {
	lo, c := bits.Add64(a.Lo, b.Lo, 0)
	return Int{int64(uint64(a.Hi) + uint64(b.Hi) + c), lo}
}

// Neg returns -a and whether it is exact (it is not for the minimum).
func (a Int) Neg() (Int, bool) {
	lo, b := bits.Sub64(0, a.Lo, 0)
	hi, _ := bits.Sub64(0, uint64(a.Hi), b)
	r := Int{int64(hi), lo}
	return r, !(a.Hi == -1<<63 && a.Lo == 0)
}

// Sub returns a-b and whether it is exact.
func (a Int) Sub(b Int) (Int, bool) {
	lo, c := bits.Sub64(a.Lo, b.Lo, 0)
	hi, _ := bits.Sub64(uint64(a.Hi), uint64(b.Hi), c)
	r := Int{int64(hi), lo}
	return r, (a.Hi^b.Hi) >= 0 || (a.Hi^r.Hi) >= 0
}

func (a Int) abs() (hi, lo uint64) {
	if a.Hi < 0 {
		n, _ := a.Neg()
		return uint64(n.Hi), n.Lo
	}
	return uint64(a.Hi), a.Lo
}

// Mul returns a*b and whether it is exact.
func (a Int) Mul(b Int) (Int, bool) {
	ah, al := a.abs()
	bh, bl := b.abs()
	hi, lo := bits.Mul64(al, bl)
	ok := ah == 0 || bh == 0
	h1, l1 := bits.Mul64(ah, bl)
	h2, l2 := bits.Mul64(al, bh)
	ok = ok && h1 == 0 && h2 == 0
	var c1, c2 uint64
	hi, c1 = bits.Add64(hi, l1, 0)
	hi, c2 = bits.Add64(hi, l2, 0)
	ok = ok && c1 == 0 && c2 == 0
	r := Int{int64(hi), lo}
	if (a.Hi < 0) != (b.Hi < 0) {
		neg, _ := r.Neg()
		// |r| may be exactly 2^127 when negative
		return neg, ok && (r.Hi >= 0 || r.Hi == -1<<63 && r.Lo == 0)
	}
	return r, ok && r.Hi >= 0
}

// QuoRem returns the quotient truncated toward zero and the remainder, which
// has the sign of a. b must not be zero.
func (a Int) QuoRem(b Int) (q, r Int) {
	if x, ok := a.Int64(); ok {
		if y, ok := b.Int64(); ok && !(x == -1<<63 && y == -1) {
			return Of(x / y), Of(x % y)
		}
	}
	bq, br := new(big.Int).QuoRem(a.Big(), b.Big(), new(big.Int))
	q, _ = FromBig(bq)
	r, _ = FromBig(br)
	return q, r
}

// Big returns a as a big integer.
func (a Int) Big() *big.Int {
	hi := big.NewInt(a.Hi)
	hi.Lsh(hi, 64)
	return hi.Add(hi, new(big.Int).SetUint64(a.Lo))
}

// FromBig returns b narrowed and whether it fits.
func FromBig(b *big.Int) (Int, bool) {
	if b.BitLen() > 127 && !(b.Sign() < 0 && b.BitLen() == 128 && b.TrailingZeroBits() == 127) {
		return Int{}, false
	}
	mask := new(big.Int).SetUint64(1<<64 - 1)
	lo := new(big.Int).And(b, mask).Uint64()
	hi := new(big.Int).Rsh(b, 64).Int64()
	return Int{hi, lo}, true
}

// Float64 returns the nearest double.
func (a Int) Float64() float64 {
	if v, ok := a.Int64(); ok {
		return float64(v)
	}
	f, _ := new(big.Float).SetInt(a.Big()).Float64()
	return f
}

// Pow10 returns 10^n for 0 <= n <= 38.
func Pow10(n int) Int { return pow10[n] }

var pow10 = func() (t [39]Int) {
	t[0] = Of(1)
	for i := 1; i < len(t); i++ {
		t[i], _ = t[i-1].Mul(Of(10))
	}
	return
}()

// String returns a in base 10.
func (a Int) String() string { return a.Big().String() }
