package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func emitRange(f *file) {
	for _, e := range []elem{u8, u16, u32, i64} {
		unsigned := e.typ
		signature := fmt.Sprintf("(bits []uint64, col []%[1]s, lo, span %[1]s)", e.typ)
		if e == i64 {
			unsigned = "uint64"
			signature = fmt.Sprintf("(bits []uint64, col []%s, lo %[1]s, span %s)", e.typ, unsigned)
		}
		f.begin("range"+e.name+avx512, signature, "writes lo <= col[t] <= lo+span.")
		lo := f.broadcast(e.size, "lo", f.ZMM())
		span := f.broadcast(e.size, "span", f.ZMM())
		f.writeBits512(e.size, []string{"col"}, func(v []reg.VecVirtual, k, out reg.OpmaskVirtual) {
			f.subtract(e.size, v[0], lo, v[0])
			f.compare(predLE, e.size, false, v[0], span, k, out)
		})

		f.begin("range"+e.name+avx2, signature, "writes lo <= col[t] <= lo+span, of whole words.")
		lo = f.broadcast(e.size, "lo", f.YMM())
		span = f.broadcast(e.size, "span", f.YMM())
		if e == i64 {
			// Signed comparison, with the top bit turned on both sides.
			top := f.splat(8, f.bytes("top", quadwords(1<<63)), f.YMM())
			f.VPXOR(top, lo, lo)
			f.VPXOR(top, span, span)
		}
		f.writeBits256(e.size, []string{"col"}, e == i64, func(v []reg.VecVirtual) reg.VecVirtual {
			f.subtract(e.size, v[0], lo, v[0])
			if e == i64 {
				f.VPCMPGTQ(span, v[0], v[0])
			} else {
				f.atMost(e.size, v[0], span, v[0])
			}
			return v[0]
		})
	}
	emitRangeF64(f)
}

// Predicates of VCMPPD.
const (
	floatGE  = 0x1d // ordered
	floatLE  = 0x12 // ordered
	floatNLT = 0x15 // unordered
)

func emitRangeF64(f *file) {
	between := "(bits []uint64, col []float64, lo, hi float64)"
	atLeast := "(bits []uint64, col []float64, lo float64)"

	f.begin("rangeF64"+avx512, between, "writes lo <= col[t] <= hi, never of NaN.")
	lo, hi := f.broadcast(8, "lo", f.ZMM()), f.broadcast(8, "hi", f.ZMM())
	f.writeBits512(8, []string{"col"}, func(v []reg.VecVirtual, k, out reg.OpmaskVirtual) {
		f.VCMPPD(under(k, op.Imm(floatGE), lo, v[0], out)...)
		f.VCMPPD(op.Imm(floatLE), hi, v[0], out, out)
	})

	f.begin("atLeastF64"+avx512, atLeast, "writes lo <= col[t], always of NaN.")
	lo = f.broadcast(8, "lo", f.ZMM())
	f.writeBits512(8, []string{"col"}, func(v []reg.VecVirtual, k, out reg.OpmaskVirtual) {
		f.VCMPPD(under(k, op.Imm(floatNLT), lo, v[0], out)...)
	})

	f.begin("rangeF64"+avx2, between, "writes lo <= col[t] <= hi, never of NaN, of whole words.")
	lo, hi = f.broadcast(8, "lo", f.YMM()), f.broadcast(8, "hi", f.YMM())
	f.writeBits256(8, []string{"col"}, false, func(v []reg.VecVirtual) reg.VecVirtual {
		high := f.YMM()
		f.VCMPPD(op.Imm(floatLE), hi, v[0], high)
		f.VCMPPD(op.Imm(floatGE), lo, v[0], v[0])
		f.VPAND(high, v[0], v[0])
		return v[0]
	})

	f.begin("atLeastF64"+avx2, atLeast, "writes lo <= col[t], always of NaN, of whole words.")
	lo = f.broadcast(8, "lo", f.YMM())
	f.writeBits256(8, []string{"col"}, false, func(v []reg.VecVirtual) reg.VecVirtual {
		f.VCMPPD(op.Imm(floatNLT), lo, v[0], v[0])
		return v[0]
	})
}
