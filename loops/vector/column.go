package vector

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// leaf is a column positioned by a slot.
type leaf struct {
	col  *field.Column
	slot int
	phi  bool // a position may be -1
}

// nullable reports that the leaf may read NULL.
func (l *leaf) nullable() bool { return l.phi || l.col.Valid != nil }

// resolve returns the column of a leaf expression.
func (s *scope) resolve(e ir.Expr) (*leaf, bool) {
	switch e.(type) {
	case *ir.Attr, *ir.Access:
		if e.Type().Kind == ir.Invalid {
			return nil, false
		}
		col, slot, phi, ok := s.env.Column(e)
		return &leaf{col, slot, phi}, ok
	}
	return nil, false
}

// column builds the node of an attribute or unnamed scalar.
func (s *scope) column(e ir.Expr) (*Node, error) {
	l, ok := s.resolve(e)
	if !ok {
		return nil, &Unsupported{"access", ir.String(e) + " is not a column of an open table"}
	}
	return s.reader(l, e.Type()), nil
}

// Column returns the node of a column at the positions of a slot, none of which is -1.
func (c *Compiler) Column(col *field.Column, slot int) *Node {
	return c.scope.reader(&leaf{col: col, slot: slot}, col.Type)
}

// reader builds the node of a leaf of type t.
func (s *scope) reader(l *leaf, t ir.Type) *Node {
	s.slots[l.slot] = true
	col := l.col
	iv := columnInterval(col)
	t = t.WithNull(l.nullable())
	lane := laneOf(t, iv)
	if col.Dict != nil {
		lane = Codes
	}
	n := s.newNode(t, lane, s.block)
	n.leaf, n.dict = l, col.Dict
	n.buf.Dict = col.Dict
	n.iv = iv
	read := readValues(n, l, col.Base, col.Factor)
	n.run = func(f *Frame) {
		out := n.start(f)
		slot := &f.Slots[l.slot]
		n.nulls(l, f, slot)
		read(f, slot, out)
		if lane == Bools && out.Null != nil {
			kernel.AndNotMask(out.B, out.B, out.Null)
		}
	}
	return n
}

// affine returns what sets n to base + factor·x where x is a narrow column that is read in a row: in one pass, as
// x itself is with the column's own base and factor. It reports whether it did.
func (n *Node) affine(x *Node, base, factor int64) func(f *Frame) bool {
	l := x.leaf
	if l == nil || x.lane != Ints || l.col.Storage > field.U32 {
		return func(*Frame) bool { return false }
	}
	read := readValues(n, l, base+factor*l.col.Base, factor*l.col.Factor)
	return func(f *Frame) bool {
		slot := &f.Slots[l.slot]
		if !slot.Dense {
			return false
		}
		out := n.start(f)
		n.nulls(l, f, slot)
		read(f, slot, out)
		return true
	}
}

// nulls sets the null mask of what reads a leaf.
func (n *Node) nulls(l *leaf, f *Frame, slot *Slot) {
	if !l.nullable() {
		return
	}
	m := n.mask(f)
	var any bool
	switch {
	case !slot.Dense:
		any = kernel.NullPos(m, slot.Pos[:f.N], l.col.Valid)
	case l.col.Valid == nil:
		return
	default:
		any = kernel.NullDense(m, l.col.Valid, int(slot.Base))
	}
	if any {
		n.out.Null = m
	}
}

// present reports that all tuples read one position, which exists.
func (s *Slot) present() bool { return s.Same && s.Pos[0] >= 0 }

// onlyNulls returns the null mask of a leaf that has not been evaluated for the block, and leaves it so.
func (n *Node) onlyNulls(f *Frame, slot *Slot) []uint8 {
	n.out.Null = nil
	n.nulls(n.leaf, f, slot)
	return n.out.Null
}

// readValues returns the reader of a column's values into the node's lane.
func readValues(n *Node, l *leaf, base, factor int64) func(f *Frame, slot *Slot, out *Vec) {
	col := l.col
	switch col.Storage {
	case field.U8:
		return readCodes(n, l, col.U8, base, factor, simd.WidenU8, simd.WidenSelU8)
	case field.U16:
		return readCodes(n, l, col.U16, base, factor, simd.WidenU16, simd.WidenSelU16)
	case field.U32:
		return readCodes(n, l, col.U32, base, factor, simd.WidenU32, simd.WidenSelU32)
	case field.I64:
		return func(f *Frame, slot *Slot, out *Vec) {
			switch {
			case slot.Dense:
				out.I = col.I64[slot.Base : int(slot.Base)+f.N]
			case slot.present():
				kernel.Fill(out.I, col.I64[slot.Pos[0]])
			case slot.Bits != nil && denseEnough*f.N >= slot.Span:
				simd.WidenSelI64(n.buf.I[:slot.Span], col.I64[slot.Base:int(slot.Base)+slot.Span], slot.Bits, 0, 1)
			case out.Null != nil && l.phi:
				gatherOuter(out.I, slot.Pos[:f.N], col.I64, 0, 1)
			default:
				gather(out.I, slot.Pos[:f.N], col.I64, 0, 1)
			}
		}
	case field.I128:
		if n.lane == Ints {
			return readNarrowed(col)
		}
		return func(f *Frame, slot *Slot, out *Vec) { out.W = readPlain(out.W, f, slot, col.Wide) }
	case field.F64:
		return func(f *Frame, slot *Slot, out *Vec) { out.F = readPlain(out.F, f, slot, col.F64) }
	case field.Str:
		return func(f *Frame, slot *Slot, out *Vec) {
			if slot.present() {
				kernel.Fill(out.S, col.Str(int(slot.Pos[0])))
				return
			}
			for t := range f.N {
				out.S[t] = ""
				if p := slot.At(t); p >= 0 {
					out.S[t] = col.Str(int(p))
				}
			}
		}
	}
	panic("vector: unknown storage " + col.Storage.String())
}

