package field

import (
	"math"
	"unsafe"

	"github.com/reffine-db/reffine/internal/hugepage"
)

// planInts finds the narrowest codes for the pieces of all parts. A factor
// other than 1 is used only where it saves width.
func (a *assembly) planInts() {
	c := a.col
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	a.pieces(func(p *intPiece) { lo, hi = min(lo, p.base), max(hi, p.max) })
	if lo > hi { // nothing but NULLs
		c.U8 = hugepage.Make[uint8](c.Len)
		return
	}
	c.Min, c.Max = lo, hi
	span := uint64(hi) - uint64(lo)
	width := codeWidth(span)
	var factor uint64
	if width > 1 {
		a.pieces(func(p *intPiece) {
			if factor != 1 {
				factor = gcd(gcd(factor, p.factor), uint64(p.base)-uint64(lo))
			}
		})
		if w := codeWidth(span / factor); w < width && factor <= math.MaxInt64 {
			width = w
			c.Factor = int64(factor)
		}
	}
	c.Base = lo
	switch width {
	case 1:
		c.U8 = hugepage.Make[uint8](c.Len)
	case 2:
		c.Storage, c.U16 = U16, hugepage.Make[uint16](c.Len)
	case 4:
		c.Storage, c.U32 = U32, hugepage.Make[uint32](c.Len)
	default:
		c.Storage, c.I64, c.Base = I64, hugepage.Make[int64](c.Len), 0
	}
}

// pieces calls f with each piece that has a value.
func (a *assembly) pieces(f func(*intPiece)) {
	for i := range a.parts {
		for j := range a.parts[i].ints {
			if p := &a.parts[i].ints[j]; !p.allNulls {
				f(p)
			}
		}
	}
}

// copyInts rebases the pieces of part i to the column's codes.
func (a *assembly) copyInts(i int) {
	c, at := a.col, a.at[i]
	for j := range a.parts[i].ints {
		p := &a.parts[i].ints[j]
		end := at + p.rows
		switch {
		case p.allNulls:
		case c.Storage == U8:
			rebase(c.U8[at:end], p, c)
		case c.Storage == U16:
			rebase(c.U16[at:end], p, c)
		case c.Storage == U32:
			rebase(c.U32[at:end], p, c)
		default:
			rebase(c.I64[at:end], p, c)
		}
		at = end
	}
}

// rebase sets dst to the codes of p in column c: (p.base - c.Base)/c.Factor +
// code * p.factor/c.Factor. All results fit D, so arithmetic modulo its width is exact.
func rebase[D uint8 | uint16 | uint32 | int64](dst []D, p *intPiece, c *Column) {
	offset := D((uint64(p.base) - uint64(c.Base)) / uint64(c.Factor))
	scale := D(p.factor / uint64(c.Factor))
	switch p.width {
	case 0:
		for i := range dst {
			dst[i] = offset
		}
	case 1:
		rebaseFrom(dst, unsafe.Slice((*uint8)(p.codes), p.rows), offset, scale)
	case 2:
		rebaseFrom(dst, unsafe.Slice((*uint16)(p.codes), p.rows), offset, scale)
	case 4:
		rebaseFrom(dst, unsafe.Slice((*uint32)(p.codes), p.rows), offset, scale)
	default:
		rebaseFrom(dst, unsafe.Slice((*uint64)(p.codes), p.rows), offset, scale)
	}
}

func rebaseFrom[D uint8 | uint16 | uint32 | int64, S uint8 | uint16 | uint32 | uint64](dst []D, src []S, offset, scale D) {
	dst = dst[:len(src)]
	switch {
	case scale == 1 && offset == 0 && unsafe.Sizeof(offset) == unsafe.Sizeof(src[0]):
		copy(unsafe.Slice((*S)(unsafe.Pointer(unsafe.SliceData(dst))), len(dst)), src)
	case scale == 1:
		for i, v := range src {
			dst[i] = offset + D(v)
		}
	default:
		for i, v := range src {
			dst[i] = offset + scale*D(v)
		}
	}
}
