package loops

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// gatherer copies selected tuples into a frame of its own.
type gatherer struct {
	w     *worker
	out   *vector.Frame
	bound []int
	temps []vector.TempLane
	pos   [][]int32 // buffers by bound slot
	vecs  []vector.Vec
}

// gatherer returns one for what is bound at this point of the chain.
func (w *worker) gatherer() *gatherer {
	g := &gatherer{w: w, out: w.frame(), bound: append([]int{}, w.bound...), temps: append([]vector.TempLane{}, w.live...)}
	g.pos = make([][]int32, len(g.bound))
	g.vecs = make([]vector.Vec, len(g.temps))
	for i := range g.pos {
		g.pos[i] = w.ints(w.block)
	}
	return g
}

// take makes g.out the tuples of f at sel (repeats allowed). sel is at most a block.
func (g *gatherer) take(f *vector.Frame, sel []int32) *vector.Frame {
	o := g.out
	for i, s := range g.bound {
		o.Slots[s] = f.Slots[s].Select(g.pos[i], sel)
	}
	g.takeTemps(f, sel)
	o.N = len(sel)
	g.w.touch(o)
	return o
}

// takeTemps makes the temporaries of g.out those of the tuples of f at sel.
func (g *gatherer) takeTemps(f *vector.Frame, sel []int32) {
	for i, t := range g.temps {
		gatherVec(&g.vecs[i], f.Temps[t.Index], t.Lane, sel, g.w.block)
		g.out.Temps[t.Index] = &g.vecs[i]
	}
}

// gatherVec copies the selected values of a temporary.
func gatherVec(dst, src *vector.Vec, lane vector.Lane, sel []int32, block int) {
	switch lane {
	case vector.Ints, vector.Codes:
		dst.I = pick(dst.I, src.I, sel, block)
	case vector.Wides:
		dst.W = pick(dst.W, src.W, sel, block)
	case vector.Floats:
		dst.F = pick(dst.F, src.F, sel, block)
	case vector.Strings:
		dst.S = pick(dst.S, src.S, sel, block)
	case vector.Bools:
		dst.B = pick(dst.B, src.B, sel, block)
	}
	dst.Dict = src.Dict
	if src.Null == nil {
		dst.Null = nil
		return
	}
	dst.Null = pick(dst.Null, src.Null, sel, block)
}

func pick[T any](dst, src []T, sel []int32, block int) []T {
	if cap(dst) < len(sel) {
		dst = make([]T, max(block, len(sel)))
	}
	dst = dst[:len(sel)]
	for i, t := range sel {
		dst[i] = src[t]
	}
	return dst
}

// sparse is the share of a block, one in so many, below which its live tuples are gathered even for a
// sink that takes them as a bitmap.
const sparse = 4

// filter keeps the tuples for which all conditions are true.
func (w *worker) filter(s *Filter) (func(push) push, error) {
	flt, err := w.compiler.Filter(s.Conds)
	if err != nil {
		return nil, err
	}
	g := w.gatherer()
	sel := w.ints(w.block)
	return func(next push) push {
		live := w.takesLive
		return func(f *vector.Frame) {
			kept, masked := sel, false
			if live {
				var bits []uint64
				var n int
				if bits, n, masked = flt.Mask(f); masked && n < f.N && sparse*n >= f.N {
					f.Live = bits
					next(f)
					f.Live = nil
					return
				}
			}
			if masked {
				kept = flt.Selected(f, sel)
			} else {
				kept = flt.Select(f, sel)
				w.check(f)
			}
			switch len(kept) {
			case 0:
			case f.N:
				next(f)
			default:
				o := g.take(f, kept)
				if bits := flt.Bits(); bits != nil {
					for _, s := range g.bound {
						if from := &f.Slots[s]; from.Dense {
							o.Slots[s].Base, o.Slots[s].Bits, o.Slots[s].Span = from.Base, bits, f.N
						}
					}
				}
				next(o)
				w.check(o)
			}
		}
	}, nil
}

// unfold turns tuples with spans of positions into tuples with one position each, a block at a time, and
// keeps those at which the conditions, which mention no other iterator, hold. perm maps positions to
// rows, nil when they are the rows. A span has at most longest positions; unfold changes the spans.
func (w *worker) unfold(it, fieldName string, perm []int32, longest int64, where []ir.Expr, spans func(f *vector.Frame) (lo, hi []int32)) (func(push) push, error) {
	w.multiply(longest)
	g := w.gatherer()
	slot := w.bindSlot(it, fieldName)
	inner, err := w.innerFilter(slot, where)
	if err != nil {
		return nil, err
	}
	parent, rows := w.ints(w.block+simd.UnfoldSlack), w.ints(w.block+simd.UnfoldSlack)
	return func(next push) push {
		return func(f *vector.Frame) {
			lo, hi := spans(f)
			w.check(f)
			for t := 0; w.err == nil; {
				var n int
				n, t = simd.Unfold(parent, rows, lo[:f.N], hi, t)
				if n == 0 || w.run.ctx.Err() != nil {
					return
				}
				p, r := parent[:n], rows[:n]
				if perm != nil {
					for i, p := range r {
						r[i] = perm[p]
					}
				}
				if inner != nil {
					if n = inner.keep(p, r); n == 0 {
						continue
					}
				}
				o := g.take(f, p[:n])
				o.Slots[slot] = vector.Slot{Pos: r[:n]}
				w.touch(o)
				next(o)
				w.check(o)
			}
		}
	}, nil
}

// innerFilter filters the rows of one iterator before they are joined to their tuples.
type innerFilter struct {
	w     *worker
	flt   *vector.Filter
	frame *vector.Frame
	slot  int
	sel   []int32
	count *innerCount // nil unless the run is analyzed
}

// innerFilter compiles conditions on what slot reads; nil when there are none.
func (w *worker) innerFilter(slot int, where []ir.Expr) (*innerFilter, error) {
	if len(where) == 0 {
		return nil, nil
	}
	c := vector.NewCompiler(w, w.block)
	w.compilers = append(w.compilers, c)
	flt, err := c.Filter(where)
	return &innerFilter{w, flt, w.frame(), slot, w.ints(w.block), w.meter.innerCount()}, err
}

// keep moves the rows that pass, and their parents, to the front and returns their number.
func (x *innerFilter) keep(parent, rows []int32) int {
	if x.count != nil {
		return x.count.keep(x, parent, rows)
	}
	return x.drop(parent, rows)
}

// drop is keep without its count.
func (x *innerFilter) drop(parent, rows []int32) int {
	f := x.frame
	f.N, f.Slots[x.slot] = len(rows), vector.Slot{Pos: rows}
	x.w.touch(f)
	sel := x.flt.Select(f, x.sel)
	if len(sel) < len(rows) {
		for i, t := range sel {
			parent[i], rows[i] = parent[t], rows[t]
		}
	}
	x.w.check(f)
	return len(sel)
}

// alone splits conditions into those that mention no iterator but it, and the others.
func alone(it string, conds []ir.Expr) (own, others []ir.Expr) {
	for _, c := range conds {
		free := map[string]bool{}
		if ir.FreeIters(c, free); len(free) == 1 && free[it] {
			own = append(own, c)
		} else {
			others = append(others, c)
		}
	}
	return own, others
}
