package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
)

// boxed builds an operator that has no lane kernel: one eval.Apply a tuple.
func (s *scope) boxed(e *ir.Call, args []*Node) *Node {
	return s.boxedBy(e.T, resultInterval(e, args), canFail(e.Op) && !safe(e.Op, args), args, func(vals []ir.Value) (ir.Value, error) {
		return eval.Apply(e.Op, vals, e.T)
	})
}

// boxedBy builds a node that computes value by value with apply. The operands'
// slice is reused between calls.
func (s *scope) boxedBy(t ir.Type, iv Interval, fails bool, args []*Node, apply func([]ir.Value) (ir.Value, error)) *Node {
	n := s.newNode(t.Nullable(), laneOf(t, iv), s.block)
	n.iv, n.fails = iv, fails
	for _, a := range args {
		n.fails = n.fails || a.fails
	}
	vals := make([]ir.Value, len(args))
	n.run = func(f *Frame) {
		out := n.start(f)
		nulls := n.mask(f)
		for t := range f.N {
			for i, a := range args {
				vals[i] = a.Eval(f).Value(a.lane, a.typ, t)
			}
			v, err := apply(vals)
			if err != nil && f.Err == nil {
				f.Err = err
			}
			nulls[t] = 0
			if err != nil || !v.Valid {
				nulls[t], v = 1, ir.Value{}
			}
			out.set(n.lane, t, v)
		}
		if kernel.AnyMask(nulls) {
			out.Null = nulls
		}
	}
	return n
}

// resultInterval bounds the result of an operator without a lane kernel.
func resultInterval(e *ir.Call, args []*Node) Interval {
	switch e.Op {
	case ir.Least, ir.Greatest:
		iv := args[0].iv
		for _, a := range args[1:] {
			iv = iv.Union(a.iv)
		}
		return iv
	}
	return typeInterval(e.T)
}

// canFail reports that an operator without a lane kernel may raise an error.
func canFail(op ir.Op) bool {
	if op.Function() {
		return op.Fallible()
	}
	switch op {
	case ir.NotDistinct, ir.Distinct, ir.Least, ir.Greatest, ir.Coalesce, ir.ILike, ir.Lower, ir.Upper, ir.Concat,
		ir.Year, ir.Month, ir.Day:
		return false
	}
	return true
}
