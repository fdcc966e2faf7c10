package simd

import (
	"encoding/binary"
	"math"
	"testing"
)

// numbers is where inputs come from: chance, or the bytes of a fuzzer.
type numbers interface{ Uint64() uint64 }

// given reads numbers from bytes, over and over.
type given struct {
	data []byte
	at   int
}

func (g *given) Uint64() uint64 {
	var b [8]byte
	for i := range b {
		if len(g.data) > 0 {
			b[i] = g.data[g.at%len(g.data)]
			g.at++
		}
	}
	return binary.LittleEndian.Uint64(b[:])
}

// inputs are arguments for all kernels: columns of n elements, each in an arena of its
// own.
type inputs struct {
	t      testing.TB
	n      int
	arenas map[string]*arena
	at     place

	u8, v8        []uint8
	u16, v16      []uint16
	u32, v32      []uint32
	i64, j64      []int64
	small, small2 []int64 // signed 32-bit values
	f64, g64      []float64
	sel           []uint64 // a bit an element, and any behind them
	words, words2 []uint64 // n of them
	pos           []int32
	gid           []uint8
	groups        int

	lo, span     uint64
	flo, fhi     float64
	loIn, hiIn   bool
	base, factor int64
	c            int64
	first        int32
	set          [4]uint64
	set16        []uint64
}

// draw makes inputs.
func draw(t testing.TB, r numbers, arenas map[string]*arena, n int, at place) *inputs {
	in := &inputs{t: t, n: n, arenas: arenas, at: at}
	in.u8, in.v8 = column[uint8](in, r, "u8"), column[uint8](in, r, "v8")
	in.u16, in.v16 = column[uint16](in, r, "u16"), column[uint16](in, r, "v16")
	in.u32, in.v32 = column[uint32](in, r, "u32"), column[uint32](in, r, "v32")
	in.i64, in.j64 = column[int64](in, r, "i64"), column[int64](in, r, "j64")
	in.small, in.small2 = column[int64](in, r, "small"), column[int64](in, r, "small2")
	for t := range in.n {
		in.small[t], in.small2[t] = int64(int32(in.small[t])), int64(int32(in.small2[t]))
	}
	in.f64, in.g64 = floats(in, r, "f64"), floats(in, r, "g64")
	in.sel = lend[uint64](t, in.arena("sel"), Words(n), at)
	dense := r.Uint64() % 4
	for i := range in.sel {
		in.sel[i] = r.Uint64()
		switch dense {
		case 0:
			in.sel[i] &= r.Uint64() & r.Uint64() & r.Uint64()
		case 1:
			in.sel[i] |= r.Uint64() | r.Uint64()
		}
	}
	in.words, in.words2 = lend[uint64](t, in.arena("words"), n, at), lend[uint64](t, in.arena("words2"), n, at)
	in.pos = lend[int32](t, in.arena("pos"), n, at)
	in.gid = lend[uint8](t, in.arena("gid"), n, at)
	in.groups = 1 + int(r.Uint64()%70)
	if r.Uint64()%2 == 0 {
		in.groups = 1 + int(r.Uint64()%9)
	}
	for t := range n {
		in.words[t], in.words2[t] = r.Uint64(), r.Uint64()
		in.pos[t] = int32(r.Uint64() % uint64(n))
		in.gid[t] = uint8(r.Uint64() % uint64(in.groups))
	}
	in.lo, in.span = r.Uint64(), r.Uint64()
	if n > 0 && r.Uint64()%2 == 0 {
		in.lo, in.span = uint64(in.i64[0]), uint64(in.u8[0])
	}
	in.flo, in.fhi = float(r), float(r)
	in.loIn, in.hiIn = r.Uint64()%2 == 0, r.Uint64()%2 == 0
	in.base, in.factor, in.c = integer(r), integer(r), integer(r)
	in.first = int32(r.Uint64())
	for i := range in.set {
		in.set[i] = r.Uint64()
	}
	in.set16 = lend[uint64](t, in.arena("set16"), int(r.Uint64()%40), at)
	for i := range in.set16 {
		in.set16[i] = r.Uint64()
	}
	return in
}

// arena returns the arena of a name.
func (in *inputs) arena(name string) *arena {
	if in.arenas[name] == nil {
		in.arenas[name] = &arena{}
	}
	return in.arenas[name]
}

// column draws one of three kinds: any values, small ones, the ends of the type.
func column[T Word](in *inputs, r numbers, name string) []T {
	col := lend[T](in.t, in.arena(name), in.n, in.at)
	kind := r.Uint64() % 3
	for t := range col {
		x := r.Uint64()
		switch kind {
		case 1:
			x %= 40
		case 2:
			x = [...]uint64{0, 1, math.MaxUint64, math.MaxInt64, 1 << 63, 1 << 31, math.MaxUint32, 1<<31 - 1}[x%8]
		}
		col[t] = T(x)
	}
	return col
}

func integer(r numbers) int64 {
	if x := r.Uint64(); x%3 > 0 {
		return int64(x >> (x % 61))
	}
	return int64(r.Uint64())
}

func floats(in *inputs, r numbers, name string) []float64 {
	col := lend[float64](in.t, in.arena(name), in.n, in.at)
	for t := range col {
		col[t] = float(r)
	}
	return col
}

// float draws special values as often as others.
func float(r numbers) float64 {
	x := r.Uint64()
	if x%2 == 0 {
		return math.Float64frombits(r.Uint64())
	}
	special := [...]float64{
		0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.Float64frombits(0xfff8000000000123),
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64,
	}
	return special[x>>1%uint64(len(special))]
}
