package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A word of a bitmap stands for 64 elements: in AVX-512 that is size vectors of
// 64/size lanes, in AVX2 twice as many of half the lanes, where size is the bytes
// of an element.

// ahead is how far before a load its cache line is asked for, in bytes. The processor's own
// prefetching stops where a page or a block ends.
const ahead = 4096

// test512 compares one vector of each column into out, under mask k unless it is
// nil, when bits outside of k are to be zero.
type test512 func(v []reg.VecVirtual, k, out reg.OpmaskVirtual)

// writeBits512 emits a function body that tests all elements of the columns and
// writes a bit each to the parameter bits, in whole words.
func (f *file) writeBits512(size int, columns []string, test test512) {
	bits := cursor{f.base("bits"), 8}
	cursors := []cursor{bits}
	for _, name := range columns {
		cursors = append(cursors, cursor{f.base(name), 64 * size})
	}
	n := f.length(columns[0])
	word := func(u int, tail reg.GPVirtual) {
		for i := range size {
			var k reg.OpmaskVirtual
			if tail != nil {
				k = f.K()
				f.part(size, tail, k)
			}
			var v []reg.VecVirtual
			for _, c := range cursors[1:] {
				if tail == nil {
					f.PREFETCHT0(c.mem(u, 64*i+ahead))
				}
				v = append(v, f.load(size, c.mem(u, 64*i), k, f.ZMM()))
			}
			out := f.K()
			test(v, k, out)
			f.moveMask(size, out, bits.mem(u, 8/size*i))
		}
	}
	f.chunks(n, 64, max(1, 4/size), cursors, func(u int) { word(u, nil) })
	f.rest(n, func() { word(0, f.low(n)) })
	f.end()
}

// part moves the next bits of a word, one a lane, to a mask, and shifts them out.
func (f *file) part(size int, word reg.GPVirtual, k reg.OpmaskVirtual) {
	if size == 1 {
		f.KMOVQ(word, k)
		return
	}
	f.moveMask(size, word.As32(), k)
	f.SHRQ(op.Imm(uint64(64/size)), word)
}

// moveMask moves a mask of 64/size lanes.
func (f *file) moveMask(size int, from, to op.Op) {
	switch size {
	case 1:
		f.KMOVQ(from, to)
	case 2:
		f.KMOVD(from, to)
	case 4:
		f.KMOVW(from, to)
	case 8:
		f.KMOVB(from, to)
	}
}

// test256 compares one vector of each column; the lanes of the result are all ones
// or all zeros.
type test256 func(v []reg.VecVirtual) reg.VecVirtual

// writeBits256 is writeBits512 with AVX2, for whole words only. Where negate, the
// bits are the opposite of the test.
func (f *file) writeBits256(size int, columns []string, negate bool, test test256) {
	bits := cursor{f.base("bits"), 8}
	cursors := []cursor{bits}
	for _, name := range columns {
		cursors = append(cursors, cursor{f.base(name), 64 * size})
	}
	n := f.length(columns[0])
	p := f.newPacker(size)
	f.chunks(n, 64, 1, cursors, func(u int) {
		half := func(h int) reg.GPVirtual {
			return p.pack(func(i int) reg.VecVirtual {
				var v []reg.VecVirtual
				for _, c := range cursors[1:] {
					v = append(v, f.load(size, c.mem(u, 32*(h*size+i)), nil, f.YMM()))
				}
				return test(v)
			})
		}
		lo, hi := half(0), half(1)
		f.SHLQ(op.Imm(32), hi)
		f.ORQ(lo, hi)
		if negate {
			f.NOTQ(hi)
		}
		f.MOVQ(hi, bits.mem(u, 0))
	})
	f.end()
}

// packer turns size vectors of lane masks into 32 bits. Packing works within the
// halves of a vector and so leaves the lanes out of order; order puts them right.
type packer struct {
	f     *file
	size  int
	order reg.VecVirtual
}

func (f *file) newPacker(size int) *packer {
	p := &packer{f: f, size: size}
	switch size {
	case 4:
		p.order = f.YMM()
		f.VMOVDQU(f.bytes("dwordOrder", dwords(0, 4, 1, 5, 2, 6, 3, 7)), p.order)
	case 8:
		p.order = f.YMM()
		f.VMOVDQU(f.bytes("pairOrder", interleave()), p.order)
	}
	return p
}

// interleave is a shuffle of the 16 bytes of each half: two-byte units 0 and 4, 1
// and 5, 2 and 6, 3 and 7.
func interleave() (out []byte) {
	for range 2 {
		for i := range byte(4) {
			out = append(out, 2*i, 2*i+1, 2*i+8, 2*i+9)
		}
	}
	return out
}

