package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// connect builds three-valued and/or over lanes that are 0 where NULL. All
// operands are evaluated on all tuples (see the package comment).
//
//	and: true where all are; NULL where none is false and one is NULL
//	or:  true where one is;  NULL where none is true and one is NULL
func (s *scope) connect(op ir.Op, args []*Node) *Node {
	n := s.newNode(ir.Of(ir.Bool), Bools, s.block)
	for _, a := range args {
		n.typ.Null = n.typ.Null || a.typ.Null
		n.fails = n.fails || a.fails
	}
	n.run = func(f *Frame) {
		out := n.start(f)
		out.Null = nil
		for i, a := range args {
			v := a.Eval(f)
			switch {
			case i == 0:
				copy(out.B, v.B)
				if v.Null != nil {
					m := n.mask(f)
					copy(m, v.Null)
					out.Null = m
				}
				continue
			case v.Null == nil && out.Null == nil:
			case op == ir.And:
				n.andNulls(f, v)
			default:
				n.orNulls(f, v)
			}
			if op == ir.And {
				kernel.AndMask(out.B, out.B, v.B)
			} else {
				kernel.OrMask(out.B, out.B, v.B)
			}
		}
	}
	return n
}

// andNulls updates the NULLs of out for out and v, before the values: NULL where
// one is NULL and the other is NULL or true.
func (n *Node) andNulls(f *Frame, v *Vec) {
	kernel.AndNulls(n.ownMask(f), n.out.B, v.Null, v.B)
}

// orNulls is andNulls for or: NULL where one is NULL and neither is true.
func (n *Node) orNulls(f *Frame, v *Vec) {
	kernel.OrNulls(n.ownMask(f), n.out.B, v.Null, v.B)
}

// ownMask makes out.Null the node's own buffer, cleared if there were no NULLs.
func (n *Node) ownMask(f *Frame) []uint8 {
	m := n.mask(f)
	if n.out.Null == nil {
		clear(m)
		n.out.Null = m
	}
	return m
}

// not builds three-valued negation.
func (s *scope) not(x *Node) *Node {
	n := s.newNode(x.typ, Bools, s.block)
	n.fails = x.fails
	n.run = func(f *Frame) {
		a := x.Eval(f)
		kernel.NotMask(n.start(f).B, a.B)
		n.strict(f, a.Null, nil)
	}
	return n
}

// isNull builds the tests for NULL.
func (s *scope) isNull(op ir.Op, x *Node) *Node {
	n := s.newNode(ir.Of(ir.Bool), Bools, s.block)
	n.fails = x.fails
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		switch {
		case a.Null == nil:
			kernel.Fill(out.B, uint8(b2i(op == ir.IsNotNull)))
		case op == ir.IsNull:
			copy(out.B, a.Null)
		default:
			kernel.NotMask(out.B, a.Null)
		}
	}
	return n
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
