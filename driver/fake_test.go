package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/compile"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// memoEngine is an engine for tests of the driver alone: it gets results from
// DuckDB, over a connection of its own, and keeps each for its data version as
// fields are kept. Whatever the driver fails to make invalid, it answers stale.
type memoEngine struct {
	inner *duckdb.Connector

	mu     sync.Mutex
	held   map[string][]*field.Vector
	closed bool

	compiles, runs, drops atomic.Int64

	// compiling and running, when set, are called first and may fail the call.
	compiling func(context.Context, source) error
	running   func(context.Context, source) error
}

type memoQuery struct {
	eng     *memoEngine
	src     source
	columns []column
	params  []parameter
}

func (e *memoEngine) Compile(ctx context.Context, src source) (compile.Query, error) {
	e.compiles.Add(1)
	if e.compiling != nil {
		if err := e.compiling(ctx, src); err != nil {
			return nil, err
		}
	}
	q := &memoQuery{eng: e, src: src}
	err := e.prepared(ctx, src.text, func(stmt *duckdb.Stmt) error {
		var no *NotNativeError
		if q.columns, no = describeColumns(stmt, stmt); no != nil {
			return &compile.Refusal{Operator: no.Operator, Reason: no.Reason}
		}
		var d draft
		if _, no = d.typeParams(stmt, nil); no != nil {
			return &compile.Refusal{Operator: no.Operator, Reason: no.Reason}
		}
		q.params = d.params
		return nil
	})
	if err != nil {
		return nil, err
	}
	return q, nil
}

func (e *memoEngine) Bytes() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return int64(len(e.held)) * 1000
}

func (e *memoEngine) Invalidate() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drops.Add(1)
	clear(e.held)
}

func (e *memoEngine) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
}

// prepared calls f with a statement of a connection of its own.
func (e *memoEngine) prepared(ctx context.Context, text string, f func(*duckdb.Stmt) error) error {
	conn, err := e.inner.Connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	stmt, err := conn.(*duckdb.Conn).PrepareContext(ctx, text)
	if err != nil {
		return err
	}
	defer stmt.Close()
	return f(stmt.(*duckdb.Stmt))
}

func (q *memoQuery) Columns() []compile.Column {
	var out []compile.Column
	for _, c := range q.columns {
		out = append(out, compile.Column{Name: c.name, Type: c.typ.Nullable()})
	}
	return out
}

func (q *memoQuery) Phases() []compile.Phase {
	return []compile.Phase{{Name: "plan", Text: q.src.text}, {Name: "loops", Text: "memo"}}
}

func (q *memoQuery) Params() map[string]ir.Type {
	out := map[string]ir.Type{}
	for _, p := range q.params {
		out[p.name] = p.typ
	}
	return out
}

func (q *memoQuery) Analyze(ctx context.Context, args map[string]ir.Value) ([]*field.Vector, string, error) {
	out, err := q.Run(ctx, args)
	return out, "memo", err
}

func (q *memoQuery) Run(ctx context.Context, args map[string]ir.Value) ([]*field.Vector, error) {
	q.eng.runs.Add(1)
	if q.eng.running != nil {
		if err := q.eng.running(ctx, q.src); err != nil {
			return nil, err
		}
	}
	key := fmt.Sprint(q.src.version, q.src.text, args)
	q.eng.mu.Lock()
	vectors := q.eng.held[key]
	q.eng.mu.Unlock()
	if vectors != nil {
		return vectors, nil
	}
	err := q.eng.prepared(ctx, q.src.text, func(stmt *duckdb.Stmt) (err error) {
		vectors, err = q.load(ctx, stmt, args)
		return err
	})
	if err != nil {
		return nil, err
	}
	q.eng.mu.Lock()
	defer q.eng.mu.Unlock()
	if q.eng.held == nil {
		q.eng.held = map[string][]*field.Vector{}
	}
	q.eng.held[key] = vectors
	return vectors, nil
}

