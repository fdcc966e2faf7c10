package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

// asNil is a Valuer of NULL, asText one of a string.
type (
	asNil  struct{}
	asText struct{}
)

func (asNil) Value() (driver.Value, error)  { return nil, nil }
func (asText) Value() (driver.Value, error) { return "row 5", nil }

// paramCases: want is "native" or the reason for DuckDB. Answers are compared
// with duckdb-go's, types and names included, in every case.
var paramCases = []struct {
	text string
	args []any
	want string
}{
	// The inferred type is the argument's.
	{"SELECT b FROM t WHERE b > ? ORDER BY b", []any{5}, "native"},
	{"SELECT b FROM t WHERE b > $1 AND b < $2 ORDER BY b", []any{2, 5}, "native"},
	{"SELECT b FROM t WHERE b > $2 AND b < $1 ORDER BY b", []any{5, 2}, "native"},
	{"SELECT b FROM t WHERE b > $lo AND b < $hi ORDER BY b", []any{sql.Named("hi", 5), sql.Named("lo", 2)}, "native"},
	{"SELECT b FROM t WHERE b > $x OR b = $x ORDER BY b", []any{sql.Named("x", 5)}, "native"},
	{"SELECT b FROM t WHERE s = ?", []any{"row 5"}, "native"},
	{"SELECT b FROM t WHERE s LIKE ?", []any{"row%"}, "native"},
	{"SELECT b FROM t WHERE s = ?", []any{asText{}}, "native"},
	{"SELECT b FROM t WHERE x < ?", []any{2.5}, "native"},
	{"SELECT b FROM t WHERE f = ?", []any{true}, "native"},
	{"SELECT b FROM t WHERE h = ?", []any{big.NewInt(3)}, "native"},
	{"SELECT b FROM t WHERE d = ?", []any{time.Date(2020, 1, 4, 5, 6, 7, 0, time.UTC)}, "native"},
	{"SELECT b FROM t WHERE d < ?", []any{time.Date(1969, 12, 31, 23, 0, 0, 0, time.UTC)}, "native"},
	{"SELECT b FROM t WHERE ts = ?", []any{time.Date(2020, 1, 1, 3, 0, 0, 0, time.FixedZone("x", 7200))}, "native"},
	{"SELECT b FROM t LIMIT ?", []any{3}, "native"},
	{"SELECT count(*) FROM t WHERE d = ?", []any{"2020-01-04"}, "native"},
	// DuckDB plans these anew, with the argument's type.
	{"SELECT b FROM t WHERE a > ? ORDER BY b", []any{5}, "native"},
	{"SELECT b FROM t WHERE a > ? ORDER BY b", []any{int64(1) << 40}, "native"},
	{"SELECT b FROM t WHERE m > ? ORDER BY b", []any{5}, "native"},
	{"SELECT b FROM t WHERE m > ? ORDER BY b", []any{5.5}, "native"},
	{"SELECT b FROM t WHERE b > ? ORDER BY b", []any{5.5}, "native"},
	{"SELECT b FROM t WHERE b < ? ORDER BY b", []any{uint64(5)}, "native"},
	{"SELECT b FROM t WHERE x < ? ORDER BY b", []any{float32(2.5)}, "native"},
	{"SELECT b FROM t WHERE x < ? ORDER BY b", []any{2}, "native"},
	{"SELECT b FROM t WHERE a IN (?, ?, $1) ORDER BY b", []any{1, 2}, "error"},
	{"SELECT b FROM t WHERE a IN ($1, $2, $1 + 2) ORDER BY b", []any{1, 2}, "parameter: the columns depend on the arguments"},
	{"SELECT CASE WHEN a > ? THEN ? ELSE a END AS c FROM t ORDER BY b", []any{5, 0}, "native"},
	{"SELECT coalesce(?, a) FROM t ORDER BY b", []any{5}, "native"},
	{"SELECT sum(CASE WHEN a > 5 THEN ? ELSE a END) FROM t", []any{5}, "native"},
	{"SELECT b FROM t WHERE s = 'it''s ?' OR a = ? -- ?\n ORDER BY b", []any{5}, "native"},
	{"SELECT b FROM t WHERE a > ? GROUP BY b ORDER BY b LIMIT ?", []any{3, 2}, "native"},
	// What adapts to its surroundings stays DuckDB's.
	{"SELECT b FROM t WHERE a > ?", []any{nil}, "parameter: $1: a <nil> for INTEGER"},
	{"SELECT b FROM t WHERE a > ?", []any{asNil{}}, "parameter: $1: a <nil> for INTEGER"},
	{"SELECT b FROM t WHERE a = ?", []any{"5"}, "parameter: $1: a string for INTEGER"},
	{"SELECT b FROM t WHERE m = ?", []any{"5"}, "parameter: $1: a string for DECIMAL"},
	{"SELECT b FROM t WHERE ts = ?", []any{"2020-01-01 01:00:00"}, "parameter: $1: a string for TIMESTAMP"},
	{"SELECT b FROM t WHERE d = ?", []any{"2020-1-4"}, "parameter: $1: 2020-1-4 is not a DATE"},
	{"SELECT b FROM t WHERE s = ?", []any{[]byte("x")}, "parameter: $1: a []uint8 for VARCHAR"},
	{"SELECT ? FROM t", []any{5}, "parameter: the columns depend on the arguments"},
	{"SELECT a + ? FROM t", []any{5}, "parameter: the columns depend on the arguments"},
	{"SELECT b FROM t WHERE b = ?", []any{big.NewInt(3)}, "parameter: $1: a *big.Int for BIGINT"},
	// What duckdb-go refuses is refused in its words.
	{"SELECT b FROM t WHERE m = ?", []any{duckdb.Decimal{Width: 4, Scale: 1, Value: big.NewInt(15)}}, "error"},
	{"SELECT b FROM t WHERE a = ? AND b = ?", []any{1}, "parameter: too few arguments"},
	{"SELECT b FROM t WHERE s = ?", []any{"\xff"}, "parameter: $1: \xff is not a VARCHAR"},
	{"SELECT b FROM t WHERE ts = ?", []any{time.Date(300000, 1, 1, 0, 0, 0, 0, time.UTC)}, "parameter: $1: 300000-01-01 00:00:00 +0000 UTC is not a TIMESTAMP"},
	{"SELECT b FROM t WHERE s = ?", []any{time.Now()}, "parameter: $1: a time.Time for VARCHAR"},
}