// pack returns the bits of vectors 0 to size-1.
func (p *packer) pack(vector func(i int) reg.VecVirtual) reg.GPVirtual {
	f := p.f
	var v []reg.VecVirtual
	if p.size == 8 {
		for i := range 4 {
			a, b := vector(2*i), vector(2*i+1)
			f.VSHUFPS(op.Imm(0x88), b, a, a) // the low halves of the quadwords
			v = append(v, a)
		}
	} else {
		for i := range p.size {
			v = append(v, vector(i))
		}
	}
	if p.size >= 4 {
		f.VPACKSSDW(v[1], v[0], v[0])
		f.VPACKSSDW(v[3], v[2], v[2])
		v = []reg.VecVirtual{v[0], v[2]}
	}
	if p.size >= 2 {
		f.VPACKSSWB(v[1], v[0], v[0])
	}
	switch p.size {
	case 2:
		f.VPERMQ(op.Imm(0xd8), v[0], v[0])
	case 4:
		f.VPERMD(v[0], p.order, v[0])
	case 8:
		f.VPERMQ(op.Imm(0xd8), v[0], v[0])
		f.VPSHUFB(p.order, v[0], v[0])
	}
	out := f.GP64()
	f.VPMOVMSKB(v[0], out.As32())
	return out
}

// selected is the work on vector i of a word, under its bits: with AVX-512 those are
// the mask k, and lanes of v without a bit are zero; with AVX2 they are lanes of all
// ones or all zeros.
type selected func(i int, v reg.VecVirtual, k reg.OpmaskVirtual, lanes reg.VecVirtual)

// readBits emits a loop over the parameters col and bits. With AVX2 only whole words.
func (f *file) readBits(level string, size int, work selected) {
	bits := cursor{f.base("bits"), 8}
	col := cursor{f.base("col"), 64 * size}
	n := f.length("col")
	unroll := max(1, 4/size)
	if level == avx2 {
		s := f.newSpreader(size)
		f.chunks(n, 64, 1, []cursor{bits, col}, func(u int) {
			for i := range 2 * size {
				lanes := s.spread(i, bits.mem(u, 0))
				work(i, f.load(size, col.mem(u, 32*i), nil, f.YMM()), nil, lanes)
			}
		})
		return
	}
	f.chunks(n, 64, unroll, []cursor{bits, col}, func(u int) {
		for i := range size {
			// Loads under a mask do not set off the prefetching of streams: from memory
			// they took twice as long.
			k, v := f.K(), f.load(size, col.mem(u, 64*i), nil, f.ZMM())
			f.moveMask(size, bits.mem(u, 8/size*i), k)
			f.keep(size, v, k)
			work(u*size+i, v, k, nil)
		}
	})
	f.rest(n, func() {
		word := f.low(n)
		f.ANDQ(bits.mem(0, 0), word)
		for i := range size {
			k := f.K()
			f.part(size, word, k)
			work(i, f.load(size, col.mem(0, 64*i), k, f.ZMM()), k, nil)
		}
	})
}

// keep zeroes the lanes of v that are not in the mask.
func (f *file) keep(size int, v reg.VecVirtual, k reg.OpmaskVirtual) {
	switch size {
	case 1:
		f.VMOVDQU8_Z(v, k, v)
	case 2:
		f.VMOVDQU16_Z(v, k, v)
	case 4:
		f.VMOVDQA32_Z(v, k, v)
	case 8:
		f.VMOVDQA64_Z(v, k, v)
	}
}

// spreader turns bits into lanes with AVX2: each lane gets the bits, keeps its own
// and compares it with itself.
type spreader struct {
	f         *file
	size      int
	own       reg.VecVirtual // the bit of each lane
	replicate reg.VecVirtual // of 1-byte lanes: the byte of the bits for each
}

func (f *file) newSpreader(size int) *spreader {
	s := &spreader{f: f, size: size, own: f.YMM()}
	var own []byte
	for lane := range 32 / size {
		var b [8]byte
		if size == 1 {
			b[0] = 1 << (lane % 8)
		} else {
			b[lane/8] = 1 << (lane % 8)
		}
		own = append(own, b[:size]...)
	}
	f.VMOVDQU(f.bytes(fmt.Sprintf("own%d", size), own), s.own)
	if size == 1 {
		var which []byte
		for lane := range byte(32) {
			which = append(which, lane/8)
		}
		s.replicate = f.YMM()
		f.VMOVDQU(f.bytes("replicate", which), s.replicate)
	}
	return s
}

// spread emits the lanes of vector i of a word.
func (s *spreader) spread(i int, word op.Mem) reg.VecVirtual {
	f, v := s.f, s.f.YMM()
	switch s.size {
	case 1:
		f.VPBROADCASTD(word.Offset(4*i), v)
		f.VPSHUFB(s.replicate, v, v)
	case 2:
		f.VPBROADCASTW(word.Offset(2*i), v)
	case 4:
		f.VPBROADCASTB(word.Offset(i), v)
	case 8:
		f.VPBROADCASTB(word.Offset(i/2), v)
		if i%2 == 1 {
			f.VPSRLQ(op.Imm(4), v, v)
		}
	}
	f.VPAND(s.own, v, v)
	f.equal(s.size, s.own, v, v)
	return v
}
