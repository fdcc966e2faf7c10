package loops

import "github.com/reffine-db/reffine/loops/vector"

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
		g.pos[i] = make([]int32, w.block)
	}
	return g
}

// take makes g.out the tuples of f at sel (repeats allowed). sel is at most a block.
func (g *gatherer) take(f *vector.Frame, sel []int32) *vector.Frame {
	o := g.out
	for i, s := range g.bound {
		o.Slots[s] = f.Slots[s].Select(g.pos[i], sel)
	}
	for i, t := range g.temps {
		gatherVec(&g.vecs[i], f.Temps[t.Index], t.Lane, sel, g.w.block)
		o.Temps[t.Index] = &g.vecs[i]
	}
	o.N = len(sel)
	g.w.touch(o)
	return o
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
	sel := make([]int32, w.block)
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

// cross binds every row of a field.
func (w *worker) cross(s *Cross) (func(push) push, error) {
	w.bounded = false
	lo, hi := make([]int32, w.block), make([]int32, w.block)
	rows := int32(w.run.tables[s.Field].Rows)
	for i := range hi {
		hi[i] = rows
	}
	return w.unfold(s.It, s.Field, nil, func(*vector.Frame) ([]int32, []int32) { return lo, hi }), nil
}

// unfold turns tuples with spans of positions into tuples with one position each, a
// block at a time. perm maps positions to rows, nil when they are the rows.
func (w *worker) unfold(it, fieldName string, perm []int32, spans func(f *vector.Frame) (lo, hi []int32)) func(push) push {
	g := w.gatherer()
	slot := w.bindSlot(it, fieldName)
	parent, rows := make([]int32, w.block), make([]int32, w.block)
	return func(next push) push {
		return func(f *vector.Frame) {
			lo, hi := spans(f)
			w.check(f)
			n := 0
			flush := func() {
				o := g.take(f, parent[:n])
				r := rows[:n]
				if perm != nil {
					for i, p := range r {
						r[i] = perm[p]
					}
				}
				o.Slots[slot] = vector.Slot{Pos: r}
				w.touch(o)
				next(o)
				w.check(o)
				n = 0
			}
			for t := range f.N {
				for p, end := lo[t], hi[t]; p < end; {
					m := min(int(end-p), w.block-n)
					for i := range m {
						parent[n+i], rows[n+i] = int32(t), p+int32(i)
					}
					n += m
					p += int32(m)
					if n == w.block {
						if flush(); w.err != nil || w.run.ctx.Err() != nil {
							return
						}
					}
				}
			}
			if n > 0 {
				flush()
			}
		}
	}
}
