package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// file is one assembly file in the making.
type file struct {
	*build.Context
	labels int
	data   map[string]op.Mem
}

// elem is an element type of columns.
type elem struct {
	name string // as in names of functions: U8
	typ  string // as in Go
	size int    // bytes
}

var (
	u8  = elem{"U8", "uint8", 1}
	u16 = elem{"U16", "uint16", 2}
	u32 = elem{"U32", "uint32", 4}
	i64 = elem{"I64", "int64", 8}
	f64 = elem{"F64", "float64", 8}
)

// Names of the instruction sets, the ends of function names.
const (
	avx512 = "AVX512"
	avx2   = "AVX2"
)

// begin starts a function.
func (f *file) begin(name, signature, doc string) {
	f.Function(name)
	f.Attributes(attr.NOSPLIT)
	f.SignatureExpr("func" + signature)
	f.Pragma("noescape")
	f.Doc(name + " " + doc)
	f.labels = 0
}

// end leaves the function that used vectors.
func (f *file) end() {
	f.VZEROUPPER()
	f.RET()
}

// label returns a label not used yet in the function.
func (f *file) label(word string) string {
	f.labels++
	return fmt.Sprintf("%s%d", word, f.labels)
}

func ref(label string) op.LabelRef { return op.LabelRef(label) }

// base loads the address of a slice parameter.
func (f *file) base(name string) reg.GPVirtual {
	r := f.GP64()
	f.Load(f.Param(name).Base(), r)
	return r
}

// length loads the length of a slice parameter.
func (f *file) length(name string) reg.GPVirtual {
	r := f.GP64()
	f.Load(f.Param(name).Len(), r)
	return r
}

// scalar loads a 64-bit parameter.
func (f *file) scalar(name string) reg.GPVirtual {
	r := f.GP64()
	f.Load(f.Param(name), r)
	return r
}

// result stores a 64-bit result.
func (f *file) result(r reg.Register, name string) { f.Store(r, f.Return(name)) }

// address returns where a parameter is.
func (f *file) address(name string) op.Mem {
	b, err := f.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// broadcast fills the lanes of a vector with a parameter.
func (f *file) broadcast(size int, name string, v reg.VecVirtual) reg.VecVirtual {
	if size != 4 {
		return f.splat(size, f.address(name), v)
	}
	// VPBROADCASTD of a parameter is refused by vet, which takes it for 8 bytes.
	r, x := f.GP32(), f.XMM()
	f.Load(f.Param(name), r)
	f.VMOVD(r, x)
	f.VPBROADCASTD(x, v)
	return v
}

// splat fills the lanes of a vector from memory.
func (f *file) splat(size int, from op.Mem, v reg.VecVirtual) reg.VecVirtual {
	switch size {
	case 1:
		f.VPBROADCASTB(from, v)
	case 2:
		f.VPBROADCASTW(from, v)
	case 4:
		f.VPBROADCASTD(from, v)
	case 8:
		f.VPBROADCASTQ(from, v)
	}
	return v
}

// count returns an immediate operand of general-purpose arithmetic.
func count(n int) op.Op { return op.U32(n) }

// number returns a 64-bit register with a constant.
func (f *file) number(x uint64) reg.GPVirtual {
	r := f.GP64()
	f.MOVQ(op.Imm(x), r)
	return r
}

// zero returns a cleared 64-bit register.
func (f *file) zero() reg.GPVirtual {
	r := f.GP64()
	f.XORQ(r, r)
	return r
}

// clear zeroes a vector.
func (f *file) clear(v reg.VecVirtual) reg.VecVirtual {
	if v.Size() == 64 {
		f.VPXORQ(v, v, v)
	} else {
		f.VPXOR(v, v, v)
	}
	return v
}

// cursor walks a slice: step bytes each iteration of a loop.
type cursor struct {
	at   reg.GPVirtual
	step int
}

// mem returns where byte off of the n-th next step is.
func (c cursor) mem(n, off int) op.Mem { return op.Mem{Base: c.at, Disp: n*c.step + off} }

// chunks emits a loop that takes n down by chunk as long as it is at least unroll
// chunks, then one chunk at a time, and leaves n below chunk. body emits the work
// of chunk u of those unrolled.
func (f *file) chunks(n reg.GPVirtual, chunk, unroll int, cursors []cursor, body func(u int)) {
	counts := []int{unroll, 1}
	if unroll == 1 {
		counts = counts[1:]
	}
	for _, times := range counts {
		loop, done := f.label("loop"), f.label("less")
		f.CMPQ(n, count(times*chunk))
		f.JL(ref(done))
		f.Label(loop)
		for u := range times {
			body(u)
		}
		for _, c := range cursors {
			f.ADDQ(count(times*c.step), c.at)
		}
		f.SUBQ(count(times*chunk), n)
		f.CMPQ(n, count(times*chunk))
		f.JGE(ref(loop))
		f.Label(done)
	}
}

// rest emits body for what chunks left, if anything.
func (f *file) rest(n reg.GPVirtual, body func()) {
	done := f.label("none")
	f.TESTQ(n, n)
	f.JZ(ref(done))
	body()
	f.Label(done)
}

// low returns a register whose n lowest bits are set; n is at most 64.
func (f *file) low(n reg.GPVirtual) reg.GPVirtual {
	r := f.number(1<<64 - 1)
	f.BZHIQ(n, r, r)
	return r
}

// load reads a vector; under mask k, unless it is nil, reading no other lane and
// zeroing it.
func (f *file) load(size int, from op.Mem, k reg.OpmaskVirtual, v reg.VecVirtual) reg.VecVirtual {
	switch {
	case v.Size() == 32:
		f.VMOVDQU(from, v)
	case k == nil:
		f.VMOVDQU64(from, v)
	case size == 1:
		f.VMOVDQU8_Z(from, k, v)
	case size == 2:
		f.VMOVDQU16_Z(from, k, v)
	case size == 4:
		f.VMOVDQU32_Z(from, k, v)
	case size == 8:
		f.VMOVDQU64_Z(from, k, v)
	}
	return v
}

// store writes a vector, under mask k unless it is nil.
func (f *file) store(size int, v reg.VecVirtual, k reg.OpmaskVirtual, to op.Mem) {
	switch {
	case v.Size() == 32:
		f.VMOVDQU(v, to)
	case k == nil:
		f.VMOVDQU64(v, to)
	case size == 8:
		f.VMOVDQU64(v, k, to)
	default:
		panic("no such store")
	}
}

// under returns operands with the write mask k, unless it is nil, before the last.
func under(k reg.OpmaskVirtual, ops ...op.Op) []op.Op {
	if k == nil {
		return ops
	}
	last := ops[len(ops)-1]
	return append(append(ops[:len(ops)-1:len(ops)-1], k), last)
}

// ones sets all bits of a vector.
func (f *file) ones(v reg.VecVirtual) reg.VecVirtual {
	if v.Size() == 64 {
		f.VPTERNLOGQ(op.Imm(0xff), v, v, v)
	} else {
		f.VPCMPEQD(v, v, v)
	}
	return v
}

// like returns a new vector of the size of another.
func (f *file) like(v reg.VecVirtual) reg.VecVirtual {
	switch v.Size() {
	case 64:
		return f.ZMM()
	case 32:
		return f.YMM()
	}
	return f.XMM()
}
