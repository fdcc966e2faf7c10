package main

import (
	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Constants of the hash; package simd has the same.
const (
	hashKey    = 0x9e3779b97f4a7c15
	hashFactor = 0xe7037ed1a0b428db
)

func emitHash(f *file) {
	f.begin("hashI64"+avx512, "(dst []uint64, keys []int64)", "writes the hash of each key.")
	key := f.splat(8, f.bytes("key", quadwords(hashKey)), f.ZMM())
	low := f.splat(8, f.bytes("factor", quadwords(hashFactor)), f.ZMM())
	high := f.splat(8, f.bytes("factorHigh", quadwords(hashFactor>>32)), f.ZMM())
	lowHalf := f.splat(8, f.bytes("lowHalf", quadwords(1<<32-1)), f.ZMM())
	f.mapLanes(avx512, []string{"keys"}, func(v []reg.VecVirtual) reg.VecVirtual {
		// x·c = hh·2⁶⁴ + (hl + lh)·2³² + ll, of halves of x and c.
		x := v[0]
		f.VPXORQ(key, x, x)
		xh, ll, lh, hl, hh := f.ZMM(), f.ZMM(), f.ZMM(), f.ZMM(), f.ZMM()
		f.VPSRLQ(op.Imm(32), x, xh)
		f.VPMULUDQ(low, x, ll)
		f.VPMULUDQ(high, x, lh)
		f.VPMULUDQ(low, xh, hl)
		f.VPMULUDQ(high, xh, hh)
		t, u := f.ZMM(), f.ZMM()
		f.VPSRLQ(op.Imm(32), ll, t)
		f.VPADDQ(hl, t, t) // no carry: (2³²-1)² + 2³²-1 < 2⁶⁴
		f.VPANDQ(lowHalf, t, u)
		f.VPADDQ(lh, u, u)
		f.VPSRLQ(op.Imm(32), t, t)
		f.VPADDQ(t, hh, hh)
		f.VPSRLQ(op.Imm(32), u, t)
		f.VPADDQ(t, hh, hh) // the upper word
		// The lower word is the low halves of u and ll; the hash is the two words' xor.
		f.VPSLLQ(op.Imm(32), u, u)
		f.VPANDQ(lowHalf, ll, ll)
		f.VPTERNLOGQ(op.Imm(0x96), u, ll, hh)
		return hh
	})
}
