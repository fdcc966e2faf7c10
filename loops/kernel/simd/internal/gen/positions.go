package main

import op "github.com/mmcloughlin/avo/operand"

func emitPositions(f *file) {
	f.begin("positions"+avx2, "(dst []int32, bits []uint64, base int32) (words, n int)",
		"writes base+t for set bits t, a word at a time for as long as dst has room for 64 elements. It returns how many words it has read and elements written.")
	dst, bits := f.base("dst"), f.base("bits")
	room, total := f.length("dst"), f.length("bits")
	f.SUBQ(count(64), room) // n may be at most this
	words, n := f.zero(), f.zero()
	start, table := f.broadcast(4, "base", f.YMM()), f.GP64()
	eight := f.splat(4, f.bytes("eight", quadwords(8)), f.YMM())
	sixtyFour := f.splat(4, f.bytes("sixtyFour", quadwords(64)), f.YMM())
	f.LEAQ(f.bytes("setBits", setBits()), table)
	loop, next, done := f.label("loop"), f.label("next"), f.label("done")
	f.Label(loop)
	f.CMPQ(words, total)
	f.JGE(ref(done))
	f.CMPQ(n, room)
	f.JG(ref(done))
	here := f.YMM()
	f.VMOVDQA(start, here)
	word := f.GP64()
	f.MOVQ(op.Mem{Base: bits, Index: words, Scale: 8}, word)
	f.TESTQ(word, word)
	f.JZ(ref(next))
	for range 8 {
		b, v := f.GP32(), f.YMM()
		f.MOVBLZX(word.As8(), b)
		f.SHRQ(op.Imm(8), word)
		f.VPMOVZXBD(op.Mem{Base: table, Index: b.As64(), Scale: 8}, v)
		f.VPADDD(here, v, v)
		f.VMOVDQU(v, op.Mem{Base: dst, Index: n, Scale: 4})
		f.POPCNTL(b, b)
		f.ADDQ(b.As64(), n)
		f.VPADDD(eight, here, here)
	}
	f.Label(next)
	f.VPADDD(sixtyFour, start, start)
	f.INCQ(words)
	f.JMP(ref(loop))
	f.Label(done)
	f.result(words, "words")
	f.result(n, "n")
	f.end()
}

// setBits is a table of the set bits of each byte.
func setBits() (out []byte) {
	for b := range 256 {
		var row []byte
		for bit := range byte(8) {
			if b>>bit&1 == 1 {
				row = append(row, bit)
			}
		}
		out = append(out, append(row, make([]byte, 8-len(row))...)...)
	}
	return out
}
