package spaces

import (
	"math"

	"github.com/reffine-db/reffine/ir"
)

// NegInf and PosInf are the sentinels -∞ and +∞ of the paper's Table 1. Every
// coordinate lies strictly between them.
const (
	NegInf int64 = math.MinInt64
	PosInf int64 = math.MaxInt64
)

// Space is an iteration space (paper section 3.3, Table 1): the set of
// coordinates of one iterator, and how to walk it. It is a sealed sum of
// *Universal, *Constant, *Coord, *LBound, *UBound, *Shifted, *Filter, *Inter and
// *Union. Nodes are immutable once built and may be shared.
type Space interface {
	// Caps returns what the space declares about itself.
	Caps() Caps
	// String returns the space on one line, without capabilities.
	String() string
	// open binds the space to an environment; bounded or not is the caller's care.
	open(env Env) Props
	space()
}

// Caps are the capabilities a space declares (the level properties of the
// sparse tensor compilers), from which co-iteration is chosen.
type Caps struct {
	Ordered bool    // next never steps to a smaller coordinate
	Unique  bool    // no coordinate comes twice
	Full    bool    // no coordinate is missing between the first and the last
	Locate  bool    // to_idx takes constant time
	Count   float64 // coordinates expected; +Inf for an unbounded space
}

// Bounded reports whether the walk of s has a first and a last coordinate. A
// loop can only be built over a bounded space: the universal space has no finite
// init, and what a predicate leaves open stays open.
func Bounded(s Space) bool {
	below, above := extent(s)
	return below && above
}

// extent reports whether s is bounded below and above.
func extent(s Space) (below, above bool) {
	switch s := s.(type) {
	case *Universal:
		return false, false
	case *Constant, *Coord:
		return true, true
	case *LBound:
		_, above = extent(s.Base)
		return true, above
	case *UBound:
		below, _ = extent(s.Base)
		return below, true
	case *Shifted:
		return extent(s.Base)
	case *Filter:
		return extent(s.Base)
	case *Inter:
		lb, la := extent(s.Left)
		rb, ra := extent(s.Right)
		return lb || rb, la || ra
	case *Union:
		lb, la := extent(s.Left)
		rb, ra := extent(s.Right)
		return lb && rb, la && ra
	}
	panic("spaces: unknown space")
}

// IteratorOf returns the iterator s is a space of.
func IteratorOf(s Space) ir.Iterator {
	switch s := s.(type) {
	case *Universal:
		return s.It
	case *Constant:
		return s.It
	case *Coord:
		return s.It
	case *LBound:
		return IteratorOf(s.Base)
	case *UBound:
		return IteratorOf(s.Base)
	case *Shifted:
		return IteratorOf(s.Base)
	case *Filter:
		return IteratorOf(s.Base)
	case *Inter:
		return IteratorOf(s.Left)
	case *Union:
		return IteratorOf(s.Left)
	}
	panic("spaces: unknown space")
}
