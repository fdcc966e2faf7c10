package loops

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/ir"
)

// Options of a run.
type Options struct {
	Threads   int  // workers; 0 means GOMAXPROCS
	Block     int  // positions a block; 0 means what suits each stage, 2048 to 8192
	Morsel    int  // positions a morsel; 0 means 65536
	Interpret bool // walk the nest one coordinate at a time
	Early     bool // the data's owner may fail on rows that a join decides

	Analysis *Analysis // filled by the run, if not nil; not to be shared by several
}

func (o Options) withDefaults() Options {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Morsel <= 0 {
		o.Morsel = 1 << 16
	}
	return o
}

// Inputs are what a nest reads: the tables behind the program's inputs, by input
// name, and the values of its parameters, by symbol name ("$1").
type Inputs struct {
	Tables map[string]*field.Table
	Syms   map[string]ir.Value
}

// Run executes the nest and returns its output columns. The inputs are only read and
// may be shared by concurrent runs. An error is ctx's, or a run-time error (overflow, a
// failed cast) after which the engine that owns the data should answer instead, or
// *vector.Unsupported or *Refusal when an expression has no compiled form.
func (n *Nest) Run(ctx context.Context, in Inputs, opt Options) ([]*field.Vector, error) {
	r := &run{nest: n, ctx: ctx, opt: opt.withDefaults(), tables: map[string]*field.Table{}, syms: map[string]ir.Value{}, rows: map[string][][]*field.Vector{}, keySets: map[*Probe]*keySet{}, levels: map[*Lookup]string{}, pairings: map[Step]*pairing{}, computed: map[string]*field.Ordering{}, ordered: map[orderedKey]bool{}, numbering: map[numberedKey]*field.Numbering{}}
	for k, t := range in.Tables {
		r.tables[k] = t
	}
	for k, v := range in.Syms {
		r.syms[k] = v
	}
	for _, st := range n.Stages {
		if err := r.stage(st); err != nil {
			return nil, err
		}
	}
	for _, v := range r.lent {
		if !slices.ContainsFunc(r.result, v.Shares) {
			release(v)
		}
	}
	return r.result, nil
}

// run is the state of one execution.
type run struct {
	nest   *Nest
	ctx    context.Context
	opt    Options
	tables map[string]*field.Table
	syms   map[string]ir.Value
	rows   map[string][][]*field.Vector // of fields that further stages add to, a stage each
	result []*field.Vector
	making sync.Mutex      // held while a worker is made beside one at work
	lent   []*field.Vector // what ends with the run, unless it is part of the result

	keySets  map[*Probe]*keySet // nil for a probe that has none
	levels   map[*Lookup]string // the index that a look-up is made in
	pairings map[Step]*pairing
	computed map[string]*field.Ordering // by table and expression
	// What the first worker of a stage decides, for what it depends on changes meanwhile: orderings get
	// made and levels evicted.
	ordered   map[orderedKey]bool
	numbering map[numberedKey]*field.Numbering
}

// stage runs one stage and files its result.
func (r *run) stage(st *Stage) error {
	var vecs []*field.Vector
	err := r.ctx.Err()
	if err != nil {
		return err
	}
	if s, ok := st.Sink.(*Rows); ok {
		vecs, err = r.constantRows(s)
	} else if r.opt.Interpret {
		if st.joins() { // refused in both tiers alike
			if _, err := r.newWorker(st, r.whole(st)); isRefusal(err) {
				return err
			}
		}
		vecs, err = r.interpret(st)
	} else if vecs = r.renamed(st); vecs == nil {
		vecs, err = r.compiled(st)
	}
	if err != nil {
		return err
	}
	if st.More {
		r.rows[st.Name] = append(r.rows[st.Name], vecs)
		return nil
	}
	vecs = r.added(st, vecs)
	if st.Cut != nil {
		vecs = r.cutRows(vecs, st.Cut)
	}
	if _, ok := st.Sink.(*Fold); ok {
		for _, v := range vecs {
			r.syms[st.Name+"."+v.Name] = v.Value(0)
		}
		return nil
	}
	if st.Name == r.nest.Out.Field {
		r.result, err = r.analyzedOutput(vecs)
		return err
	}
	t, err := field.NewTable(st.Name, vecs)
	if err != nil {
		return err
	}
	r.tables[st.Name] = t
	return nil
}

// added returns the rows that all stages of a field gave, of which these are the last. Nothing is
// written behind what a stage gives, which may belong to another field.
func (r *run) added(st *Stage, vecs []*field.Vector) []*field.Vector {
	if r.rows[st.Name] == nil {
		return vecs
	}
	parts := append(r.rows[st.Name], vecs)
	out := make([]*field.Vector, len(vecs))
	parallel.Do(len(vecs), r.opt.Threads, func(i int) {
		n, null, t := 0, false, vecs[i].Type
		column := make([]*field.Vector, len(parts))
		for k, p := range parts {
			column[k] = p[i].Plain() // the parts read different columns
			n, null, t.Null = n+column[k].Len(), null || column[k].Null != nil, t.Null || column[k].Type.Null
		}
		out[i] = newVector(vecs[i].Name, t, n)
		if null {
			out[i].Null = make([]bool, n)
		}
		n = 0
		for _, v := range column {
			copyVector(out[i], v, n)
			n += v.Len()
		}
	})
	return out
}

