package querytest

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/compile"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/lower/plan"
)

// world is a database in memory and the engine over it.
type world struct {
	db      *sql.DB
	conn    *sql.Conn
	engine  *compile.Engine
	version uint64
}

// newWorld opens a database that is closed with the test. What a join tells the scans of its other side
// goes past limits in DuckDB, which makes other rows the first ones.
func newWorld(t testing.TB) *world {
	t.Helper()
	c, err := duckdb.NewConnector("", nil)
	if err != nil {
		t.Fatal(err)
	}
	handle := reflect.ValueOf(c).Elem().FieldByName("db")
	if handle.Type() != reflect.TypeFor[mapping.Database]() {
		t.Fatalf("duckdb.Connector.db is a %s", handle.Type())
	}
	w := &world{db: sql.OpenDB(c)}
	t.Cleanup(func() { w.db.Close() })
	if w.conn, err = w.db.Conn(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.conn.Close() })
	db := *(*mapping.Database)(unsafe.Pointer(handle.UnsafeAddr()))
	w.engine = compile.NewEngine(field.NewStore(db, field.Options{Threads: 2}))
	for _, set := range []string{"disabled_optimizers = '" + plan.DisabledOptimizers + ",join_filter_pushdown'", "threads = 1"} {
		if err := w.exec("SET " + set); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *world) exec(text string) error {
	_, err := w.conn.ExecContext(context.Background(), text)
	return err
}

// load replaces all tables.
func (w *world) load(script []string) error {
	w.version++
	w.engine.Invalidate()
	if err := w.exec("CREATE SCHEMA IF NOT EXISTS s; USE main; DROP SCHEMA s CASCADE; CREATE SCHEMA s; USE s"); err != nil {
		return err
	}
	for _, s := range script {
		if err := w.exec(s); err != nil {
			return fmt.Errorf("%.300s: %w", s, err)
		}
	}
	return nil
}

// planError is DuckDB's refusal to plan a query: an error while it folds constants, or a
// query that is wrong.
type planError struct{ kind, message string }

func (e *planError) Error() string { return e.kind + ": " + e.message }

// plan returns DuckDB's plan of a query.
func (w *world) plan(query string) ([]byte, error) {
	var s string
	text := "SELECT json_serialize_plan(" + quoted(query) + ", " + plan.Options + ")::VARCHAR"
	if err := w.conn.QueryRowContext(context.Background(), text).Scan(&s); err != nil {
		return nil, &planError{"execute", err.Error()}
	}
	var e struct {
		Error   bool   `json:"error"`
		Type    string `json:"error_type"`
		Message string `json:"error_message"`
	}
	if err := json.Unmarshal([]byte(s), &e); err == nil && e.Error {
		return nil, &planError{e.Type, e.Message}
	}
	return []byte(s), nil
}

// patience bounds one run of a query in either engine, and the time it takes to stop it.
const patience = 5 * time.Second

// errHangs says that Reffine goes on although its time is over.
var errHangs = errors.New("does not stop")

// maxRows bounds the results worth comparing.
const maxRows = 300_000

var errLarge = errors.New("too many rows")

// duck returns DuckDB's answer, or errLarge.
func (w *world) duck(query string) (*result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	rows, err := w.conn.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	out := &result{}
	boxes := make([]any, len(types))
	for i, t := range types {
		out.types = append(out.types, t.DatabaseTypeName())
		boxes[i] = new(any)
	}
	for rows.Next() {
		if len(out.rows) == maxRows {
			return nil, errLarge
		}
		if err := rows.Scan(boxes...); err != nil {
			return nil, err
		}
		row := make([]cell, len(types))
		for i := range row {
			row[i] = duckCell(out.types[i], *boxes[i].(*any))
		}
		out.rows = append(out.rows, row)
	}
	return out, rows.Err()
}

// duckCell converts a value of duckdb-go.
func duckCell(typ string, x any) cell {
	switch x := x.(type) {
	case nil:
		return nil
	case float32:
		return float64(x)
	case float64:
		return x
	case string:
		return x
	case bool:
		return strconv.FormatBool(x)
	case *big.Int:
		return x.String()
	case duckdb.Decimal:
		return x.Value.String()
	case []byte:
		return fmt.Sprintf("%x", x)
	case time.Time:
		switch typ {
		case "DATE":
			return strconv.FormatInt(x.Unix()/(24*60*60), 10)
		case "TIME":
			return x.Format("15:04:05.999999")
		case "TIMESTAMP_S":
			return strconv.FormatInt(x.Unix(), 10)
		case "TIMESTAMP_MS":
			return strconv.FormatInt(x.UnixMilli(), 10)
		case "TIMESTAMP_NS":
			return strconv.FormatInt(x.UnixNano(), 10)
		}
		return strconv.FormatInt(x.UnixMicro(), 10)
	}
	return fmt.Sprint(x)
}

