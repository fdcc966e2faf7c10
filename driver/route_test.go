package driver

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2/mapping"

	"github.com/reffine-db/reffine/internal/compile"
	"github.com/reffine-db/reffine/ir"
)

// badTexts are statements with an error, on parsing, binding or running.
var badTexts = []string{
	"SELEC 1", "SELECT 1 FROM", "SELECT nope FROM t", "SELECT * FROM missing", "SELECT sum(s) FROM t", "SELECT f(1)", "SELECT 'open",
	"SELECT CAST(s AS INTEGER) FROM t", "SELECT a + 2147483647::INTEGER FROM t", "SELECT a // 0, error('boom') FROM t",
	"SELECT (SELECT a FROM t)", "SELECT a FROM t WHERE a > ?", "SELECT 1; SELECT nope FROM t", "INSERT INTO t VALUES ('x', 'y', 'z', 1)",
	"INSERT INTO missing VALUES (1)", "DROP TABLE missing", "", "-- nothing", "WITH x AS (SELECT 1) INSERT INTO missing FROM x",
	"SELECT a FROM t ORDER BY 7", "SELECT 10::TINYINT * 100::TINYINT", "SELECT 9::DECIMAL(38,0) * 99999999999999999999999999999999999999::DECIMAL(38,0)",
	"SELECT sum(9223372036854775807) - 'a'::INTEGER", "EXPLAIN SELECT nope FROM t", "PRAGMA nonsense", "SET nonsense = 1",
}

func TestErrorsAreDuckDBs(t *testing.T) {
	for _, mode := range []string{"auto", "strict", "off"} {
		f := open(t, "?reffine_mode="+mode)
		plain := f.plain()
		exec(t, f, "CREATE TABLE t AS SELECT * FROM (VALUES (1, 'x'), (2, 'y')) v(a, s)")
		for _, text := range badTexts {
			for range 2 {
				got, want := query(f, text), query(plain, text)
				expect(t, mode+": "+text, got, want)
				if !strings.HasPrefix(want, "error: ") {
					t.Errorf("%s is not an error", text)
				}
			}
			_, err := f.ExecContext(context.Background(), text)
			_, want := plain.ExecContext(context.Background(), text)
			expect(t, mode+": exec "+text, fmt.Sprint(err), fmt.Sprint(want))
			_, err = f.PrepareContext(context.Background(), text)
			_, want = plain.PrepareContext(context.Background(), text)
			expect(t, mode+": prepare "+text, fmt.Sprint(err), fmt.Sprint(want))
		}
		if mode != "off" {
			f.native(1, func() { expect(t, "after all", query(f, "SELECT count(*) FROM t"), "2") })
		}
	}
}

func TestClosedConnection(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t (a INTEGER)")
	query(f, sumQuery)
	c, err := f.connector.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	conn, inner := c.(*Conn), c.(*Conn).inner
	ctx := context.Background()
	_, err = conn.QueryContext(ctx, sumQuery, nil)
	_, want := inner.QueryContext(ctx, sumQuery, nil)
	expect(t, "query", fmt.Sprint(err), fmt.Sprint(want))
	_, err = conn.ExecContext(ctx, "DROP TABLE t", nil)
	expect(t, "exec", fmt.Sprint(err), fmt.Sprint(want))
	expect(t, "close", fmt.Sprint(conn.Close()), fmt.Sprint(want))
	_, err = conn.Prepare("SELECT 1")
	_, want = inner.Prepare("SELECT 1")
	expect(t, "prepare", fmt.Sprint(err), fmt.Sprint(want))
	f.native(1, func() { expect(t, "pool", query(f, sumQuery), "0 <nil>") })

	pooled := f.conn()
	if err := pooled.Close(); err != nil {
		t.Fatal(err)
	}
	expect(t, "pooled", query(pooled, sumQuery), "error: "+sql.ErrConnDone.Error())
}