// readPlain reads values stored as the lane stores them: without a copy when
// dense.
func readPlain[T any](buf []T, f *Frame, slot *Slot, a []T) []T {
	if slot.Dense {
		return a[slot.Base : int(slot.Base)+f.N]
	}
	if slot.present() {
		kernel.Fill(buf, a[slot.Pos[0]])
		return buf
	}
	ahead(a, slot.Pos[:f.N], func(lo, hi int) { kernel.GatherOuter(buf[lo:hi], slot.Pos[lo:hi], a) })
	return buf
}

// readNarrowed reads 128-bit values that are proved to fit 64.
func readNarrowed(col *field.Column) func(f *Frame, slot *Slot, out *Vec) {
	return func(f *Frame, slot *Slot, out *Vec) {
		if slot.Dense {
			kernel.NarrowWide(out.I, col.Wide[slot.Base:int(slot.Base)+f.N])
			return
		}
		for t := range f.N {
			out.I[t] = 0
			if p := slot.At(t); p >= 0 {
				out.I[t] = int64(col.Wide[p].Lo)
			}
		}
	}
}

// denseEnough is the share of a run, one in so many, from which decoding all of it and keeping the
// selected beats gathering them.
const denseEnough = 6

// readCodes reads a narrow column: integers and codes widened to 64 bits, bools
// to bytes.
func readCodes[T kernel.Code](n *Node, l *leaf, a []T, base, factor int64, widen func([]int64, []T, int64, int64), widenSel func([]int64, []T, []uint64, int64, int64) int) func(f *Frame, slot *Slot, out *Vec) {
	if n.lane == Bools {
		return func(f *Frame, slot *Slot, out *Vec) {
			for t := range f.N {
				out.B[t] = 0
				if p := slot.At(t); p >= 0 {
					out.B[t] = uint8(base + factor*int64(a[p]))
				}
			}
		}
	}
	return func(f *Frame, slot *Slot, out *Vec) {
		switch {
		case slot.Dense:
			widen(out.I, a[slot.Base:int(slot.Base)+f.N], base, factor)
		case slot.present():
			kernel.Fill(out.I, base+factor*int64(a[slot.Pos[0]]))
		case slot.Bits != nil && denseEnough*f.N >= slot.Span:
			widenSel(n.buf.I[:slot.Span], a[slot.Base:int(slot.Base)+slot.Span], slot.Bits, base, factor)
		case out.Null != nil && l.phi:
			gatherOuter(out.I, slot.Pos[:f.N], a, base, factor)
		default:
			gather(out.I, slot.Pos[:f.N], a, base, factor)
		}
	}
}

// gather decodes at positions.
func gather[T kernel.Word](dst []int64, pos []int32, a []T, base, factor int64) {
	ahead(a, pos, func(lo, hi int) { kernel.GatherInt(dst[lo:hi], pos[lo:hi], a, base, factor) })
}

// gatherOuter decodes at positions, 0 where there is none.
func gatherOuter[T kernel.Word](dst []int64, pos []int32, a []T, base, factor int64) {
	ahead(a, pos, func(lo, hi int) { kernel.GatherIntOuter(dst[lo:hi], pos[lo:hi], a, base, factor) })
}

// iterator builds the node of a temporary or a coordinate.
func (s *scope) iterator(e *ir.Iter) (*Node, error) {
	if t, ok := s.env.Temp(e.Name); ok {
		s.temps[t.Index] = t.Lane
		n := &Node{typ: t.Type, lane: t.Lane, dict: t.Dict, iv: typeInterval(t.Type), epoch: math.MaxUint64}
		if t.Proved != nil {
			n.iv = *t.Proved
		}
		n.run = func(f *Frame) {
			v := f.Temps[t.Index]
			if n.out = v.cut(t.Lane, f.N); v.Null != nil {
				n.out.Null = v.Null[:f.N]
			}
		}
		switch {
		case t.Lane == Ints:
			n.iv = n.iv.Clip(Between(math.MinInt64, math.MaxInt64))
		case t.Lane == Wides && n.iv.Fits64():
			return s.narrow(n), nil
		}
		return n, nil
	}
	slot, base, ok := s.env.Coordinate(e.Name)
	if !ok {
		return nil, &Unsupported{"iterator", e.Name + " is not bound"}
	}
	s.slots[slot] = true
	n := s.newNode(e.T, Ints, s.block)
	n.iv = Between(base, base+math.MaxInt32)
	n.run = func(f *Frame) {
		out := n.start(f)
		at := &f.Slots[slot]
		for t := range f.N {
			out.I[t] = base + int64(at.At(t))
		}
	}
	return n, nil
}

// exists builds X != null: the position of X's slot is not -1.
func (s *scope) exists(e *ir.Exists) (*Node, error) {
	slot, phi, ok := s.env.Present(e.X)
	if !ok {
		return nil, &Unsupported{"existence", ir.String(e.X) + " is not positioned by the loops"}
	}
	if !phi {
		return s.constant(ir.BoolValue(true)), nil
	}
	s.slots[slot] = true
	n := s.newNode(ir.Of(ir.Bool), Bools, s.block)
	n.run = func(f *Frame) {
		out := n.start(f)
		at := &f.Slots[slot]
		if at.Dense {
			kernel.Fill(out.B, 1)
			return
		}
		for t, p := range at.Pos[:f.N] {
			out.B[t] = uint8(uint32(^p) >> 31)
		}
	}
	return n, nil
}
