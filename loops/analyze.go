package loops

import (
	"strings"
	"time"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// Analysis is what one run of a nest did, step by step. A run fills it when its Options have one, and
// counts nothing otherwise. (*Nest).Analyzed prints it.
type Analysis struct {
	stages map[*Stage]*stageTally
	output tally
}

// tally is what a step did, in all workers together.
type tally struct {
	in, out int64         // coordinates that reached it and that left it
	took    time.Duration // without the steps that follow
	bytes   float64       // of the columns its expressions name, at the coordinates that reached it
	level   string        // of a look-up that was reached: the index; of a sink: numberings of keys
}

// stageTally is what a stage did.
type stageTally struct {
	steps   map[Step]*tally
	sink    *tally
	workers int
	// Elapsed: compiling the closures and building indexes, running them, merging partial results.
	prepare, run, merge time.Duration
}

// meter counts for one worker, or for the interpreter. All methods of a nil meter do nothing: that
// is a run without analysis.
type meter struct {
	steps map[Step]*tally
	sink  tally
	inner *innerCount // for the step being compiled
	now   *tally      // what the clock runs for, or nil
	since time.Time
}

// meter returns a new one if the run is analyzed.
func (r *run) meter() *meter {
	if r.opt.Analysis == nil {
		return nil
	}
	return &meter{steps: map[Step]*tally{}}
}

func (m *meter) of(s Step) *tally {
	t := m.steps[s]
	if t == nil {
		t = &tally{}
		m.steps[s] = t
	}
	return t
}

// charge lets the clock run for t from now on, and returns what it ran for.
func (m *meter) charge(t *tally) (before *tally) {
	now := time.Now()
	if m.now != nil {
		m.now.took += now.Sub(m.since)
	}
	before, m.now, m.since = m.now, t, now
	return before
}

// stepCount is what a link counts for its step. A filter may have been taken apart, and done in part
// by the step before it.
type stepCount struct {
	tally   *tally
	in, out bool // or somebody else counts
}

// innerCount is what a filter counts that the step before it does.
type innerCount struct {
	meter *meter
	of    *tally // the step's
	kept  *tally // the filter's
	whole bool   // nothing of the filter is left for later
}

// counting returns what the link of steps[i] counts, where given are the steps before filters were
// taken apart, and where is what step i does of the filter after it.
func (m *meter) counting(given, steps []Step, i int, where []ir.Expr) stepCount {
	if m == nil {
		return stepCount{}
	}
	t := m.of(given[i])
	m.inner = nil
	if len(where) > 0 {
		m.inner = &innerCount{m, t, m.of(given[i+1]), len(where) == len(given[i+1].(*Filter).Conds)}
	}
	return stepCount{t, given[i] == steps[i], len(where) == 0}
}

// innerCount returns the count for the step being compiled.
func (m *meter) innerCount() *innerCount {
	if m == nil {
		return nil
	}
	return m.inner
}

// keep is drop of the filter, counted.
func (c *innerCount) keep(x *innerFilter, parent, rows []int32) int {
	before := c.meter.charge(c.kept)
	n := x.drop(parent, rows)
	c.meter.charge(before)
	c.of.out += int64(len(rows))
	c.kept.in += int64(len(rows))
	if c.whole {
		c.kept.out += int64(n)
	}
	return n
}

// around makes a step count its blocks and take its time.
func (m *meter) around(c stepCount, link func(push) push) func(push) push {
	if m == nil {
		return link
	}
	return func(next push) push {
		step := link(func(f *vector.Frame) {
			if c.out {
				c.tally.out += live(f)
			}
			next(f)
		})
		return func(f *vector.Frame) {
			if c.in {
				c.tally.in += live(f)
			}
			before := m.charge(c.tally)
			step(f)
			m.charge(before)
		}
	}
}

// live is the number of tuples of a frame that count.
func live(f *vector.Frame) int64 {
	if f.Live != nil {
		return int64(simd.Count(f.Live))
	}
	return int64(f.N)
}

// end is counted for the sink.
func (m *meter) end(p push, err error) (push, error) {
	if m == nil || err != nil {
		return p, err
	}
	return func(f *vector.Frame) {
		m.sink.in += live(f)
		before := m.charge(&m.sink)
		p(f)
		m.charge(before)
	}, nil
}

// driving makes a driving scan count its blocks and take its time. Without one nothing is counted.
func (m *meter) driving(s Step, next push, head func(next push) func(m, lo, hi int)) func(m, lo, hi int) {
	if m == nil || s == nil {
		return head(next)
	}
	t := m.of(s)
	run := head(func(f *vector.Frame) {
		t.out += int64(f.N)
		next(f)
	})
	return func(ord, lo, hi int) {
		before := m.charge(t)
		run(ord, lo, hi)
		m.charge(before)
	}
}

// keys returns the function that counts the tuples that test a set of keys for a look-up, and those
// whose key it has. level says what is looked at, if not the index.
func (m *meter) keys(lookup Step, level string) func(in, found int) {
	if m == nil {
		return func(int, int) {}
	}
	t := m.of(lookup)
	t.level = level
	return func(in, found int) {
		t.in += int64(in)
		t.out += int64(found)
	}
}

// numbered says that the sink finds the keys of some columns by their number.
func (m *meter) numbered(names []string, x *field.Numbering) {
	if m == nil {
		return
	}
	if m.sink.level != "" {
		m.sink.level += "; "
	}
	m.sink.level += "(" + strings.Join(names, ", ") + ") " + x.String()
}

// collected counts the rows at which the conditions of a probe were tested for a set of keys.
func (m *meter) collected(s *Probe, rows, kept int64) {
	if m != nil && len(s.Body) > 1 {
		t := m.of(s.Body[1])
		t.in += rows
		t.out += kept
	}
}

// visited makes the interpreter's visit of a coordinate count and take its time.
func (m *meter) visited(t *tally, visit func() error) func() error {
	return func() error {
		t.in++
		before := m.charge(t)
		defer m.charge(before)
		return visit()
	}
}

// left counts a coordinate that a step leaves.
func (m *meter) left(t *tally, rest func() error) func() error {
	return func() error {
		t.out++
		return rest()
	}
}

// stopwatch measures the parts of a stage. All methods of a nil one do nothing.
type stopwatch struct {
	tally *stageTally
	since time.Time
}

// stopwatch starts one if the run is analyzed.
func (r *run) stopwatch(st *Stage) *stopwatch {
	a := r.opt.Analysis
	if a == nil {
		return nil
	}
	if a.stages == nil {
		a.stages = map[*Stage]*stageTally{}
	}
	t := &stageTally{steps: map[Step]*tally{}, sink: &tally{}}
	a.stages[st] = t
	return &stopwatch{t, time.Now()}
}

func (s *stopwatch) lap(part func(t *stageTally) *time.Duration) {
	if s == nil {
		return
	}
	now := time.Now()
	*part(s.tally) = now.Sub(s.since)
	s.since = now
}

func preparing(t *stageTally) *time.Duration { return &t.prepare }
func running(t *stageTally) *time.Duration   { return &t.run }
func merging(t *stageTally) *time.Duration   { return &t.merge }

// collect adds up the meters of a stage, and what its steps read.
func (s *stopwatch) collect(r *run, st *Stage, workers int, meters []*meter, result []*field.Vector) {
	if s == nil {
		return
	}
	s.tally.workers = workers
	for _, m := range meters {
		s.tally.sink.add(&m.sink)
		for step, t := range m.steps {
			if s.tally.steps[step] == nil {
				s.tally.steps[step] = &tally{}
			}
			s.tally.steps[step].add(t)
		}
	}
	if len(result) > 0 {
		s.tally.sink.out = int64(result[0].Len())
	}
	for step, t := range s.tally.steps {
		t.bytes = float64(t.in) * r.bytesRead(stepExprs(step))
		if l, ok := step.(*Lookup); ok && t.in > 0 && t.level == "" {
			t.level = r.levels[l]
		}
	}
	s.tally.sink.bytes = float64(s.tally.sink.in) * r.bytesRead(sinkExprs(st.Sink))
}

// meters returns those of the workers, of their parts and of the prefixes that they continue. Parts and
// prefixes end in sinks of their own, which are nobody's.
func meters(workers []*worker, of []share) (all []*meter) {
	add := func(m *meter) {
		if m != nil {
			m.sink = tally{}
			all = append(all, m)
		}
	}
	for _, w := range workers {
		all = append(all, w.meter)
		for _, p := range w.parts {
			add(p.meter)
		}
	}
	for _, s := range of {
		if s.after != nil {
			add(s.after.meter)
		}
	}
	return all
}

// analyzedOutput is output, and its tally if the run is analyzed.
func (r *run) analyzedOutput(rows []*field.Vector) ([]*field.Vector, error) {
	a := r.opt.Analysis
	if a == nil {
		return r.output(rows)
	}
	began := time.Now()
	out, err := r.output(rows)
	a.output = tally{took: time.Since(began)}
	if len(rows) > 0 && len(out) > 0 {
		a.output.in, a.output.out = int64(rows[0].Len()), int64(out[0].Len())
	}
	return out, err
}

func (t *tally) add(o *tally) {
	t.in += o.in
	t.out += o.out
	t.took += o.took
	t.level = max(t.level, o.level)
}

// stepExprs returns the expressions that a step itself computes at each coordinate.
func stepExprs(s Step) []ir.Expr {
	switch s := s.(type) {
	case *Filter:
		return s.Conds
	case *Lookup:
		var at []ir.Expr
		for _, k := range s.Key {
			at = append(at, k.At)
		}
		return at
	case *Span:
		return append(append([]ir.Expr{}, s.Lo...), s.Hi...)
	case *Band:
		return s.limits()
	}
	return nil
}

// sinkExprs returns the expressions that a sink computes at each coordinate.
func sinkExprs(s Sink) (out []ir.Expr) {
	var reds []Reduction
	switch s := s.(type) {
	case *Emit:
		out = append(out, s.Elems...)
	case *Scatter:
		for _, k := range s.Keys {
			out = append(out, k.X)
		}
		reds = s.Reds
	case *Fold:
		reds = s.Reds
	}
	for _, r := range reds {
		if r.Arg != nil {
			out = append(out, r.Arg)
		}
	}
	return out
}

// bytesRead returns the bytes of a row in the columns that the expressions name, each once.
func (r *run) bytesRead(exprs []ir.Expr) (n float64) {
	seen := map[*field.Column]bool{}
	for _, x := range exprs {
		ir.Walk(x, func(x ir.Expr) bool {
			a, ok := x.(*ir.Attr)
			if !ok {
				return true
			}
			acc, ok := a.X.(*ir.Access)
			if !ok {
				return true
			}
			if t := r.tables[acc.Field]; t != nil {
				if c := t.Column(a.Name); c != nil && !seen[c] {
					seen[c] = true
					n += rowBytes(c)
				}
			}
			return true
		})
	}
	return n
}

// rowBytes is the memory of a value of the column, of strings on average.
func rowBytes(c *field.Column) (n float64) {
	switch c.Storage {
	case field.U8:
		n = 1
	case field.U16:
		n = 2
	case field.U32:
		n = 4
	case field.I64, field.F64:
		n = 8
	case field.I128:
		n = 16
	case field.Str:
		n = 4
		if c.Offsets64 != nil {
			n = 8
		}
		if c.Len > 0 {
			n += float64(len(c.Text)) / float64(c.Len)
		}
	}
	if c.Valid != nil {
		n += 1.0 / 8
	}
	return n
}
