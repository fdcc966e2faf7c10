package vector

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// eagerDomain bounds the codes for which a predicate is tabulated at compile
// time.
const eagerDomain = 1 << 12

// addTable compiles a predicate over one coded column. A true set that is one
// range of codes becomes a range test, others a table of bytes.
func (b *filterBuilder) addTable(e ir.Expr) (bool, error) {
	s := b.scope
	l, leafType, ok := s.soleLeaf(e)
	if !ok || domain(l.col) > eagerDomain {
		return false, nil
	}
	t, err := s.table(e, ir.Key(e), l, leafType)
	if err != nil {
		return false, err
	}
	for c := range t.state {
		if t.state[c] == unknown {
			t.compute(c)
		}
	}
	null := len(t.state) - 1
	if len(t.errs) > 0 || t.vals.B[null] != 0 { // raises errors, or true for NULL: the general form
		return false, nil
	}
	s.slots[l.slot] = true
	b.require(l)
	text := ir.String(e)
	tab := t.vals.B[:null]
	lo, n := trueRange(tab)
	switch {
	case n == 0:
		b.never = true
	case n == len(tab):
	case n > 0:
		b.stages = append(b.stages, newCodeRange(l, text, lo, n, len(tab)))
	default:
		b.stages = append(b.stages, newCodeTable(l, text, tab))
	}
	return true, nil
}

// trueRange returns the first true entry and the number of true entries when
// they are consecutive; -1 when not.
func trueRange(tab []uint8) (lo, n int) {
	lo, hi := -1, -1
	for c, b := range tab {
		if b == 0 {
			continue
		}
		n++
		if lo < 0 {
			lo = c
		}
		hi = c
	}
	if n > 0 && hi-lo+1 != n {
		return lo, -1
	}
	return lo, n
}

// newCodeRange returns a stage that keeps n codes from lo on, of d.
func newCodeRange(l *leaf, text string, lo, n, d int) stage {
	share := float64(n) / float64(d)
	switch l.col.Storage {
	case field.U8:
		return &dictRange[uint8]{codeRange[uint8]{&rangeStage{leaf: l}, l.col.U8, uint8(lo), uint64(n - 1), 1}, text, share}
	case field.U16:
		return &dictRange[uint16]{codeRange[uint16]{&rangeStage{leaf: l}, l.col.U16, uint16(lo), uint64(n - 1), 2}, text, share}
	}
	return &dictRange[uint32]{codeRange[uint32]{&rangeStage{leaf: l}, l.col.U32, uint32(lo), uint64(n - 1), 4}, text, share}
}

// dictRange is a codeRange found by tabulating a predicate.
type dictRange[T kernel.Code] struct {
	codeRange[T]
	pred string
	part float64
}

func (s *dictRange[T]) rank() float64  { return (1 + s.width/8) / (1.01 - s.part) }
func (s *dictRange[T]) String() string { return s.pred }

// codeTable keeps tuples whose code has a true entry.
type codeTable[T kernel.Code] struct {
	leaf  *leaf
	codes []T
	tab   []uint8
	set   []uint64 // tab as bits
	text  string
	part  float64
}

func newCodeTable(l *leaf, text string, tab []uint8) stage {
	n := 0
	for _, b := range tab {
		n += int(b)
	}
	part := float64(n) / float64(len(tab))
	switch l.col.Storage {
	case field.U8:
		return &codeTable[uint8]{l, l.col.U8, tab, codeSet(tab), text, part}
	case field.U16:
		return &codeTable[uint16]{l, l.col.U16, tab, codeSet(tab), text, part}
	}
	return &codeTable[uint32]{l, l.col.U32, tab, codeSet(tab), text, part}
}

func (s *codeTable[T]) first(f *Frame, dst []int32) []int32 {
	slot := &f.Slots[s.leaf.slot]
	if slot.Dense {
		return dst[:kernel.TableSel(dst, s.codes[slot.Base:int(slot.Base)+f.N], s.tab)]
	}
	return dst[:selectAhead(s.codes, dst, slot.Pos[:f.N], func(dst, pos []int32) int {
		return kernel.TableSelPos(dst, pos, s.codes, s.tab)
	})]
}

func (s *codeTable[T]) refine(f *Frame, sel []int32) []int32 {
	slot := &f.Slots[s.leaf.slot]
	if slot.Dense {
		return sel[:kernel.TableRefine(sel, sel, s.codes[slot.Base:], s.tab)]
	}
	return sel[:refineAhead(s.codes, sel, slot.Pos, func(dst, sel []int32) int {
		return kernel.TableRefinePos(dst, sel, slot.Pos, s.codes, s.tab)
	})]
}

func (s *codeTable[T]) rank() float64  { return 2 / (1.01 - s.part) }
func (s *codeTable[T]) String() string { return s.text }
