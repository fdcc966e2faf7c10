package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// merged returns the lane that holds the values of all branches, a node for
// them, and converts the branches to it.
func (s *scope) merged(t ir.Type, branches []*guarded) *Node {
	iv := branches[0].node.iv
	t.Null = false
	fails := false
	for _, b := range branches {
		iv = iv.Union(b.node.iv)
		t.Null = t.Null || b.node.typ.Null
		fails = fails || b.node.fails
	}
	lane := laneOf(t, iv)
	for _, b := range branches {
		b.convert(s, lane)
	}
	n := s.newNode(t, lane, s.block)
	n.iv, n.fails = iv, fails
	return n
}

// caseOf builds CASE: each tuple takes the value of the first branch whose
// condition is true for it, and only such tuples can make the branch fail.
func (s *scope) caseOf(e *ir.Case) (*Node, error) {
	conds := make([]guarded, len(e.Whens))
	values := make([]*guarded, len(e.Whens)+1)
	fails := false
	for i := range values {
		x := e.Else
		if i < len(e.Whens) {
			g, err := s.guard(e.Whens[i].Cond)
			if err != nil {
				return nil, err
			}
			conds[i] = g
			fails = fails || g.node.fails
			x = e.Whens[i].Then
		}
		g, err := s.guard(x)
		if err != nil {
			return nil, err
		}
		values[i] = &g
	}
	n := s.merged(e.T, values)
	n.fails = n.fails || fails
	if n.lane == Ints && !n.fails && !n.typ.Null {
		n.run = n.blendCase(conds, values)
		return n, nil
	}
	sel := make([]int32, 3*s.block)
	all, rest, taken := sel[:s.block:s.block], sel[s.block:2*s.block:2*s.block], sel[2*s.block:]
	n.run = func(f *Frame) {
		out := n.start(f)
		nulls := n.startNulls(f)
		left := all[:kernel.AllSel(all[:f.N])]
		for i := range conds {
			var yes []int32
			yes, left = conds[i].split(f, left, taken, rest)
			values[i].copyTo(f, out, nulls, yes)
		}
		values[len(conds)].copyTo(f, out, nulls, left)
		n.finishNulls(nulls)
	}
	return n, nil
}

// split divides the selection left by the condition into the tuples for which
// it is true, written to taken, and the others, written to rest.
func (g *guarded) split(f *Frame, left, taken, rest []int32) (yes, no []int32) {
	if len(left) == 0 {
		return nil, nil
	}
	if g.sub == nil {
		m := g.node.Eval(f).B
		yes = taken[:kernel.MaskRefine(taken, left, m)]
		return yes, rest[:kernel.MaskRefineNot(rest, left, m)]
	}
	m := g.sub.eval(f, left).B
	yes = taken[:kernel.PickRefine(taken, left, m)]
	return yes, rest[:kernel.PickRefineNot(rest, left, m)]
}

// startNulls returns a cleared mask when the node can be NULL, else nil.
func (n *Node) startNulls(f *Frame) []uint8 {
	if !n.typ.Null {
		return nil
	}
	m := n.mask(f)
	clear(m)
	return m
}

// finishNulls publishes the mask if a NULL is in it.
func (n *Node) finishNulls(m []uint8) {
	if m != nil && kernel.AnyMask(m) {
		n.out.Null = m
		if n.lane == Bools {
			kernel.AndNotMask(n.out.B, n.out.B, m)
		}
	}
}

// blendCase runs a case of integers that can neither fail nor be NULL without
// branches: later branches first, each condition overwrites where it holds.
func (n *Node) blendCase(conds []guarded, values []*guarded) func(f *Frame) {
	return func(f *Frame) {
		out := n.start(f)
		copy(out.I, values[len(conds)].node.Eval(f).I)
		for i := len(conds) - 1; i >= 0; i-- {
			kernel.Blend(out.I, conds[i].node.Eval(f).B, values[i].node.Eval(f).I)
		}
	}
}

// coalesce builds the first value that is not NULL; an operand that can fail is
// evaluated only where all before it are NULL.
func (s *scope) coalesce(e *ir.Call) (*Node, error) {
	values := make([]*guarded, len(e.Args))
	for i, a := range e.Args {
		g, err := s.guard(a)
		if err != nil {
			return nil, err
		}
		values[i] = &g
	}
	n := s.merged(e.T, values)
	n.typ.Null = true
	for _, v := range values {
		n.typ.Null = n.typ.Null && v.node.typ.Null
	}
	sel := make([]int32, 2*s.block)
	all, rest := sel[:s.block:s.block], sel[s.block:]
	n.run = func(f *Frame) {
		out := n.start(f)
		left := all[:kernel.AllSel(all[:f.N])]
		for _, v := range values {
			v.copyTo(f, out, nil, left)
			left = v.stillNull(f, left, rest)
		}
		if len(left) > 0 {
			m := n.mask(f)
			clear(m)
			for _, t := range left {
				m[t] = 1
			}
			out.Null = m
		}
	}
	return n, nil
}

// stillNull returns the tuples of left whose value, just evaluated, is NULL.
func (g *guarded) stillNull(f *Frame, left, dst []int32) []int32 {
	if len(left) == 0 {
		return nil
	}
	v := &g.node.out
	switch {
	case v.Null == nil:
		return nil
	case g.sub == nil:
		return dst[:kernel.MaskRefine(dst, left, v.Null)]
	}
	return dst[:kernel.PickRefine(dst, left, v.Null)]
}
