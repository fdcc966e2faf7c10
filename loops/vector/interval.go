package vector

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// Interval bounds integer-represented values: Lo <= v <= Hi, NULLs aside.
type Interval struct{ Lo, Hi int128.Int }

// Between returns the interval of two 64-bit bounds.
func Between(lo, hi int64) Interval { return Interval{int128.Of(lo), int128.Of(hi)} }

// Int64 returns the bounds narrowed and whether both fit.
func (a Interval) Int64() (lo, hi int64, ok bool) {
	lo, ok1 := a.Lo.Int64()
	hi, ok2 := a.Hi.Int64()
	return lo, hi, ok1 && ok2
}

// fits64 reports that every value fits 64 bits.
func (a Interval) fits64() bool { _, _, ok := a.Int64(); return ok }

// within reports a ⊆ b.
func (a Interval) within(b Interval) bool { return b.Lo.Cmp(a.Lo) <= 0 && a.Hi.Cmp(b.Hi) <= 0 }

// has reports v ∈ a.
func (a Interval) has(v int128.Int) bool { return a.Lo.Cmp(v) <= 0 && v.Cmp(a.Hi) <= 0 }

// clip returns a ∩ b, or b when they are disjoint: only values in b survive a
// check, so any bound inside b is sound then.
func (a Interval) clip(b Interval) Interval {
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

// union returns the smallest interval that contains both.
func (a Interval) union(b Interval) Interval {
	if b.Lo.Cmp(a.Lo) < 0 {
		a.Lo = b.Lo
	}
	if b.Hi.Cmp(a.Hi) > 0 {
		a.Hi = b.Hi
	}
	return a
}

// add, sub, mul and neg are interval arithmetic; false when a bound leaves 128 bits.
func (a Interval) add(b Interval) (Interval, bool) {
	lo, ok1 := a.Lo.Add(b.Lo)
	hi, ok2 := a.Hi.Add(b.Hi)
	return Interval{lo, hi}, ok1 && ok2
}

func (a Interval) sub(b Interval) (Interval, bool) {
	lo, ok1 := a.Lo.Sub(b.Hi)
	hi, ok2 := a.Hi.Sub(b.Lo)
	return Interval{lo, hi}, ok1 && ok2
}

func (a Interval) neg() (Interval, bool) { return Interval{}.sub(a) }

func (a Interval) mul(b Interval) (Interval, bool) {
	first := true
	var r Interval
	for _, x := range [2]int128.Int{a.Lo, a.Hi} {
		for _, y := range [2]int128.Int{b.Lo, b.Hi} {
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

// abs bounds |v|.
func (a Interval) abs() (Interval, bool) {
	n, ok := a.neg()
	if !ok {
		return Interval{}, false
	}
	switch {
	case a.Lo.Sign() >= 0:
		return a, true
	case a.Hi.Sign() <= 0:
		return n, true
	}
	r := a.union(n)
	return Interval{Hi: r.Hi}, true
}

// typeInterval returns the values of an integer-represented type. It is the
// full 128-bit range for types of another representation.
func typeInterval(t ir.Type) Interval {
	lo, hi := eval.Range(t)
	return Interval{lo, hi}
}

// columnInterval returns the measured bounds of a column.
func columnInterval(c *field.Column) Interval {
	switch {
	case c.Storage == field.I128:
		return Interval{c.MinWide, c.MaxWide}
	case c.Integral():
		return Between(c.Min, c.Max)
	}
	return Between(math.MinInt64, math.MaxInt64)
}

// laneOf returns the lane of values of type t within a proved interval.
func laneOf(t ir.Type, a Interval) Lane {
	switch t.Kind {
	case ir.Bool:
		return Bools
	case ir.Float32, ir.Float64:
		return Floats
	case ir.Varchar, ir.Blob:
		return Strings
	}
	if a.fits64() {
		return Ints
	}
	return Wides
}
