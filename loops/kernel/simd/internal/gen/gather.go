package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func emitGather(f *file) {
	for _, e := range []elem{u8, u16, u32, i64} {
		signature := fmt.Sprintf("(dst []int64, col []%s, pos []int32, base, factor int64) (bad uint64)", e.typ)
		f.begin("gather"+e.name+avx512, signature, "writes base + factor*col[pos[t]], and whether a position is none of col.")
		dst, pos := cursor{f.base("dst"), 64}, cursor{f.base("pos"), 32}
		col, n := f.base("col"), f.length("pos")
		d := f.newDecoder(avx512)
		length, limit := f.length("col"), f.YMM()
		f.VPBROADCASTD(length.As32(), limit)
		// Elements of 1 and 2 bytes are read 4 bytes at a time, and no later than the
		// last 4 bytes of the column.
		last, per, mask := f.YMM(), 4/e.size, f.ZMM()
		if e.size < 4 {
			f.SUBQ(count(per), length)
			f.VPBROADCASTD(length.As32(), last)
			f.splat(8, f.bytes(fmt.Sprintf("low%d", e.size), quadwords(1<<(8*e.size)-1)), mask)
		}
		bad := f.zero()
		one := func(u int, tail reg.OpmaskVirtual) {
			p, v, ok, wrong := f.YMM(), f.ZMM(), f.K(), f.K()
			if tail == nil {
				f.VMOVDQU32(pos.mem(u, 0), p)
			} else {
				f.VMOVDQU32_Z(pos.mem(u, 0), tail, p)
			}
			f.VPCMPUD(under(tail, op.Imm(predLT), limit, p, ok)...)
			f.VPCMPUD(under(tail, op.Imm(5), limit, p, wrong)...)
			r := f.GP32()
			f.KMOVB(wrong, r)
			f.ORQ(r.As64(), bad)
			switch e.size {
			case 8:
				f.VPXORQ(v, v, v)
				f.VPGATHERDQ(op.Mem{Base: col, Index: p, Scale: 8}, ok, v)
			case 4:
				y := f.YMM()
				f.VPXOR(y, y, y)
				f.VPGATHERDD(op.Mem{Base: col, Index: p, Scale: 4}, ok, y)
				f.VPMOVZXDQ(y, v)
			default:
				y, at := f.YMM(), f.YMM()
				f.VPMINUD(last, p, at)
				f.VPSUBD(at, p, p)
				f.VPSLLD(op.Imm(uint64(2+e.size)), p, p) // bits to the element
				f.VPXOR(y, y, y)
				f.VPGATHERDD(op.Mem{Base: col, Index: at, Scale: uint8(e.size)}, ok, y)
				f.VPSRLVD(p, y, y)
				f.VPMOVZXDQ(y, v)
				f.VPANDQ(mask, v, v)
			}
			d.decode(e.size, v)
			f.store(8, v, tail, dst.mem(u, 0))
		}
		f.chunks(n, 8, 2, []cursor{dst, pos}, func(u int) { one(u, nil) })
		f.rest(n, func() { one(0, f.lowMask(n)) })
		f.result(bad, "bad")
		f.end()
	}
}