// TestCancel: a context that ends stops a query at once, even where the engine
// does not listen, and the connection goes on.
func TestCancel(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a", "CREATE SEQUENCE q")
	c := f.conn()
	type hook = func(context.Context, source) error
	for name, set := range map[string]func(hook){
		"compile": func(h hook) { f.eng.compiling = h },
		"run":     func(h hook) { f.eng.running = h },
	} {
		fastest := time.Hour // of a few: the machine may be busy
		for range 3 {
			exec(t, c, "INSERT INTO t VALUES (1)")
			entered, gate := make(chan struct{}), make(chan struct{})
			set(func(context.Context, source) error {
				close(entered)
				<-gate
				return nil
			})
			ctx, cancel := context.WithCancel(context.Background())
			cancelled := make(chan time.Time, 1)
			go func() {
				<-entered
				cancelled <- time.Now()
				cancel()
			}()
			expect(t, name, queryContext(ctx, c, sumQuery), "error: context canceled")
			fastest = min(fastest, time.Since(<-cancelled))
			// The abandoned run keeps its version from being replaced, no more.
			expect(t, name+", next on the connection", query(c, "SELECT nextval('q')"), "1")
			exec(t, c, "CREATE OR REPLACE SEQUENCE q")
			close(gate)
			f.connector.runs.Wait()
			set(nil)
			f.native(1, func() { expect(t, name+", afterwards", query(c, "SELECT min(a) FROM t"), "1") })
		}
		if fastest > 100*time.Millisecond {
			t.Errorf("%s: cancelled after %s", name, fastest)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expect(t, "cancelled before", queryContext(ctx, c, sumQuery), "error: context canceled")
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	f.eng.running = func(ctx context.Context, _ source) error { <-ctx.Done(); return ctx.Err() }
	expect(t, "deadline", queryContext(ctx, c, "SELECT max(a) FROM t"), "error: context deadline exceeded")
	f.connector.runs.Wait()
	f.eng.running = nil
	// In DuckDB as well.
	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if got := queryContext(ctx, c, "SELECT count(*), random() FROM range(100000000) x, range(1000) y GROUP BY ALL"); !strings.HasPrefix(got, "error: context deadline exceeded") {
		t.Errorf("DuckDB: %s", got)
	}
	f.native(1, func() { expect(t, "at last", query(c, sumQuery), "7 7") })
}

// TestWriteEndsRuns: a write does not wait for native runs, whose queries go to
// DuckDB.
func TestWriteEndsRuns(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	a, b := f.conn(), f.conn()
	entered := make(chan struct{})
	f.eng.running = func(ctx context.Context, _ source) error {
		close(entered)
		<-ctx.Done()
		return ctx.Err()
	}
	answer := make(chan string)
	go func() { answer <- query(a, sumQuery) }()
	<-entered
	f.refusal("write: the data changed during the run", func() {
		exec(t, b, "INSERT INTO t VALUES (2)")
		// DuckDB may have seen the table before the write ended, or after.
		if got := <-answer; got != "1 1" && got != "2 3" {
			t.Error(got)
		}
	})
	f.connector.runs.Wait()
	f.eng.running = nil
	f.native(1, func() { expect(t, "after", query(a, sumQuery), "2 3") })
}

func TestPanics(t *testing.T) {
	boom := func(context.Context, source) error { panic("boom") }
	caught := func(context.Context, source) error {
		return fmt.Errorf("wrapped: %w", &compile.Internal{Phase: "fuse", Cause: "boom", Stack: "route_test.go"})
	}
	for name, set := range map[string]func(*memoEngine){
		"compile": func(e *memoEngine) { e.compiling = boom },
		"run":     func(e *memoEngine) { e.running = boom },
		"fuse":    func(e *memoEngine) { e.compiling = caught },
	} {
		for _, mode := range []string{"auto", "strict"} {
			f := open(t, "?reffine_mode="+mode)
			exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
			set(f.eng)
			want := "1 1"
			if mode == "strict" {
				want = "error: reffine: not native: engine: a panic in " + name
			}
			f.refusal("engine: a panic in "+name, func() { expect(t, name, query(f, sumQuery), want) })
			after := f.stats()
			if len(after.Panics) != 1 {
				t.Fatalf("%d panics", len(after.Panics))
			}
			p := after.Panics[0]
			if p.Query != sumQuery || p.Phase != name || p.Cause != "boom" || !strings.Contains(p.Stack, "route_test.go") {
				t.Errorf("%+v", p)
			}
			// Not tried again with the same data.
			f.eng.compiling, f.eng.running = nil, nil
			f.refusal("engine: a panic in "+name, func() { expect(t, name, query(f, sumQuery), want) })
			exec(t, f, "INSERT INTO t VALUES (2)")
			f.native(1, func() { expect(t, name, query(f, sumQuery), "2 3") })
		}
	}
}

func TestRefusals(t *testing.T) {
	refuse := func(context.Context, source) error {
		return &compile.Refusal{Operator: "WINDOW", Reason: "no frames"}
	}
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	f.eng.compiling = refuse
	for range 3 {
		f.refusal("WINDOW: no frames", func() { expect(t, "auto", query(f, sumQuery), "1 1") })
	}
	if n := f.eng.compiles.Load(); n != 1 {
		t.Errorf("refused %d times", n)
	}
	exec(t, f, "INSERT INTO t VALUES (2)")
	f.eng.compiling = nil
	f.native(1, func() { expect(t, "other data", query(f, sumQuery), "2 3") })
}

// TestRefusalAtRun checks that loops that refuse while they run are not run again before the data changes.
func TestRefusalAtRun(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	f.eng.running = func(context.Context, source) error {
		return &compile.Refusal{Operator: "RESULT", Reason: "too many rows to hold in memory"}
	}
	stmt, err := f.Prepare(sumQuery)
	if err != nil {
		t.Fatal(err)
	}
	defer stmt.Close()
	for range 3 {
		f.refusal("RESULT: too many rows to hold in memory", func() { expect(t, "auto", query(f, sumQuery), "1 1") })
		f.refusal("RESULT: too many rows to hold in memory", func() {
			rows, err := stmt.Query()
			if err != nil {
				t.Fatal(err)
			}
			rows.Close()
		})
	}
	if n := f.eng.runs.Load(); n != 1 {
		t.Errorf("run %d times", n)
	}
	exec(t, f, "INSERT INTO t VALUES (2)")
	f.eng.running = nil
	f.native(1, func() { expect(t, "other data", query(f, sumQuery), "2 3") })
}

func TestStrict(t *testing.T) {
	f := open(t, "?reffine_mode=strict")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	f.native(1, func() { expect(t, "native", query(f, sumQuery), "1 1") })
	f.eng.compiling = func(context.Context, source) error {
		return &compile.Refusal{Operator: "WINDOW", Reason: "no frames"}
	}
	_, err := f.QueryContext(context.Background(), "SELECT a FROM t")
	var no *NotNativeError
	if !errors.As(err, &no) || no.Operator != "WINDOW" || no.Reason != "no frames" {
		t.Fatalf("got %v", err)
	}
	expect(t, "text", err.Error(), "reffine: not native: WINDOW: no frames")
	f.eng.compiling = nil
	expect(t, "from the cache", query(f, "SELECT a FROM t"), "error: reffine: not native: WINDOW: no frames")
	stmt, err := f.PrepareContext(context.Background(), "SELECT a FROM t")
	if err != nil {
		t.Fatal(err)
	}
	defer stmt.Close()
	if _, err := stmt.Query(); !errors.As(err, &no) {
		t.Errorf("prepared: %v", err)
	}
	// A run that fails is DuckDB's to explain; if DuckDB has no complaint, strict has.
	f.eng.running = func(context.Context, source) error { return errors.New("overflow") }
	expect(t, "run", query(f, "SELECT a + 0 FROM t"), "error: reffine: not native: run: overflow")
	expect(t, "parameter", query(f, "SELECT a FROM t WHERE a = ?", nil), "error: reffine: not native: parameter: $1: a <nil> for INTEGER")
	tx := begin(t, f)
	exec(t, tx, "INSERT INTO t VALUES (2)")
	expect(t, "transaction", query(tx, "SELECT a FROM t"), "error: reffine: not native: transaction: it has written")
	if got := query(tx, "SELECT nope FROM t"); !strings.HasPrefix(got, "error: Binder Error") {
		t.Errorf("a bad text: %s", got)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	// What is not a query is DuckDB's in every mode.
	if got := query(f, "DESCRIBE t"); strings.HasPrefix(got, "error") {
		t.Error(got)
	}
	expect(t, "returning", query(f, "INSERT INTO t VALUES (3) RETURNING a"), "3")
}

// TestPlanErrors: an answer of json_serialize_plan that is no plan.
func TestPlanErrors(t *testing.T) {
	for answer, want := range map[string]string{
		`{"error":false,"plans":[]}`:                                "<nil>",
		`{"error":true,"error_type":"x","error_message":"a \"b\""}`: `reffine: not native: plan: a "b"`,
		`{"error":true,`: "reffine: not native: plan: unexpected end of JSON input",
	} {
		expect(t, answer, fmt.Sprint(planError(answer)), want)
	}
}

func TestOff(t *testing.T) {
	f := open(t, "?reffine_mode=off")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	f.refusal("driver: reffine_mode is off", func() { expect(t, "off", query(f, sumQuery), "1 1") })
	if f.connector.eng != nil {
		t.Error("an engine without use")
	}
}

// TestWithoutEngine: when there is none, DuckDB answers everything, and the
// reason is on record.
func TestWithoutEngine(t *testing.T) {
	for want, newEngine := range map[string]func(engineTarget) (engine, error){
		"driver: the engine did not start: no luck": func(engineTarget) (engine, error) { return nil, errors.New("no luck") },
	} {
		c, err := NewConnector("", func(c *config) { c.newEngine = newEngine })
		if err != nil {
			t.Fatal(err)
		}
		db := sql.OpenDB(c)
		expect(t, want, query(db, "SELECT 42"), "42")
		stats, err := Stats(db)
		if err != nil || stats.DuckDB[want] != 1 || stats.Native != 0 {
			t.Errorf("%+v, %v", stats, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEngineTarget(t *testing.T) {
	var got engineTarget
	c, err := NewConnector("?reffine_threads=3&reffine_memory_limit=1KB", func(c *config) {
		c.newEngine = func(target engineTarget) (engine, error) {
			got = target
			return &memoEngine{}, nil
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var conn mapping.Connection
	if got.threads != 3 || got.memoryLimit != 1000 || mapping.Connect(got.db, &conn) != mapping.StateSuccess {
		t.Errorf("target %+v", got)
	}
	mapping.Disconnect(&conn)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

// TestWrongResults: what the engine says of a query is held to DuckDB's word.
func TestWrongResults(t *testing.T) {
	int32Type, int64Type := ir.Of(ir.Int32), ir.Of(ir.Int64)
	d := &draft{decision: decision{columns: []column{{"a", int32Type}}, params: []parameter{{name: "1", typ: int64Type}}}}
	good := &memoQuery{columns: d.columns, params: d.params}
	if no := d.check(good); no != nil {
		t.Errorf("good: %v", no)
	}
	for want, q := range map[string]*memoQuery{
		"result: 0 columns, and DuckDB has 1":                             {},
		"result: column a is of type int64, and DuckDB's of INTEGER":      {columns: []column{{"a", int64Type}}},
		"parameter: $1 is planned as int32, and the argument is a BIGINT": {columns: d.columns, params: []parameter{{name: "1", typ: int32Type}}},
		"parameter: $2 is not a parameter of the statement":               {columns: d.columns, params: []parameter{{name: "2", typ: int32Type}}},
	} {
		no := d.check(q)
		if no == nil || no.Operator+": "+no.Reason != want {
			t.Errorf("got %v, want %s", no, want)
		}
	}
}
