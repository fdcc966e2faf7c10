package loops

import (
	"fmt"
	"slices"

	"github.com/reffine-db/reffine/loops/vector"
)

// share is the tuples that drive a stage, or one of its parts, as they are handed out to workers: morsels
// of the driving field, or of the tuples of a prefix.
type share struct {
	of      *Stage
	tuples  int
	after   *prefix
	morsel  int // tuples a morsel
	morsels int
}

// shares returns what is handed out for a stage: one share, or one of each of its parts.
func (r *run) shares(st *Stage) ([]share, error) {
	out := r.whole(st)
	for i := range out {
		s := &out[i]
		after, err := r.split(s.of, s.tuples)
		if err != nil {
			return nil, err
		}
		if after != nil {
			s.after, s.tuples = after, after.n
		}
		s.morsel = r.morsel(s.tuples, after)
		s.morsels = (s.tuples + s.morsel - 1) / s.morsel
	}
	return out, nil
}

// whole is the driving fields of a stage and its parts, before they are cut.
func (r *run) whole(st *Stage) []share {
	if len(st.Parts) == 0 {
		return []share{{of: st, tuples: r.drivingRows(st)}}
	}
	var out []share
	for _, p := range st.Parts {
		out = append(out, share{of: p, tuples: r.drivingRows(p)})
	}
	return out
}

// scans reports that all a stage does is run over fields.
func (st *Stage) scans() bool {
	if len(st.Parts) > 0 {
		return len(st.Steps) == 0 && !slices.ContainsFunc(st.Parts, func(p *Stage) bool { return !p.scans() })
	}
	return len(st.Steps) == 1
}

// morsel returns how many of the tuples that drive a stage are handed out at a time: enough to be
// worth it, few enough for all workers to have some, and for them to end at about the same time.
func (r *run) morsel(tuples int, after *prefix) int {
	least := r.block(tuples)
	if after != nil {
		least = 1
	}
	return min(r.opt.Morsel, max(least, tuples/(shares*r.opt.Threads)))
}

// take runs morsel m, counted through all shares.
func (w *worker) take(of []share, m int) {
	k, at := 0, m
	for at >= of[k].morsels {
		at -= of[k].morsels
		k++
	}
	lo, hi := at*of[k].morsel, min(of[k].tuples, (at+1)*of[k].morsel)
	if len(w.parts) == 0 {
		w.morsel(m, lo, hi)
		return
	}
	w.ord, w.length = m, hi-lo
	p := w.parts[k]
	p.morsel(m, lo, hi)
	if w.err == nil {
		w.err = p.err
	}
}

// partWorkers compiles the parts of a stage, and returns how many tuples they give at most. These are no fewer
// than drive any of them, so that the blocks of the stage are no smaller than those of its parts.
func (r *run) partWorkers(of []share) (parts []*worker, tuples int, err error) {
	total := int64(0)
	for _, s := range of {
		p := r.worker(s.of, s.tuples)
		if nestedIterators(s.of.Steps, map[string]int{}) {
			return nil, 0, &Refusal{"LOOPS", "a general iteration space has no block form"}
		}
		p.sink = &giveSink{spec: s.of.Sink.(*Give)}
		if err := p.compile(s.of.Steps, s.after); err != nil {
			return nil, 0, err
		}
		parts = append(parts, p)
		total = min(looseTuples, total+p.tuples)
	}
	return parts, int(total), nil
}

// fed binds what the parts of the stage give, and returns the head that runs its steps on that.
func (w *worker) fed() (func(next push) func(m, lo, hi int), error) {
	var sinks []*giveSink
	for _, p := range w.parts {
		sinks = append(sinks, p.sink.(*giveSink))
	}
	f := w.frame()
	for _, s := range sinks {
		s.to, s.frame = w, f
	}
	for i, name := range sinks[0].spec.Names {
		var nodes []*vector.Node
		for _, s := range sinks {
			nodes = append(nodes, s.nodes[i])
		}
		t, moves, err := vector.Unite(nodes, w.block)
		if err != nil {
			return nil, err
		}
		t.Index = w.ntempsUsed()
		w.temps[name] = t
		w.live = append(w.live, vector.TempLane{Index: t.Index, Lane: t.Lane})
		for k, s := range sinks {
			s.temps, s.moves = append(s.temps, t.Index), append(s.moves, moves[k])
		}
	}
	return func(next push) func(m, lo, hi int) {
		for _, s := range sinks {
			s.next = next
		}
		return func(int, int, int) { panic(fmt.Sprintf("loops: %s is driven by its parts", w.stage.Name)) }
	}, nil
}

// giveSink is the end of a part: it hands its tuples to the steps of the stage.
type giveSink struct {
	sink
	spec  *Give
	from  *worker
	nodes []*vector.Node
	to    *worker
	frame *vector.Frame
	temps []int // by name
	moves []func(f *vector.Frame) *vector.Vec
	next  push
}

func (s *giveSink) open(w *worker) (push, error) {
	s.from = w
	for _, x := range s.spec.Elems {
		n, err := w.compiler.Expr(x)
		if err != nil {
			return nil, err
		}
		s.nodes = append(s.nodes, n)
	}
	return func(f *vector.Frame) {
		g := s.frame
		for i, move := range s.moves {
			g.Temps[s.temps[i]] = move(f)
		}
		if w.check(f); w.err != nil {
			return // the values are void
		}
		g.N = f.N
		s.to.touch(g)
		s.next(g)
		s.to.check(g)
		if w.err == nil {
			w.err = s.to.err
		}
	}, nil
}
