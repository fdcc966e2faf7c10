package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func emitPrefetch(f *file) {
	for _, e := range []elem{u8, u16, u32, i64} {
		f.begin("prefetch"+e.name+avx2, fmt.Sprintf("(col *%s, pos []int32)", e.typ), "asks for the cache lines of col at positions.")
		col, pos := f.scalar("col"), cursor{f.base("pos"), 4}
		f.chunks(f.length("pos"), 1, 8, []cursor{pos}, func(u int) {
			at := f.GP64()
			f.MOVLQSX(pos.mem(u, 0), at)
			f.PREFETCHT0(op.Mem{Base: col, Index: at, Scale: uint8(e.size)})
		})
		f.RET()

		f.begin("prefetchSel"+e.name+avx2, fmt.Sprintf("(col *%s, pos *int32, sel []int32)", e.typ), "asks for the cache lines of col at the positions that are selected.")
		col, at := f.scalar("col"), f.scalar("pos")
		sel := cursor{f.base("sel"), 4}
		f.chunks(f.length("sel"), 1, 8, []cursor{sel}, func(u int) {
			t := f.GP64()
			f.MOVL(sel.mem(u, 0), t.As32())
			f.MOVLQSX(op.Mem{Base: at, Index: t, Scale: 4}, t)
			f.PREFETCHT0(op.Mem{Base: col, Index: t, Scale: uint8(e.size)})
		})
		f.RET()
	}
	for _, e := range []elem{u32, i64} {
		f.begin("prefetchKeys"+e.name+avx2, fmt.Sprintf("(col *%s, keys []int64, least, inverse, twos, shift uint64)", e.typ), "asks for the cache lines of col at the numbers of keys, shifted.")
		col, keys := f.scalar("col"), cursor{f.base("keys"), 8}
		least, inverse, twos, shift := f.scalar("least"), f.scalar("inverse"), f.scalar("twos"), f.scalar("shift")
		f.MOVQ(twos, reg.RCX)
		f.chunks(f.length("keys"), 1, 4, []cursor{keys}, func(u int) {
			at := f.GP64()
			f.MOVQ(keys.mem(u, 0), at)
			f.SUBQ(least, at)
			f.IMULQ(inverse, at)
			f.RORQ(reg.CL, at)
			f.SHRXQ(shift, at, at)
			f.PREFETCHT0(op.Mem{Base: col, Index: at, Scale: uint8(e.size)})
		})
		f.RET()
	}
}
