package eval

import (
	"math"
	"math/big"
	"math/bits"
	"sync"
)

// The engine writes floats by Grisu3, and by exact arithmetic where that gives up. The second does
// not know single precision, and trusts an estimate of the exponent, so its digits are not always
// the shortest that read back. They are reproduced here, digit by digit.

// scaled is f * 2^e.
type scaled struct {
	f uint64
	e int
}

const (
	hiddenBit = 1 << 52
	grisuExp  = -60 // least binary exponent of a scaled value
)

// scaledOf takes a positive double apart; closer says that its predecessor is closer than its successor.
func scaledOf(x float64) (v scaled, closer bool) {
	u := math.Float64bits(x)
	v.f = u & (hiddenBit - 1)
	biased := int(u >> 52 & 0x7ff)
	closer = v.f == 0 && biased > 1
	if biased != 0 {
		v.f += hiddenBit
	} else {
		biased = 1
	}
	v.e = biased - 1075
	return v, closer
}

// normalized shifts the hidden bit, which is shift bits above its place, to the top.
func (v scaled) normalized(shift int) scaled {
	for v.f&(hiddenBit<<shift) == 0 {
		v.f <<= 1
		v.e--
	}
	return scaled{v.f << (11 - shift), v.e - (11 - shift)}
}

// borders returns the middles between x and its neighbours, scaled like the upper one.
func borders(x float64, single bool) (lo, hi uint64) {
	v, closer := scaledOf(x)
	var lower, upper scaled
	if !single {
		upper = scaled{v.f<<1 + 1, v.e - 1}.normalized(1)
		lower = scaled{v.f<<1 - 1, v.e - 1}
		if closer {
			lower = scaled{v.f<<2 - 1, v.e - 2}
		}
	} else {
		const minNormal = -125 - 53
		half := uint64(1) << 28
		if minNormal > v.e {
			half <<= minNormal - v.e
		}
		upper = scaled{v.f + half, v.e}.normalized(0)
		if v.f == hiddenBit && v.e > minNormal {
			half >>= 1
		}
		lower = scaled{v.f - half, v.e}
	}
	return lower.f << (lower.e - upper.e), upper.f
}

// mulRound is the upper word of a product, rounded.
func mulRound(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi + lo>>63
}

// cachedPowers are 10^-348, 10^-340, … 10^340, rounded to 64 bits.
var cachedPowers = sync.OnceValue(func() (t [87]scaled) {
	for i := range t {
		p := new(big.Float).SetPrec(64).SetMode(big.ToNearestEven)
		n := -348 + 8*i
		ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil)
		if exact := new(big.Float).SetInt(ten); n < 0 {
			p.Quo(big.NewFloat(1), exact)
		} else {
			p.Set(exact)
		}
		m := new(big.Float)
		e := p.MantExp(m)
		f, _ := m.SetMantExp(m, 64).Uint64()
		t[i] = scaled{f, e - 64}
	}
	return t
})

// cachedPower returns a power of ten whose binary exponent is at least e, and its decimal one.
func cachedPower(e int) (scaled, int) {
	const log = 0x4d104d42 // 2^32 / log2(10)
	i := int((int64(e+63)*log + 1<<32 - 1) >> 32)
	i = (i+348-1)/8 + 1
	return cachedPowers()[i], -348 + 8*i
}

var pow10Words = func() (t [20]uint64) {
	t[0] = 1
	for i := 1; i < len(t); i++ {
		t[i] = 10 * t[i-1]
	}
	return t
}()

// floatDigits returns the engine's digits of a positive float and the power of ten of the last.
func floatDigits(x float64, single bool) (digits []byte, exp10 int) {
	v, _ := scaledOf(x)
	v = v.normalized(0)
	power, k := cachedPower(grisuExp - (v.e + 64))
	lo, hi := borders(x, single)
	w := scaled{mulRound(v.f, power.f), v.e + power.e + 64}
	lo, hi = mulRound(lo, power.f)-1, mulRound(hi, power.f)+1
	digits, exp, ok := grisu(scaled{hi, w.e}, hi-lo, hi-w.f)
	if !ok {
		return exactDigits(x, exp+len(digits)-k-1)
	}
	return digits, exp - k
}

// grisu generates the digits of upper until they are within error below it, and moves the last to be
// closest to the value, which is diff below upper. It is not always sure.
func grisu(upper scaled, error, diff uint64) (digits []byte, exp int, ok bool) {
	digits = make([]byte, 0, 20)
	shift := -upper.e
	one := uint64(1) << shift
	integral, fractional := upper.f>>shift, upper.f&(one-1)
	for pow10Words[exp] <= integral && exp < 10 {
		exp++
	}
	for exp > 0 {
		exp--
		digits = append(digits, byte('0'+integral/pow10Words[exp]))
		integral %= pow10Words[exp]
		if rest := integral<<shift + fractional; rest < error {
			return digits, exp, weed(digits, pow10Words[exp]<<shift, rest, error, diff, 1)
		}
	}
	for {
		fractional *= 10
		error *= 10
		digits = append(digits, byte('0'+fractional>>shift))
		fractional &= one - 1
		exp--
		if fractional < error {
			return digits, exp, weed(digits, one, fractional, error, diff, pow10Words[-exp])
		}
	}
}

// weed decrements the last digit while that brings it closer; false when the closest is not certain.
func weed(digits []byte, divisor, rest, error, diff, unit uint64) bool {
	last := &digits[len(digits)-1]
	up := (diff - 1) * unit
	for rest < up && error-rest >= divisor && (rest+divisor < up || up-rest >= rest+divisor-up) {
		*last--
		rest += divisor
	}
	down := (diff + 1) * unit
	if rest < down && error-rest >= divisor && (rest+divisor < down || down-rest > rest+divisor-down) {
		return false
	}
	return 2*unit <= rest && rest <= error-4*unit
}

// exactDigits generates digits with big integers, from the power of ten exp10 on.
func exactDigits(x float64, exp10 int) ([]byte, int) {
	v, closer := scaledOf(x)
	shift := 1
	if closer {
		shift = 2
	}
	ten := func(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
	num := new(big.Int).SetUint64(v.f << shift)
	lower, den := big.NewInt(1), big.NewInt(1)
	switch {
	case v.e >= 0:
		num.Lsh(num, uint(v.e))
		lower.Lsh(lower, uint(v.e))
		den = ten(exp10)
		den.Lsh(den, 1)
	case exp10 < 0:
		lower = ten(-exp10)
		num.Mul(num, lower)
		den.Lsh(den, uint(shift-v.e))
	default:
		den = ten(exp10)
		den.Lsh(den, uint(shift-v.e))
	}
	upper := new(big.Int).Lsh(lower, uint(shift-1))
	even := 0
	if v.f&1 == 0 {
		even = 1
	}
	var digits []byte
	for {
		q := new(big.Int)
		q.QuoRem(num, den, num)
		digit := byte(q.Uint64())
		low := num.Cmp(lower)-even < 0
		high := new(big.Int).Add(num, upper).Cmp(den)+even > 0
		digits = append(digits, '0'+digit)
		if low || high {
			last := &digits[len(digits)-1]
			if !low {
				*last++
			} else if high {
				if c := new(big.Int).Lsh(num, 1).Cmp(den); c > 0 || c == 0 && digit%2 != 0 {
					*last++
				}
			}
			return digits, exp10 - (len(digits) - 1)
		}
		for _, n := range []*big.Int{num, lower, upper} {
			n.Mul(n, big.NewInt(10))
		}
	}
}
