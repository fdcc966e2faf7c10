package simd

import "math"

// intoBits is a case of a kernel that writes a bit for each t with is(t).
func intoBits(name string, run func(in *inputs, bits []uint64), is func(in *inputs, t int) bool) kernelCase {
	return kernelCase{name,
		func(in *inputs) any {
			bits := in.bits()
			run(in, bits)
			return bits
		},
		func(in *inputs) any { return bitsOf(in.n, func(t int) bool { return is(in, t) }) },
	}
}

var rangeCases = []kernelCase{
	intoBits("RangeU8", func(in *inputs, bits []uint64) { RangeU8(bits, in.u8, uint8(in.lo), uint8(in.span)) },
		func(in *inputs, t int) bool { return in.u8[t]-uint8(in.lo) <= uint8(in.span) }),
	intoBits("RangeU16", func(in *inputs, bits []uint64) { RangeU16(bits, in.u16, uint16(in.lo), uint16(in.span)) },
		func(in *inputs, t int) bool { return in.u16[t]-uint16(in.lo) <= uint16(in.span) }),
	intoBits("RangeU32", func(in *inputs, bits []uint64) { RangeU32(bits, in.u32, uint32(in.lo), uint32(in.span)) },
		func(in *inputs, t int) bool { return in.u32[t]-uint32(in.lo) <= uint32(in.span) }),
	intoBits("RangeI64", func(in *inputs, bits []uint64) { RangeI64(bits, in.i64, int64(in.lo), in.span) },
		func(in *inputs, t int) bool { return uint64(in.i64[t])-in.lo <= in.span }),
	intoBits("RangeF64", func(in *inputs, bits []uint64) { RangeF64(bits, in.f64, in.flo, in.fhi, in.loIn, in.hiIn) },
		func(in *inputs, t int) bool { return inRange(in.f64[t], in.flo, in.fhi, in.loIn, in.hiIn) }),
	intoBits("RangeF64 of an element", func(in *inputs, bits []uint64) { RangeF64(bits, in.f64, in.mid(), in.fhi, in.loIn, true) },
		func(in *inputs, t int) bool { return inRange(in.f64[t], in.mid(), in.fhi, in.loIn, true) }),
	intoBits("RangeF64 to NaN", func(in *inputs, bits []uint64) { RangeF64(bits, in.f64, in.flo, math.NaN(), in.loIn, true) },
		func(in *inputs, t int) bool { return inRange(in.f64[t], in.flo, math.NaN(), in.loIn, true) }),
}

// mid returns an element of f64.
func (in *inputs) mid() float64 {
	if in.n == 0 {
		return 0
	}
	return in.f64[in.n/2]
}

// inRange is RangeF64 of one element, by ranks in the total order.
func inRange(x, lo, hi float64, loIncluded, hiIncluded bool) bool {
	above, below := order(lo, x), order(x, hi)
	return (above < 0 || loIncluded && above == 0) && (below < 0 || hiIncluded && below == 0)
}

// order compares in the total order of floats.
func order(a, b float64) int {
	switch aNaN, bNaN := math.IsNaN(a), math.IsNaN(b); {
	case aNaN && bNaN:
		return 0
	case aNaN:
		return 1
	case bNaN:
		return -1
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// compared is the cases of the four comparisons of two columns.
func compared[T Word](name string, columns func(in *inputs) (a, b []T), kernels [4]func(bits []uint64, a, b []T)) (out []kernelCase) {
	is := [4]func(a, b T) bool{
		func(a, b T) bool { return a < b },
		func(a, b T) bool { return a <= b },
		func(a, b T) bool { return a == b },
		func(a, b T) bool { return a != b },
	}
	for i, op := range []string{"Lt", "Le", "Eq", "Ne"} {
		out = append(out, intoBits(op+name,
			func(in *inputs, bits []uint64) {
				a, b := columns(in)
				kernels[i](bits, a, b)
			},
			func(in *inputs, t int) bool {
				a, b := columns(in)
				return is[i](a[t], b[t])
			}))
	}
	return out
}

var compareCases = join(
	compared("U8", func(in *inputs) (a, b []uint8) { return in.u8, in.v8 }, [4]func(bits []uint64, a, b []uint8){LtU8, LeU8, EqU8, NeU8}),
	compared("U16", func(in *inputs) (a, b []uint16) { return in.u16, in.v16 }, [4]func(bits []uint64, a, b []uint16){LtU16, LeU16, EqU16, NeU16}),
	compared("U32", func(in *inputs) (a, b []uint32) { return in.u32, in.v32 }, [4]func(bits []uint64, a, b []uint32){LtU32, LeU32, EqU32, NeU32}),
	compared("I64", func(in *inputs) (a, b []int64) { return in.i64, in.j64 }, [4]func(bits []uint64, a, b []int64){LtI64, LeI64, EqI64, NeI64}),
)

func join(lists ...[]kernelCase) (out []kernelCase) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// wordwise is the cases of a kernel over words, into a slice of its own and in place.
func wordwise(name string, kernel func(dst, a, b []uint64), fn func(a, b uint64) uint64) []kernelCase {
	want := func(in *inputs) any { return each(in.n, func(t int) uint64 { return fn(in.words[t], in.words2[t]) }) }
	return []kernelCase{
		{name, func(in *inputs) any {
			dst := lend[uint64](in.t, in.arena("dst"), in.n, in.at)
			kernel(dst, in.words, in.words2)
			return dst
		}, want},
		{name + " in place", func(in *inputs) any {
			dst := lendCopy(in.t, in.arena("dst"), in.words, in.at)
			kernel(dst, dst, in.words2)
			return dst
		}, want},
	}
}

var logicCases = join(
	wordwise("And", And, func(a, b uint64) uint64 { return a & b }),
	wordwise("Or", Or, func(a, b uint64) uint64 { return a | b }),
	wordwise("AndNot", AndNot, func(a, b uint64) uint64 { return a &^ b }),
	[]kernelCase{
		intoBits("Not", func(in *inputs, bits []uint64) { Not(bits, in.sel, in.n) },
			func(in *inputs, t int) bool { return !isSet(in.sel, t) }),
		intoBits("Not in place", func(in *inputs, bits []uint64) {
			copy(bits, in.sel)
			Not(bits, bits, in.n)
		}, func(in *inputs, t int) bool { return !isSet(in.sel, t) }),
		{"Count", func(in *inputs) any { return Count(in.words) }, func(in *inputs) any {
			n := 0
			for t := range 64 * in.n {
				if isSet(in.words, t) {
					n++
				}
			}
			return n
		}},
	},
)

var tableCases = []kernelCase{
	intoBits("TableU8", func(in *inputs, bits []uint64) { TableU8(bits, in.u8, &in.set) },
		func(in *inputs, t int) bool { return isSet(in.set[:], int(in.u8[t])) }),
	intoBits("TableU16", func(in *inputs, bits []uint64) { TableU16(bits, in.u16, in.set16) },
		func(in *inputs, t int) bool {
			return int(in.u16[t]) < 64*len(in.set16) && isSet(in.set16, int(in.u16[t]))
		}),
	intoBits("TableU16 of few", func(in *inputs, bits []uint64) { TableU16(bits, in.u16, in.set16[:min(1, len(in.set16))]) },
		func(in *inputs, t int) bool {
			return int(in.u16[t]) < 64*min(1, len(in.set16)) && isSet(in.set16, int(in.u16[t]))
		}),
}
