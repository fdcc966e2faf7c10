package driver

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/compile"
	"github.com/reffine-db/reffine/ir"
)

type argValue = driver.NamedValue

// outcome of an attempt to answer natively. Exactly one of decision, no and err
// is set.
type outcome struct {
	decision *decision
	vectors  []*field.Vector // unless only compiled
	took     time.Duration
	analysis string // of a run that was analyzed

	no *NotNativeError
	// raises: DuckDB has an error to raise here, so it is asked even in strict mode.
	raises bool
	// notQuery: DuckDB says that the statement is no query after all.
	notQuery bool

	err error // DuckDB's own on preparing the statement, or the context's

	// stmt is the statement as DuckDB prepared it, if things got that far. It is
	// the caller's.
	stmt *duckdb.Stmt
}

// close ends what the outcome holds.
func (o *outcome) close() {
	if o.stmt != nil {
		_ = o.stmt.Close()
		o.stmt = nil
	}
}

// attempt answers a classQuery statement natively, or says why not.
//
// A lease covers everything from the look at the cache to the end of the run. In
// a transaction of the user's, DuckDB has bound the text there by then, which
// starts the transaction's snapshot of the tables; the lease being of the
// version at which the transaction began, the snapshot is of it too.
func (c *Conn) attempt(ctx context.Context, st *statement, args []argValue, how purpose) (out outcome) {
	if out.err = ctx.Err(); out.err != nil {
		return out
	}
	if out.no, out.raises = c.obstacle(ctx); out.no != nil {
		return out
	}
	if st.guarded {
		out.no = notNative("driver", "the text names a setting that planning changes")
		return out
	}
	l, no := c.connector.db.gate.enter(ctx)
	if no != nil {
		out.no = no
		return out
	}
	running := false
	defer func() {
		if !running {
			l.release()
			l.cancel(nil)
		}
	}()
	if c.tx.open && c.tx.version != l.version {
		out.no = notNative("transaction", "the data changed since it began")
		return out
	}
	key := planKey{st.text, argKinds(args), l.version, c.connector.db.settings.Load(), c.epoch}
	job := job{key: key, args: args, purpose: how, decision: c.connector.plans.get(key)}
	if job.decision == nil || c.tx.open && !c.tx.pinned[st.text] {
		if c.prepareQuery(ctx, st, &out); out.err != nil || out.no != nil {
			return out
		}
	}
	if job.decision == nil {
		d, err := c.draft(ctx, st, out.stmt, args)
		if err != nil {
			out.err = err
			return out
		}
		job.draft = d
		if d.no != nil {
			job.decision = &d.decision
			if !d.transient {
				c.connector.plans.put(key, job.decision)
			}
		}
	}
	if job.decision != nil && job.decision.no != nil {
		out.no = job.decision.no
	} else {
		running = true
		stmt := out.stmt
		out = c.connector.start(ctx, l, &job)
		out.stmt = stmt
	}
	// Arguments that do not fit may not fit DuckDB either.
	out.raises = out.raises || out.no != nil && out.no.Operator == "parameter"
	return out
}

// prepareQuery has DuckDB prepare the text, which is its own error for a bad
// one, pins the transaction's snapshot, and says whether it is a query.
func (c *Conn) prepareQuery(ctx context.Context, st *statement, out *outcome) {
	stmt, err := c.inner.PrepareContext(ctx, st.text)
	if err != nil {
		c.failed(err)
		out.err = err
		return
	}
	out.stmt = stmt.(*duckdb.Stmt)
	if !isSelect(out.stmt) {
		out.no, out.notQuery = notNative("statement", "only a query runs natively"), true
		return
	}
	if c.tx.open {
		c.tx.pin(st.text)
	}
}

// obstacle says what keeps any query of this connection from running natively.
func (c *Conn) obstacle(ctx context.Context) (no *NotNativeError, raises bool) {
	if c.connector.eng == nil {
		return c.connector.noEng, false
	}
	if c.closed {
		return notNative("driver", "the connection is closed"), true
	}
	if c.profiled {
		return notNative("driver", "DuckDB's profiling is on"), false
	}
	if c.tx.unknown {
		c.resolve(ctx)
	}
	switch {
	case c.tx.unknown, c.tx.failed:
		return notNative("transaction", "a statement of it has failed"), true
	case c.tx.open && c.tx.written:
		return notNative("transaction", "it has written"), false
	case c.tx.open && !c.tx.quiet:
		return notNative("transaction", "it began during a write"), false
	}
	return nil, false
}

// job is the engine's part of an attempt.
type job struct {
	key      planKey
	draft    *draft    // to compile, when there is no decision yet
	decision *decision // native
	args     []argValue
	purpose  purpose
}