func (q *memoQuery) load(ctx context.Context, stmt *duckdb.Stmt, args map[string]ir.Value) ([]*field.Vector, error) {
	var values []driver.Value
	for i := range stmt.NumInput() {
		name, err := stmt.ParamName(i + 1)
		if err != nil {
			return nil, err
		}
		values = append(values, goValue(args[name]))
	}
	rows, err := stmt.QueryContext(ctx, namedValues(values))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*field.Vector
	for _, c := range q.columns {
		out = append(out, &field.Vector{Type: c.typ})
	}
	dest := make([]driver.Value, len(out))
	for {
		switch err := rows.Next(dest); err {
		case nil:
		case io.EOF:
			return out, nil
		default:
			return nil, err
		}
		for i, v := range out {
			v.Append(irValue(v.Type, dest[i]))
		}
	}
}

// goValue is the inverse of parameter.value.
func goValue(v ir.Value) driver.Value {
	switch n, _ := v.Int.Int64(); {
	case !v.Valid:
		return nil
	case v.Type.Kind == ir.Varchar:
		return v.Str
	case v.Type.Kind == ir.Float32:
		return float32(v.Float)
	case v.Type.Kind == ir.Float64:
		return v.Float
	case v.Type.Kind == ir.Int128:
		return v.Int.Big()
	case v.Type.Kind == ir.UInt64:
		return v.Int.Lo
	case v.Type.Kind == ir.Bool:
		return n != 0
	case v.Type.Kind == ir.Date:
		return time.Unix(n*secondsPerDay, 0)
	case v.Type.Kind == ir.Timestamp:
		return time.UnixMicro(n)
	case v.Type.Kind == ir.Int8:
		return int8(n)
	case v.Type.Kind == ir.Int16:
		return int16(n)
	case v.Type.Kind == ir.Int32:
		return int32(n)
	case v.Type.Kind == ir.UInt8:
		return uint8(n)
	case v.Type.Kind == ir.UInt16:
		return uint16(n)
	case v.Type.Kind == ir.UInt32:
		return uint32(n)
	default:
		return n
	}
}

// irValue is the inverse of getter.
func irValue(t ir.Type, v driver.Value) ir.Value {
	switch v := v.(type) {
	case nil:
		return ir.NullOf(t)
	case bool:
		return ir.BoolValue(v)
	case string:
		if t.Kind == ir.Enum {
			return ir.IntValue(t, int64(slices.Index(t.Labels(), v)))
		}
		return ir.StringValue(v)
	case float32:
		return ir.FloatValue(t, float64(v))
	case float64:
		return ir.FloatValue(t, v)
	case uint64:
		return ir.WideValue(t, int128.OfUint(v))
	case *big.Int:
		if t.Kind == ir.UHugeInt {
			v = new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), 127))
		}
		wide, _ := int128.FromBig(v)
		return ir.WideValue(t, wide)
	case []byte:
		if t.Kind == ir.UUID {
			return ir.WideValue(t, int128.Int{Hi: int64(binary.BigEndian.Uint64(v) ^ 1<<63), Lo: binary.BigEndian.Uint64(v[8:])})
		}
		return ir.BytesValue(string(v))
	case duckdb.Decimal:
		wide, _ := int128.FromBig(v.Value)
		return ir.WideValue(t, wide)
	case time.Time:
		if t.Kind == ir.Date {
			return ir.IntValue(t, v.Unix()/secondsPerDay)
		}
		switch t.Kind {
		case ir.Time:
			return ir.IntValue(t, v.Sub(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)).Microseconds())
		case ir.TimestampS:
			return ir.IntValue(t, v.Unix())
		case ir.TimestampMS:
			return ir.IntValue(t, v.UnixMilli())
		case ir.TimestampNS:
			return ir.IntValue(t, v.UnixNano())
		}
		return ir.IntValue(t, v.UnixMicro())
	}
	var n int64
	if _, err := fmt.Sscan(fmt.Sprint(v), &n); err != nil {
		panic(err)
	}
	return ir.IntValue(t, n)
}

