package phasetest

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/compile"
	"github.com/reffine-db/reffine/lower/plan"
)

// session is a DuckDB database in memory with an engine over its fields. DuckDB plans and runs on
// one thread, so that its answers do not vary.
type session struct {
	connector *duckdb.Connector
	db        *sql.DB
	conn      *sql.Conn
	engine    *compile.Engine
	version   *atomic.Uint64 // of the data
	label     string         // for messages
}

func newSession(t testing.TB) *session {
	t.Helper()
	s := &session{version: &atomic.Uint64{}}
	var err error
	if s.connector, err = duckdb.NewConnector("", nil); err != nil {
		t.Fatal(err)
	}
	s.db = sql.OpenDB(s.connector)
	if s.conn, err = s.db.Conn(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.engine = compile.NewEngine(field.NewStore(handle(t, s.connector), field.Options{Threads: 2}))
	s.exec(t, "SET threads = 1")
	s.exec(t, "SET disabled_optimizers = '"+plan.DisabledOptimizers+"'")
	return s
}

// handle returns the database of a connector, which has no accessor for it.
func handle(t testing.TB, c *duckdb.Connector) mapping.Database {
	t.Helper()
	db := reflect.ValueOf(c).Elem().FieldByName("db")
	if !db.IsValid() || db.Type() != reflect.TypeFor[mapping.Database]() {
		t.Fatal("duckdb.Connector has no field db of type mapping.Database")
	}
	return mapping.Database{Ptr: db.FieldByName("Ptr").UnsafePointer()}
}

// join returns a session on the same database and engine with a connection of its own.
func (s *session) join(t testing.TB) *session {
	t.Helper()
	conn, err := s.db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return &session{conn: conn, engine: s.engine, version: s.version, label: s.label}
}

// close ends the session, and the database unless others have joined it there.
func (s *session) close() {
	s.conn.Close()
	if s.connector != nil {
		s.db.Close()
		s.connector.Close()
	}
}

// exec runs statements and makes the fields loaded before them stale.
func (s *session) exec(t testing.TB, text string) {
	t.Helper()
	if _, err := s.conn.ExecContext(context.Background(), text); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	s.version.Add(1)
}

// plan returns DuckDB's plan of a query.
func (s *session) plan(query string) ([]byte, error) {
	var out string
	row := s.conn.QueryRowContext(context.Background(),
		"SELECT json_serialize_plan('"+strings.ReplaceAll(query, "'", "''")+"', "+plan.Options+")::VARCHAR")
	if err := row.Scan(&out); err != nil {
		return nil, fmt.Errorf("no plan: %w", err)
	}
	return []byte(out), nil
}

// compile compiles a plan against the data as it is.
func (s *session) compile(planned []byte, o compile.Options) (compile.Query, error) {
	return s.engine.Compile(context.Background(), planned, s.version.Load(), o)
}

// strings returns the rows of a query with text columns.
func (s *session) strings(t testing.TB, query string, columns int) [][]string {
	t.Helper()
	rows, err := s.conn.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	defer rows.Close()
	var out [][]string
	for rows.Next() {
		row := make([]string, columns)
		to := make([]any, columns)
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatalf("%s\n%v", query, err)
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	return out
}
