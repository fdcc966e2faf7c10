package int128

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

var (
	least    = Int{Hi: math.MinInt64}
	greatest = Int{Hi: math.MaxInt64, Lo: math.MaxUint64}
)

// values returns edge cases and random values of every width.
func values() []Int {
	v := []Int{{}, Of(1), Of(-1), Of(2), Of(-3), Of(10), least, greatest, {Hi: math.MinInt64, Lo: 1}, Of(math.MinInt64),
		Of(math.MaxInt64), OfUint(math.MaxUint64), OfUint(1 << 63), {Hi: -1}, {Hi: 1}, {Hi: -2, Lo: math.MaxUint64}, Pow10(19), Pow10(38)}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		b := Int{r.Int64() - r.Int64(), r.Uint64()}.Big()
		x, _ := FromBig(b.Rsh(b, uint(i)*127/100))
		v = append(v, x)
	}
	return v
}

// check holds got, exact as ok says, to want.
func check(t *testing.T, op string, a, b, got Int, ok bool, want *big.Int) {
	t.Helper()
	fits := want.Cmp(least.Big()) >= 0 && want.Cmp(greatest.Big()) <= 0
	if ok != fits || ok && got.Big().Cmp(want) != 0 {
		t.Errorf("%s %s %s = %s, %v; want %s", a, op, b, got, ok, want)
	}
}

func TestArithmetic(t *testing.T) {
	for _, a := range values() {
		neg, ok := a.Neg()
		check(t, "neg", a, Int{}, neg, ok, new(big.Int).Neg(a.Big()))
		for _, b := range values() {
			x, y := a.Big(), b.Big()
			got, ok := a.Add(b)
			check(t, "+", a, b, got, ok, new(big.Int).Add(x, y))
			if a.AddWrap(b) != got {
				t.Errorf("%s + %s wraps to %s, not %s", a, b, a.AddWrap(b), got)
			}
			got, ok = a.Sub(b)
			check(t, "-", a, b, got, ok, new(big.Int).Sub(x, y))
			got, ok = a.Mul(b)
			check(t, "*", a, b, got, ok, new(big.Int).Mul(x, y))
			if c := a.Cmp(b); c != x.Cmp(y) || (c == 0) != (a == b) {
				t.Errorf("%s compared with %s is %d", a, b, c)
			}
			if b.IsZero() || a == least && b == Of(-1) {
				continue
			}
			q, r := a.QuoRem(b)
			wantQ, wantR := new(big.Int).QuoRem(x, y, new(big.Int))
			check(t, "//", a, b, q, true, wantQ)
			check(t, "%", a, b, r, true, wantR)
		}
	}
}

func TestConversion(t *testing.T) {
	for _, a := range values() {
		b := a.Big()
		if c, ok := FromBig(b); !ok || c != a || a.String() != b.String() {
			t.Errorf("%s becomes %s", a, c)
		}
		if n, ok := a.Int64(); ok != b.IsInt64() || ok && n != b.Int64() {
			t.Errorf("%s narrows to %d, %v", a, n, ok)
		}
		if a.Sign() != b.Sign() || a.IsZero() != (b.Sign() == 0) {
			t.Errorf("sign of %s is %d", a, a.Sign())
		}
		if want, _ := new(big.Float).SetInt(b).Float64(); a.Float64() != want {
			t.Errorf("%s is %g as a double, not %g", a, a.Float64(), want)
		}
	}
	one := big.NewInt(1)
	for _, b := range []*big.Int{
		new(big.Int).Add(greatest.Big(), one), new(big.Int).Sub(least.Big(), one),
		new(big.Int).Lsh(one, 128), new(big.Int).Neg(new(big.Int).Lsh(one, 128)),
	} {
		if c, ok := FromBig(b); ok {
			t.Errorf("%s narrows to %s", b, c)
		}
	}
	ten := big.NewInt(1)
	for n := range 39 {
		if Pow10(n).Big().Cmp(ten) != 0 {
			t.Errorf("10^%d is %s", n, Pow10(n))
		}
		ten.Mul(ten, big.NewInt(10))
	}
}
