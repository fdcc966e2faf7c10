package loops

import (
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// pairWriter hands pairs of tuples and rows on in frames: many pairs of one tuple as a frame of their own,
// in which all but the row is the same, the others collected, those of several tuples together.
type pairWriter struct {
	w    *worker
	next push
	slot int
	rows []int32 // by number; nil when the number is the row
	wide int     // pairs of one tuple from which they are a frame

	f       *vector.Frame
	written int64

	many         *gatherer // of collected pairs
	parent, rest []int32   // collected: tuples and rows
	n            int

	alike  *gatherer // of pairs of one tuple
	tuple  int       // it, -1 for none
	filled int       // pairs that alike has room for
	same   []int32   // the tuple's number, over and over
	at     []int32
}

// wide is the number of pairs of one tuple from which they are worth a frame of their own.
const wide = 256

// pairWriter returns one for what is bound at this point of the chain.
func (w *worker) pairWriter() *pairWriter {
	p := &pairWriter{w: w, wide: min(wide, w.block), many: w.gatherer(), alike: w.gatherer()}
	p.parent, p.rest = w.ints(w.block+simd.UnfoldSlack), w.ints(w.block+simd.UnfoldSlack)
	p.same, p.at = w.ints(w.block), w.ints(w.block)
	return p
}

// bind says which slot the rows are of, and which they are.
func (p *pairWriter) bind(slot int, rows []int32) { p.slot, p.rows = slot, rows }

// begin takes the pairs of f's tuples from now on, which are ascending.
func (p *pairWriter) begin(f *vector.Frame) { p.f, p.n, p.tuple = f, 0, -1 }

// row returns the row of a number.
func (p *pairWriter) row(i int32) int32 {
	if p.rows == nil {
		return i
	}
	return p.rows[i]
}

// one collects a pair.
func (p *pairWriter) one(t int, i int32) {
	if p.n == p.w.block {
		p.flush()
	}
	p.parent[p.n], p.rest[p.n] = int32(t), p.row(i)
	p.n++
}

// span collects the pairs with the numbers [lo, hi), at most a block.
func (p *pairWriter) span(t int, lo, hi int32) {
	n := int(hi - lo)
	if p.n+n > p.w.block {
		p.flush()
	}
	parent, rest := p.parent[p.n:p.n+n], p.rest[p.n:p.n+n]
	for k := range parent {
		parent[k] = int32(t)
	}
	if p.rows == nil {
		for k := range rest {
			rest[k] = lo + int32(k)
		}
	} else {
		copy(rest, p.rows[lo:hi])
	}
	p.n += n
}

// flush hands on what is collected.
func (p *pairWriter) flush() {
	n := p.n
	if p.n = 0; n == 0 || p.w.err != nil {
		return
	}
	o := p.many.take(p.f, p.parent[:n])
	o.Slots[p.slot] = vector.Slot{Pos: p.rest[:n]}
	p.send(o)
}

func (p *pairWriter) send(o *vector.Frame) {
	p.written += int64(o.N)
	p.w.touch(o)
	p.next(o)
	p.w.check(o)
}

// run hands on the pairs with the numbers [lo, hi), at most a block.
func (p *pairWriter) run(t int, lo, hi int32) {
	if int(hi-lo) < p.wide {
		p.span(t, lo, hi)
		return
	}
	o := p.of(t, int(hi-lo))
	if p.rows == nil {
		o.Slots[p.slot] = vector.Slot{Dense: true, Base: lo}
	} else {
		o.Slots[p.slot] = vector.Slot{Pos: p.rows[lo:hi]}
	}
	p.send(o)
}

// some hands on the pairs with n of the numbers [lo, hi), at most a block, that bits are set for.
func (p *pairWriter) some(t int, lo, hi int32, bits []uint64, n int) {
	if n == int(hi-lo) {
		p.run(t, lo, hi)
		return
	}
	at := p.at[:simd.Positions(p.at, bits, lo)]
	if n < p.wide {
		for _, i := range at {
			p.one(t, i)
		}
		return
	}
	o := p.of(t, n)
	s := vector.Slot{Pos: at}
	if p.rows == nil {
		s.Base, s.Bits, s.Span = lo, bits, int(hi-lo)
	} else {
		for k, i := range at {
			at[k] = p.rows[i]
		}
	}
	o.Slots[p.slot] = s
	p.send(o)
}

// of returns the frame of n pairs of one tuple.
func (p *pairWriter) of(t, n int) *vector.Frame {
	p.flush()
	g := p.alike
	if p.tuple != t || p.filled < n {
		p.tuple, p.filled = t, n
		for i, s := range g.bound {
			kernel.Fill(g.pos[i][:n], p.f.Slots[s].At(t))
		}
		if len(g.temps) > 0 {
			kernel.Fill(p.same[:n], int32(t))
			g.takeTemps(p.f, p.same[:n])
		}
	}
	o := g.out
	o.N = n
	for i, s := range g.bound {
		o.Slots[s] = vector.Slot{Pos: g.pos[i][:n], Same: true}
	}
	return o
}
