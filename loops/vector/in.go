package vector

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
)

// in builds x in (constants): a table over the span of the elements when it is
// small, binary search otherwise; strings by a hash table. Elements that are not
// constants make it a disjunction of equalities.
func (s *scope) in(e *ir.In) (*Node, error) {
	x, err := s.build(e.X)
	if err != nil {
		return nil, err
	}
	hasNull := false
	var list []ir.Value
	for _, l := range e.List {
		c, ok := l.(*ir.Const)
		if !ok {
			return s.inEqualities(e, x)
		}
		if !c.Val.Valid {
			hasNull = true
			continue
		}
		list = append(list, c.Val)
	}
	n := s.newNode(ir.Of(ir.Bool).WithNull(x.typ.Null || hasNull), Bools, s.block)
	n.fails = x.fails
	var find func(out []uint8, a *Vec)
	switch x.lane {
	case Ints:
		find = findInts(list)
	case Strings, Codes:
		x = s.text(x)
		find = findStrings(list)
	default:
		find = findBoxed(list, x)
	}
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		find(out.B, a)
		if n.strict(f, a.Null, nil); hasNull {
			m := n.ownMaskOf(f, a.Null)
			for t, b := range out.B {
				m[t] |= b ^ 1
			}
		}
	}
	return n, nil
}

// ownMaskOf makes out.Null the node's own copy of null.
func (n *Node) ownMaskOf(f *Frame, null []uint8) []uint8 {
	m := n.mask(f)
	if null == nil {
		clear(m)
	} else {
		copy(m, null)
	}
	n.out.Null = m
	return m
}

// inTable bounds the span of the elements for which a table is used.
const inTable = 1 << 12

func findInts(list []ir.Value) func(out []uint8, a *Vec) {
	var vals []int64
	for _, v := range list {
		if i, ok := v.Int.Int64(); ok {
			vals = append(vals, i)
		}
	}
	slices.Sort(vals)
	vals = slices.Compact(vals)
	if len(vals) == 0 {
		return func(out []uint8, a *Vec) { clear(out) }
	}
	lo, hi := vals[0], vals[len(vals)-1]
	if uint64(hi-lo) < inTable {
		tab := make([]uint8, hi-lo+2) // the last entry is for everything else
		for _, v := range vals {
			tab[v-lo] = 1
		}
		return func(out []uint8, a *Vec) { kernel.InTable(out, a.I, lo, tab) }
	}
	return func(out []uint8, a *Vec) {
		for t, v := range a.I {
			_, ok := slices.BinarySearch(vals, v)
			out[t] = uint8(b2i(ok))
		}
	}
}

func findStrings(list []ir.Value) func(out []uint8, a *Vec) {
	set := map[string]struct{}{}
	for _, v := range list {
		set[v.Str] = struct{}{}
	}
	return func(out []uint8, a *Vec) {
		for t, v := range a.S {
			_, ok := set[v]
			out[t] = uint8(b2i(ok))
		}
	}
}

func findBoxed(list []ir.Value, x *Node) func(out []uint8, a *Vec) {
	return func(out []uint8, a *Vec) {
		for t := range out {
			out[t] = 0
			if a.IsNull(t) {
				continue
			}
			v := a.Value(x.lane, x.typ, t)
			for i := range list {
				if eval.Compare(v, list[i]) == 0 {
					out[t] = 1
				}
			}
		}
	}
}

// inEqualities is x = a or x = b or …
func (s *scope) inEqualities(e *ir.In, x *Node) (*Node, error) {
	var eqs []*Node
	for _, l := range e.List {
		y, err := s.build(l)
		if err != nil {
			return nil, err
		}
		eqs = append(eqs, s.compare(&ir.Call{Op: ir.Eq, T: ir.Of(ir.Bool)}, x, y))
	}
	return s.connect(ir.Or, eqs), nil
}
