package vector

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// columnsStage compares two integer columns of one slot in code space: a + delta
// op b, in units of their common factor. Positions that are selected already go through the general
// form.
type columnsStage struct {
	*nodeStage
	slot  int
	op    ir.Op // Eq, Ne, Lt or Le
	a, b  *field.Column
	delta int64
}

// addColumns compiles a comparison of two narrow columns positioned by the same
// slot, neither nullable.
func (b *filterBuilder) addColumns(e ir.Expr) bool {
	c, ok := e.(*ir.Call)
	if !ok || !c.Op.Comparison() {
		return false
	}
	op, x, y := c.Op, c.Args[0], c.Args[1]
	if op == ir.Gt || op == ir.Ge {
		op, x, y = mirror(op), y, x
	}
	l, ok1 := b.scope.integral(x)
	r, ok2 := b.scope.integral(y)
	if !ok1 || !ok2 || l.slot != r.slot || l.nullable() || r.nullable() {
		return false
	}
	lf, rf := factorOf(l.col), factorOf(r.col)
	delta := l.col.Base - r.col.Base
	if lf != rf || delta%lf != 0 || math.Abs(float64(l.col.Base))+math.Abs(float64(r.col.Base)) > 1<<60 ||
		l.col.Storage == field.I64 && !smallColumn(l.col) {
		return false
	}
	n, err := b.scope.build(e)
	if err != nil {
		return false
	}
	sub, err := b.scope.newSubframe(e)
	if err != nil {
		return false
	}
	b.stages = append(b.stages, &columnsStage{
		nodeStage: &nodeStage{node: n, sub: sub, text: l.col.Name + " " + op.String() + " " + r.col.Name, cost: 2},
		slot:      l.slot, op: op, a: l.col, b: r.col, delta: delta / lf,
	})
	return true
}

// smallColumn reports values to which a difference of bases can be added.
func smallColumn(c *field.Column) bool { return c.Min > -1<<61 && c.Max < 1<<61 }

func factorOf(c *field.Column) int64 {
	if c.Storage == field.I64 || c.Factor == 0 {
		return 1
	}
	return c.Factor
}

func (s *columnsStage) rank() float64 { return 4 }

func (s *columnsStage) first(f *Frame, dst []int32) []int32 {
	slot := &f.Slots[s.slot]
	if !slot.Dense {
		return dst[:s.run(dst, nil, slot.Pos[:f.N], 0, s.a.Len)]
	}
	return dst[:s.run(dst, nil, nil, int(slot.Base), f.N)]
}

func (s *columnsStage) refine(f *Frame, sel []int32) []int32 {
	slot := &f.Slots[s.slot]
	if !slot.Dense {
		return s.nodeStage.refine(f, sel)
	}
	return sel[:s.run(sel, sel, nil, int(slot.Base), f.N)]
}

// run compares n values from base on, all of them, those selected or those at positions. It dispatches
// on the storage of a.
func (s *columnsStage) run(dst, sel, pos []int32, base, n int) int {
	switch s.a.Storage {
	case field.U8:
		return columnsOf(s, dst, sel, pos, s.a.U8[base:base+n], base, n)
	case field.U16:
		return columnsOf(s, dst, sel, pos, s.a.U16[base:base+n], base, n)
	case field.U32:
		return columnsOf(s, dst, sel, pos, s.a.U32[base:base+n], base, n)
	}
	return columnsOf(s, dst, sel, pos, s.a.I64[base:base+n], base, n)
}

// columnsOf dispatches on the storage of b.
func columnsOf[A kernel.Word](s *columnsStage, dst, sel, pos []int32, a []A, base, n int) int {
	switch s.b.Storage {
	case field.U8:
		return compareColumns(s, dst, sel, pos, a, s.b.U8[base:base+n])
	case field.U16:
		return compareColumns(s, dst, sel, pos, a, s.b.U16[base:base+n])
	case field.U32:
		return compareColumns(s, dst, sel, pos, a, s.b.U32[base:base+n])
	}
	return compareColumns(s, dst, sel, pos, a, s.b.I64[base:base+n])
}

// compareColumns runs the comparison; a nil selection is the first stage.
func compareColumns[A, B kernel.Word](s *columnsStage, dst, sel, pos []int32, a []A, b []B) int {
	if pos != nil {
		return selectAhead(a, dst, pos, func(dst, pos []int32) int {
			simd.Prefetch(b, pos)
			switch s.op {
			case ir.Eq:
				return kernel.EqSelPosVV(dst, pos, a, b, s.delta)
			case ir.Ne:
				return kernel.NeSelPosVV(dst, pos, a, b, s.delta)
			case ir.Lt:
				return kernel.LtSelPosVV(dst, pos, a, b, s.delta)
			}
			return kernel.LeSelPosVV(dst, pos, a, b, s.delta)
		})
	}
	if sel == nil {
		switch s.op {
		case ir.Eq:
			return kernel.EqSelVV(dst, a, b, s.delta)
		case ir.Ne:
			return kernel.NeSelVV(dst, a, b, s.delta)
		case ir.Lt:
			return kernel.LtSelVV(dst, a, b, s.delta)
		}
		return kernel.LeSelVV(dst, a, b, s.delta)
	}
	switch s.op {
	case ir.Eq:
		return kernel.EqRefineVV(dst, sel, a, b, s.delta)
	case ir.Ne:
		return kernel.NeRefineVV(dst, sel, a, b, s.delta)
	case ir.Lt:
		return kernel.LtRefineVV(dst, sel, a, b, s.delta)
	}
	return kernel.LeRefineVV(dst, sel, a, b, s.delta)
}
