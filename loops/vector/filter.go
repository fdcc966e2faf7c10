package vector

import (
	"cmp"
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// Filter selects the tuples of a block for which every conjunct is true. It
// serves one goroutine.
type Filter struct {
	stages []stage
	never  bool // a conjunct is never true, and none can fail
	block  int
	masks  *bitSelection // nil without vector instructions, or a stage that has a bitmap form
	exact  bool          // the last selection is masks.acc
}

// Bits returns the last selection as a bitmap over the block, and nil when there is none. It is
// borrowed until the next Select.
func (flt *Filter) Bits() []uint64 {
	if !flt.exact {
		return nil
	}
	return flt.masks.acc
}

// stage is one step of a filter: a conjunct, or the condition a conjunct in code
// space needs beside its comparison (a position, a value that is not NULL).
type stage interface {
	// first selects among all tuples of the block, into dst.
	first(f *Frame, dst []int32) []int32
	// refine keeps tuples of sel, in place.
	refine(f *Frame, sel []int32) []int32
	// rank orders stages: cost a tuple over the share dropped, least first.
	rank() float64
	// String describes the stage, for explain.
	String() string
}

// Filter compiles a conjunction. Conjuncts on one column and constants become
// tests in code space, ranges of one column are merged; stages run cheapest first,
// those that can fail before all others, on every tuple.
func (c *Compiler) Filter(conjuncts []ir.Expr) (*Filter, error) {
	b := filterBuilder{scope: c.scope, ranges: map[leafKey]*rangeStage{}}
	for _, e := range conjuncts {
		e, err := c.prepare(e)
		if err != nil {
			return nil, err
		}
		for _, e := range ir.Conjuncts(e) {
			if err := b.add(e); err != nil {
				return nil, err
			}
		}
	}
	return b.finish(c.block), nil
}

// Select writes the selected tuples to dst, ascending, and returns them. dst
// needs a capacity of the block size.
func (flt *Filter) Select(f *Frame, dst []int32) []int32 {
	dst = dst[:f.N]
	if flt.never || f.N == 0 {
		return dst[:0]
	}
	if len(flt.stages) == 0 {
		return dst[:kernel.AllSel(dst)]
	}
	if flt.exact = false; flt.masks != nil {
		if sel, exact, ok := flt.masks.run(f, dst); ok {
			flt.exact = exact
			return sel
		}
	}
	sel := flt.stages[0].first(f, dst)
	for _, s := range flt.stages[1:] {
		if len(sel) == 0 && s.rank() >= 0 {
			break
		}
		sel = s.refine(f, sel)
	}
	return sel
}

// Mask returns the selection as a bitmap over the block and the number of bits set, and false when
// it has no such form: then Select tells. The bitmap is borrowed until the next call.
func (flt *Filter) Mask(f *Frame) (bits []uint64, count int, ok bool) {
	if flt.exact = false; flt.never || flt.masks == nil || len(flt.masks.rest) > 0 || !flt.masks.mask(f) {
		return nil, 0, false
	}
	flt.exact = true
	bits = flt.masks.acc[:simd.Words(f.N)]
	return bits, simd.Count(bits), true
}

// Selected writes the tuples that the last Mask selected to dst, as Select does.
func (flt *Filter) Selected(f *Frame, dst []int32) []int32 {
	dst = dst[:f.N]
	return dst[:simd.Positions(dst, flt.masks.acc[:simd.Words(f.N)], 0)]
}

// Stages describes the steps of Select in order, for explain.
func (flt *Filter) Stages() []string {
	if flt.never {
		return []string{"false"}
	}
	var out []string
	for _, s := range flt.stages {
		out = append(out, s.String())
	}
	return out
}

// CanFail reports whether Select may set Frame.Err.
func (flt *Filter) CanFail() bool {
	return slices.ContainsFunc(flt.stages, func(s stage) bool { return s.rank() < 0 })
}

// leafKey identifies a positioned column.
type leafKey struct {
	col  any
	slot int
}

func (l *leaf) key() leafKey { return leafKey{l.col, l.slot} }

// filterBuilder collects the stages of a filter.
type filterBuilder struct {
	scope  *scope
	ranges map[leafKey]*rangeStage
	order  []*rangeStage // ranges in order of appearance
	stages []stage
	never  bool
	phi    []int // slots whose positions must not be -1
	valid  []*leaf
}

// require adds the conditions under which l is not NULL.
func (b *filterBuilder) require(l *leaf) {
	if l.phi && !slices.Contains(b.phi, l.slot) {
		b.phi = append(b.phi, l.slot)
	}
	if l.col.Valid != nil && !slices.ContainsFunc(b.valid, func(v *leaf) bool { return v.key() == l.key() }) {
		b.valid = append(b.valid, l)
	}
}

// add compiles one conjunct into the cheapest form it has.
func (b *filterBuilder) add(e ir.Expr) error {
	if c, ok := e.(*ir.Const); ok {
		b.never = b.never || !c.Val.True()
		return nil
	}
	if done := b.addRange(e) || b.addNullTest(e) || b.addColumns(e); done {
		return nil
	}
	if done, err := b.addTable(e); done || err != nil {
		return err
	}
	n, err := b.scope.build(e)
	if err != nil {
		return err
	}
	st := &nodeStage{node: n, text: ir.String(e), fails: n.fails, cost: exprCost(e)}
	if !n.fails {
		if st.sub, err = b.scope.newSubframe(e); err != nil {
			return err
		}
	}
	b.stages = append(b.stages, st)
	return nil
}

// finish orders the stages.
func (b *filterBuilder) finish(block int) *Filter {
	flt := &Filter{block: block}
	fails := slices.ContainsFunc(b.stages, func(s stage) bool { return s.rank() < 0 })
	for _, r := range b.order {
		switch {
		case r.empty():
			b.never = true
		case !r.full():
			if st := r.specialised(); st != nil {
				b.stages = append(b.stages, st)
			}
		}
	}
	for _, l := range b.valid {
		b.stages = append(b.stages, &validStage{leaf: l, want: 1})
	}
	slices.SortStableFunc(b.stages, func(x, y stage) int { return cmp.Compare(x.rank(), y.rank()) })
	// Code-space stages read positions that must exist.
	for _, slot := range b.phi {
		b.stages = slices.Insert(b.stages, 0, stage(&presentStage{slot: slot}))
	}
	if b.never && !fails {
		flt.never = true
		return flt
	}
	if b.never {
		b.stages = append(b.stages, noneStage{})
	}
	flt.stages = b.stages
	if simd.Active() != simd.Portable {
		flt.masks = newBitSelection(flt.stages, block)
	}
	return flt
}

// exprCost estimates nanoseconds a tuple.
func exprCost(e ir.Expr) float64 {
	cost := 0.0
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Call:
			switch x.Op {
			case ir.Like, ir.NotLike, ir.Contains, ir.ILike, ir.Substring, ir.Lower, ir.Upper, ir.Concat:
				cost += 40
			case ir.Prefix, ir.Suffix:
				cost += 10
			}
			if x.Op.Function() {
				cost += 40
			}
			cost += 1
		case *ir.Attr:
			if x.T.Text() {
				cost += 10
			}
			cost++
			return false
		case *ir.Cast, *ir.Case, *ir.In:
			cost += 3
		}
		return true
	})
	return cost
}