func fillParams(t *testing.T, f *fixture) {
	exec(t, f, `CREATE TABLE t AS SELECT i::INTEGER AS a, i AS b, 'row ' || i AS s, i / 2 AS x, i > 3 AS f, i::HUGEINT AS h,
		DATE '2020-01-01' + i::INTEGER AS d, TIMESTAMP '2020-01-01' + INTERVAL (i) HOUR AS ts, (i / 2)::DECIMAL(6, 2) AS m FROM range(10) r(i)`)
}

func TestParameters(t *testing.T) {
	f := open(t, "")
	plain := f.plain()
	fillParams(t, f)
	for _, test := range paramCases {
		for range 2 { // planned, then from the cache
			before := f.stats()
			got, want := shape(t, f, test.text, test.args...), shape(t, plain, test.text, test.args...)
			after := f.stats()
			expect(t, test.text, got, want)
			switch {
			case test.want == "native" && after.Native != before.Native+1:
				t.Errorf("%s, %v: not native: %v", test.text, test.args, after.DuckDB)
			case test.want == "error":
			case test.want != "native" && after.Native != before.Native:
				t.Errorf("%s, %v: native", test.text, test.args)
			}
		}
		if test.want != "native" && test.want != "error" {
			found := false
			for reason := range f.stats().DuckDB {
				found = found || reason == test.want
			}
			if !found {
				t.Errorf("%s: want reason %q, have %v", test.text, test.want, f.stats().DuckDB)
			}
		}
	}
}

