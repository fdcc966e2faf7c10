package vector

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// divide builds x // y and x % y on integers and decimals: NULL where y is 0.
// The 64-bit form needs the one overflow (least value by -1) excluded.
func (s *scope) divide(e *ir.Call, x, y *Node) *Node {
	minusOne, zero := int128.Of(-1), int128.Of(0)
	lo := typeInterval(e.T).Lo
	safe := !e.T.Integer() || !x.iv.Has(lo) || !y.iv.Has(minusOne)
	if x.lane != Ints || y.lane != Ints || !safe || x.iv.Has(int128.Of(-1<<63)) {
		return s.boxed(e, []*Node{x, y})
	}
	byZero := y.iv.Has(zero)
	n := s.newNode(e.T.WithNull(x.typ.Null || y.typ.Null || byZero), Ints, s.block)
	n.fails = x.fails || y.fails
	n.iv = x.iv.Union(Between(0, 0)) // |x // y| <= |x| and x % y is between 0 and x
	k := kernel.QuoVV
	if e.Op == ir.Mod {
		k = kernel.RemVV
	} else if y.iv.Lo.Sign() < 0 {
		neg, _ := n.iv.Neg()
		n.iv = n.iv.Union(neg)
	}
	zeros := make([]uint8, s.block)
	n.run = func(f *Frame) {
		a, b := x.Eval(f), y.Eval(f)
		any := k(n.start(f).I, zeros, a.I, b.I)
		if n.strict(f, a.Null, b.Null); any {
			n.addNulls(f, zeros)
		}
	}
	return n
}

// addNulls makes the tuples of m NULL too.
func (n *Node) addNulls(f *Frame, m []uint8) {
	old := n.out.Null
	dst := n.mask(f)
	if old == nil {
		copy(dst, m)
	} else {
		kernel.OrMask(dst, old, m[:f.N])
	}
	n.out.Null = dst
}
