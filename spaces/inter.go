package spaces

import (
	"fmt"
	"math"
)

// Inter is the space ∀t: [left & right], a co-iteration of two spaces that walk
// different coordinates. Bounds and filters never make one: they fold into their
// base.
type Inter struct {
	Left, Right Space
	Method      Method
}

// Method is how an Inter is walked; see Choose.
type Method uint8

// The methods. Merge and Gallop need both sides ordered and unique; Locate walks Left
// and looks each coordinate up in Right.
const (
	Merge Method = iota
	Locate
	Gallop
)

// String returns the method's name as it is printed.
func (m Method) String() string { return [...]string{"merge", "locate", "gallop"}[m] }

func (*Inter) space() {}

// Caps of an intersection: at most as many coordinates as its smaller side. Walked by
// Locate it has the order of the side that is walked.
func (s *Inter) Caps() Caps {
	l, r := s.Left.Caps(), s.Right.Caps()
	c := Caps{Ordered: l.Ordered, Unique: l.Unique, Full: l.Full && r.Full, Locate: l.Locate && r.Locate}
	c.Count = math.Min(l.Count, r.Count)
	if s.Method != Locate {
		c.Ordered, c.Unique = l.Ordered && r.Ordered, l.Unique && r.Unique
	}
	return c
}

// String returns "inter(left, right, merge)".
func (s *Inter) String() string { return fmt.Sprintf("inter(%s, %s, %s)", s.Left, s.Right, s.Method) }

func (s *Inter) open(env Env) Props {
	l, r := s.Left.open(env), s.Right.open(env)
	if s.Method == Locate {
		return locate{l, r, make(Index, r.Width())}
	}
	return inter{l, r, l.Width(), s.Method == Gallop}
}

// inter advances the side that is behind, both when they meet. Table 1 prints
// init = min(left.init, right.init); nothing below the larger one can belong to
// both. Its to_iter, the minimum, is right: the maximum would hide from an outer
// co-iteration that the walk has not arrived yet. In next, liter and riter are read at idx[0]
// and idx[1], not at idx.
type inter struct {
	left, right Props
	split       int // width of the left index
	gallop      bool
}

func (x inter) sides(idx Index) (l, r Index) { return idx[:x.split], idx[x.split:] }

func (x inter) Init() int64 { return max(x.left.Init(), x.right.Init()) }

func (x inter) IsAlive(idx Index) bool {
	l, r := x.sides(idx)
	return x.left.IsAlive(l) && x.right.IsAlive(r)
}

func (x inter) Cond(idx Index) bool {
	l, r := x.sides(idx)
	return x.left.ToIter(l) == x.right.ToIter(r) && x.left.Cond(l) && x.right.Cond(r)
}

func (x inter) ToIter(idx Index) int64 {
	l, r := x.sides(idx)
	return min(x.left.ToIter(l), x.right.ToIter(r))
}

func (x inter) ToIdx(iter int64, idx Index) {
	l, r := x.sides(idx)
	x.left.ToIdx(iter, l)
	x.right.ToIdx(iter, r)
}

func (x inter) Next(idx Index) {
	l, r := x.sides(idx)
	li, ri := x.left.ToIter(l), x.right.ToIter(r)
	switch {
	case li == ri:
		x.left.Next(l)
		x.right.Next(r)
	case x.gallop && li < ri:
		x.left.ToIdx(ri, l)
	case x.gallop:
		x.right.ToIdx(li, r)
	case li < ri:
		x.left.Next(l)
	default:
		x.right.Next(r)
	}
}

func (x inter) Width() int { return x.left.Width() + x.right.Width() }

// locate walks the left side; cond looks the coordinate up on the right. The scratch index makes
// it usable by one goroutine at a time.
type locate struct {
	Props
	right   Props
	scratch Index
}

func (x locate) Cond(idx Index) bool {
	return x.Props.Cond(idx) && probe(x.right, x.Props.ToIter(idx), x.scratch)
}
