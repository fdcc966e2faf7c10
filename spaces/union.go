package spaces

import "fmt"

// Union is the space ∀t: [left | right], a co-iteration that stops at the
// coordinates of either side, once. Both sides are bounded, ordered and unique.
type Union struct{ Left, Right Space }

func (*Union) space() {}

// Caps of a union: at most as many coordinates as both sides together.
func (s *Union) Caps() Caps {
	l, r := s.Left.Caps(), s.Right.Caps()
	return Caps{Ordered: true, Unique: true, Locate: l.Locate && r.Locate, Count: l.Count + r.Count}
}

// String returns "union(left, right)".
func (s *Union) String() string { return fmt.Sprintf("union(%s, %s)", s.Left, s.Right) }

func (s *Union) open(env Env) Props {
	l, r := s.Left.open(env), s.Right.open(env)
	return union{l, r, l.Width()}
}

// union stands at the smaller coordinate of the sides still alive. Table 1 prints
// init = max(left.init, right.init), which would skip one side's beginning: it is the
// minimum. Its cond, left.cond | right.cond, would take a side that stands at a later coordinate
// for the present one, and its to_iter reads a side that has ended: both ask only the
// sides that are alive and here.
type union struct {
	left, right Props
	split       int // width of the left index
}

func (x union) sides(idx Index) (l, r Index) { return idx[:x.split], idx[x.split:] }

// at returns the coordinate of each side, PosInf for one that has ended.
func (x union) at(l, r Index) (li, ri int64) {
	li, ri = PosInf, PosInf
	if x.left.IsAlive(l) {
		li = x.left.ToIter(l)
	}
	if x.right.IsAlive(r) {
		ri = x.right.ToIter(r)
	}
	return li, ri
}

func (x union) Init() int64 { return min(x.left.Init(), x.right.Init()) }

func (x union) IsAlive(idx Index) bool {
	l, r := x.sides(idx)
	return x.left.IsAlive(l) || x.right.IsAlive(r)
}

func (x union) Cond(idx Index) bool {
	l, r := x.sides(idx)
	li, ri := x.at(l, r)
	return li <= ri && li < PosInf && x.left.Cond(l) || ri <= li && ri < PosInf && x.right.Cond(r)
}

func (x union) ToIter(idx Index) int64 {
	li, ri := x.at(x.sides(idx))
	return min(li, ri)
}

func (x union) ToIdx(iter int64, idx Index) {
	l, r := x.sides(idx)
	x.left.ToIdx(iter, l)
	x.right.ToIdx(iter, r)
}

func (x union) Next(idx Index) {
	l, r := x.sides(idx)
	li, ri := x.at(l, r)
	if li <= ri && x.left.IsAlive(l) {
		x.left.Next(l)
	}
	if ri <= li && x.right.IsAlive(r) {
		x.right.Next(r)
	}
}

func (x union) Width() int { return x.left.Width() + x.right.Width() }
