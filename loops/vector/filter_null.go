package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// validStage keeps tuples whose column is not NULL (want 1) or NULL (want 0).
// Positions exist: a presentStage comes before it.
type validStage struct {
	leaf *leaf
	want uint64
}

// addNullTest compiles is_null(column) and is_not_null(column).
func (b *filterBuilder) addNullTest(e ir.Expr) bool {
	c, ok := e.(*ir.Call)
	if !ok || c.Op != ir.IsNull && c.Op != ir.IsNotNull {
		return false
	}
	l, ok := b.scope.resolve(c.Args[0])
	switch {
	case !ok:
		return false
	case c.Op == ir.IsNotNull:
		b.require(l)
	case !l.nullable():
		b.never = true
	case l.phi:
		return false // NULL includes φ: the general form
	default:
		b.stages = append(b.stages, &validStage{leaf: l, want: 0})
	}
	return true
}

func (s *validStage) first(f *Frame, dst []int32) []int32 {
	slot := &f.Slots[s.leaf.slot]
	if slot.Dense {
		return dst[:kernel.ValidSel(dst, f.N, s.leaf.col.Valid, int(slot.Base), s.want)]
	}
	return dst[:kernel.ValidSelPos(dst, slot.Pos[:f.N], s.leaf.col.Valid, s.want)]
}

func (s *validStage) refine(f *Frame, sel []int32) []int32 {
	slot := &f.Slots[s.leaf.slot]
	if slot.Dense {
		return sel[:kernel.ValidRefine(sel, sel, s.leaf.col.Valid, int(slot.Base), s.want)]
	}
	return sel[:kernel.ValidRefinePos(sel, sel, slot.Pos, s.leaf.col.Valid, s.want)]
}

func (s *validStage) rank() float64 { return 6 }

func (s *validStage) String() string {
	if s.want == 0 {
		return s.leaf.col.Name + " is null"
	}
	return s.leaf.col.Name + " is not null"
}
