package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// adder sums the elements of vectors into 64-bit lanes.
type adder struct {
	f     *file
	size  int
	zero  reg.VecVirtual
	sums  []reg.VecVirtual
	highs []reg.VecVirtual // upper parts of the elements, which sums has too
}

func (f *file) newAdder(level string, size int) *adder {
	a := &adder{f: f, size: size}
	for range 4 {
		a.sums = append(a.sums, f.clear(f.vector(level)))
	}
	switch size {
	case 1:
		a.zero = f.clear(f.vector(level))
	case 2:
		a.zero = f.clear(f.vector(level))
		fallthrough
	case 4:
		for range 2 {
			a.highs = append(a.highs, f.clear(f.vector(level)))
		}
	}
	return a
}

// add emits the addition of a vector, the i-th in a row, and overwrites it.
//
// Elements of 2 bytes, h·2⁸+l: sums get h+l and highs h, so that the sum is sums +
// 255·highs. Elements of 4 bytes: sums get two at a time, h·2³²+l, and highs h, so
// that the sum is sums - highs·2³² + highs. Both are exact as long as the sum is
// below 2⁶⁴, whatever wraps in between.
func (a *adder) add(i int, v reg.VecVirtual) {
	f, sum := a.f, a.sums[i%len(a.sums)]
	switch a.size {
	case 1:
		f.VPSADBW(a.zero, v, v)
		f.VPADDQ(v, sum, sum)
	case 2:
		both := f.like(v)
		f.VPSADBW(a.zero, v, both)
		f.VPADDQ(both, sum, sum)
		f.VPSRLW(op.Imm(8), v, v)
		f.VPSADBW(a.zero, v, v)
		f.VPADDQ(v, a.highs[i%2], a.highs[i%2])
	case 4:
		f.VPADDQ(v, sum, sum)
		f.VPSRLQ(op.Imm(32), v, v)
		f.VPADDQ(v, a.highs[i%2], a.highs[i%2])
	case 8:
		f.VPADDQ(v, sum, sum)
	}
}

// total emits the sum.
func (a *adder) total() reg.GPVirtual {
	f := a.f
	sum := f.sumLanes(a.sums)
	if a.highs == nil {
		return sum
	}
	high := f.sumLanes(a.highs)
	scaled := f.GP64()
	f.MOVQ(high, scaled)
	if a.size == 2 {
		f.SHLQ(op.Imm(8), scaled)
		f.ADDQ(scaled, sum)
		f.SUBQ(high, sum)
	} else {
		f.SHLQ(op.Imm(32), scaled)
		f.SUBQ(scaled, sum)
		f.ADDQ(high, sum)
	}
	return sum
}

func emitSum(f *file) {
	for _, e := range []elem{u8, u16, u32, i64} {
		result := "uint64"
		if e == i64 {
			result = "int64"
		}
		for _, level := range []string{avx512, avx2} {
			whole := map[string]string{avx512: ".", avx2: ", of whole vectors."}[level]
			f.begin("sum"+e.name+level, fmt.Sprintf("(col []%s) (sum %s)", e.typ, result), "returns the sum of col"+whole)
			size := f.vector(level).Size()
			per := int(size) / e.size
			col := cursor{f.base("col"), int(size)}
			n := f.length("col")
			a := f.newAdder(level, e.size)
			f.chunks(n, per, 4, []cursor{col}, func(u int) { a.add(u, f.load(e.size, col.mem(u, 0), nil, f.vector(level))) })
			if level == avx512 {
				f.rest(n, func() {
					k := f.K()
					f.part(e.size, f.low(n), k)
					a.add(0, f.load(e.size, col.mem(0, 0), k, f.ZMM()))
				})
			}
			f.result(a.total(), "sum")
			f.end()

			whole = map[string]string{avx512: ".", avx2: ", of whole words."}[level]
			f.begin("sumSel"+e.name+level, fmt.Sprintf("(col []%s, bits []uint64) (sum %s)", e.typ, result), "returns the sum of the elements of col whose bit is set"+whole)
			a = f.newAdder(level, e.size)
			f.readBits(level, e.size, func(i int, v reg.VecVirtual, _ reg.OpmaskVirtual, lanes reg.VecVirtual) {
				if lanes != nil {
					f.VPAND(lanes, v, v)
				}
				a.add(i, v)
			})
			f.result(a.total(), "sum")
			f.end()
		}
	}
}
