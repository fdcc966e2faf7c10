package vector

import (
	"math"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// constant returns a node with the same value for every tuple, filled once.
func (s *scope) constant(v ir.Value) *Node {
	iv := Interval{Lo: v.Int, Hi: v.Int}
	lane := laneOf(v.Type, iv)
	n := s.newNode(v.Type.WithNull(!v.Valid), lane, s.block)
	n.konst, n.iv = &v, iv
	for t := range s.block {
		n.buf.set(lane, t, v)
	}
	if !v.Valid {
		n.buf.Null = make([]uint8, s.block)
		kernel.Fill(n.buf.Null, 1)
	}
	n.run = func(f *Frame) {
		out := n.start(f)
		if n.buf.Null != nil {
			out.Null = n.buf.Null[:f.N]
		}
	}
	return n
}

// int64Const returns a constant's 64-bit value.
func (n *Node) int64Const() (int64, bool) {
	if n.konst == nil || !n.konst.Valid || n.lane != Ints {
		return 0, false
	}
	return n.konst.Int.Int64()
}

// alias returns a node that is x with another type or interval: the values are
// x's own.
func alias(x *Node, t ir.Type, iv Interval) *Node {
	n := &Node{typ: t, lane: x.lane, iv: iv, fails: x.fails, dict: x.dict, epoch: math.MaxUint64}
	if x.konst != nil {
		v := *x.konst
		v.Type = t.WithNull(!v.Valid)
		n.konst = &v
	}
	n.run = func(f *Frame) { n.out = *x.Eval(f) }
	return n
}
