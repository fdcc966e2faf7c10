package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// subframe evaluates an expression on some tuples of a block only: a scope of
// its own whose frame holds the gathered positions and temporaries of the
// selected tuples.
type subframe struct {
	scope *scope
	node  *Node
	frame Frame
	slots []int
	temps []TempLane
}

// newSubframe compiles e for sub-selections.
func (s *scope) newSubframe(e ir.Expr) (*subframe, error) {
	sub := &subframe{scope: newScope(s.Compiler)}
	n, err := sub.scope.build(e)
	if err != nil {
		return nil, err
	}
	sub.node = n
	for i := range sub.scope.slots {
		sub.slots = append(sub.slots, i)
		s.slots[i] = true
	}
	for i, l := range sub.scope.temps {
		sub.temps = append(sub.temps, TempLane{i, l})
		s.temps[i] = l
	}
	return sub, nil
}

// eval returns the values for the tuples sel of f, value k for tuple sel[k].
func (sub *subframe) eval(f *Frame, sel []int32) *Vec {
	g := &sub.frame
	if len(g.Slots) != len(f.Slots) {
		g.Slots = make([]Slot, len(f.Slots))
	}
	if len(g.Temps) != len(f.Temps) {
		g.Temps = make([]*Vec, len(f.Temps))
	}
	block := sub.scope.block
	for _, i := range sub.slots {
		g.Slots[i] = f.Slots[i].Select(room(g.Slots[i].Pos, len(sel), block), sel)
	}
	for _, tl := range sub.temps {
		g.gatherTemp(f, tl, sel, block)
	}
	g.N = len(sel)
	g.Epoch++
	v := sub.node.Eval(g)
	if g.Err != nil && f.Err == nil {
		f.Err = g.Err
	}
	g.Err = nil
	return v
}

// guarded is an expression that may have to be evaluated on a selection: it can
// fail, and only the tuples that need its value may fail.
type guarded struct {
	node *Node
	sub  *subframe // nil: evaluated on the whole block
}

// guard compiles e, in a subframe if it can fail.
func (s *scope) guard(e ir.Expr) (guarded, error) {
	n, err := s.build(e)
	if err != nil || !n.fails {
		return guarded{node: n}, err
	}
	sub, err := s.newSubframe(e)
	if err != nil {
		return guarded{}, err
	}
	return guarded{sub.node, sub}, nil
}

// convert applies a lane conversion to the node.
func (g *guarded) convert(s *scope, lane Lane) {
	if g.sub != nil {
		s = g.sub.scope
	}
	switch {
	case g.node.lane == lane:
	case lane == Strings:
		g.node = s.text(g.node)
	case lane == Wides:
		g.node = s.widen(g.node)
	default:
		panic("vector: no conversion of lane " + g.node.lane.String() + " to " + lane.String())
	}
	if g.sub != nil {
		g.sub.node = g.node
	}
}

// copyTo writes the values and NULLs of the tuples sel to out; nulls may be nil
// when there are none.
func (g *guarded) copyTo(f *Frame, out *Vec, nulls []uint8, sel []int32) {
	if len(sel) == 0 {
		return
	}
	if g.sub == nil {
		v := g.node.Eval(f)
		out.copySel(g.node.lane, sel, v)
		if nulls != nil && v.Null != nil {
			kernel.CopySel(nulls, sel, v.Null)
		}
		return
	}
	v := g.sub.eval(f, sel)
	out.scatter(g.node.lane, sel, v)
	if nulls != nil && v.Null != nil {
		kernel.Scatter(nulls, sel, v.Null)
	}
}

// copySel writes src[t] to v[t] for the tuples t of sel.
func (v *Vec) copySel(l Lane, sel []int32, src *Vec) {
	switch l {
	case Ints:
		kernel.CopySel(v.I, sel, src.I)
	case Wides:
		kernel.CopySel(v.W, sel, src.W)
	case Floats:
		kernel.CopySel(v.F, sel, src.F)
	case Strings:
		kernel.CopySel(v.S, sel, src.S)
	case Bools:
		kernel.CopySel(v.B, sel, src.B)
	case Codes:
		panic("vector: copy of codes")
	}
}

// scatter writes src[k] to v[sel[k]].
func (v *Vec) scatter(l Lane, sel []int32, src *Vec) {
	switch l {
	case Ints:
		kernel.Scatter(v.I, sel, src.I)
	case Wides:
		kernel.Scatter(v.W, sel, src.W)
	case Floats:
		kernel.Scatter(v.F, sel, src.F)
	case Strings:
		kernel.Scatter(v.S, sel, src.S)
	case Bools:
		kernel.Scatter(v.B, sel, src.B)
	case Codes:
		panic("vector: scatter of codes")
	}
}
