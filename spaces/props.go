package spaces

import (
	"errors"

	"github.com/reffine-db/reffine/ir"
)

// Env is what a space needs from outside to be walked: the values of symbols and
// outer iterators, and the coordinates of materialized fields. Package loops
// implements it over Arrow-backed levels, tests over maps.
type Env interface {
	// Int returns the value of an integer-represented expression free of the
	// space's iterator, and false when it is NULL.
	Int(x ir.Expr) (int64, bool)
	// Holds reports whether pred is true (not NULL, not false) with the iterator at
	// the given coordinate.
	Holds(pred ir.Expr, it string, at int64) bool
	// Level returns the coordinates a Coord denotes under its prefix and key, nil
	// when there are none (an absent prefix, a key that is NULL). Window is
	// not the level's business.
	Level(c *Coord) Level
}

// Level is the list of coordinates along one axis of a field, addressed by
// position. Positions at which Present is false hold no value; Coord answers for
// them all the same.
type Level interface {
	Len() int64
	Coord(pos int64) int64
	Present(pos int64) bool
	// Locate returns the first position with a coordinate >= at, Len when there
	// is none. An unordered level returns the position of the coordinate itself or
	// Len, and 0 for NegInf.
	Locate(at int64) int64
}

// Index is the physical index of a space (idx in the paper), one word per base
// space it walks; Props.Width tells how many.
type Index []int64

// Props are the six properties of an iteration space (paper section 3.3), bound
// to an environment. For an index i reached from ToIdx(Init()) by Next:
//
//   - IsAlive(i) is false for good once the space is exhausted; the other
//     properties but Next require it to be true;
//   - ToIter(i) is the coordinate at i; along Next it strictly increases when the
//     space is ordered and unique;
//   - Cond(i) says whether that coordinate belongs to the space;
//   - ToIdx(t, i) sets i to the first index whose coordinate is >= t, so that the
//     space may be entered anywhere (a morsel, a gallop, a probe).
//
// Where Table 1 is wrong as printed, the method says so.
type Props interface {
	Init() int64
	IsAlive(idx Index) bool
	Cond(idx Index) bool
	ToIter(idx Index) int64
	ToIdx(iter int64, idx Index)
	Next(idx Index)
	Width() int
}

// ErrUnbounded is returned by Open for a space without a first or a last coordinate.
var ErrUnbounded = errors.New("spaces: the iteration space is not bounded")

// Open binds s to env: bounds, keys and prefixes are evaluated once, here. Outer
// iterators and symbols must not change while the result is in use.
func Open(s Space, env Env) (Props, error) {
	if !Bounded(s) {
		return nil, ErrUnbounded
	}
	return s.open(env), nil
}

// Walk calls f for every coordinate of the space in index order, until f returns
// false. It is the loop template of the paper's Figure 4a.
func Walk(p Props, f func(iter int64) bool) {
	idx := make(Index, p.Width())
	for p.ToIdx(p.Init(), idx); p.IsAlive(idx); p.Next(idx) {
		if p.Cond(idx) && !f(p.ToIter(idx)) {
			return
		}
	}
}

// probe reports whether the coordinate belongs to the space, by to_idx; scratch is
// an index of p's width.
func probe(p Props, iter int64, scratch Index) bool {
	p.ToIdx(iter, scratch)
	return p.IsAlive(scratch) && p.ToIter(scratch) == iter && p.Cond(scratch)
}
