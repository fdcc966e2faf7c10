package loops

import (
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// push hands a block of coordinates to the next step. The frame is lent: the step may
// change it (it belongs to the step before, which sets it anew for the next block) but
// not keep it.
type push func(f *vector.Frame)

// worker is one thread's closures for a stage: the frames, scratch and partial sink.
type worker struct {
	run       *run
	stage     *Stage
	compiler  *vector.Compiler
	compilers []*vector.Compiler // those used before it
	block     int

	slots  map[string]int // iterator → slot
	fields []*field.Table // by slot
	absent map[string]bool
	bound  []int // slots bound so far, in order
	temps  map[string]vector.Temp
	live   []vector.TempLane // temps set so far
	ntemps int
	driven int64 // tuples that drive the stage
	tuples int64 // at most so many reach this point of the chain

	asks     asked // what the step around the chain being compiled wants
	totalled bool  // that its totals are given

	takesLive bool // the end of the chain being compiled minds Frame.Live

	few    []uint8 // group numbers of the block being added up when there are few groups, else nil
	epoch  uint64
	ord    int // morsel being run
	length int // its positions
	head   func(m, lo, hi int)
	parts  []*worker // of the parts of the stage
	sink   sink
	meter  *meter // nil unless the run is analyzed
	err    error
	sated  bool // the sink wants no more of this morsel
	paired int  // pairs looked at since the context was asked

	buffers [][]int32 // see ints
}

// sink is the partial result of a worker.
type sink interface {
	// open compiles the sink's expressions and returns the function that takes blocks.
	open(w *worker) (push, error)
	merge(others []sink) error
	result() ([]*field.Vector, error)
}

// worker returns one that has nothing compiled.
func (r *run) worker(st *Stage, tuples int) *worker {
	w := &worker{run: r, stage: st, block: r.block(tuples), slots: map[string]int{}, absent: map[string]bool{}, temps: map[string]vector.Temp{}, driven: max(1, int64(tuples)), tuples: max(1, int64(tuples)), meter: r.meter()}
	nestedIterators(st.Steps, w.slots)
	w.fields = make([]*field.Table, len(w.slots))
	w.ntemps = len(st.Temps) + nestedDepth(st.Steps)
	w.compiler = vector.NewCompiler(w, w.block)
	return w
}

// newWorker compiles the stage for one thread, or what of it is left behind prefixes.
func (r *run) newWorker(st *Stage, of []share) (*worker, error) {
	tuples, after := of[0].tuples, of[0].after
	var parts []*worker
	if len(st.Parts) > 0 {
		var err error
		if parts, tuples, err = r.partWorkers(of); err != nil {
			return nil, err
		}
		after = nil
	}
	w := r.worker(st, tuples)
	w.parts = parts
	if nestedIterators(st.Steps, map[string]int{}) {
		return nil, &Refusal{"LOOPS", "a general iteration space has no block form"}
	}
	switch s := st.Sink.(type) {
	case *Emit:
		w.sink = &emitSink{spec: s, cut: r.cut(st)}
	case *Scatter:
		w.sink = &scatterSink{spec: s}
	case *Fold:
		w.sink = &foldSink{spec: s}
	}
	if err := w.compile(st.Steps, after); err != nil {
		return nil, err
	}
	if r.opt.Early && st.joins() && w.canFail() {
		return nil, &Refusal{"EXPRESSION", "an operation that may fail, computed for rows that a join decides"}
	}
	return w, nil
}

// canFail reports that an expression of the stage can.
func (w *worker) canFail() bool {
	return slices.ContainsFunc(w.parts, (*worker).canFail) || slices.ContainsFunc(w.compilers, (*vector.Compiler).CanFail)
}

// compile makes the closures of steps, or of those after a prefix, and of the sink.
func (w *worker) compile(steps []Step, after *prefix) error {
	head := w.single
	var driver Step
	if after != nil {
		head = w.resume(after)
		steps = steps[after.steps:]
	} else if sc, ok := drivingScan(w.stage); ok {
		slot := w.bindSlot(sc.It, sc.Field)
		head = func(next push) func(m, lo, hi int) { return w.scan(slot, next) }
		driver, steps = sc, steps[1:]
	} else if len(w.parts) > 0 {
		var err error
		if head, err = w.fed(); err != nil {
			return err
		}
	}
	body, err := w.chain(steps, func() (push, error) { return w.meter.end(w.sink.open(w)) })
	if err != nil {
		return err
	}
	w.compilers = append(w.compilers, w.compiler)
	w.head = w.meter.driving(driver, body, head)
	return nil
}

// joins reports a stage with steps that look rows up.
func (st *Stage) joins() bool {
	return joins(st.Steps) || slices.ContainsFunc(st.Parts, (*Stage).joins)
}

// joins reports steps that look rows up. Which rows an expression is computed for may then be up to the
// order of loops, here and in the engine that owns the data, and so is whether it fails.
func joins(steps []Step) bool {
	for _, s := range steps {
		switch s.(type) {
		case *Scan, *Filter:
		default:
			return true
		}
	}
	return false
}

// ints returns a buffer for as long as the worker lives.
func (w *worker) ints(n int) []int32 {
	s := scratch.Make[int32](n)
	w.buffers = append(w.buffers, s)
	return s
}

// release gives the memory of a worker back that has ended, and whose result has been taken.
func (w *worker) release() {
	for _, b := range w.buffers {
		scratch.Free(b)
	}
	for _, c := range w.compilers {
		c.Free()
	}
	for _, p := range w.parts {
		p.release()
	}
	w.buffers, w.compilers = nil, nil
}

// progress is about how much of the stage has been run, more than 0: morsels are handed out in order.
func (w *worker) progress() float64 {
	return min(1, float64(w.ord+1)*float64(max(1, w.length))/float64(w.driven))
}

// morsel runs positions [lo, hi) of the driving field.
func (w *worker) morsel(m, lo, hi int) {
	w.ord, w.length, w.sated = m, hi-lo, false
	w.head(m, lo, hi)
}

// chain compiles steps in order (temps and slots are known to later ones), then the
// end, and links them back to front.
func (w *worker) chain(steps []Step, end func() (push, error)) (push, error) {
	links := make([]func(push) push, 0, len(steps))
	given := steps
	asks := w.asks // of the first step
	w.asks = asked{}
	for i := 0; i < len(steps); i++ {
		s, where, at := steps[i], []ir.Expr(nil), i
		var tests []compared
		if i+1 < len(steps) {
			if f, ok := steps[i+1].(*Filter); ok && multiplies(s) != "" {
				var rest, own []ir.Expr
				own, rest = alone(multiplies(s), f.Conds)
				where = own
				if name := paired(s); name != "" {
					var taken []ir.Expr
					var err error
					if tests, taken, rest, err = w.comparedTo(multiplies(s), name, rest); err != nil {
						return nil, err
					}
					where = append(slices.Clone(own), taken...)
				}
				if len(rest) == 0 {
					i++
				} else if len(where) > 0 {
					steps = slices.Clone(steps)
					steps[i+1] = &Filter{rest}
				}
			}
		}
		count := w.meter.counting(given, steps, at, where)
		asks.last = i == len(steps)-1
		l, err := w.step(s, where[:len(where)-len(tests)], tests, asks)
		asks = asked{}
		if err != nil {
			return nil, err
		}
		links = append(links, w.meter.around(count, l))
	}
	next, err := end()
	if err != nil {
		return nil, err
	}
	for i := len(links) - 1; i >= 0; i-- {
		next = links[i](next)
		w.takesLive = false
	}
	w.takesLive = false
	return next, nil
}

// multiplies returns the iterator of a step that binds it several times for a tuple, or "".
func multiplies(s Step) string {
	switch s := s.(type) {
	case *Lookup:
		if !s.Unique {
			return s.It
		}
	case *Cross:
		return s.It
	case *Span:
		return s.It
	case *Band:
		return s.It
	}
	return ""
}

// multiply takes note of a step that makes up to n tuples of one.
func (w *worker) multiply(n int64) {
	if n > 0 && w.tuples > looseTuples/n {
		w.tuples = looseTuples
	} else {
		w.tuples *= max(1, n)
	}
}

// paired returns the field of a step that makes pairs, or "".
func paired(s Step) string {
	switch s := s.(type) {
	case *Cross:
		return s.Field
	case *Band:
		return s.Field
	}
	return ""
}

// step compiles one step; the result takes what follows it. where is what a step that multiplies
// has to keep, on the row alone, and tests what one that makes pairs has to.
func (w *worker) step(s Step, where []ir.Expr, tests []compared, a asked) (func(push) push, error) {
	switch s := s.(type) {
	case *Filter:
		return w.filter(s)
	case *Lookup:
		if s.Unique {
			return w.locate(s)
		}
		return w.expand(s, where)
	case *Cross:
		return w.cross(s, where, tests, a)
	case *Band:
		return w.band(s, where, tests, a)
	case *Span:
		return w.span(s, where)
	case *Outer:
		return w.outer(s)
	case *Probe:
		return w.probe(s)
	case *Let:
		return w.let(s)
	}
	return nil, &Refusal{"LOOPS", "no block form of this step"}
}

func (w *worker) bindSlot(it, fieldName string) int {
	s := w.slots[it]
	w.fields[s] = w.run.tables[fieldName]
	w.bound = append(w.bound, s)
	return s
}

// frame returns a new frame with room for all slots and temps.
func (w *worker) frame() *vector.Frame {
	return &vector.Frame{Slots: make([]vector.Slot, len(w.fields)), Temps: make([]*vector.Vec, w.ntemps)}
}

// touch gives a frame whose content changed a new epoch.
func (w *worker) touch(f *vector.Frame) {
	w.epoch++
	f.Epoch = w.epoch
}

// fail records a frame's error; the morsel's remaining blocks run on, void.
func (w *worker) check(f *vector.Frame) {
	if f.Err != nil && w.err == nil {
		w.err = f.Err
	}
}

// scan cuts a morsel into blocks of consecutive positions.
func (w *worker) scan(slot int, next push) func(m, lo, hi int) {
	f := w.frame()
	return func(_, lo, hi int) {
		for ; lo < hi && w.err == nil; lo += w.block {
			f.N = min(w.block, hi-lo)
			f.Slots[slot] = vector.Slot{Dense: true, Base: int32(lo)}
			w.touch(f)
			next(f)
			w.check(f)
		}
	}
}

// single runs a nest without a driving loop: one coordinate.
func (w *worker) single(next push) func(m, lo, hi int) {
	f := w.frame()
	return func(_, _, _ int) {
		f.N = 1
		w.touch(f)
		next(f)
		w.check(f)
	}
}

// nestedIterators numbers the iterators of steps in m and reports whether a step has no
// block form.
func nestedIterators(steps []Step, m map[string]int) bool {
	add := func(it string) { // two nested bodies may use one name, one after the other
		if _, ok := m[it]; !ok {
			m[it] = len(m)
		}
	}
	for _, s := range steps {
		switch s := s.(type) {
		case *Scan:
			add(s.It)
		case *Lookup:
			add(s.It)
		case *Cross:
			add(s.It)
		case *Span:
			add(s.It)
		case *Band:
			add(s.It)
		case *Walk:
			return true
		case *Outer:
			if nestedIterators(s.Body, m) {
				return true
			}
		case *Probe:
			if nestedIterators(s.Body, m) {
				return true
			}
		case *Let:
			if nestedIterators(s.Body, m) {
				return true
			}
		}
	}
	return false
}

// nestedDepth counts the steps that number the tuples of their frame for a nested body.
func nestedDepth(steps []Step) int {
	n := 0
	for _, s := range steps {
		switch s := s.(type) {
		case *Outer:
			n += 1 + nestedDepth(s.Body)
		case *Probe:
			n += 1 + nestedDepth(s.Body)
		case *Let:
			n += 1 + nestedDepth(s.Body)
		}
	}
	return n
}

// The worker is the vector.Env of its expressions.

// Column resolves F[it].attr to the column of F, which has the rows of the field it runs over: that
// field itself, or one precomputed for its rows.
func (w *worker) Column(x ir.Expr) (*field.Column, int, bool, bool) {
	name, acc, it := attribute(x)
	if acc == nil {
		return nil, 0, false, false
	}
	slot, ok := w.slots[it]
	t := w.run.tables[acc.Field]
	if !ok || w.fields[slot] == nil || t == nil {
		return nil, 0, false, false
	}
	c := t.Column(name)
	return c, slot, w.absent[it], c != nil
}

// Coordinate resolves an iterator to its position.
func (w *worker) Coordinate(name string) (int, int64, bool) {
	s, ok := w.slots[name]
	return s, 0, ok
}

// Temp resolves what a Let step bound.
func (w *worker) Temp(name string) (vector.Temp, bool) {
	t, ok := w.temps[name]
	return t, ok
}

// Present resolves F[it] != null.
func (w *worker) Present(x ir.Expr) (int, bool, bool) {
	acc, ok := x.(*ir.Access)
	if !ok || len(acc.Args) != 1 {
		return 0, false, false
	}
	it, ok := acc.Args[0].(*ir.Iter)
	if !ok {
		return 0, false, false
	}
	s, ok := w.slots[it.Name]
	return s, w.absent[it.Name], ok
}

// Sym returns a parameter or the value of a 0-d field.
func (w *worker) Sym(name string) (ir.Value, bool) {
	v, ok := w.run.syms[name]
	return v, ok
}
