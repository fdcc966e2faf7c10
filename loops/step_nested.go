package loops

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// numbered compiles a nested body: the tuples of the frame it is given are numbered, and end
// receives the body's tuples with the number of the one each belongs to. Iterators and temps
// bound inside go out of scope unless keep is set.
func (w *worker) numbered(body []Step, keep bool, end func(parent func(f *vector.Frame) []int64) (push, error)) (push, error) {
	p := w.ntempsUsed()
	w.temps[parentName(p)] = vector.Temp{Index: p, Type: ir.Of(ir.Int64), Lane: vector.Ints}
	bound, live := len(w.bound), len(w.live)
	w.live = append(w.live, vector.TempLane{Index: p, Lane: vector.Ints})
	inner, err := w.chain(body, func() (push, error) {
		return end(func(f *vector.Frame) []int64 { return f.Temps[p].I[:f.N] })
	})
	if err != nil {
		return nil, err
	}
	if !keep {
		w.bound = w.bound[:bound:bound]
		w.live = w.live[:live:live]
	}
	number := &vector.Vec{I: make([]int64, w.block)}
	for i := range number.I {
		number.I[i] = int64(i)
	}
	return func(f *vector.Frame) {
		f.Temps[p] = number
		w.touch(f)
		inner(f)
		w.check(f)
	}, nil
}

func parentName(p int) string { return "$parent" + string(rune('0'+p)) }

// ntempsUsed allocates the next temp.
func (w *worker) ntempsUsed() int { return len(w.temps) }

// probe keeps the tuples for which the body finds something, or nothing.
func (w *worker) probe(s *Probe) (func(push) push, error) {
	if k, err := w.keyTest(s); err != nil {
		return nil, err
	} else if k != nil {
		return w.testKeys(s, k), nil
	}
	hit := make([]uint8, w.block)
	body, err := w.found(s.Body, hit)
	if err != nil {
		return nil, err
	}
	g := w.gatherer()
	sel := w.ints(w.block)
	var want uint8 = 1
	if s.Anti {
		want = 0
	}
	return func(next push) push {
		return func(f *vector.Frame) {
			body(f)
			n := 0
			for t, h := range hit[:f.N] {
				sel[n] = int32(t)
				if h == want {
					n++
				}
			}
			switch n {
			case 0:
			case f.N:
				next(f)
			default:
				o := g.take(f, sel[:n])
				next(o)
				w.check(o)
			}
		}
	}, nil
}

// found marks the tuples of a frame for which a body finds something: 1 in hit, which the others are 0 in.
func (w *worker) found(steps []Step, hit []uint8) (func(f *vector.Frame), error) {
	any, err := w.exists(steps)
	if err != nil {
		return nil, err
	}
	if any != nil {
		return func(f *vector.Frame) { any(f, hit) }, nil
	}
	tuples := w.tuples
	w.asks = asked{hit: hit}
	body, err := w.numbered(steps, false, func(parent func(f *vector.Frame) []int64) (push, error) {
		return func(f *vector.Frame) {
			for _, p := range parent(f) {
				hit[p] = 1
			}
		}, nil
	})
	w.tuples = tuples
	return func(f *vector.Frame) {
		clear(hit[:f.N])
		body(f)
	}, err
}

// outer binds It through the body, or φ where the body finds nothing.
func (w *worker) outer(s *Outer) (func(push) push, error) {
	hit := make([]uint8, w.block)
	none := w.ints(w.block)
	for i := range none {
		none[i] = -1
	}
	before := w.gatherer()
	sel := w.ints(w.block)
	var follow push
	body, err := w.numbered(s.Body, true, func(parent func(f *vector.Frame) []int64) (push, error) {
		return func(f *vector.Frame) {
			for _, p := range parent(f) {
				hit[p] = 1
			}
			follow(f)
		}, nil
	})
	if err != nil {
		return nil, err
	}
	slot := w.slots[s.It]
	// What follows reads It as possibly φ, so nothing compiled so far may be shared with it. The
	// numbering of tuples is dead from here on.
	w.absent[s.It] = true
	w.live = w.live[:len(before.temps):len(before.temps)]
	w.compilers = append(w.compilers, w.compiler)
	w.compiler = vector.NewCompiler(w, w.block)
	return func(next push) push {
		follow = next
		return func(f *vector.Frame) {
			clear(hit[:f.N])
			body(f)
			n := 0
			for t, h := range hit[:f.N] {
				sel[n] = int32(t)
				n += int(1 - h)
			}
			if n > 0 {
				o := before.take(f, sel[:n])
				o.Slots[slot] = vector.Slot{Pos: none[:n]}
				w.touch(o)
				next(o)
				w.check(o)
			}
		}
	}, nil
}

