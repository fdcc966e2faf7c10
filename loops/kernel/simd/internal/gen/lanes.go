package main

import (
	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// each is a function of one vector of each input; it may overwrite them.
type each func(v []reg.VecVirtual) reg.VecVirtual

// vector returns a new vector of a level.
func (f *file) vector(level string) reg.VecVirtual {
	if level == avx512 {
		return f.ZMM()
	}
	return f.YMM()
}

// perVector is how many 64-bit lanes a vector of a level has.
func perVector(level string) int {
	if level == avx512 {
		return 8
	}
	return 4
}

// mapLanes emits a function body that writes fn of 64-bit lanes of the inputs to the
// parameter dst, as many as the first input has. With AVX2 only whole vectors.
func (f *file) mapLanes(level string, inputs []string, fn each) {
	per := perVector(level)
	dst := cursor{f.base("dst"), 8 * per}
	cursors := []cursor{dst}
	for _, name := range inputs {
		cursors = append(cursors, cursor{f.base(name), 8 * per})
	}
	n := f.length(inputs[0])
	one := func(u int, k reg.OpmaskVirtual) {
		var v []reg.VecVirtual
		for _, c := range cursors[1:] {
			v = append(v, f.load(8, c.mem(u, 0), k, f.vector(level)))
		}
		f.store(8, fn(v), k, dst.mem(u, 0))
	}
	f.chunks(n, per, 4, cursors, func(u int) { one(u, nil) })
	if level == avx512 {
		f.rest(n, func() { one(0, f.lowMask(n)) })
	}
	f.end()
}

// lowMask returns a mask of 8 lanes whose n lowest bits are set.
func (f *file) lowMask(n reg.GPVirtual) reg.OpmaskVirtual {
	k := f.K()
	f.KMOVB(f.low(n).As32(), k)
	return k
}

// sumLanes emits the sum of the 64-bit lanes of vectors, which it overwrites.
func (f *file) sumLanes(v []reg.VecVirtual) reg.GPVirtual {
	for _, x := range v[1:] {
		f.VPADDQ(x, v[0], v[0])
	}
	out := f.GP64()
	x := f.halve(v[0], func(a, b reg.VecVirtual) { f.VPADDQ(a, b, b) })
	high := f.XMM()
	f.VPSRLDQ(op.Imm(8), x, high)
	f.VPADDQ(high, x, x)
	f.VMOVQ(x, out)
	return out
}

// halve folds a vector down to 128 bits. fold puts the result into its second
// operand.
func (f *file) halve(v reg.VecVirtual, fold func(a, b reg.VecVirtual)) reg.VecVirtual {
	x := v
	if v.Size() == 64 {
		y := f.YMM()
		f.VEXTRACTI64X4(op.Imm(1), v, y)
		x = v.AsY().(reg.VecVirtual)
		fold(y, x)
	}
	y := f.XMM()
	f.VEXTRACTI128(op.Imm(1), x, y)
	x = x.AsX().(reg.VecVirtual)
	fold(y, x)
	return x
}
