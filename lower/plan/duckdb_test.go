package plan

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

// session is a connection to a fresh in-memory DuckDB, set as plans are made in production.
type session struct {
	t    testing.TB
	conn *sql.Conn
}

func newSession(t testing.TB) *session {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	s := &session{t: t, conn: conn}
	s.exec("SET disabled_optimizers = '" + DisabledOptimizers + "'")
	s.exec("SET threads = 1")
	return s
}

func (s *session) exec(text string) {
	s.t.Helper()
	if _, err := s.conn.ExecContext(context.Background(), text); err != nil {
		s.t.Fatalf("%s\n%v", text, err)
	}
}

// serialize returns DuckDB's plan of a query.
func (s *session) serialize(query string) []byte {
	s.t.Helper()
	return s.serializeWith(query, Options)
}

func (s *session) serializeWith(query, options string) []byte {
	s.t.Helper()
	literal := "'" + strings.ReplaceAll(query, "'", "''") + "'"
	var out string
	row := s.conn.QueryRowContext(context.Background(), "SELECT json_serialize_plan("+literal+", "+options+")::VARCHAR")
	if err := row.Scan(&out); err != nil {
		s.t.Fatalf("%s\n%v", query, err)
	}
	return []byte(out)
}

// resultTypes returns the types of the result columns of a query, as DuckDB prints them.
func (s *session) resultTypes(query string) ([]string, error) {
	rows, err := s.conn.QueryContext(context.Background(), "DESCRIBE "+query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var name, typ string
		var null, key, def, extra sql.NullString
		if err := rows.Scan(&name, &typ, &null, &key, &def, &extra); err != nil {
			return nil, err
		}
		out = append(out, typ)
	}
	return out, rows.Err()
}