// let reduces over the body for each tuple and binds the results.
func (w *worker) let(s *Let) (func(push) push, error) {
	if len(s.Reds) == 0 {
		return w.letFound(s)
	}
	g, err := w.segmentSum(s)
	if err != nil {
		return nil, err
	}
	if g != nil {
		return w.letSegment(s, g), nil
	}
	var accs []accumulator // by reduction
	var list []accumulator // states to update
	var gids []int32
	tuples := w.tuples
	w.tuples = 1 // of one coordinate
	w.asks, w.totalled = asked{total: w.totals(s)}, false
	total := w.asks.total
	body, err := w.numbered(s.Body, false, func(parent func(f *vector.Frame) []int64) (push, error) {
		all := w.accumulators(true)
		for _, r := range s.Reds {
			a, err := all.add(r)
			if err != nil {
				return nil, err
			}
			accs = append(accs, a)
		}
		list = all.list
		gids = w.ints(w.block)
		return func(f *vector.Frame) {
			for t, p := range parent(f) {
				gids[t] = int32(p)
			}
			for _, a := range list {
				a.update(f, gids[:f.N])
			}
		}, nil
	})
	if err != nil {
		return nil, err
	}
	w.tuples = tuples
	if !w.totalled {
		total = nil
	}
	w.totalled = false
	out := make([]vector.Temp, len(s.Names))
	for i, name := range s.Names {
		t := vector.Temp{Index: w.ntempsUsed(), Type: s.Reds[i].T, Lane: accs[i].lane(), Proved: accs[i].proved(), Dict: accs[i].dict()}
		if total != nil {
			t.Lane, t.Proved, t.Dict = vector.Ints, nil, nil
		}
		w.temps[name] = t
		w.live = append(w.live, vector.TempLane{Index: t.Index, Lane: t.Lane})
		out[i] = t
	}
	vecs := make([]vector.Vec, len(s.Names))
	return func(next push) push {
		return func(f *vector.Frame) {
			for _, a := range list {
				a.reset(f.N)
			}
			clear(total)
			body(f)
			for i, t := range out {
				if total != nil {
					vecs[i].I = total
				} else if err := accs[i].vec(&vecs[i], f.N); err != nil {
					w.err = err
					return
				}
				f.Temps[t.Index] = &vecs[i]
			}
			w.touch(f)
			next(f)
		}
	}, nil
}

// letFound binds whether the body finds something for each tuple.
func (w *worker) letFound(s *Let) (func(push) push, error) {
	vec := &vector.Vec{B: make([]uint8, w.block)}
	body, err := w.found(s.Body, vec.B)
	if err != nil {
		return nil, err
	}
	t := vector.Temp{Index: w.ntempsUsed(), Type: ir.Of(ir.Bool), Lane: vector.Bools}
	w.temps[s.Names[0]] = t
	w.live = append(w.live, vector.TempLane{Index: t.Index, Lane: t.Lane})
	return func(next push) push {
		return func(f *vector.Frame) {
			body(f)
			f.Temps[t.Index] = vec
			w.touch(f)
			next(f)
		}
	}, nil
}

// totals returns a number for each tuple where a Let is one that only counts, else nil.
func (w *worker) totals(s *Let) []int64 {
	if slices.ContainsFunc(s.Reds, func(r Reduction) bool { return r.Fn != ir.CountAll || r.T.Kind != ir.Int64 }) {
		return nil
	}
	return make([]int64, w.block)
}
