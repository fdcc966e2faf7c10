package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"
	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// compressBytes emits VPCOMPRESSB with zeros after the bytes kept, which avo does
// not know.
func (f *file) compressBytes(v reg.VecVirtual, k reg.OpmaskVirtual, to reg.VecVirtual) {
	f.vbmi2("VPCOMPRESSB", v, k, to)
}

// compressWords is compressBytes of lanes of two.
func (f *file) compressWords(v reg.VecVirtual, k reg.OpmaskVirtual, to reg.VecVirtual) {
	f.vbmi2("VPCOMPRESSW", v, k, to)
}

func (f *file) vbmi2(opcode string, v reg.VecVirtual, k reg.OpmaskVirtual, to reg.VecVirtual) {
	f.Instruction(&ir.Instruction{
		Opcode:   opcode,
		Suffixes: []string{"Z"},
		Operands: []op.Op{v, k, to},
		Inputs:   []op.Op{v, k},
		Outputs:  []op.Op{to},
		ISA:      []string{"AVX512VBMI2"},
	})
}

// Functions that write a part of the elements store whole vectors, so what is
// behind the last element written is overwritten; but never more elements than were
// read, as no more are kept.

func emitCompress(f *file) {
	for _, e := range []elem{u8, u16, u32, i64} {
		signature := fmt.Sprintf("(dst []int64, col []%s, bits []uint64, base, factor int64) (n int)", e.typ)
		doc := "writes base + factor*col[t] where the bit is set, of whole words, to dst, which is as long as col."
		f.begin("widenSel"+e.name+avx512, signature, doc)
		d := f.newDecoder(avx512)
		f.keep512(e.size, func(v reg.VecVirtual) { d.decode(e.size, v) })
		f.begin("widenSel"+e.name+avx2, signature, doc)
		d = f.newDecoder(avx2)
		f.keep256(e.size, func(v reg.VecVirtual) { d.decode(e.size, v) })
	}
	for _, level := range []string{avx512, avx2} {
		f.begin("compressI64"+level, "(dst, col []int64, bits []uint64) (n int)", "writes col[t] where the bit is set, of whole words, to dst, which is as long as col.")
		if level == avx512 {
			f.keep512(8, func(reg.VecVirtual) {})
		} else {
			f.keep256(8, func(reg.VecVirtual) {})
		}
	}
}

// keep512 emits the body of a function that compresses 64/size elements at a time,
// and decodes what is left, eight at a time. The word of the bitmap is read once and
// shifted: reading its parts between the stores was up to three times slower.
func (f *file) keep512(size int, decode func(reg.VecVirtual)) {
	f.keepWords(size, func(word reg.GPVirtual, from func(off int) op.Mem, to op.Mem, kept reg.GPVirtual) {
		for i := range size {
			k, v := f.K(), f.load(size, from(64*i), nil, f.ZMM())
			n := f.countLow(size, word)
			f.part(size, word, k)
			switch size {
			case 1:
				f.compressBytes(v, k, v)
			case 2:
				f.compressWords(v, k, v)
			case 4:
				f.VPCOMPRESSD_Z(v, k, v)
			case 8:
				f.VPCOMPRESSQ_Z(v, k, v)
			}
			f.decodeParts(size, v, func(part int, v reg.VecVirtual) {
				decode(v)
				f.VMOVDQU64(v, to.Offset(64*part))
			})
			f.ADDQ(n, kept)
		}
	})
}

// keepWords emits a loop over the words of bits, but for those that are zero, and
// what they stand for in col.
func (f *file) keepWords(size int, work func(word reg.GPVirtual, from func(off int) op.Mem, to op.Mem, kept reg.GPVirtual)) {
	dst, col := f.base("dst"), cursor{f.base("col"), 64 * size}
	bits := cursor{f.base("bits"), 8}
	n := f.length("col")
	kept := f.zero()
	f.chunks(n, 64, 1, []cursor{col, bits}, func(u int) {
		word, next := f.GP64(), f.label("next")
		f.MOVQ(bits.mem(u, 0), word)
		f.TESTQ(word, word)
		f.JZ(ref(next))
		from := func(off int) op.Mem { return col.mem(u, off) }
		work(word, from, op.Mem{Base: dst, Index: kept, Scale: 8}, kept)
		f.Label(next)
	})
	f.result(kept, "n")
	f.end()
}

