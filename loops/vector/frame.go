package vector

import (
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
)

// Frame is one block of tuples of a loop nest, owned by a worker.
//
// The owner bumps Epoch before the first use and whenever N, a position or a
// temporary changes: results of nodes are memoised within an epoch, so a common
// sub-expression is evaluated once a block. Nodes compiled by one Compiler must
// see every epoch number with one frame content only (use one frame, or disjoint
// epochs, per compiler).
//
// Live, when not nil, has a bit for each tuple that counts, and none from N on. The owner sets it only
// for who is said to mind it; values are computed for all N tuples.
type Frame struct {
	N     int // tuples, at most the block size the nodes were compiled for
	Live  []uint64
	Slots []Slot // one per iterator
	Temps []*Vec // values computed by earlier steps, each with N values
	Epoch uint64
	Err   error // first run-time error; evaluation goes on, results are void
}

// Slot says which position of an iterator's table each tuple reads: Base+t when
// Dense, Pos[t] otherwise. Position -1 is φ (an outer join's missing side): its
// attributes read as NULL.
//
// Same says that all positions are the same one.
//
// Bits, when not nil, says the same as Pos: the positions are Base+t for the set bits t of Bits,
// among Span bits. Reading many of a run of values is faster than gathering them.
type Slot struct {
	Dense bool
	Same  bool
	Base  int32
	Pos   []int32
	Bits  []uint64
	Span  int
}

// At returns the position of tuple t.
func (s *Slot) At(t int) int32 {
	if s.Dense {
		return s.Base + int32(t)
	}
	return s.Pos[t]
}

// Select writes to dst the positions of the selected tuples and returns them as
// a slot. dst needs room for len(sel) positions.
func (s *Slot) Select(dst, sel []int32) Slot {
	dst = dst[:len(sel)]
	if s.Dense {
		kernel.Shift(dst, sel, s.Base)
	} else {
		kernel.Gather(dst, sel, s.Pos)
	}
	return Slot{Pos: dst, Same: s.Same}
}

// Gather makes g the frame of the selected tuples of f: positions and the
// temporaries whose lanes are given (index and lane; others stay nil). g keeps its
// buffers between calls and its Epoch is bumped; g.Err is left alone. The slices
// of g are g's own, so f may move on.
func (f *Frame) Gather(g *Frame, sel []int32, temps ...TempLane) {
	if len(g.Slots) != len(f.Slots) {
		g.Slots = make([]Slot, len(f.Slots))
	}
	if len(g.Temps) != len(f.Temps) {
		g.Temps = make([]*Vec, len(f.Temps))
	}
	for i := range f.Slots {
		g.Slots[i] = f.Slots[i].Select(room(g.Slots[i].Pos, len(sel), cap(sel)), sel)
	}
	for _, tl := range temps {
		g.gatherTemp(f, tl, sel, cap(sel))
	}
	g.N = len(sel)
	g.Epoch++
}

// TempLane names a temporary and the lane it is in.
type TempLane struct {
	Index int
	Lane  Lane
}

// gatherTemp copies the selected values of one temporary.
func (g *Frame) gatherTemp(f *Frame, tl TempLane, sel []int32, block int) {
	v := g.Temps[tl.Index]
	if v == nil {
		v = new(Vec)
		g.Temps[tl.Index] = v
	}
	src := f.Temps[tl.Index]
	v.gather(tl.Lane, src, sel, block)
	if v.Null = nil; src.Null != nil {
		v.spare = room(v.spare, len(sel), block)
		v.Null = v.spare
		kernel.Gather(v.Null, sel, src.Null)
	}
}

// fail records the first error.
func (f *Frame) fail(op, msg string) {
	if f.Err == nil {
		f.Err = &eval.Error{Op: op, Msg: msg}
	}
}
