package main

import "github.com/mmcloughlin/avo/reg"

func emitPair(f *file) {
	const signature = "(bits []uint64, x, y []uint8, a, b uint8)"
	f.begin("pairU8"+avx512, signature, "writes x[t] = a and y[t] = b.")
	a, b := f.broadcast(1, "a", f.ZMM()), f.broadcast(1, "b", f.ZMM())
	f.writeBits512(1, []string{"x", "y"}, func(v []reg.VecVirtual, k, out reg.OpmaskVirtual) {
		f.compare(predEQ, 1, false, v[0], a, k, out)
		f.compare(predEQ, 1, false, v[1], b, out, out)
	})

	f.begin("pairU8"+avx2, signature, "writes x[t] = a and y[t] = b, of whole words.")
	a, b = f.broadcast(1, "a", f.YMM()), f.broadcast(1, "b", f.YMM())
	f.writeBits256(1, []string{"x", "y"}, false, func(v []reg.VecVirtual) reg.VecVirtual {
		f.equal(1, v[0], a, v[0])
		f.equal(1, v[1], b, v[1])
		f.VPAND(v[0], v[1], v[0])
		return v[0]
	})
}
