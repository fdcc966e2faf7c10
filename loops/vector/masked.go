package vector

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// Bitmaps have a bit for each tuple of the block, and none from N on. A nil one stands for all N tuples.

// NotNull returns the tuples of a bitmap of count bits at which the node is not NULL, and their number:
// the bitmap itself where all are, or one that is borrowed until the next call. Values of a column
// that is read in a row are not looked at.
func (n *Node) NotNull(f *Frame, mask []uint64, count int) ([]uint64, int) {
	if !n.typ.Null && !n.fails {
		return mask, count
	}
	bits := n.room(f)
	if l := n.leaf; l != nil && f.Slots[l.slot].Dense {
		if l.col.Valid == nil {
			return mask, count
		}
		kernel.ValidBits(bits, l.col.Valid, int(f.Slots[l.slot].Base), f.N)
	} else {
		null := n.Eval(f).Null
		if null == nil {
			return mask, count
		}
		simd.RangeU8(bits, null[:f.N], 0, 0)
	}
	if mask != nil {
		simd.And(bits, bits, mask)
	}
	if c := simd.Count(bits); c < count {
		return bits, c
	}
	return mask, count
}

// room returns the node's bitmap for the block.
func (n *Node) room(f *Frame) []uint64 {
	words := simd.Words(f.N)
	if cap(n.bits) < words {
		n.bits = make([]uint64, words)
	}
	return n.bits[:words]
}

// ExtremeSelected returns the greatest value, or the least unless greatest, at the bits of mask, count of
// them and not 0, for a node of the Ints or Codes lane that is NULL at none and cannot fail.
func (n *Node) ExtremeSelected(f *Frame, mask []uint64, count int, greatest bool) int64 {
	l := n.leaf
	if l == nil || !f.Slots[l.slot].Dense || l.col.Storage > field.U32 {
		x := n.Eval(f).I[:f.N]
		if count < f.N {
			return kernel.Extreme(x, mask, greatest)
		}
		return extremeOf(greatest)(simd.MinMaxI64(x))
	}
	c, from := l.col, int(f.Slots[l.slot].Base)
	if mask == nil {
		mask = n.room(f)
		clear(mask)
		simd.Not(mask, mask, f.N)
	}
	var code int64
	switch c.Storage {
	case field.U8:
		lo, hi := simd.MinMaxSelU8(c.U8[from:from+f.N], mask)
		code = extremeOf(greatest)(int64(lo), int64(hi))
	case field.U16:
		lo, hi := simd.MinMaxSelU16(c.U16[from:from+f.N], mask)
		code = extremeOf(greatest)(int64(lo), int64(hi))
	default:
		lo, hi := simd.MinMaxSelU32(c.U32[from:from+f.N], mask)
		code = extremeOf(greatest)(int64(lo), int64(hi))
	}
	return c.Base + c.Factor*code
}

// extremeOf returns the function that takes the greatest, or the least, of both.
func extremeOf(greatest bool) func(lo, hi int64) int64 {
	if greatest {
		return func(_, hi int64) int64 { return hi }
	}
	return func(lo, _ int64) int64 { return lo }
}

// SumSelected returns the sum of the values at the bits of mask, count of them, for a node of the Ints lane
// that is NULL at none and cannot fail. It wraps around. A narrow column is summed as it is stored.
func (n *Node) SumSelected(f *Frame, mask []uint64, count int) int64 {
	if l := n.leaf; l != nil && f.Slots[l.slot].Dense {
		c, from := l.col, int(f.Slots[l.slot].Base)
		sum, coded := uint64(0), true
		switch c.Storage {
		case field.U8:
			sum = sumOf(c.U8[from:from+f.N], mask, count, simd.SumU8, simd.SumSelU8)
		case field.U16:
			sum = sumOf(c.U16[from:from+f.N], mask, count, simd.SumU16, simd.SumSelU16)
		case field.U32:
			sum = sumOf(c.U32[from:from+f.N], mask, count, simd.SumU32, simd.SumSelU32)
		default:
			coded = false
		}
		if coded {
			return c.Base*int64(count) + c.Factor*int64(sum)
		}
	}
	return sumOf(n.Eval(f).I[:f.N], mask, count, simd.SumI64, simd.SumSelI64)
}

func sumOf[T any, S int64 | uint64](x []T, mask []uint64, count int, all func([]T) S, selected func([]T, []uint64) S) S {
	if count == len(x) {
		return all(x)
	}
	return selected(x, mask)
}

// EqualBits sets bit t of dst where the value of tuple t is x, for a node of the Ints, Codes or Bools
// lane that is never NULL.
func (n *Node) EqualBits(f *Frame, x int64, dst []uint64) {
	if l := n.leaf; l != nil && f.Slots[l.slot].Dense && n.lane != Bools && l.col.Storage <= field.U32 {
		c, from := l.col, int(f.Slots[l.slot].Base)
		code := int64((uint64(x) - uint64(c.Base)) / uint64(c.Factor))
		if x < c.Min || x > c.Max || c.Base+code*c.Factor != x {
			clear(dst)
			return
		}
		switch c.Storage {
		case field.U8:
			simd.RangeU8(dst, c.U8[from:from+f.N], uint8(code), 0)
		case field.U16:
			simd.RangeU16(dst, c.U16[from:from+f.N], uint16(code), 0)
		default:
			simd.RangeU32(dst, c.U32[from:from+f.N], uint32(code), 0)
		}
		return
	}
	if v := n.Eval(f); n.lane == Bools {
		simd.RangeU8(dst, v.B[:f.N], uint8(x), 0)
	} else {
		simd.RangeI64(dst, v.I[:f.N], x, 0)
	}
}
