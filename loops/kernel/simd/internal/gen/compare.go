package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of VPCMP.
const (
	predEQ = 0
	predLT = 1
	predLE = 2
	predNE = 4
)

// compare emits a vector comparison into a mask, of unsigned lanes or signed.
func (f *file) compare(pred, size int, signed bool, a, b op.Op, k, out reg.OpmaskVirtual) {
	ops := under(k, op.Imm(uint64(pred)), b, a, out)
	switch {
	case size == 1:
		f.VPCMPUB(ops...)
	case size == 2:
		f.VPCMPUW(ops...)
	case size == 4:
		f.VPCMPUD(ops...)
	case signed:
		f.VPCMPQ(ops...)
	default:
		f.VPCMPUQ(ops...)
	}
}

// subtract emits a - b by lanes of size.
func (f *file) subtract(size int, a, b, to reg.VecVirtual) {
	switch size {
	case 1:
		f.VPSUBB(b, a, to)
	case 2:
		f.VPSUBW(b, a, to)
	case 4:
		f.VPSUBD(b, a, to)
	case 8:
		f.VPSUBQ(b, a, to)
	}
}

// atMost emits a <= b of unsigned lanes with AVX2, which has no such comparison: the
// smaller of the two is a.
func (f *file) atMost(size int, a, b, to reg.VecVirtual) {
	low := f.YMM()
	switch size {
	case 1:
		f.VPMINUB(b, a, low)
	case 2:
		f.VPMINUW(b, a, low)
	case 4:
		f.VPMINUD(b, a, low)
	}
	f.equal(size, low, a, to)
}

// equal emits a = b with AVX2.
func (f *file) equal(size int, a, b, to reg.VecVirtual) {
	switch size {
	case 1:
		f.VPCMPEQB(b, a, to)
	case 2:
		f.VPCMPEQW(b, a, to)
	case 4:
		f.VPCMPEQD(b, a, to)
	case 8:
		f.VPCMPEQQ(b, a, to)
	}
}

func emitCompare(f *file) {
	for _, e := range []elem{u8, u16, u32, i64} {
		signature := fmt.Sprintf("(bits []uint64, a, b []%s)", e.typ)
		for _, p := range []struct {
			name string
			pred int
		}{{"lt", predLT}, {"le", predLE}, {"eq", predEQ}, {"ne", predNE}} {
			f.begin(p.name+e.name+avx512, signature, "writes the comparison of a and b.")
			f.writeBits512(e.size, []string{"a", "b"}, func(v []reg.VecVirtual, k, out reg.OpmaskVirtual) {
				f.compare(p.pred, e.size, e.size == 8, v[0], v[1], k, out)
			})

			f.begin(p.name+e.name+avx2, signature, "writes the comparison of a and b, of whole words.")
			// There is =, and a <= b of unsigned lanes or a < b of signed ones.
			columns, negate := []string{"a", "b"}, p.pred == predNE
			less := p.pred == predLT || p.pred == predLE
			if less && (p.pred == predLT) != (e.size == 8) {
				columns, negate = []string{"b", "a"}, true
			}
			f.writeBits256(e.size, columns, negate, func(v []reg.VecVirtual) reg.VecVirtual {
				out := f.YMM()
				switch {
				case !less:
					f.equal(e.size, v[0], v[1], out)
				case e.size == 8:
					f.VPCMPGTQ(v[0], v[1], out)
				default:
					f.atMost(e.size, v[0], v[1], out)
				}
				return out
			})
		}
	}
}