// TestDriverValues covers Go types that database/sql converts before a driver
// sees them, for users of the driver's own interface.
func TestDriverValues(t *testing.T) {
	f := open(t, "")
	fillParams(t, f)
	conn, err := f.connector.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c := conn.(*Conn)
	rowsOf := func(rows driver.Rows, err error) string {
		if err != nil {
			return "error: " + err.Error()
		}
		defer rows.Close()
		out := fmt.Sprint(rows.Columns())
		dest := make([]driver.Value, len(rows.Columns()))
		for rows.Next(dest) == nil {
			out += fmt.Sprintf(" %T %v", dest[0], dest)
		}
		return out
	}
	for _, v := range []driver.Value{int8(5), int16(5), int32(5), int64(5), int(5), uint8(5), uint16(5), uint32(5), uint64(5), float32(5), 5.0, true} {
		for _, text := range []string{"SELECT b FROM t WHERE a >= ? ORDER BY b", "SELECT CASE WHEN a > 5 THEN a ELSE $1 END AS c FROM t ORDER BY b"} {
			args := namedValues([]driver.Value{v})
			f.native(1, func() {
				expect(t, fmt.Sprintf("%T: %s", v, text), rowsOf(c.QueryContext(context.Background(), text, args)), rowsOf(c.inner.QueryContext(context.Background(), text, args)))
			})
		}
	}
	// The interfaces of old.
	stmt, err := c.Prepare("SELECT sum(b) FROM t WHERE a > $x")
	if err != nil {
		t.Fatal(err)
	}
	f.native(1, func() {
		expect(t, "query", rowsOf(stmt.Query([]driver.Value{sql.Named("x", int64(7))})), "[sum(b)] *big.Int [17]")
	})
	if err := stmt.Close(); err != nil {
		t.Fatal(err)
	}
	tx, err := c.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if stmt, err = c.Prepare("DELETE FROM t WHERE a > ?"); err != nil {
		t.Fatal(err)
	}
	if _, err := stmt.Exec([]driver.Value{int64(7)}); err != nil {
		t.Fatal(err)
	}
	if err := stmt.Close(); err != nil {
		t.Fatal(err)
	}
	f.native(1, func() { expect(t, "others", query(f, "SELECT max(b) FROM t"), "9") })
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	f.native(1, func() { expect(t, "committed", query(f, "SELECT max(b) FROM t"), "7") })
	if _, err := c.Prepare("SELECT 1; SELECT 2"); err == nil {
		t.Error("two statements were prepared without a context")
	}
	if f.connector.Driver() != (Driver{}) {
		t.Error("another driver")
	}
}

// TestPreparedStatements: a statement prepared once follows the data.
func TestPreparedStatements(t *testing.T) {
	f := open(t, "")
	fillParams(t, f)
	ctx := context.Background()
	stmt, err := f.PrepareContext(ctx, "SELECT sum(b) FROM t WHERE a >= ?")
	if err != nil {
		t.Fatal(err)
	}
	defer stmt.Close()
	sum := func(from any) string {
		var v any
		if err := stmt.QueryRowContext(ctx, from).Scan(&v); err != nil {
			return "error: " + err.Error()
		}
		return fmt.Sprint(v)
	}
	f.native(2, func() {
		expect(t, "first", sum(5), "35")
		expect(t, "other argument", sum(8), "17")
	})
	exec(t, f, "INSERT INTO t (a, b) VALUES (9, 100)")
	f.native(1, func() { expect(t, "after insert", sum(8), "117") })
	f.refusal("parameter: $1: a string for INTEGER", func() { expect(t, "text", sum("8"), "117") })
	exec(t, f, "DROP TABLE t", "CREATE TABLE t AS SELECT 1::INTEGER AS a, 7.5::DECIMAL(4, 1) AS b")
	f.native(1, func() { expect(t, "other table", sum(1), "7.5") })
	exec(t, f, "DROP TABLE t")
	if got := sum(1); !strings.HasPrefix(got, "error: Catalog Error: Table with name t does not exist!") {
		t.Errorf("missing table: %s", got)
	}
	if _, err := stmt.ExecContext(ctx); err == nil {
		t.Error("no error for a missing argument")
	}
	insert, err := f.PrepareContext(ctx, "INSERT INTO u VALUES (?)")
	if err == nil {
		t.Error("a missing table was prepared")
	}
	exec(t, f, "CREATE TABLE u (a BIGINT)")
	if insert, err = f.PrepareContext(ctx, "INSERT INTO u VALUES (?)"); err != nil {
		t.Fatal(err)
	}
	defer insert.Close()
	for i := range 3 {
		if _, err := insert.ExecContext(ctx, i); err != nil {
			t.Fatal(err)
		}
		f.native(1, func() { expect(t, "count", query(f, "SELECT count(*) FROM u"), string(rune('1'+i))) })
	}
}