// presentStage drops tuples whose position in a slot is -1.
type presentStage struct{ slot int }

func (s *presentStage) first(f *Frame, dst []int32) []int32 {
	slot := &f.Slots[s.slot]
	if slot.Dense {
		return dst[:kernel.AllSel(dst)]
	}
	return dst[:kernel.PresentSel(dst, slot.Pos[:f.N])]
}

func (s *presentStage) refine(f *Frame, sel []int32) []int32 {
	slot := &f.Slots[s.slot]
	if slot.Dense {
		return sel
	}
	return sel[:kernel.PresentRefine(sel, sel, slot.Pos)]
}

func (s *presentStage) rank() float64  { return 0 }
func (s *presentStage) String() string { return "present" }

// noneStage drops every tuple.
type noneStage struct{}

func (noneStage) first(_ *Frame, dst []int32) []int32  { return dst[:0] }
func (noneStage) refine(_ *Frame, sel []int32) []int32 { return sel[:0] }
func (noneStage) rank() float64                        { return 0 }
func (noneStage) String() string                       { return "false" }

// nodeStage is a conjunct in general form.
type nodeStage struct {
	node  *Node
	sub   *subframe // for small selections; nil when the conjunct can fail
	text  string
	fails bool
	cost  float64
}

func (s *nodeStage) first(f *Frame, dst []int32) []int32 {
	return dst[:kernel.MaskSel(dst, s.node.Eval(f).B)]
}

func (s *nodeStage) refine(f *Frame, sel []int32) []int32 {
	if s.sub == nil || len(sel) > f.N/2 && s.cost < 10 {
		return sel[:kernel.MaskRefine(sel, sel, s.node.Eval(f).B)]
	}
	if len(sel) == 0 {
		return sel
	}
	return sel[:kernel.PickRefine(sel, sel, s.sub.eval(f, sel).B)]
}

// rank is negative for a conjunct that can fail: it runs before anything that
// would hide tuples from it.
func (s *nodeStage) rank() float64 {
	if s.fails {
		return -1
	}
	return 20 + s.cost
}

func (s *nodeStage) String() string { return s.text }
