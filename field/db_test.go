package field

import (
	"context"
	"database/sql"
	"reflect"
	"testing"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// testDB is a DuckDB for a test: through database/sql, and its handle.
type testDB struct {
	t testing.TB
	*sql.DB
	handle mapping.Database
}

// openDB opens a database that is closed with the test.
func openDB(t testing.TB, dsn string) *testDB {
	t.Helper()
	c, err := duckdb.NewConnector(dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := reflect.ValueOf(c).Elem().FieldByName("db")
	if f.Type() != reflect.TypeFor[mapping.Database]() {
		t.Fatalf("duckdb.Connector.db is a %s", f.Type())
	}
	db := sql.OpenDB(c)
	t.Cleanup(func() { db.Close() })
	return &testDB{t, db, *(*mapping.Database)(unsafe.Pointer(f.UnsafeAddr()))}
}

func (d *testDB) exec(query string) {
	d.t.Helper()
	if _, err := d.ExecContext(context.Background(), query); err != nil {
		d.t.Fatalf("%s: %v", query, err)
	}
}

// strings returns the rows of one column of a query as text, "NULL" for NULL.
func (d *testDB) strings(query string) (out []string) {
	d.t.Helper()
	rows, err := d.QueryContext(context.Background(), query)
	if err != nil {
		d.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s sql.NullString
		if err := rows.Scan(&s); err != nil {
			d.t.Fatal(err)
		}
		if !s.Valid {
			s.String = "NULL"
		}
		out = append(out, s.String)
	}
	if err := rows.Err(); err != nil {
		d.t.Fatal(err)
	}
	return out
}

// load loads columns of a table of the default schema.
func (d *testDB) load(s *Store, table string, cols ...string) *Table {
	d.t.Helper()
	t, err := s.Load(context.Background(), TableRef{Table: table}, cols, 1)
	if err != nil {
		d.t.Fatal(err)
	}
	return t
}

// nilDatabase is what a failed open leaves.
var nilDatabase mapping.Database
