package simd

import (
	"math"
	"slices"
)

// summed is the cases of the sums of a column, of all elements and of those selected.
func summed[T Word, R uint64 | int64](name string, column func(in *inputs) []T, sum func(col []T) R, sel func(col []T, bits []uint64) R) []kernelCase {
	return []kernelCase{
		{"Sum" + name, func(in *inputs) any { return sum(column(in)) }, func(in *inputs) any {
			s := R(0)
			for _, x := range column(in) {
				s += R(x)
			}
			return s
		}},
		{"SumSel" + name, func(in *inputs) any { return sel(column(in), in.sel) }, func(in *inputs) any {
			s := R(0)
			for _, x := range under(in, func(t int) T { return column(in)[t] }) {
				s += R(x)
			}
			return s
		}},
	}
}

var sumCases = join(
	summed("U8", func(in *inputs) []uint8 { return in.u8 }, SumU8, SumSelU8),
	summed("U16", func(in *inputs) []uint16 { return in.u16 }, SumU16, SumSelU16),
	summed("U32", func(in *inputs) []uint32 { return in.u32 }, SumU32, SumSelU32),
	summed("I64", func(in *inputs) []int64 { return in.i64 }, SumI64, SumSelI64),
)

// extremes is the case of the least and the greatest of those selected.
func extremes[T Code](name string, column func(in *inputs) []T, kernel func(col []T, bits []uint64) (lo, hi T)) kernelCase {
	return kernelCase{name,
		func(in *inputs) any {
			lo, hi := kernel(column(in), in.sel)
			return [2]T{lo, hi}
		},
		func(in *inputs) any {
			x := under(in, func(t int) T { return column(in)[t] })
			if len(x) == 0 {
				return [2]T{^T(0), 0}
			}
			return [2]T{slices.Min(x), slices.Max(x)}
		}}
}

var minMaxCases = []kernelCase{
	{"MinMaxI64", func(in *inputs) any {
		lo, hi := MinMaxI64(in.i64)
		return [2]int64{lo, hi}
	}, func(in *inputs) any {
		if in.n == 0 {
			return [2]int64{math.MaxInt64, math.MinInt64}
		}
		return [2]int64{slices.Min(in.i64), slices.Max(in.i64)}
	}},
	extremes("MinMaxSelU8", func(in *inputs) []uint8 { return in.u8 }, MinMaxSelU8),
	extremes("MinMaxSelU16", func(in *inputs) []uint16 { return in.u16 }, MinMaxSelU16),
	extremes("MinMaxSelU32", func(in *inputs) []uint32 { return in.u32 }, MinMaxSelU32),
}

// accumulated is the case of a kernel that adds of(t) to the group of t.
func accumulated(name string, run func(in *inputs, acc []int64), of func(in *inputs, t int) int64) kernelCase {
	start := func(in *inputs, acc []int64) []int64 {
		for g := range acc {
			acc[g] = in.base + int64(g)
		}
		return acc
	}
	return kernelCase{name,
		func(in *inputs) any {
			acc := start(in, lend[int64](in.t, in.arena("acc"), in.groups, in.at))
			run(in, acc)
			return acc
		},
		func(in *inputs) any {
			acc := start(in, make([]int64, in.groups))
			for t, g := range in.gid {
				acc[g] += of(in, t)
			}
			return acc
		}}
}

var groupsCases = []kernelCase{
	accumulated("SumGroupsI64", func(in *inputs, acc []int64) { SumGroupsI64(acc, in.gid, in.i64) },
		func(in *inputs, t int) int64 { return in.i64[t] }),
	accumulated("CountGroups", func(in *inputs, acc []int64) { CountGroups(acc, in.gid) },
		func(*inputs, int) int64 { return 1 }),
}
