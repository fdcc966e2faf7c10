package vector

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// SumSelected returns the sum of the values at the count set bits of mask, for a node of the Ints lane
// that is never NULL and cannot fail. It wraps around. A narrow column is summed as it is stored.
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
		code := (x - c.Base) / c.Factor
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
