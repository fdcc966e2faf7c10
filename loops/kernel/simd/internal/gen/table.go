package main

import (
	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A code is in a set when a bit of it is set: bit code%8 of byte code/8, or bit
// code%16 of word code/16.

func emitTable(f *file) {
	emitTableWide(f)
	f.begin("tableU8"+avx512, "(bits []uint64, col []uint8, set *[4]uint64)", "writes which codes are in the set.")
	address, set, own := f.GP64(), f.ZMM(), f.ZMM()
	f.Load(f.Param("set"), address)
	// Shuffles take the low 6 bits of an index: twice the 32 bytes of the set, so that
	// a sixth bit makes no difference, and 8 times the 8 bits.
	f.VBROADCASTI64X4(op.Mem{Base: address}, set)
	f.VPBROADCASTQ(f.bytes("own", eightBits()), own)
	f.writeBits512(1, []string{"col"}, func(v []reg.VecVirtual, k, out reg.OpmaskVirtual) {
		index, bit := f.ZMM(), f.ZMM()
		f.VPSRLW(op.Imm(3), v[0], index) // brings bits of the byte above, at 5 and up
		f.VPERMB(set, index, index)
		f.VPERMB(own, v[0], bit)
		f.VPTESTMB(under(k, bit, index, out)...)
	})

	f.begin("tableU8"+avx2, "(bits []uint64, col []uint8, set *[4]uint64)", "writes which codes are in the set, of whole words.")
	address = f.GP64()
	low, high := f.YMM(), f.YMM()
	f.Load(f.Param("set"), address)
	f.VBROADCASTI128(op.Mem{Base: address}, low)
	f.VBROADCASTI128(op.Mem{Base: address, Disp: 16}, high)
	own = f.splat(8, f.bytes("own", eightBits()), f.YMM())
	nibble := f.splat(1, f.bytes("nibble", quadwords(0x0f0f0f0f0f0f0f0f)), f.YMM())
	seven := f.splat(1, f.bytes("seven", quadwords(0x0707070707070707)), f.YMM())
	f.writeBits256(1, []string{"col"}, false, func(v []reg.VecVirtual) reg.VecVirtual {
		index, other, bit := f.YMM(), f.YMM(), f.YMM()
		f.VPSRLW(op.Imm(3), v[0], index)
		f.VPAND(nibble, index, index)
		f.VPSHUFB(index, high, other)
		f.VPSHUFB(index, low, index)
		f.VPBLENDVB(v[0], other, index, index) // by the top bit of the code
		f.VPAND(seven, v[0], bit)
		f.VPSHUFB(bit, own, bit)
		f.VPAND(bit, index, index)
		f.equal(1, bit, index, index)
		return index
	})

	f.begin("tableU16"+avx512, "(bits []uint64, col []uint16, set *[16]uint64)", "writes which codes are in the set of codes up to 1023.")
	address = f.GP64()
	first, second := f.ZMM(), f.ZMM()
	f.Load(f.Param("set"), address)
	f.VMOVDQU64(op.Mem{Base: address}, first)
	f.VMOVDQU64(op.Mem{Base: address, Disp: 64}, second)
	own = f.ZMM()
	f.VMOVDQU64(f.bytes("own16", sixteenBits()), own)
	limit := f.ZMM()
	f.VPBROADCASTW(f.bytes("limit", quadwords(1024)), limit)
	f.writeBits512(2, []string{"col"}, func(v []reg.VecVirtual, k, out reg.OpmaskVirtual) {
		index, bit := f.ZMM(), f.ZMM()
		f.VPSRLW(op.Imm(4), v[0], index)
		f.VPERMI2W(second, first, index) // by the low 6 bits
		f.VPERMW(own, v[0], bit)
		f.compare(predLT, 2, false, v[0], limit, k, out)
		f.VPTESTMW(bit, index, out, out)
	})
}

// emitTableWide is for sets of any size: words of the set are gathered from memory.
func emitTableWide(f *file) {
	f.begin("tableWideU16"+avx512, "(bits []uint64, col []uint16, set []uint64)", "writes which codes are in the set, of whole words.")
	bits, col := cursor{f.base("bits"), 8}, cursor{f.base("col"), 128}
	n, set, length := f.length("col"), f.base("set"), f.length("set")
	f.SHLQ(op.Imm(6), length)
	limit, one := f.ZMM(), f.ZMM()
	f.VPBROADCASTD(length.As32(), limit)
	f.VPBROADCASTD(f.bytes("one", quadwords(1)), one)
	f.chunks(n, 64, 1, []cursor{bits, col}, func(u int) {
		for i := range 4 {
			code, index, word := f.ZMM(), f.ZMM(), f.clear(f.ZMM())
			known, out := f.K(), f.K()
			f.VPMOVZXWD(col.mem(u, 32*i), code)
			f.VPSRLD(op.Imm(5), code, index)
			f.compare(predLT, 4, false, code, limit, nil, known)
			f.VPGATHERDD(op.Mem{Base: set, Index: index, Scale: 4}, known, word)
			f.VPRORVD(code, word, word) // by the low 5 bits of the code
			f.VPTESTMD(one, word, out)
			f.KMOVW(out, bits.mem(u, 2*i))
		}
	})
	f.end()
}

func eightBits() (out []byte) {
	for bit := range 8 {
		out = append(out, 1<<bit)
	}
	return out
}

// sixteenBits is the bit of each lane of two bytes, modulo 16.
func sixteenBits() (out []byte) {
	for lane := range 32 {
		bit := uint16(1) << (lane % 16)
		out = append(out, byte(bit), byte(bit>>8))
	}
	return out
}
