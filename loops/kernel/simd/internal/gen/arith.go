package main

import (
	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// multiplyLow emits the low 64 bits of the products of lanes.
func (f *file) multiplyLow(a, b, to reg.VecVirtual) {
	if a.Size() == 64 {
		f.VPMULLQ(b, a, to)
		return
	}
	// (ah·2³² + al)(bh·2³² + bl) = al·bl + (ah·bl + al·bh)·2³²
	cross, other := f.YMM(), f.YMM()
	f.VPSRLQ(op.Imm(32), a, cross)
	f.VPMULUDQ(b, cross, cross)
	f.VPSRLQ(op.Imm(32), b, other)
	f.VPMULUDQ(a, other, other)
	f.VPADDQ(other, cross, cross)
	f.VPSLLQ(op.Imm(32), cross, cross)
	f.VPMULUDQ(b, a, to)
	f.VPADDQ(cross, to, to)
}

func emitArith(f *file) {
	for _, level := range []string{avx512, avx2} {
		whole := map[string]string{avx512: ".", avx2: ", of whole vectors."}[level]
		vv := func(name, typ, doc string, fn func(a, b reg.VecVirtual)) {
			f.begin(name+level, "(dst, a, b []"+typ+")", doc+whole)
			f.mapLanes(level, []string{"a", "b"}, func(v []reg.VecVirtual) reg.VecVirtual {
				fn(v[0], v[1])
				return v[0]
			})
		}
		vv("addVV", "int64", "writes a + b", func(a, b reg.VecVirtual) { f.VPADDQ(b, a, a) })
		vv("subVV", "int64", "writes a - b", func(a, b reg.VecVirtual) { f.VPSUBQ(b, a, a) })
		vv("mulVV", "int64", "writes a * b", func(a, b reg.VecVirtual) { f.multiplyLow(a, b, a) })
		vv("mulVV32", "int64", "writes a * b of signed 32-bit values", func(a, b reg.VecVirtual) { f.VPMULDQ(b, a, a) })
		vv("addF64VV", "float64", "writes a + b", func(a, b reg.VecVirtual) { f.VADDPD(b, a, a) })
		vv("subF64VV", "float64", "writes a - b", func(a, b reg.VecVirtual) { f.VSUBPD(b, a, a) })
		vv("mulF64VV", "float64", "writes a * b", func(a, b reg.VecVirtual) { f.VMULPD(b, a, a) })

		vc := func(name, doc string, fn func(a, c reg.VecVirtual)) {
			f.begin(name+level, "(dst, a []int64, c int64)", doc+whole)
			c := f.broadcast(8, "c", f.vector(level))
			f.mapLanes(level, []string{"a"}, func(v []reg.VecVirtual) reg.VecVirtual {
				fn(v[0], c)
				return v[0]
			})
		}
		vc("addVC", "writes a + c", func(a, c reg.VecVirtual) { f.VPADDQ(c, a, a) })
		vc("subCV", "writes c - a", func(a, c reg.VecVirtual) { f.VPSUBQ(a, c, a) })
		vc("mulVC", "writes a * c", func(a, c reg.VecVirtual) { f.multiplyLow(a, c, a) })
	}
}
