package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lesser and greater emit the minimum and the maximum of unsigned lanes, or of
// signed ones of size 8, under mask k unless it is nil.
func (f *file) lesser(size int, a, b, to reg.VecVirtual, k reg.OpmaskVirtual) {
	ops := under(k, b, a, to)
	switch {
	case size == 1:
		f.VPMINUB(ops...)
	case size == 2:
		f.VPMINUW(ops...)
	case size == 4:
		f.VPMINUD(ops...)
	case a.Size() == 64 || k != nil:
		f.VPMINSQ(ops...)
	default:
		more := f.like(a)
		f.VPCMPGTQ(b, a, more)
		f.VPBLENDVB(more, b, a, to)
	}
}

func (f *file) greater(size int, a, b, to reg.VecVirtual, k reg.OpmaskVirtual) {
	ops := under(k, b, a, to)
	switch {
	case size == 1:
		f.VPMAXUB(ops...)
	case size == 2:
		f.VPMAXUW(ops...)
	case size == 4:
		f.VPMAXUD(ops...)
	case a.Size() == 64 || k != nil:
		f.VPMAXSQ(ops...)
	default:
		more := f.like(a)
		f.VPCMPGTQ(b, a, more)
		f.VPBLENDVB(more, a, b, to)
	}
}

// fold emits the reduction of a vector to its first lane, and that as a result.
func (f *file) fold(size int, v reg.VecVirtual, pick func(size int, a, b, to reg.VecVirtual, k reg.OpmaskVirtual), result string) {
	x := f.halve(v, func(a, b reg.VecVirtual) { pick(size, a, b, b, nil) })
	for step := 8; step >= size; step /= 2 {
		high := f.XMM()
		f.VPSRLDQ(op.Imm(uint64(step)), x, high)
		pick(size, high, x, x, nil)
	}
	out := f.GP64()
	f.VMOVQ(x, out)
	switch size {
	case 1:
		f.Store(out.As8(), f.Return(result))
	case 2:
		f.Store(out.As16(), f.Return(result))
	case 4:
		f.Store(out.As32(), f.Return(result))
	case 8:
		f.Store(out, f.Return(result))
	}
}

func emitMinMax(f *file) {
	for _, level := range []string{avx512, avx2} {
		per := perVector(level)
		f.begin("minMaxI64"+level, "(col []int64, lo0, hi0 int64) (lo, hi int64)", "returns the least and the greatest of col, lo0 and hi0.")
		col := cursor{f.base("col"), 8 * per}
		n := f.length("col")
		var los, his []reg.VecVirtual
		for range 4 {
			los = append(los, f.broadcast(8, "lo0", f.vector(level)))
			his = append(his, f.broadcast(8, "hi0", f.vector(level)))
		}
		one := func(u int, k reg.OpmaskVirtual) {
			v := f.load(8, col.mem(u, 0), k, f.vector(level))
			f.lesser(8, los[u], v, los[u], k)
			f.greater(8, his[u], v, his[u], k)
		}
		f.chunks(n, per, 4, []cursor{col}, func(u int) { one(u, nil) })
		if level == avx512 {
			f.rest(n, func() { one(0, f.lowMask(n)) })
		}
		for i := range 3 {
			f.lesser(8, los[0], los[i+1], los[0], nil)
			f.greater(8, his[0], his[i+1], his[0], nil)
		}
		f.fold(8, los[0], f.lesser, "lo")
		f.fold(8, his[0], f.greater, "hi")
		f.end()
	}
	for _, e := range []elem{u8, u16, u32} {
		signature := fmt.Sprintf("(col []%[1]s, bits []uint64) (lo, hi %[1]s)", e.typ)
		for _, level := range []string{avx512, avx2} {
			f.begin("minMaxSel"+e.name+level, signature, "returns the least and the greatest of the elements of col whose bit is set.")
			var los, his []reg.VecVirtual
			for range 2 {
				los = append(los, f.ones(f.vector(level)))
				his = append(his, f.clear(f.vector(level)))
			}
			all := los[0]
			if level == avx2 {
				all = f.ones(f.YMM())
			}
			f.readBits(level, e.size, func(i int, v reg.VecVirtual, k reg.OpmaskVirtual, lanes reg.VecVirtual) {
				lo, hi := los[i%2], his[i%2]
				if level == avx512 {
					f.lesser(e.size, lo, v, lo, k)
					f.greater(e.size, hi, v, hi, nil) // what has no bit is 0
					return
				}
				none := f.YMM()
				f.VPXOR(all, lanes, none)
				f.VPOR(v, none, none)
				f.lesser(e.size, lo, none, lo, nil)
				f.VPAND(lanes, v, v)
				f.greater(e.size, hi, v, hi, nil)
			})
			f.lesser(e.size, los[0], los[1], los[0], nil)
			f.greater(e.size, his[0], his[1], his[0], nil)
			f.fold(e.size, los[0], f.lesser, "lo")
			f.fold(e.size, his[0], f.greater, "hi")
			f.end()
		}
	}
}
