package vector

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// bitStage is a stage that can also answer for a whole block at once, a bit a tuple.
type bitStage interface {
	stage
	// maskable reports whether the columns at hand have such a form.
	maskable() bool
	// bits writes bit t for tuple t, and returns false when the slot of the block is not dense.
	bits(f *Frame, dst []uint64) bool
}

// bitSelection runs the stages of a filter that have a bitmap form with vector instructions, ands
// the bitmaps, and turns them into positions once. The stages left refine those.
type bitSelection struct {
	masks []bitStage
	rest  []stage
	acc   []uint64
	one   []uint64
}

// newBitSelection splits the stages; nil when none has a bitmap form, or one can fail.
func newBitSelection(stages []stage, block int) *bitSelection {
	b := &bitSelection{acc: make([]uint64, simd.Words(block)), one: make([]uint64, simd.Words(block))}
	for _, s := range stages {
		if s.rank() < 0 {
			return nil
		}
		if m, ok := s.(bitStage); ok && m.maskable() {
			b.masks = append(b.masks, m)
		} else {
			b.rest = append(b.rest, s)
		}
	}
	if len(b.masks) == 0 {
		return nil
	}
	return b
}

// mask sets acc to the tuples that pass the stages in bitmap form, or returns false when the block
// has none.
func (b *bitSelection) mask(f *Frame) bool {
	n := simd.Words(f.N)
	acc, one := b.acc[:n], b.one[:n]
	for i, m := range b.masks {
		into := one
		if i == 0 {
			into = acc
		}
		if !m.bits(f, into) {
			return false
		}
		if i > 0 {
			simd.And(acc, acc, one)
		}
	}
	return true
}

// run selects, or returns false when the block has no bitmap form. exact says that the tuples
// selected are the bits of acc.
func (b *bitSelection) run(f *Frame, dst []int32) (sel []int32, exact, ok bool) {
	if !b.mask(f) {
		return nil, false, false
	}
	sel = dst[:simd.Positions(dst[:f.N], b.acc[:simd.Words(f.N)], 0)]
	for _, s := range b.rest {
		if len(sel) == 0 {
			break
		}
		sel = s.refine(f, sel)
	}
	return sel, len(b.rest) == 0, true
}

func (s *codeRange[T]) maskable() bool { return true }

// bits compares codes with the bounds.
func (s *codeRange[T]) bits(f *Frame, dst []uint64) bool {
	slot := &f.Slots[s.leaf.slot]
	if !slot.Dense {
		return false
	}
	from, to := int(slot.Base), int(slot.Base)+f.N
	switch codes := any(s.codes).(type) {
	case []uint8:
		simd.RangeU8(dst, codes[from:to], uint8(s.from), uint8(s.span))
	case []uint16:
		simd.RangeU16(dst, codes[from:to], uint16(s.from), uint16(s.span))
	case []uint32:
		simd.RangeU32(dst, codes[from:to], uint32(s.from), uint32(s.span))
	case []int64:
		simd.RangeI64(dst, codes[from:to], int64(s.from), s.span)
	}
	if s.outside {
		simd.Not(dst, dst, f.N)
	}
	return true
}

func (s *codeTable[T]) maskable() bool { return s.leaf.col.Storage <= field.U16 }

// bits looks codes up in a set.
func (s *codeTable[T]) bits(f *Frame, dst []uint64) bool {
	slot := &f.Slots[s.leaf.slot]
	if !slot.Dense {
		return false
	}
	from, to := int(slot.Base), int(slot.Base)+f.N
	switch codes := any(s.codes).(type) {
	case []uint8:
		simd.TableU8(dst, codes[from:to], (*[4]uint64)(s.set))
	case []uint16:
		simd.TableU16(dst, codes[from:to], s.set)
	}
	return true
}

// codeSet returns a table of bytes as a set of at least 256 bits.
func codeSet(tab []uint8) []uint64 {
	set := make([]uint64, max(4, simd.Words(len(tab))))
	for c, b := range tab {
		set[c>>6] |= uint64(b) << (c & 63)
	}
	return set
}

// maskable: columns of one width whose codes mean the same.
func (s *columnsStage) maskable() bool { return s.delta == 0 && s.a.Storage == s.b.Storage }

// bits compares codes of two columns.
func (s *columnsStage) bits(f *Frame, dst []uint64) bool {
	slot := &f.Slots[s.slot]
	if !slot.Dense {
		return false
	}
	from, to := int(slot.Base), int(slot.Base)+f.N
	switch s.a.Storage {
	case field.U8:
		compareBits(dst, s.op, s.a.U8[from:to], s.b.U8[from:to], simd.LtU8, simd.LeU8, simd.EqU8, simd.NeU8)
	case field.U16:
		compareBits(dst, s.op, s.a.U16[from:to], s.b.U16[from:to], simd.LtU16, simd.LeU16, simd.EqU16, simd.NeU16)
	case field.U32:
		compareBits(dst, s.op, s.a.U32[from:to], s.b.U32[from:to], simd.LtU32, simd.LeU32, simd.EqU32, simd.NeU32)
	default:
		compareBits(dst, s.op, s.a.I64[from:to], s.b.I64[from:to], simd.LtI64, simd.LeI64, simd.EqI64, simd.NeI64)
	}
	return true
}

func compareBits[T any](dst []uint64, op ir.Op, a, b []T, lt, le, eq, ne func([]uint64, []T, []T)) {
	switch op {
	case ir.Lt:
		lt(dst, a, b)
	case ir.Le:
		le(dst, a, b)
	case ir.Eq:
		eq(dst, a, b)
	default:
		ne(dst, a, b)
	}
}