var kindNamesOfIR = map[ir.Kind]string{
	ir.Bool: "BOOLEAN", ir.Int8: "TINYINT", ir.Int16: "SMALLINT", ir.Int32: "INTEGER", ir.Int64: "BIGINT",
	ir.UInt8: "UTINYINT", ir.UInt16: "USMALLINT", ir.UInt32: "UINTEGER", ir.UInt64: "UBIGINT", ir.Int128: "HUGEINT",
	ir.Float32: "FLOAT", ir.Float64: "DOUBLE", ir.Varchar: "VARCHAR", ir.Date: "DATE", ir.Timestamp: "TIMESTAMP",
	ir.Time: "TIME", ir.TimestampS: "TIMESTAMP_S", ir.TimestampMS: "TIMESTAMP_MS", ir.TimestampNS: "TIMESTAMP_NS", ir.TimestampTZ: "TIMESTAMPTZ",
	ir.UUID: "UUID", ir.UHugeInt: "UHUGEINT", ir.Blob: "BLOB", ir.Enum: "ENUM",
}

func typeName(t ir.Type) string {
	if t.Kind == ir.Decimal {
		return fmt.Sprintf("DECIMAL(%d,%d)", t.Width, t.Scale)
	}
	return kindNamesOfIR[t.Kind]
}

// engineCell converts a value of Reffine.
func engineCell(v ir.Value) cell {
	switch {
	case !v.Valid:
		return nil
	case v.Type.Float():
		return v.Float
	case v.Type.Kind == ir.Varchar:
		return v.Str
	case v.Type.Kind == ir.Blob:
		return fmt.Sprintf("%x", v.Str)
	case v.Type.Kind == ir.UHugeInt || v.Type.Kind == ir.Enum:
		return eval.Format(v, v.Type)
	case v.Type.Kind == ir.UUID:
		return strings.ReplaceAll(eval.Format(v, v.Type), "-", "")
	case v.Type.Kind == ir.Time:
		us, _ := v.Int.Int64()
		return time.UnixMicro(us).UTC().Format("15:04:05.999999")
	case v.Type.Kind == ir.Bool:
		return strconv.FormatBool(v.True())
	}
	return v.Int.Big().String()
}

// config is one way to run a query.
type config struct {
	tier                   compile.Tier
	threads, block, morsel int
	disable                string // passes, separated by commas
}

func (c config) String() string {
	s := fmt.Sprintf("%s threads %d block %d morsel %d", [...]string{"auto", "interpreted", "compiled"}[c.tier], c.threads, c.block, c.morsel)
	if c.disable != "" {
		s += " without " + c.disable
	}
	return s
}

func (c config) options() compile.Options {
	o := compile.Options{Tier: c.tier, Threads: c.threads, Block: c.block, Morsel: c.morsel, Disable: map[string]bool{}, Verify: true}
	for p := range strings.SplitSeq(c.disable, ",") {
		if p != "" {
			o.Disable[p] = true
		}
	}
	return o
}

// errRun wraps an error of a run: DuckDB is to answer.
type errRun struct{ error }

// reffine returns Reffine's answer for a plan. The error is a *compile.Refusal, a
// *compile.Internal, an errRun or errHangs.
func (w *world) reffine(planJSON []byte, c config) (*result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	type answer struct {
		r   *result
		err error
	}
	done := make(chan answer, 1)
	go func() {
		r, err := w.answer(ctx, planJSON, c)
		done <- answer{r, err}
	}()
	for range 2 { // a machine that stands still for a while lets all timers end at once
		select {
		case a := <-done:
			return a.r, a.err
		case <-time.After(patience):
		}
	}
	select {
	case a := <-done:
		return a.r, a.err
	case <-time.After(patience):
		stacks := make([]byte, 1<<20)
		return nil, fmt.Errorf("%w\n%s", errHangs, stacks[:runtime.Stack(stacks, true)])
	}
}

func (w *world) answer(ctx context.Context, planJSON []byte, c config) (*result, error) {
	q, err := w.engine.Compile(ctx, planJSON, w.version, c.options())
	if err != nil {
		return nil, err
	}
	run := q.Run
	if c.block == 3 { // analyzing must change nothing
		run = func(ctx context.Context, args map[string]ir.Value) ([]*field.Vector, error) {
			out, _, err := q.Analyze(ctx, args)
			return out, err
		}
	}
	vectors, err := run(ctx, nil)
	if err != nil {
		if internal := (*compile.Internal)(nil); errors.As(err, &internal) {
			return nil, err
		}
		if refusal := (*compile.Refusal)(nil); errors.As(err, &refusal) { // by the chosen tier
			return nil, &compile.Refusal{Operator: refusal.Operator, Reason: refusal.Reason + " (at run)"}
		}
		return nil, errRun{err}
	}
	out := &result{}
	columns := q.Columns()
	if len(columns) != len(vectors) {
		return nil, &compile.Internal{Phase: "run", Cause: fmt.Sprintf("%d vectors for %d columns", len(vectors), len(columns))}
	}
	for i, v := range vectors {
		out.types = append(out.types, typeName(columns[i].Type))
		if v.Len() != vectors[0].Len() {
			return nil, &compile.Internal{Phase: "run", Cause: fmt.Sprintf("columns of %d and %d values", vectors[0].Len(), v.Len())}
		}
	}
	for i := range vectors[0].Len() {
		row := make([]cell, len(vectors))
		for j, v := range vectors {
			row[j] = engineCell(v.Value(i))
			if row[j] == nil && !columns[j].Type.Null {
				return nil, &compile.Internal{Phase: "run", Cause: fmt.Sprintf("NULL in column %s of type %s", columns[j].Name, columns[j].Type)}
			}
		}
		out.rows = append(out.rows, row)
	}
	return out, nil
}
