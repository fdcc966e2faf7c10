package vector

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// Node is a compiled expression.
type Node struct {
	typ   ir.Type // Null: may be NULL
	lane  Lane
	iv    Interval  // integer-represented values only
	fails bool      // evaluation may set Frame.Err
	konst *ir.Value // a constant
	dict  *field.Dictionary
	leaf  *leaf // a column read as it is

	// The value is by times that of scaled, a 64-bit one, when not nil.
	scaled *Node
	by     int64

	epoch uint64
	out   Vec
	buf   Vec
	bits  []uint64       // buffer for NotNull
	run   func(f *Frame) // sets out
}

// Type returns the type of the values; Null says whether NULL may occur, φ
// positions included.
func (n *Node) Type() ir.Type { return n.typ }

// Lane returns the lane of the values.
func (n *Node) Lane() Lane { return n.lane }

// Interval returns proved bounds of the values, and false when they are not
// integer-represented. What the lane holds for a NULL may be outside.
func (n *Node) Interval() (Interval, bool) {
	return n.iv, n.lane == Ints || n.lane == Wides
}

// Dict returns the dictionary of a Codes lane.
func (n *Node) Dict() *field.Dictionary { return n.dict }

// Leaf returns the column and the slot of a node that reads a column as it is.
func (n *Node) Leaf() (c *field.Column, slot int, ok bool) {
	if n.leaf == nil {
		return nil, 0, false
	}
	return n.leaf.col, n.leaf.slot, true
}

// CanFail reports whether evaluation may set Frame.Err.
func (n *Node) CanFail() bool { return n.fails }

// Const returns the value of a node that is the same for every tuple.
func (n *Node) Const() (ir.Value, bool) {
	if n.konst == nil {
		return ir.Value{}, false
	}
	return *n.konst, true
}

// Eval returns the values for the tuples of the block, borrowed until f's next
// epoch.
func (n *Node) Eval(f *Frame) *Vec {
	if n.epoch != f.Epoch {
		n.run(f)
		n.epoch = f.Epoch
	}
	return &n.out
}

// newNode returns a node with room for its lane; the caller sets run.
func (s *scope) newNode(t ir.Type, lane Lane, block int) *Node {
	n := &Node{typ: t, lane: lane, epoch: math.MaxUint64}
	n.buf.grow(lane, block)
	s.made = append(s.made, n)
	return n
}

// start makes out the node's own buffer, cut to the block, without NULLs.
func (n *Node) start(f *Frame) *Vec {
	n.out = n.buf.cut(n.lane, f.N)
	return &n.out
}

// mask returns the node's null buffer, cut to the block.
func (n *Node) mask(f *Frame) []uint8 {
	if n.buf.Null == nil {
		n.buf.Null = make([]uint8, max(f.N, n.buf.capacity(n.lane)))
	}
	return n.buf.Null[:f.N]
}

// capacity is the length of the lane's buffer.
func (v *Vec) capacity(l Lane) int {
	switch l {
	case Ints, Codes:
		return len(v.I)
	case Wides:
		return len(v.W)
	case Floats:
		return len(v.F)
	case Strings:
		return len(v.S)
	}
	return len(v.B)
}

// strict sets the NULLs of a result that is NULL where an operand is. The mask
// of a sole operand with NULLs is shared. Bools become 0 where NULL.
func (n *Node) strict(f *Frame, a, b []uint8) {
	switch {
	case a == nil:
		n.out.Null = b
	case b == nil:
		n.out.Null = a
	default:
		m := n.mask(f)
		kernel.OrMask(m, a, b)
		n.out.Null = m
	}
	if n.lane == Bools && n.out.Null != nil {
		kernel.AndNotMask(n.out.B, n.out.B, n.out.Null)
	}
}
