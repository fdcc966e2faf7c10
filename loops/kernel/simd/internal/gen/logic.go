package main

import (
	"github.com/mmcloughlin/avo/reg"
)

func emitLogic(f *file) {
	for _, level := range []string{avx512, avx2} {
		whole := map[string]string{avx512: ".", avx2: ", of whole vectors."}[level]
		wide := level == avx512
		f.begin("and"+level, "(dst, a, b []uint64)", "writes a & b"+whole)
		f.mapLanes(level, []string{"a", "b"}, func(v []reg.VecVirtual) reg.VecVirtual {
			if wide {
				f.VPANDQ(v[1], v[0], v[0])
			} else {
				f.VPAND(v[1], v[0], v[0])
			}
			return v[0]
		})
		f.begin("or"+level, "(dst, a, b []uint64)", "writes a | b"+whole)
		f.mapLanes(level, []string{"a", "b"}, func(v []reg.VecVirtual) reg.VecVirtual {
			if wide {
				f.VPORQ(v[1], v[0], v[0])
			} else {
				f.VPOR(v[1], v[0], v[0])
			}
			return v[0]
		})
		f.begin("andNot"+level, "(dst, a, b []uint64)", "writes a &^ b"+whole)
		f.mapLanes(level, []string{"a", "b"}, func(v []reg.VecVirtual) reg.VecVirtual {
			if wide {
				f.VPANDNQ(v[0], v[1], v[0])
			} else {
				f.VPANDN(v[0], v[1], v[0])
			}
			return v[0]
		})
		f.begin("not"+level, "(dst, a []uint64)", "writes ^a"+whole)
		ones := f.ones(f.vector(level))
		f.mapLanes(level, []string{"a"}, func(v []reg.VecVirtual) reg.VecVirtual {
			if wide {
				f.VPXORQ(ones, v[0], v[0])
			} else {
				f.VPXOR(ones, v[0], v[0])
			}
			return v[0]
		})
	}
	emitCount(f)
}

func emitCount(f *file) {
	f.begin("count"+avx512, "(bits []uint64) (n int)", "counts set bits.")
	bits := cursor{f.base("bits"), 64}
	n := f.length("bits")
	sums := []reg.VecVirtual{f.clear(f.ZMM()), f.clear(f.ZMM())}
	one := func(u int, k reg.OpmaskVirtual) {
		v := f.load(8, bits.mem(u, 0), k, f.ZMM())
		f.VPOPCNTQ(v, v)
		f.VPADDQ(v, sums[u%2], sums[u%2])
	}
	f.chunks(n, 8, 4, []cursor{bits}, func(u int) { one(u, nil) })
	f.rest(n, func() { one(0, f.lowMask(n)) })
	f.result(f.sumLanes(sums), "n")
	f.end()

	f.begin("count"+avx2, "(bits []uint64) (n int)", "counts set bits.")
	bits = cursor{f.base("bits"), 8}
	n = f.length("bits")
	counts := []reg.GPVirtual{f.zero(), f.zero(), f.zero(), f.zero()}
	f.chunks(n, 1, 8, []cursor{bits}, func(u int) {
		c := f.zero() // popcnt depends on what it overwrites on some machines
		f.POPCNTQ(bits.mem(u, 0), c)
		f.ADDQ(c, counts[u%4])
	})
	for _, c := range counts[1:] {
		f.ADDQ(c, counts[0])
	}
	f.result(counts[0], "n")
	f.RET()
}
