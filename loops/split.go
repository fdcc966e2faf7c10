package loops

import "github.com/reffine-db/reffine/loops/vector"

// prefix is the tuples that the first steps of a stage make, in order. Where the driving field is
// small, one of its rows may be all that passes, and leads to most of the work: then these are what
// workers share.
type prefix struct {
	steps int
	pos   [][]int32 // by slot, nil for those the steps do not bind
	n     int
	meter *meter // of the steps; nil unless the run is analyzed
}

const (
	smallDriver = 4096    // rows of a driving field up to which tuples are looked for further in
	shares      = 16      // tuples or morsels a worker, at least, so that workers end at about the same time
	maxPrefix   = 1 << 20 // tuples
)

// split returns the prefix to share, or nil when the driving field is as good.
func (r *run) split(st *Stage, rows int) (*prefix, error) {
	if _, scans := drivingScan(st); !scans || r.opt.Threads < 2 || rows > smallDriver {
		return nil, nil
	}
	var best *prefix
	for k := 0; k < len(st.Steps); k++ {
		switch st.Steps[k].(type) {
		case *Scan, *Filter, *Lookup, *Cross, *Band:
		default:
			return best, nil
		}
		if multiplies(st.Steps[k]) == "" {
			continue
		}
		if k+1 < len(st.Steps) {
			if _, ok := st.Steps[k+1].(*Filter); ok {
				k++
			}
		}
		p, err := r.prefix(st, rows, k+1)
		if p == nil || err != nil {
			return best, err
		}
		if best = p; p.n >= shares*r.opt.Threads {
			return best, nil
		}
	}
	return best, nil
}

// prefix runs the first steps, and returns nil when they make too many tuples.
func (r *run) prefix(st *Stage, rows, steps int) (*prefix, error) {
	w := r.worker(st, rows)
	c := &collector{w: w, into: &prefix{steps: steps, pos: make([][]int32, len(w.slots)), meter: w.meter}}
	w.sink = c
	if err := w.compile(st.Steps[:steps], nil); err != nil {
		return nil, err
	}
	if _, err := r.spread(w, 1, nil, 1, func(w *worker, _ int) bool { w.morsel(0, 0, rows); return false }); err != nil {
		return nil, err
	}
	w.release()
	if c.full {
		return nil, nil
	}
	return c.into, nil
}

// collector is the end of a prefix.
type collector struct {
	sink
	w    *worker
	into *prefix
	full bool
}

func (c *collector) open(w *worker) (push, error) {
	return func(f *vector.Frame) {
		if c.full = c.full || c.into.n+f.N > maxPrefix; c.full {
			return
		}
		c.into.n += f.N
		for _, s := range w.bound {
			slot := &f.Slots[s]
			for t := range f.N {
				c.into.pos[s] = append(c.into.pos[s], slot.At(t))
			}
		}
	}, nil
}

// resume binds what the steps of p bind, and returns the head that hands its tuples out.
func (w *worker) resume(p *prefix) func(next push) func(m, lo, hi int) {
	for _, s := range w.stage.Steps[:p.steps] {
		switch s := s.(type) {
		case *Scan:
			w.bindSlot(s.It, s.Field)
		case *Lookup:
			w.bindSlot(s.It, s.Field)
		case *Cross:
			w.bindSlot(s.It, s.Field)
		case *Band:
			w.bindSlot(s.It, s.Field)
		}
	}
	bound := append([]int{}, w.bound...)
	f := w.frame()
	return func(next push) func(m, lo, hi int) {
		return func(_, lo, hi int) {
			for ; lo < hi && w.err == nil; lo += w.block {
				end := min(lo+w.block, hi)
				f.N = end - lo
				for _, s := range bound {
					f.Slots[s] = vector.Slot{Pos: p.pos[s][lo:end]}
				}
				w.touch(f)
				next(f)
				w.check(f)
			}
		}
	}
}
