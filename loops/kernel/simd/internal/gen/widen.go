package main

import (
	"fmt"

	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// decoder is base + factor*code in 64-bit lanes.
type decoder struct {
	f                  *file
	base, factor, high reg.VecVirtual
}

// newDecoder loads the parameters base and factor.
func (f *file) newDecoder(level string) *decoder {
	d := &decoder{f: f}
	d.base = f.broadcast(8, "base", f.vector(level))
	d.factor = f.broadcast(8, "factor", f.vector(level))
	if level == avx2 {
		d.high = f.YMM()
		f.VPSRLQ(op.Imm(32), d.factor, d.high)
	}
	return d
}

// decode emits the value of codes in place. The codes are below 2³² unless size is 8.
func (d *decoder) decode(size int, v reg.VecVirtual) {
	f := d.f
	if d.high == nil || size == 8 {
		f.multiplyLow(v, d.factor, v)
	} else {
		high := f.YMM()
		f.VPMULUDQ(d.high, v, high)
		f.VPSLLQ(op.Imm(32), high, high)
		f.VPMULUDQ(d.factor, v, v)
		f.VPADDQ(high, v, v)
	}
	f.VPADDQ(d.base, v, v)
}

// extend emits codes as 64-bit lanes, from memory or from the low part of a vector.
func (f *file) extend(size int, from op.Op, k reg.OpmaskVirtual, to reg.VecVirtual) {
	switch {
	case size == 1 && k == nil:
		f.VPMOVZXBQ(from, to)
	case size == 2 && k == nil:
		f.VPMOVZXWQ(from, to)
	case size == 4 && k == nil:
		f.VPMOVZXDQ(from, to)
	case size == 1:
		f.VPMOVZXBQ_Z(from, k, to)
	case size == 2:
		f.VPMOVZXWQ_Z(from, k, to)
	case size == 4:
		f.VPMOVZXDQ_Z(from, k, to)
	case size == 8:
		f.load(8, from.(op.Mem), k, to)
	}
}

func emitWiden(f *file) {
	for _, e := range []elem{u8, u16, u32} {
		signature := fmt.Sprintf("(dst []int64, col []%s, base, factor int64)", e.typ)
		for _, level := range []string{avx512, avx2} {
			f.begin("widen"+e.name+level, signature, "writes base + factor*col[t].")
			per := perVector(level)
			dst := cursor{f.base("dst"), 8 * per}
			col := cursor{f.base("col"), e.size * per}
			n := f.length("col")
			d := f.newDecoder(level)
			one := func(u int, k reg.OpmaskVirtual) {
				v := f.vector(level)
				f.extend(e.size, col.mem(u, 0), k, v)
				d.decode(e.size, v)
				f.store(8, v, k, dst.mem(u, 0))
			}
			f.chunks(n, per, 4, []cursor{dst, col}, func(u int) { one(u, nil) })
			if level == avx512 {
				f.rest(n, func() { one(0, f.lowMask(n)) })
			}
			f.end()
		}
	}
}
