package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// kernelBench is a benchmark: run works over n elements, size bytes each, read and
// written.
type kernelBench struct {
	name string
	size float64
	run  func()
}

// benches returns benchmarks over columns of n elements, and those that depend on how
// many bits are set: density percent.
func benches(n, density int) (all, selective []kernelBench) {
	r := rand.New(rand.NewPCG(1, 2))
	a8, b8, a16, b16 := ints[uint8](r, n), ints[uint8](r, n), ints[uint16](r, n), ints[uint16](r, n)
	a32, b32, a64, b64 := ints[uint32](r, n), ints[uint32](r, n), ints[int64](r, n), ints[int64](r, n)
	dst, pos, fs, fd := make([]int64, n), make([]int32, n+64), make([]float64, n), make([]float64, n)
	hashes := make([]uint64, n)
	sel, x, y, z := make([]uint64, Words(n)), make([]uint64, Words(n)), make([]uint64, Words(n)), make([]uint64, Words(n))
	near := make([]int32, n)
	gid4, gid8, gid30, same, small16 := make([]uint8, n), make([]uint8, n), make([]uint8, n), make([]uint8, n), make([]uint16, n)
	for t := range n {
		if r.IntN(100) < density {
			sel[t>>6] |= 1 << (t & 63)
		}
		fs[t] = r.Float64()
		near[t] = int32(min(n-1, max(0, t+r.IntN(64)-32)))
		gid4[t], gid8[t], gid30[t], small16[t] = uint8(r.IntN(4)), uint8(r.IntN(8)), uint8(r.IntN(30)), uint16(r.IntN(1000))
		if r.IntN(2) == 0 {
			gid30[t] = 0
		}
	}
	set, wide := [4]uint64{1, 2, 3, 4}, make([]uint64, 1024)
	for i := range wide {
		wide[i] = r.Uint64()
	}
	acc := make([]int64, 64)
	bit, d := 1.0/8, float64(density)/100
	all = []kernelBench{
		{"copy", 16, func() { copy(dst, a64) }},
		{"RangeU8", 1 + bit, func() { RangeU8(x, a8, 3, 100) }},
		{"RangeU16", 2 + bit, func() { RangeU16(x, a16, 3, 100) }},
		{"RangeU32", 4 + bit, func() { RangeU32(x, a32, 3, 100) }},
		{"RangeI64", 8 + bit, func() { RangeI64(x, a64, 3, 100) }},
		{"RangeF64", 8 + bit, func() { RangeF64(x, fs, 0.1, 0.2, true, false) }},
		{"LtU8", 2 + bit, func() { LtU8(x, a8, b8) }},
		{"LtU16", 4 + bit, func() { LtU16(x, a16, b16) }},
		{"LtU32", 8 + bit, func() { LtU32(x, a32, b32) }},
		{"LtI64", 16 + bit, func() { LtI64(x, a64, b64) }},
		{"EqU8", 2 + bit, func() { EqU8(x, a8, b8) }},
		{"And", 3 * bit, func() { And(x, y, z) }},
		{"Not", 2 * bit, func() { Not(x, y, n) }},
		{"Count", bit, func() { sink = int64(Count(sel)) }},
		{"TableU8", 1 + bit, func() { TableU8(x, a8, &set) }},
		{"TableU16small", 2 + bit, func() { TableU16(x, small16, wide[:16]) }},
		{"TableU16", 2 + bit, func() { TableU16(x, a16, wide) }},
		{"WidenU8", 9, func() { WidenU8(dst, a8, 5, 100) }},
		{"WidenU16", 10, func() { WidenU16(dst, a16, 5, 100) }},
		{"WidenU32", 12, func() { WidenU32(dst, a32, 5, 100) }},
		{"GatherU8", 13, func() { GatherU8(dst, a8, near, 5, 100) }},
		{"GatherU16", 14, func() { GatherU16(dst, a16, near, 5, 100) }},
		{"GatherU32", 16, func() { GatherU32(dst, a32, near, 5, 100) }},
		{"GatherI64", 20, func() { GatherI64(dst, a64, near, 5, 100) }},
		{"AddVV", 24, func() { AddVV(dst, a64, b64) }},
		{"MulVV", 24, func() { MulVV(dst, a64, b64) }},
		{"MulVV32", 24, func() { MulVV32(dst, a64, b64) }},
		{"MulVC", 16, func() { MulVC(dst, a64, 77) }},
		{"SubCV", 16, func() { SubCV(dst, 77, a64) }},
		{"AddF64VV", 24, func() { AddF64VV(fd, fs, fs) }},
		{"SumI64", 8, func() { sink = SumI64(a64) }},
		{"SumU8", 1, func() { sink = int64(SumU8(a8)) }},
		{"SumU16", 2, func() { sink = int64(SumU16(a16)) }},
		{"SumU32", 4, func() { sink = int64(SumU32(a32)) }},
		{"MinMaxI64", 8, func() { sink, _ = MinMaxI64(a64) }},
		{"SumGroups4", 9, func() { SumGroupsI64(acc[:4], gid4, a64) }},
		{"SumGroups8", 9, func() { SumGroupsI64(acc[:8], gid8, a64) }},
		{"SumGroups30skewed", 9, func() { SumGroupsI64(acc[:30], gid30, a64) }},
		{"SumGroups30same", 9, func() { SumGroupsI64(acc[:30], same, a64) }},
		{"CountGroups4", 1, func() { CountGroups(acc[:4], gid4) }},
		{"CountGroups30", 1, func() { CountGroups(acc[:30], gid30) }},
		{"HashI64", 16, func() { HashI64(hashes, a64) }},
	}
	selective = []kernelBench{
		{"Positions", bit + 4*d, func() { sink = int64(Positions(pos, sel, 100)) }},
		{"WidenSelU8", 1 + bit + 8*d, func() { sink = int64(WidenSelU8(dst, a8, sel, 5, 100)) }},
		{"WidenSelU16", 2 + bit + 8*d, func() { sink = int64(WidenSelU16(dst, a16, sel, 5, 100)) }},
		{"WidenSelU32", 4 + bit + 8*d, func() { sink = int64(WidenSelU32(dst, a32, sel, 5, 100)) }},
		{"WidenSelI64", 8 + bit + 8*d, func() { sink = int64(WidenSelI64(dst, a64, sel, 5, 100)) }},
		{"CompressI64", 8 + bit + 8*d, func() { sink = int64(CompressI64(dst, a64, sel)) }},
		{"SumSelI64", 8 + bit, func() { sink = SumSelI64(a64, sel) }},
		{"SumSelU8", 1 + bit, func() { sink = int64(SumSelU8(a8, sel)) }},
		{"SumSelU16", 2 + bit, func() { sink = int64(SumSelU16(a16, sel)) }},
		{"SumSelU32", 4 + bit, func() { sink = int64(SumSelU32(a32, sel)) }},
		{"MinMaxSelU8", 1 + bit, func() { MinMaxSelU8(a8, sel) }},
		{"MinMaxSelU16", 2 + bit, func() { MinMaxSelU16(a16, sel) }},
		{"MinMaxSelU32", 4 + bit, func() { MinMaxSelU32(a32, sel) }},
	}
	return all, selective
}

var sink int64

// BenchmarkKernels has all kernels at all levels of this machine, over a block that
// stays in the first-level cache and over columns that fit no cache. copy is the
// machine's own bandwidth.
func BenchmarkKernels(b *testing.B) {
	for _, n := range []int{2048, 1 << 22} {
		for i, density := range []int{50, 1, 20, 90} {
			all, selective := benches(n, density)
			if i == 0 {
				atLevels(b, all, fmt.Sprint(n), n)
			}
			atLevels(b, selective, fmt.Sprintf("%d/%d%%", n, density), n)
		}
	}
}

func atLevels(b *testing.B, benches []kernelBench, suffix string, n int) {
	for _, k := range benches {
		for l := Portable; l <= Best(); l++ {
			b.Run(fmt.Sprintf("%s/%s/%s", k.name, suffix, l), func(b *testing.B) {
				defer Use(Use(l))
				b.SetBytes(int64(k.size * float64(n)))
				for b.Loop() {
					k.run()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/elem")
			})
		}
	}
}

func ints[T Word](r *rand.Rand, n int) []T {
	a := make([]T, n)
	for i := range a {
		a[i] = T(r.Uint64())
	}
	return a
}
