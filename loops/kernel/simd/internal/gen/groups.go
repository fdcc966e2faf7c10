package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A masked sum compares the groups of a vector of elements with each group there can
// be, and so costs in proportion to the groups.

func emitGroups(f *file) {
	for _, groups := range []int{4, 8} {
		f.begin(fmt.Sprintf("sumGroups%d%s", groups, avx512), fmt.Sprintf("(acc *[%d]int64, gid []uint8, col []int64)", groups),
			"adds to each group what is its own.")
		acc := f.GP64()
		f.Load(f.Param("acc"), acc)
		gid, col := cursor{f.base("gid"), 8}, cursor{f.base("col"), 64}
		n := f.length("col")
		var own, sums []reg.VecVirtual
		for g := range groups {
			own = append(own, f.splat(8, f.group(g), f.ZMM()))
			sums = append(sums, f.clear(f.ZMM()))
		}
		one := func(u int, tail reg.OpmaskVirtual) {
			id := f.ZMM()
			f.extend(1, gid.mem(u, 0), tail, id)
			v := f.load(8, col.mem(u, 0), tail, f.ZMM())
			for g := range groups {
				k := f.K()
				f.VPCMPEQQ(own[g], id, k)
				f.VPADDQ(v, sums[g], k, sums[g])
			}
		}
		f.chunks(n, 8, 2, []cursor{gid, col}, func(u int) { one(u, nil) })
		f.rest(n, func() { one(0, f.lowMask(n)) })
		for g := range groups {
			f.ADDQ(f.sumLanes(sums[g:g+1]), cursor{acc, 8}.mem(g, 0))
		}
		f.end()
	}
	emitSumGroups256(f)
	emitCountEqual(f)
	emitGreatest(f)
}

// emitSumGroups256 is the masked sum of 4 groups with AVX2, for whole vectors.
func emitSumGroups256(f *file) {
	f.begin("sumGroups4"+avx2, "(acc *[4]int64, gid []uint8, col []int64)", "adds to each group what is its own, of whole vectors.")
	acc := f.GP64()
	f.Load(f.Param("acc"), acc)
	gid, col := cursor{f.base("gid"), 4}, cursor{f.base("col"), 32}
	n := f.length("col")
	var own, sums []reg.VecVirtual
	for g := range 4 {
		own = append(own, f.splat(8, f.group(g), f.YMM()))
		sums = append(sums, f.clear(f.YMM()))
	}
	f.chunks(n, 4, 2, []cursor{gid, col}, func(u int) {
		id := f.YMM()
		f.extend(1, gid.mem(u, 0), nil, id)
		v := f.load(8, col.mem(u, 0), nil, f.YMM())
		for g := range own {
			mine := f.YMM()
			f.equal(8, own[g], id, mine)
			f.VPAND(v, mine, mine)
			f.VPADDQ(mine, sums[g], sums[g])
		}
	})
	for g := range sums {
		f.ADDQ(f.sumLanes(sums[g:g+1]), cursor{acc, 8}.mem(g, 0))
	}
	f.end()
}

// group returns where the number of a group is.
func (f *file) group(g int) op.Mem {
	return f.bytes(fmt.Sprintf("group%d", g), quadwords(uint64(g)))
}

func emitCountEqual(f *file) {
	f.begin("countEqual"+avx512, "(col []uint8, x uint8) (n int)", "counts the elements that are x.")
	col, n := cursor{f.base("col"), 64}, f.length("col")
	x := f.broadcast(1, "x", f.ZMM())
	counts := []reg.GPVirtual{f.zero(), f.zero()}
	one := func(u int, tail reg.OpmaskVirtual) {
		k, c := f.K(), f.GP64()
		f.VPCMPEQB(under(tail, f.load(1, col.mem(u, 0), tail, f.ZMM()), x, k)...)
		f.KMOVQ(k, c)
		f.POPCNTQ(c, c)
		f.ADDQ(c, counts[u%2])
	}
	f.chunks(n, 64, 4, []cursor{col}, func(u int) { one(u, nil) })
	f.rest(n, func() {
		k := f.K()
		f.part(1, f.low(n), k)
		one(0, k)
	})
	f.ADDQ(counts[1], counts[0])
	f.result(counts[0], "n")
	f.end()

	f.begin("countEqual"+avx2, "(col []uint8, x uint8) (n int)", "counts the elements that are x, of whole vectors.")
	col, n = cursor{f.base("col"), 32}, f.length("col")
	x = f.broadcast(1, "x", f.YMM())
	counts = []reg.GPVirtual{f.zero(), f.zero()}
	f.chunks(n, 32, 4, []cursor{col}, func(u int) {
		v, c := f.YMM(), f.GP64()
		f.VPCMPEQB(col.mem(u, 0), x, v)
		f.VPMOVMSKB(v, c.As32())
		f.POPCNTL(c.As32(), c.As32())
		f.ADDQ(c, counts[u%2])
	})
	f.ADDQ(counts[1], counts[0])
	f.result(counts[0], "n")
	f.end()
}

func emitGreatest(f *file) {
	for _, level := range []string{avx512, avx2} {
		f.begin("greatest"+level, "(col []uint8) (x uint8)", "returns the greatest element.")
		size := int(f.vector(level).Size())
		col, n := cursor{f.base("col"), size}, f.length("col")
		his := []reg.VecVirtual{f.clear(f.vector(level)), f.clear(f.vector(level))}
		one := func(u int, tail reg.OpmaskVirtual) {
			f.greater(1, his[u%2], f.load(1, col.mem(u, 0), tail, f.vector(level)), his[u%2], nil)
		}
		f.chunks(n, size, 4, []cursor{col}, func(u int) { one(u, nil) })
		if level == avx512 {
			f.rest(n, func() {
				k := f.K()
				f.part(1, f.low(n), k)
				one(0, k)
			})
		}
		f.greater(1, his[0], his[1], his[0], nil)
		f.fold(1, his[0], f.greater, "x")
		f.end()
	}
}
