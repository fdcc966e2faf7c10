package dbgen

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

func openMemory(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestLoadEqualsText reads every table back, in the order of its rows, and prints it as text.
func TestLoadEqualsText(t *testing.T) {
	ctx := context.Background()
	db := openMemory(t)
	o := Options{Threads: 2, Text: DuckDB}
	if err := Load(ctx, db, 0.01, o); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := WriteTBL(ctx, dir, 0.01, o); err != nil {
		t.Fatal(err)
	}
	for i := range schema {
		name := schema[i].name
		want, err := os.ReadFile(filepath.Join(dir, name+".tbl"))
		if err != nil {
			t.Fatal(err)
		}
		if got := tableText(t, db, &schema[i]); !bytes.Equal(got, want) {
			t.Errorf("%s as loaded (%d bytes) is not as written (%d bytes)", name, len(got), len(want))
		}
	}
}

// tableText prints a table through the encoder of the text files.
func tableText(t *testing.T, db *sql.DB, from *table) []byte {
	t.Helper()
	rows, err := db.Query("SELECT * FROM " + from.name + " ORDER BY rowid")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	values := make([]any, len(from.columns))
	targets := make([]any, len(values))
	for i := range values {
		targets[i] = &values[i]
	}
	e := &textEncoder{}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			switch v := v.(type) {
			case int64:
				e.bigint(v)
			case int32:
				e.integer(v)
			case string:
				e.text([]byte(v))
			case time.Time:
				e.date(int32(v.Unix() / (24 * 60 * 60)))
			case duckdb.Decimal:
				if cents := v.Value.Int64(); from.columns[i].name == "l_quantity" {
					e.units(cents / 100)
				} else {
					e.money(cents)
				}
			default:
				t.Fatalf("%s is a %T", from.columns[i].name, v)
			}
		}
		e.end()
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return e.buf
}

// TestSchema compares the columns with those of DuckDB's own TPC-H tables.
func TestSchema(t *testing.T) {
	ctx := context.Background()
	db := openMemory(t)
	if err := Load(ctx, db, 0.001, Options{Text: DuckDB}); err != nil {
		t.Fatal(err)
	}
	var tables, columns, nullable, keys int
	err := db.QueryRow(`SELECT count(DISTINCT table_name), count(*), count(*) FILTER (is_nullable = 'YES'),
		(SELECT count(*) FROM duckdb_constraints() WHERE constraint_type <> 'NOT NULL')
		FROM information_schema.columns`).Scan(&tables, &columns, &nullable, &keys)
	if err != nil {
		t.Fatal(err)
	}
	if tables != 8 || columns != 61 || nullable != 0 || keys != 0 {
		t.Errorf("%d tables, %d columns, %d nullable, %d keys", tables, columns, nullable, keys)
	}
	for column, want := range map[string]string{
		"l_orderkey": "BIGINT", "l_linenumber": "BIGINT", "l_quantity": "DECIMAL(15,2)",
		"l_shipdate": "DATE", "l_comment": "VARCHAR", "ps_availqty": "BIGINT", "p_size": "INTEGER",
		"c_nationkey": "INTEGER", "c_custkey": "BIGINT", "o_shippriority": "INTEGER", "n_regionkey": "INTEGER",
	} {
		var got string
		if err := db.QueryRow("SELECT data_type FROM information_schema.columns WHERE column_name = ?", column).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s (%v), not %s", column, got, err, want)
		}
	}
}

// TestLoadFailsWhole leaves no table behind, whatever stops it.
func TestLoadFailsWhole(t *testing.T) {
	count := func(db *sql.DB) (n int) {
		if err := db.QueryRow("SELECT count(*) FROM information_schema.tables").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	db := openMemory(t)
	if _, err := db.Exec("CREATE TABLE orders (x INTEGER)"); err != nil {
		t.Fatal(err)
	}
	err := Load(context.Background(), db, 0.001, Options{Text: DuckDB})
	if err == nil || !strings.Contains(err.Error(), `"orders" already exists`) {
		t.Errorf("loading over an existing table: %v", err)
	}
	if n := count(db); n != 1 {
		t.Errorf("%d tables after a failure, not 1", n)
	}

	db = openMemory(t)
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Text: DuckDB, Progress: writerFunc(func(p []byte) (int, error) {
		cancel() // when the tables exist and rows are about to come
		return len(p), nil
	})}
	if err := Load(ctx, db, 0.1, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if n := count(db); n != 0 {
		t.Errorf("%d tables after cancelling, not 0", n)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestNativeConnection pins the field of duckdb-go's connection that Load depends on.
func TestNativeConnection(t *testing.T) {
	conn, err := openMemory(t).Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = conn.Raw(func(driverConn any) error {
		_, err := nativeConnection(driverConn)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for _, other := range []any{nil, 1, struct{ conn int }{}} {
		if _, err := nativeConnection(other); err == nil {
			t.Errorf("%T is accepted as a connection", other)
		}
	}
}

// TestFile generates once and reuses.
func TestFile(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "cache")
	o := Options{Text: DuckDB}
	path, err := fileIn(ctx, dir, 0.001, o)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := fileIn(ctx, dir, 0.001, o)
	if err != nil || again != path {
		t.Fatalf("%s, then %s, %v", path, again, err)
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the file was made twice (%v)", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%d files in the cache (%v)", len(entries), err)
	}
	if filepath.Base(path) != "sf0.001-duckdb-v1.duckdb" {
		t.Errorf("name %s", filepath.Base(path))
	}
	db, err := sql.Open("duckdb", path+"?access_mode=READ_ONLY")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var rows int
	if err := db.QueryRow("SELECT count(*) FROM orders").Scan(&rows); err != nil || rows != 1500 {
		t.Errorf("%d orders, %v", rows, err)
	}
	if _, err := fileIn(ctx, dir, 1.5, o); err == nil {
		t.Error("scale factor 1.5 is accepted")
	}
}