// renamed returns the result of a stage that only gives the values of a materialized field, all of
// them, other names, and nil for any other stage.
func (r *run) renamed(st *Stage) []*field.Vector {
	sc, scans := drivingScan(st)
	emit, emits := st.Sink.(*Emit)
	if !scans || !emits || len(st.Steps) != 1 {
		return nil
	}
	var out []*field.Vector
	for i, e := range emit.Elems {
		name, acc, it := attribute(e)
		if acc == nil || it != sc.It || acc.Field != sc.Field {
			return nil
		}
		v := r.tables[sc.Field].Vector(name)
		if v == nil {
			return nil
		}
		w := *v
		w.Name = emit.Names[i]
		out = append(out, &w)
	}
	return out
}

// isRefusal reports an error of compilation that is not the lack of a block form.
func isRefusal(err error) bool {
	r, ok := err.(*Refusal)
	return ok && r.Operator == "EXPRESSION"
}

// compiled runs a stage in block closures on all workers.
func (r *run) compiled(st *Stage) ([]*field.Vector, error) {
	watch := r.stopwatch(st)
	shared, err := r.shares(st)
	if err != nil {
		return nil, err
	}
	morsels := 0
	for _, s := range shared {
		morsels += s.morsels
	}
	count := max(1, min(r.opt.Threads, morsels))
	one, err := r.newWorker(st, shared)
	if err != nil {
		return nil, err
	}
	watch.lap(preparing)
	first := firstMorselsOf(one.sink, morsels)
	more := func() (*worker, error) {
		r.making.Lock()
		defer r.making.Unlock()
		return r.newWorker(st, shared)
	}
	workers, err := r.spread(one, count, more, morsels, func(w *worker, m int) bool {
		w.take(shared, m)
		return first != nil && first.done(w, m)
	})
	if err != nil {
		return nil, err
	}
	watch.lap(running)
	var others []sink
	for _, w := range workers[1:] {
		others = append(others, w.sink)
	}
	if err := workers[0].sink.merge(others); err != nil {
		return nil, err
	}
	out, err := workers[0].sink.result()
	watch.lap(merging)
	watch.collect(r, st, len(workers), meters(workers, shared), out)
	if err == nil {
		r.lent = append(r.lent, out...)
		for _, w := range workers {
			w.release()
		}
	}
	return out, err
}

// block returns how many positions a stage handles at a time: more where many tuples drive it. The
// larger a block, the more cache misses of a gather are under way together and the less a block costs
// besides; the smaller, the less memory a worker has to touch first.
func (r *run) block(tuples int) int {
	if r.opt.Block > 0 {
		return r.opt.Block
	}
	switch {
	case tuples < 1<<18:
		return 2048
	case tuples < 1<<20:
		return 4096
	}
	return 8192
}

func drivingScan(st *Stage) (*Scan, bool) {
	if len(st.Steps) == 0 {
		return nil, false
	}
	sc, ok := st.Steps[0].(*Scan)
	return sc, ok
}

// drivingRows is the number of rows that a stage scans: one if it scans none.
func (r *run) drivingRows(st *Stage) int {
	if sc, ok := drivingScan(st); ok {
		return r.tables[sc.Field].Rows
	}
	return 1
}

// spread hands out morsels 0..n-1 to up to count workers until all are done, one fails or the
// context ends, and returns the workers. The others are made by more while the first is at work already,
// and not at all when nothing is left by then. A panic in a worker is raised again on the caller's
// goroutine.
func (r *run) spread(first *worker, count int, more func() (*worker, error), n int, f func(w *worker, m int) (enough bool)) ([]*worker, error) {
	var next atomic.Int64
	var over atomic.Bool
	var wg sync.WaitGroup
	workers, errs, panics := make([]*worker, count), make([]error, count), make([]any, count)
	workers[0] = first
	loop := func(i int) {
		defer func() {
			if p := recover(); p != nil {
				panics[i] = fmt.Sprintf("%v\n%s", p, debug.Stack())
				over.Store(true)
			}
		}()
		for !over.Load() {
			w := workers[i]
			if w == nil {
				if int(next.Load()) >= n {
					return
				}
				if w, errs[i] = more(); errs[i] != nil {
					over.Store(true)
					return
				}
				workers[i] = w
			}
			m := int(next.Add(1)) - 1
			if m >= n || r.ctx.Err() != nil {
				return
			}
			if f(w, m) || w.err != nil {
				over.Store(true)
			}
		}
	}
	for i := 1; i < count; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); loop(i) }()
	}
	loop(0)
	wg.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	workers = slices.DeleteFunc(workers, func(w *worker) bool { return w == nil })
	for _, w := range workers {
		if w.err != nil {
			return nil, w.err
		}
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return workers, nil
}