// decodeParts emits the 64-bit lanes of a vector of 64/size elements, eight at a
// time.
func (f *file) decodeParts(size int, v reg.VecVirtual, work func(part int, v reg.VecVirtual)) {
	if size == 8 {
		work(0, v)
		return
	}
	for part := range 8 / size {
		wide := f.ZMM()
		switch size {
		case 4:
			half := v.AsY().(reg.VecVirtual)
			if part > 0 {
				half = f.YMM()
				f.VEXTRACTI64X4(op.Imm(1), v, half)
			}
			f.VPMOVZXDQ(half, wide)
		case 2:
			x := v.AsX().(reg.VecVirtual)
			if part > 0 {
				x = f.XMM()
				f.VEXTRACTI32X4(op.Imm(uint64(part)), v, x)
			}
			f.VPMOVZXWQ(x, wide)
		case 1:
			x := v.AsX().(reg.VecVirtual)
			if part > 1 {
				x = f.XMM()
				f.VEXTRACTI32X4(op.Imm(uint64(part/2)), v, x)
			}
			if part%2 == 1 {
				y := f.XMM()
				f.VPSRLDQ(op.Imm(8), x, y)
				x = y
			}
			f.VPMOVZXBQ(x, wide)
		}
		work(part, wide)
	}
}

// countLow emits how many of the low 64/size bits of a word are set.
func (f *file) countLow(size int, word reg.GPVirtual) reg.GPVirtual {
	n := f.GP64()
	switch size {
	case 1:
		f.POPCNTQ(word, n)
	case 2:
		f.POPCNTL(word.As32(), n.As32())
	case 4:
		f.MOVWLZX(word.As16(), n.As32())
		f.POPCNTL(n.As32(), n.As32())
	case 8:
		f.MOVBLZX(word.As8(), n.As32())
		f.POPCNTL(n.As32(), n.As32())
	}
	return n
}

// keep256 is keep512 with AVX2: it decodes four elements at a time and moves those
// kept to the front by a table.
func (f *file) keep256(size int, decode func(reg.VecVirtual)) {
	table := f.GP64()
	f.LEAQ(f.bytes("fronts", fronts()), table)
	f.keepWords(size, func(word reg.GPVirtual, from func(off int) op.Mem, to op.Mem, kept reg.GPVirtual) {
		for i := range 16 {
			set, row, v, front := f.GP64(), f.GP64(), f.YMM(), f.YMM()
			f.MOVL(word.As32(), set.As32())
			f.ANDL(op.Imm(15), set.As32())
			f.SHRQ(op.Imm(4), word)
			f.extend(size, from(4*size*i), nil, v)
			decode(v)
			f.MOVQ(set, row)
			f.SHLQ(op.Imm(5), row)
			f.VMOVDQU(op.Mem{Base: table, Index: row, Scale: 1}, front)
			f.VPERMD(v, front, v)
			f.VMOVDQU(v, to)
			f.POPCNTL(set.As32(), set.As32())
			f.ADDQ(set, kept)
		}
	})
}

// fronts is a table of the shuffle that moves the quadwords with a bit to the front,
// of each set of four.
func fronts() (out []byte) {
	for set := range 16 {
		var row []uint32
		for lane := range uint32(4) {
			if set>>lane&1 == 1 {
				row = append(row, 2*lane, 2*lane+1)
			}
		}
		out = append(out, dwords(append(row, make([]uint32, 8-len(row))...)...)...)
	}
	return out
}
