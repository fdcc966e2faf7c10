package int128

// Interval bounds integer-represented values: Lo <= v <= Hi, NULLs aside.
type Interval struct{ Lo, Hi Int }

// Between returns the interval of two 64-bit bounds.
func Between(lo, hi int64) Interval { return Interval{Of(lo), Of(hi)} }

// Int64 returns the bounds narrowed and whether both fit.
func (a Interval) Int64() (lo, hi int64, ok bool) {
	lo, ok1 := a.Lo.Int64()
	hi, ok2 := a.Hi.Int64()
	return lo, hi, ok1 && ok2
}

// Fits64 reports that every value fits 64 bits.
func (a Interval) Fits64() bool { _, _, ok := a.Int64(); return ok }

// Within reports a ⊆ b.
func (a Interval) Within(b Interval) bool { return b.Lo.Cmp(a.Lo) <= 0 && a.Hi.Cmp(b.Hi) <= 0 }

// Has reports v ∈ a.
func (a Interval) Has(v Int) bool { return a.Lo.Cmp(v) <= 0 && v.Cmp(a.Hi) <= 0 }

// Clip returns a ∩ b, or b when they are disjoint: only values in b survive a
// check, so any bound inside b is sound then.
func (a Interval) Clip(b Interval) Interval {
	if a.Lo.Cmp(b.Lo) < 0 {
		a.Lo = b.Lo
	}
	if a.Hi.Cmp(b.Hi) > 0 {
		a.Hi = b.Hi
	}
	if a.Lo.Cmp(a.Hi) > 0 {
		return b
	}
	return a
}

// Union returns the smallest interval that contains both.
func (a Interval) Union(b Interval) Interval {
	if b.Lo.Cmp(a.Lo) < 0 {
		a.Lo = b.Lo
	}
	if b.Hi.Cmp(a.Hi) > 0 {
		a.Hi = b.Hi
	}
	return a
}

// Add, like Sub, Mul, Neg and Abs, is interval arithmetic; false when a bound leaves 128 bits.
func (a Interval) Add(b Interval) (Interval, bool) {
	lo, ok1 := a.Lo.Add(b.Lo)
	hi, ok2 := a.Hi.Add(b.Hi)
	return Interval{lo, hi}, ok1 && ok2
}

// Sub is a - b.
func (a Interval) Sub(b Interval) (Interval, bool) {
	lo, ok1 := a.Lo.Sub(b.Hi)
	hi, ok2 := a.Hi.Sub(b.Lo)
	return Interval{lo, hi}, ok1 && ok2
}

// Neg is -a.
func (a Interval) Neg() (Interval, bool) { return Interval{}.Sub(a) }

// Mul is a * b.
func (a Interval) Mul(b Interval) (Interval, bool) {
	first := true
	var r Interval
	for _, x := range [2]Int{a.Lo, a.Hi} {
		for _, y := range [2]Int{b.Lo, b.Hi} {
			p, ok := x.Mul(y)
			if !ok {
				return Interval{}, false
			}
			if first || p.Cmp(r.Lo) < 0 {
				r.Lo = p
			}
			if first || p.Cmp(r.Hi) > 0 {
				r.Hi = p
			}
			first = false
		}
	}
	return r, true
}

// Abs bounds |v|.
func (a Interval) Abs() (Interval, bool) {
	n, ok := a.Neg()
	if !ok {
		return Interval{}, false
	}
	switch {
	case a.Lo.Sign() >= 0:
		return a, true
	case a.Hi.Sign() <= 0:
		return n, true
	}
	r := a.Union(n)
	return Interval{Hi: r.Hi}, true
}
