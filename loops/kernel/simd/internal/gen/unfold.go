package main

import op "github.com/mmcloughlin/avo/operand"

// emitUnfold writes vectors of positions, of which those behind the end of a span are overwritten by
// the next: spans of any length up to a vector cost the same, without a branch.
func emitUnfold(f *file) {
	f.begin("unfold"+avx2, "(parent, rows, lo, hi []int32, from int) (n, next int)",
		"writes the positions of spans from the from-th on as long as the next one leaves 8 elements of rows. It returns how many there are and the next span.")
	parent, rows := f.base("parent"), f.base("rows")
	lo, hi, spans := f.base("lo"), f.base("hi"), f.length("lo")
	room := f.length("rows")
	f.SUBQ(count(8), room)
	n, s := f.zero(), f.scalar("from")
	iota := f.YMM()
	f.VPMOVZXBD(f.bytes("iota8", quadwords(0x0706050403020100)), iota)
	eight := f.splat(4, f.bytes("eight", quadwords(8)), f.YMM())
	loop, more, next, done := f.label("loop"), f.label("more"), f.label("next"), f.label("done")
	f.Label(loop)
	f.CMPQ(s, spans)
	f.JGE(ref(done))
	first, end := f.GP32(), f.GP64()
	f.MOVL(op.Mem{Base: lo, Index: s, Scale: 4}, first)
	f.MOVL(op.Mem{Base: hi, Index: s, Scale: 4}, end.As32())
	f.SUBL(first, end.As32()) // its positions, zero-extended
	f.ADDQ(n, end)
	f.CMPQ(end, room)
	f.JG(ref(done))
	x, number, position := f.XMM(), f.YMM(), f.YMM()
	f.VMOVD(s.As32(), x)
	f.VPBROADCASTD(x, number)
	f.VMOVD(first, x)
	f.VPBROADCASTD(x, position)
	f.VPADDD(iota, position, position)
	f.Label(more)
	f.VMOVDQU(number, op.Mem{Base: parent, Index: n, Scale: 4})
	f.VMOVDQU(position, op.Mem{Base: rows, Index: n, Scale: 4})
	f.ADDQ(op.Imm(8), n)
	f.CMPQ(n, end)
	f.JGE(ref(next))
	f.VPADDD(eight, position, position)
	f.JMP(ref(more))
	f.Label(next)
	f.MOVQ(end, n)
	f.INCQ(s)
	f.JMP(ref(loop))
	f.Label(done)
	f.result(n, "n")
	f.result(s, "next")
	f.end()
}
