package simd

import (
	"math"
	"math/big"
)

// lanewise is the cases of a kernel over two columns of integers, into a slice of its
// own and in place of either.
func lanewise(name string, kernel func(dst, a, b []int64), columns func(in *inputs) (a, b []int64), fn func(a, b int64) int64) []kernelCase {
	of := func(in *inputs, t int) int64 {
		a, b := columns(in)
		return fn(a[t], b[t])
	}
	return []kernelCase{
		intoLanes(name, func(in *inputs, dst []int64) {
			a, b := columns(in)
			kernel(dst, a, b)
		}, of),
		intoLanes(name+" in place of a", func(in *inputs, dst []int64) {
			a, b := columns(in)
			copy(dst, a)
			kernel(dst, dst, b)
		}, of),
		intoLanes(name+" in place of b", func(in *inputs, dst []int64) {
			a, b := columns(in)
			copy(dst, b)
			kernel(dst, a, dst)
		}, of),
	}
}

func any64(in *inputs) (a, b []int64) { return in.i64, in.j64 }

// floatwise is the case of a kernel over two columns of floats. All NaNs are one.
func floatwise(name string, kernel func(dst, a, b []float64), fn func(a, b float64) float64) kernelCase {
	word := func(x float64) uint64 {
		if math.IsNaN(x) {
			return 1
		}
		return math.Float64bits(x)
	}
	return kernelCase{name,
		func(in *inputs) any {
			dst := lend[float64](in.t, in.arena("floats"), in.n, in.at)
			kernel(dst, in.f64, in.g64)
			return each(in.n, func(t int) uint64 { return word(dst[t]) })
		},
		func(in *inputs) any { return each(in.n, func(t int) uint64 { return word(fn(in.f64[t], in.g64[t])) }) },
	}
}

var arithCases = join(
	lanewise("AddVV", AddVV, any64, func(a, b int64) int64 { return a + b }),
	lanewise("SubVV", SubVV, any64, func(a, b int64) int64 { return a - b }),
	lanewise("MulVV", MulVV, any64, func(a, b int64) int64 { return a * b }),
	lanewise("MulVV32", MulVV32, func(in *inputs) (a, b []int64) { return in.small, in.small2 }, func(a, b int64) int64 { return a * b }),
	[]kernelCase{
		intoLanes("AddVC", func(in *inputs, dst []int64) { AddVC(dst, in.i64, in.c) }, func(in *inputs, t int) int64 { return in.i64[t] + in.c }),
		intoLanes("SubCV", func(in *inputs, dst []int64) { SubCV(dst, in.c, in.i64) }, func(in *inputs, t int) int64 { return in.c - in.i64[t] }),
		intoLanes("MulVC", func(in *inputs, dst []int64) { MulVC(dst, in.i64, in.c) }, func(in *inputs, t int) int64 { return in.i64[t] * in.c }),
		floatwise("AddF64VV", AddF64VV, func(a, b float64) float64 { return a + b }),
		floatwise("SubF64VV", SubF64VV, func(a, b float64) float64 { return a - b }),
		floatwise("MulF64VV", MulF64VV, func(a, b float64) float64 { return a * b }),
	},
)

// bigHash is HashI64 of one key in arithmetic without bounds.
func bigHash(key int64) uint64 {
	product := new(big.Int).Mul(new(big.Int).SetUint64(uint64(key)^hashKey), new(big.Int).SetUint64(hashFactor))
	low := new(big.Int).And(product, new(big.Int).SetUint64(math.MaxUint64))
	return low.Uint64() ^ product.Rsh(product, 64).Uint64()
}

var hashCases = []kernelCase{
	{"HashI64", func(in *inputs) any {
		dst := lend[uint64](in.t, in.arena("dst"), in.n, in.at)
		HashI64(dst, in.i64)
		return dst
	}, func(in *inputs) any { return each(in.n, func(t int) uint64 { return bigHash(in.i64[t]) }) }},
}
