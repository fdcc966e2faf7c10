package kernel

// RoundDivVC writes a / p rounded half away from zero; p is 1 or even and
// positive.
func RoundDivVC(dst, a []int64, p int64) {
	dst = dst[:len(a)]
	if p == 1 {
		copy(dst, a)
		return
	}
	half := p / 2
	for t, x := range a {
		q := x / p
		r := x - q*p
		dst[t] = q + int64(b2u(r >= half)) - int64(b2u(r <= -half))
	}
}

// QuoFloatVC writes float64(a) / p.
func QuoFloatVC(dst []float64, a []int64, p float64) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = float64(x) / p
	}
}