// fixture is a database opened for a test. eng is nil with the real engine.
type fixture struct {
	*sql.DB
	t         *testing.T
	eng       *memoEngine
	connector *Connector
}

// open opens a database with a memoEngine, closed at the end of the test.
func open(t *testing.T, dsn string, opts ...Option) *fixture {
	t.Helper()
	eng := &memoEngine{}
	f := openReal(t, dsn, append(slices.Clone(opts), func(c *config) {
		c.newEngine = func(engineTarget) (engine, error) { return eng, nil }
	})...)
	f.eng = eng
	eng.inner = f.connector.inner
	t.Cleanup(func() {
		if err := f.DB.Close(); err != nil {
			t.Error(err)
		}
		if f.connector.eng != nil && !eng.closed {
			t.Error("the engine was not closed")
		}
	})
	return f
}

// openReal opens a database with the compiler for an engine.
func openReal(t *testing.T, dsn string, opts ...Option) *fixture {
	t.Helper()
	connector, err := NewConnector(dsn, opts...)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{DB: sql.OpenDB(connector), t: t, connector: connector}
	t.Cleanup(func() {
		if err := f.DB.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// conn reserves a connection until the end of the test.
func (f *fixture) conn() *sql.Conn {
	f.t.Helper()
	c, err := f.DB.Conn(context.Background())
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = c.Close() })
	return c
}

func (f *fixture) stats() Snapshot { return f.connector.stats.snapshot() }

// native fails the test unless run answers exactly n queries natively.
func (f *fixture) native(n int64, run func()) {
	f.t.Helper()
	before := f.stats()
	run()
	after := f.stats()
	if got := after.Native - before.Native; got != n {
		f.t.Errorf("%d native runs, want %d; in DuckDB: %v", got, n, after.DuckDB)
	}
}

// refusals fails the test unless run makes exactly one query DuckDB's, with the
// reason.
func (f *fixture) refusal(reason string, run func()) {
	f.t.Helper()
	before := f.stats()
	run()
	after := f.stats()
	if after.Native != before.Native || after.DuckDB[reason] != before.DuckDB[reason]+1 {
		f.t.Errorf("want reason %q once more than %v, have %v", reason, before.DuckDB, after.DuckDB)
	}
}

// querier and execer are *sql.DB, *sql.Conn and *sql.Tx.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

type execer interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}

func exec(t *testing.T, on execer, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := on.ExecContext(context.Background(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// query returns all rows as text, or the error's text.
func query(on querier, text string, args ...any) string {
	return queryContext(context.Background(), on, text, args...)
}

func queryContext(ctx context.Context, on querier, text string, args ...any) string {
	rows, err := on.QueryContext(ctx, text, args...)
	if err != nil {
		return "error: " + err.Error()
	}
	defer rows.Close()
	var b strings.Builder
	names, _ := rows.Columns()
	values, dest := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		dest[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return "error: " + err.Error()
		}
		fmt.Fprintln(&b, values...)
	}
	if err := rows.Err(); err != nil {
		return "error: " + err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// innerQuery is query in DuckDB, on the same connection and transaction.
func innerQuery(t *testing.T, on *sql.Conn, text string) (out string) {
	t.Helper()
	err := on.Raw(func(c any) error {
		rows, err := c.(*Conn).inner.QueryContext(context.Background(), text, nil)
		if err != nil {
			out = "error: " + err.Error()
			return nil
		}
		defer rows.Close()
		var b strings.Builder
		dest := make([]driver.Value, len(rows.Columns()))
		for {
			err := rows.Next(dest)
			if err == io.EOF {
				out = strings.TrimSuffix(b.String(), "\n")
				return nil
			}
			if err != nil {
				return err
			}
			values := make([]any, len(dest))
			for i := range dest {
				values[i] = dest[i]
			}
			fmt.Fprintln(&b, values...)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}
