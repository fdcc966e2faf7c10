package loops

import (
	"encoding/binary"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// segmentSum is a Let that sums a column over the rows of a key where those lie side by side: one
// pass over the column's codes, without numbering tuples or unfolding segments.
type segmentSum struct {
	l     *lookup
	sum   func(dst []int64, lo, hi []int32)
	total vector.Interval
}

// segmentSum recognises such a Let, and returns nil for any other.
func (w *worker) segmentSum(s *Let) (*segmentSum, error) {
	if len(s.Reds) != 1 || len(s.Body) != 1 || s.Reds[0].Distinct || s.Reds[0].Fn != ir.Sum && s.Reds[0].Fn != ir.SumNoOverflow {
		return nil, nil
	}
	lk, ok := s.Body[0].(*Lookup)
	if !ok {
		return nil, nil
	}
	at, ok := s.Reds[0].Arg.(*ir.Attr)
	if !ok {
		return nil, nil
	}
	acc, ok := at.X.(*ir.Access)
	if !ok || acc.Field != lk.Field || len(acc.Args) != 1 || !mentions(acc, lk.It) {
		return nil, nil
	}
	col := w.run.tables[lk.Field].Column(at.Name)
	if col == nil || !col.Coded() || col.Dict != nil || col.Valid != nil {
		return nil, nil
	}
	n := int128.Of(int64(col.Len))
	lo, ok1 := int128.Of(min(col.Min, 0)).Mul(n)
	hi, ok2 := int128.Of(max(col.Max, 0)).Mul(n)
	total := vector.Interval{Lo: lo, Hi: hi}
	if _, _, small := total.Int64(); !ok1 || !ok2 || !small {
		return nil, nil
	}
	l, err := w.lookupOf(lk)
	if err != nil || l.perm != nil {
		return nil, err
	}
	return &segmentSum{l: l, sum: codeSums(col), total: total}, nil
}

// codeSums returns the kernel of a column's width.
func codeSums(c *field.Column) func(dst []int64, lo, hi []int32) {
	switch c.Storage {
	case field.U8:
		return func(dst []int64, lo, hi []int32) { sumBytes(dst, c.U8, lo, hi, c.Base, c.Factor) }
	case field.U16:
		return func(dst []int64, lo, hi []int32) { sumCodes(dst, c.U16, lo, hi, c.Base, c.Factor) }
	}
	return func(dst []int64, lo, hi []int32) { sumCodes(dst, c.U32, lo, hi, c.Base, c.Factor) }
}

// sumBytes sets dst[t] to the sum of base + factor*code over codes[lo[t]:hi[t]]. Lengths vary from segment
// to segment, and a branch on them would be guessed wrong as often: eight codes are one word, of
// which those behind the end are masked.
func sumBytes(dst []int64, codes []uint8, lo, hi []int32, base, factor int64) {
	lo, hi = lo[:len(dst)], hi[:len(dst)]
	for t := range dst {
		from, to := int(lo[t]), int(hi[t])
		n := to - from
		var s uint64
		for ; to-from >= 8; from += 8 {
			s += sumWord(binary.LittleEndian.Uint64(codes[from : from+8]))
		}
		if from+8 <= len(codes) {
			s += sumWord(binary.LittleEndian.Uint64(codes[from:from+8]) & (1<<(8*uint(to-from)&63) - 1))
		} else {
			for _, c := range codes[from:to] {
				s += uint64(c)
			}
		}
		dst[t] = base*int64(n) + factor*int64(s)
	}
}

// sumWord returns the sum of the bytes of x.
func sumWord(x uint64) uint64 {
	const even = 0x00ff00ff00ff00ff
	return (x&even + x>>8&even) * 0x0001000100010001 >> 48
}

// sumCodes is sumBytes for wider codes.
func sumCodes[T uint16 | uint32](dst []int64, codes []T, lo, hi []int32, base, factor int64) {
	lo, hi = lo[:len(dst)], hi[:len(dst)]
	for t := range dst {
		from, to := int(lo[t]), int(hi[t])
		n := to - from
		var s uint64
		for ; to-from >= 8 || from+8 > len(codes) && from < to; from++ {
			s += uint64(codes[from])
		}
		if from < to {
			for i, c := range codes[from : from+8] {
				s += uint64(c) & uint64(int64(i-(to-from))>>63)
			}
		}
		dst[t] = base*int64(n) + factor*int64(s)
	}
}

// letSegment compiles the Let; NULL where a segment is empty.
func (w *worker) letSegment(s *Let, g *segmentSum) func(push) push {
	t := vector.Temp{Index: w.ntempsUsed(), Type: s.Reds[0].T, Lane: vector.Ints, Proved: &g.total}
	w.temps[s.Names[0]] = t
	w.live = append(w.live, vector.TempLane{Index: t.Index, Lane: t.Lane})
	lo, hi := w.ints(w.block), w.ints(w.block)
	sums, null := make([]int64, w.block), make([]uint8, w.block)
	out := &vector.Vec{}
	return func(next push) push {
		return func(f *vector.Frame) {
			lo, hi := lo[:f.N], hi[:f.N]
			g.l.segments(f, lo, hi)
			g.sum(sums[:f.N], lo, hi)
			out.I, out.Null = sums[:f.N], nil
			for t := range lo {
				null[t] = 0
				if lo[t] == hi[t] {
					null[t], out.Null = 1, null[:f.N]
				}
			}
			f.Temps[t.Index] = out
			w.touch(f)
			next(f)
		}
	}
}