// purpose is what an attempt is for: rows, a compilation without a run, or rows and what the loops did.
type purpose uint8

const (
	forRows purpose = iota
	forPhases
	forAnalysis
)

// start runs a job under a lease, which it ends. It returns when the job does,
// or when ctx or the lease ends: the engine's goroutine then ends on its own
// soon after, and no result of it is used.
func (c *Connector) start(ctx context.Context, l *lease, j *job) outcome {
	done := make(chan outcome, 1)
	c.runs.Add(1)
	go func() {
		defer c.runs.Done()
		defer l.cancel(nil)
		out := c.work(l, j)
		if l.moved() {
			out = outcome{no: movedOn}
		}
		// Before the caller goes on: its next statement may be a write, and the
		// query after that must not find this lease.
		l.release()
		done <- out
	}()
	out := outcome{no: movedOn}
	select {
	case out = <-done:
	case <-l.ctx.Done():
		select {
		case out = <-done:
		default:
		}
	}
	if err := ctx.Err(); err != nil && out.decision == nil {
		return outcome{err: err}
	}
	return out
}

var movedOn = notNative("write", "the data changed during the run")

// work compiles, if need be, and runs. A panic is recorded and becomes a
// refusal.
func (c *Connector) work(l *lease, j *job) (out outcome) {
	phase := "compile"
	defer func() {
		if r := recover(); r != nil {
			out = outcome{no: c.crashed(j, &compile.Internal{Phase: phase, Cause: r, Stack: string(debug.Stack())})}
		}
	}()
	if j.decision == nil {
		d, err := j.draft.finish(l.ctx, c.eng, l.version, c.compileOptions())
		if err != nil {
			no, _ := c.engineError(j, "compile", err)
			return outcome{no: no}
		}
		c.plans.put(j.key, d)
		j.decision = d
	}
	if j.decision.no != nil {
		return outcome{no: j.decision.no}
	}
	if j.purpose == forPhases {
		return outcome{decision: j.decision}
	}
	values, no := j.decision.values(j.args)
	if no != nil {
		return outcome{no: no}
	}
	phase = "run"
	began := time.Now()
	vectors, analysis, err := run(l.ctx, j, values)
	if err != nil {
		no, raises := c.engineError(j, "run", err)
		return outcome{no: no, raises: raises}
	}
	if len(vectors) != len(j.decision.columns) {
		return outcome{no: notNative("result", "columns are missing")}
	}
	return outcome{decision: j.decision, vectors: vectors, took: time.Since(began), analysis: analysis}
}

// run runs a job's query, analyzed if that is its purpose.
func run(ctx context.Context, j *job, values map[string]ir.Value) ([]*field.Vector, string, error) {
	if j.purpose == forAnalysis {
		return j.decision.query.Analyze(ctx, values)
	}
	vectors, err := j.decision.query.Run(ctx, values)
	return vectors, "", err
}

// engineError turns an error of the engine into a reason, recording crashes.
// raises is true for an error of the query's own, which DuckDB must raise.
func (c *Connector) engineError(j *job, phase string, err error) (no *NotNativeError, raises bool) {
	var internal *compile.Internal
	if errors.As(err, &internal) {
		return c.crashed(j, internal), false
	}
	var refusal *compile.Refusal
	if errors.As(err, &refusal) {
		no := refusedBy(refusal)
		c.plans.put(j.key, &decision{no: no}) // the next run would end the same
		return no, false
	}
	return notNative(phase, err.Error()), phase == "run"
}

// crashed records a panic of the engine, and keeps the text from the engine for
// as long as the plan would have been valid.
func (c *Connector) crashed(j *job, e *compile.Internal) *NotNativeError {
	c.stats.panicked(PanicRecord{Query: j.key.text, Phase: e.Phase, Cause: fmt.Sprint(e.Cause), Stack: e.Stack})
	no := notNative("engine", "a panic in "+e.Phase)
	c.plans.put(j.key, &decision{no: no})
	return no
}

// values converts arguments by the parameters' types, those that the query uses.
func (d *decision) values(args []argValue) (map[string]ir.Value, *NotNativeError) {
	if len(args) < len(d.params) {
		return nil, notNative("parameter", "too few arguments")
	}
	values := map[string]ir.Value{}
	for name := range d.query.Params() {
		for i := range d.params {
			p := &d.params[i]
			if !strings.EqualFold(name, p.name) {
				continue
			}
			v, no := p.value(argument(args, i, p.name))
			if no != nil {
				return nil, no
			}
			values[name] = v
		}
	}
	return values, nil
}
