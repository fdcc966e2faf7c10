package simd

// packed is a case of a kernel that writes the elements selected and returns how many.
func packed(name string, run func(in *inputs, dst []int64) int, of func(in *inputs, t int) int64) kernelCase {
	return kernelCase{name,
		func(in *inputs) any {
			dst := in.lanes()
			return dst[:run(in, dst)]
		},
		func(in *inputs) any { return under(in, func(t int) int64 { return of(in, t) }) },
	}
}

// intoLanes is a case of a kernel that writes a 64-bit lane for each t.
func intoLanes(name string, run func(in *inputs, dst []int64), of func(in *inputs, t int) int64) kernelCase {
	return kernelCase{name,
		func(in *inputs) any {
			dst := in.lanes()
			run(in, dst)
			return dst
		},
		func(in *inputs) any { return each(in.n, func(t int) int64 { return of(in, t) }) },
	}
}

// positionsOf is Positions, one bit at a time.
func positionsOf(in *inputs) any {
	out := []int32{}
	for t := range 64 * len(in.sel) {
		if isSet(in.sel, t) {
			out = append(out, in.first+int32(t))
		}
	}
	return out
}

var positionsCases = []kernelCase{
	{"Positions into just enough", func(in *inputs) any {
		dst := lend[int32](in.t, in.arena("positions"), Count(in.sel), in.at)
		return dst[:Positions(dst, in.sel, in.first)]
	}, positionsOf},
	{"Positions", func(in *inputs) any {
		dst := lend[int32](in.t, in.arena("positions"), 64*len(in.sel), in.at)
		return dst[:Positions(dst, in.sel, in.first)]
	}, positionsOf},
}

// decode is the value of a code.
func (in *inputs) decode(code int64) int64 { return in.base + in.factor*code }

var widenCases = []kernelCase{
	intoLanes("WidenU8", func(in *inputs, dst []int64) { WidenU8(dst, in.u8, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u8[t])) }),
	intoLanes("WidenU16", func(in *inputs, dst []int64) { WidenU16(dst, in.u16, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u16[t])) }),
	intoLanes("WidenU32", func(in *inputs, dst []int64) { WidenU32(dst, in.u32, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u32[t])) }),
}

var compressCases = []kernelCase{
	packed("WidenSelU8", func(in *inputs, dst []int64) int { return WidenSelU8(dst, in.u8, in.sel, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u8[t])) }),
	packed("WidenSelU16", func(in *inputs, dst []int64) int { return WidenSelU16(dst, in.u16, in.sel, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u16[t])) }),
	packed("WidenSelU32", func(in *inputs, dst []int64) int { return WidenSelU32(dst, in.u32, in.sel, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u32[t])) }),
	packed("WidenSelI64", func(in *inputs, dst []int64) int { return WidenSelI64(dst, in.i64, in.sel, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(in.i64[t]) }),
	packed("CompressI64", func(in *inputs, dst []int64) int { return CompressI64(dst, in.i64, in.sel) },
		func(in *inputs, t int) int64 { return in.i64[t] }),
	packed("CompressI64 in place", func(in *inputs, dst []int64) int {
		copy(dst, in.i64)
		return CompressI64(dst, dst, in.sel)
	}, func(in *inputs, t int) int64 { return in.i64[t] }),
}

var gatherCases = []kernelCase{
	intoLanes("GatherU8", func(in *inputs, dst []int64) { GatherU8(dst, in.u8, in.pos, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u8[in.pos[t]])) }),
	intoLanes("GatherU16", func(in *inputs, dst []int64) { GatherU16(dst, in.u16, in.pos, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u16[in.pos[t]])) }),
	intoLanes("GatherU32", func(in *inputs, dst []int64) { GatherU32(dst, in.u32, in.pos, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(int64(in.u32[in.pos[t]])) }),
	intoLanes("GatherI64", func(in *inputs, dst []int64) { GatherI64(dst, in.i64, in.pos, in.base, in.factor) },
		func(in *inputs, t int) int64 { return in.decode(in.i64[in.pos[t]]) }),
}
