package field

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/ir"
)

// loadTypes is a row per type: the expression of value i, extremes, and how
// DuckDB shows a value as decode does.
var loadTypes = []struct {
	name, sql string
	value     string // of i, a BIGINT
	extremes  []string
	show      string // of c; empty: c::VARCHAR
}{
	{"bool", "BOOLEAN", "i%3=0", []string{"true", "false"}, "c::INT"},
	{"int8", "TINYINT", "i%200-100", []string{"-128", "127"}, ""},
	{"int16", "SMALLINT", "i%60000-30000", []string{"-32768", "32767"}, ""},
	{"int32", "INTEGER", "i*7001-9", []string{"-2147483648", "2147483647"}, ""},
	{"int64", "BIGINT", "hash(i)//2", []string{"-9223372036854775808", "9223372036854775807"}, ""},
	{"uint8", "UTINYINT", "i%256", []string{"0", "255"}, ""},
	{"uint16", "USMALLINT", "i%65536", []string{"0", "65535"}, ""},
	{"uint32", "UINTEGER", "i*7001", []string{"0", "4294967295"}, ""},
	{"uint64", "UBIGINT", "hash(i)", []string{"0", "18446744073709551615"}, ""},
	{"int128", "HUGEINT", "(hash(i)::HUGEINT-9000000000000000000)*(hash(i+1)%1000000000)", []string{"-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"}, "c::VARCHAR"},
	{"float", "FLOAT", "sqrt(i)", []string{"'nan'", "'-inf'", "-0.0", "1e-45", "3.4028235e38"}, "c::DOUBLE"},
	{"double", "DOUBLE", "sqrt(i)", []string{"'nan'", "'inf'", "-0.0", "5e-324", "1.7976931348623157e308"}, "c"},
	{"decimal4", "DECIMAL(4,1)", "(i%9999)/10", []string{"-999.9", "999.9"}, "replace(c::VARCHAR,'.','')::HUGEINT::VARCHAR"},
	{"decimal9", "DECIMAL(9,2)", "(hash(i)%999999999)/100", []string{"-9999999.99", "9999999.99"}, "replace(c::VARCHAR,'.','')::HUGEINT::VARCHAR"},
	{"decimal18", "DECIMAL(18,3)", "(hash(i)%1000000000)*997/1000", []string{"-999999999999999.999", "999999999999999.999"}, "replace(c::VARCHAR,'.','')::HUGEINT::VARCHAR"},
	{"decimal38", "DECIMAL(38,10)", "hash(i)", []string{"-9999999999999999999999999999.9999999999", "9999999999999999999999999999.9999999999"}, "replace(c::VARCHAR,'.','')::HUGEINT::VARCHAR"},
	{"date", "DATE", "DATE '1970-01-01' + (i%20000-10000)::INT", []string{"'infinity'", "'-infinity'", "'5877642-06-25 (BC)'", "'5881580-07-10'"},
		"CASE WHEN isinf(c) THEN CASE WHEN c > DATE '2000-01-01' THEN 2147483647 ELSE -2147483647 END ELSE datediff('day', DATE '1970-01-01', c) END"},
	{"timestamp", "TIMESTAMP", "make_timestamp((hash(i)%1000000000000)::BIGINT*1001)", []string{"'infinity'", "'-infinity'", "'290309-12-22 (BC) 00:00:00'", "'294247-01-10 04:00:54.775806'"},
		"CASE WHEN isinf(c) THEN CASE WHEN c > TIMESTAMP '2000-01-01' THEN 9223372036854775807 ELSE -9223372036854775807 END ELSE epoch_us(c) END"},
	{"codes", "VARCHAR", "['', 'a', 'twelve bytes', 'thirteen bytes', 'grüße', 'x'||chr(0)||'y', 'twelve bytez', 'thirteen bytez'][1+(hash(i)%8)::BIGINT]", []string{"''", "chr(0)", "repeat('ü', 5000)"}, "hex(c)"},
	{"text", "VARCHAR", "repeat(chr((32+hash(i)%90)::INT), (hash(i+5)%40)::INT) || i || 'ö'", []string{"''", "repeat(chr(0), 10000)", "repeat('ü', 5000)"}, "hex(c)"},
}

// loadShapes is how many rows a table has and which are NULL.
var loadShapes = []struct {
	name string
	rows int
	null string
}{
	{"empty", 0, "false"},
	{"one row", 1, "false"},
	{"one NULL", 1, "true"},
	{"all NULL", 5000, "true"},
	{"a chunk", 2048, "false"},
	{"some NULL", 10_000, "hash(i*31)%5=0"},
	{"NULL chunks", 10_000, "i//2048%2=1"},
	{"parallel", 300_000, "hash(i*31)%11=0"},
	{"parallel without NULLs", 300_000, "false"},
}

// TestLoadEveryType compares loaded columns with DuckDB's own answer, before
// and after a checkpoint compresses them.
func TestLoadEveryType(t *testing.T) {
	for _, typ := range loadTypes {
		t.Run(typ.name, func(t *testing.T) {
			db := openDB(t, t.TempDir()+"/types.db?threads=4")
			for _, shape := range loadShapes {
				db.exec(fmt.Sprintf("CREATE OR REPLACE TABLE t AS SELECT CASE WHEN %s THEN NULL ELSE %s END::%s AS c FROM range(%d) r(i)",
					shape.null, typ.value, typ.sql, shape.rows))
				if shape.rows < 300_000 || shape.null != "false" {
					checkLoad(t, db, shape.name, typ.show)
				}
				if shape.rows == 300_000 && shape.null != "false" {
					continue
				}
				db.exec("CHECKPOINT")
				checkLoad(t, db, shape.name+", compressed", typ.show)
			}
			db.exec("DELETE FROM t")
			for _, x := range typ.extremes {
				db.exec(fmt.Sprintf("INSERT INTO t VALUES (%s), (NULL), (%s)", x, x))
			}
			checkLoad(t, db, "extremes", typ.show)
			db.exec(fmt.Sprintf("CREATE OR REPLACE TABLE t AS SELECT (%s)::%s AS c FROM range(200000)", typ.extremes[0], typ.sql))
			db.exec("CHECKPOINT")
			checkLoad(t, db, "constant", typ.show)
		})
	}
}

// checkLoad compares column c of table t with DuckDB's rows.
func checkLoad(t *testing.T, db *testDB, name, show string) {
	t.Helper()
	c := db.load(NewStore(db.handle, Options{Threads: 3}), "t", "c").Column("c")
	if show == "" {
		show = "c"
	}
	where, step := "", 1
	if c.Len == 300_000 { // as created: a sample will do
		where, step = "WHERE rowid%7=0", 7
	}
	want := db.strings("SELECT " + show + " FROM t " + where + " ORDER BY rowid")
	if (c.Len+step-1)/step != len(want) {
		t.Fatalf("%s: %d rows, want %d times %d", name, c.Len, len(want), step)
	}
	for i, w := range want {
		if got := showValue(c.Value(i*step), show); got != w {
			t.Fatalf("%s: row %d is %q, want %q", name, i*step, got, w)
		}
	}
	v := &Vector{Name: "c", Type: c.Type}
	for i := range c.Len {
		v.Append(c.Value(i))
	}
	checkColumn(t, c, v)
}

// showValue returns a value as database/sql shows it.
func showValue(v ir.Value, show string) string {
	switch {
	case !v.Valid:
		return "NULL"
	case v.Type.Float():
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case show == "hex(c)":
		return fmt.Sprintf("%X", v.Str)
	}
	return v.Int.String()
}

func TestLoadAfterDeletes(t *testing.T) {
	for _, where := range []string{"i%3=0", "i<250000", "i>=1000", "i//1000%2=0", "i<299999", "true"} {
		db := openDB(t, ":memory:?threads=4")
		db.exec("CREATE TABLE t AS SELECT i AS c FROM range(300000) r(i)")
		db.exec("DELETE FROM t WHERE c IN (SELECT i FROM range(300000) r(i) WHERE " + where + ")")
		checkLoad(t, db, where, "")
		db.exec("INSERT INTO t SELECT i FROM range(5) r(i)")
		db.exec("UPDATE t SET c = c+1 WHERE c%2=0")
		checkLoad(t, db, where+", then inserts", "")
	}
}

// TestLoadKeepsTheOrder turns off preserve_insertion_order, and names a column
// as the row id.
func TestLoadKeepsTheOrder(t *testing.T) {
	db := openDB(t, ":memory:?threads=4")
	db.exec(`CREATE TABLE t AS SELECT i AS c, i*2 AS "ROWID" FROM range(700000) r(i)`)
	db.exec(`CREATE TABLE u AS SELECT i AS c FROM range(700000) r(i)`)
	check := func(table string, s *Store) {
		t.Helper()
		c := db.load(s, table, "c").Column("c")
		for i := range c.Len {
			if c.Int(i) != int64(i) {
				t.Fatalf("%s: row %d is %d", table, i, c.Int(i))
			}
		}
		if !c.Sorted || !c.Unique() || c.Len != 700_000 {
			t.Errorf("%s", c)
		}
	}
	s := NewStore(db.handle, Options{Threads: 4})
	check("t", s)
	check("u", s)
	db.exec("SET GLOBAL preserve_insertion_order=false")
	s = NewStore(db.handle, Options{Threads: 4})
	check("u", s)
	var u *Unsupported
	if _, err := s.Load(context.Background(), TableRef{Table: "t"}, []string{"c"}, 1); !errors.As(err, &u) {
		t.Errorf("error is %v", err)
	}
}

func TestLoadNames(t *testing.T) {
	db := openDB(t, ":memory:")
	db.exec(`ATTACH ':memory:' AS "other ""db"""`)
	db.exec(`CREATE SCHEMA "other ""db"""."my.schema"`)
	db.exec(`CREATE TABLE "other ""db"""."my.schema"."select" ("from ""x""" INT, "Größe" INT)`)
	db.exec(`INSERT INTO "other ""db"""."my.schema"."select" VALUES (1, 2)`)
	s := NewStore(db.handle, Options{})
	ref := TableRef{`other "db"`, "my.schema", "select"}
	tab, err := s.Load(context.Background(), ref, []string{"Größe", `from "x"`, "Größe"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if tab.Name != "select" || len(tab.Columns()) != 2 || tab.Column(`from "x"`).Int(0) != 1 || tab.Column("Größe").Int(0) != 2 {
		t.Errorf("%+v", tab)
	}
	if tab.Column("größe") != nil {
		t.Error("names are exact")
	}
}

func TestLoadRefusals(t *testing.T) {
	db := openDB(t, ":memory:")
	db.exec("CREATE TYPE mood AS ENUM ('sad', 'ok')")
	for _, typ := range []string{"INTERVAL", "TIMETZ", "TIME_NS", "INT[]",
		"INT[3]", "STRUCT(a INT)", "MAP(INT, INT)", "BIT", "JSON", "UNION(a INT)"} {
		db.exec("CREATE OR REPLACE TABLE t (a INT, c " + typ + ")")
		s := NewStore(db.handle, Options{})
		_, err := s.Load(context.Background(), TableRef{Table: "t"}, []string{"a", "c"}, 1)
		var u *Unsupported
		if !errors.As(err, &u) || u.Column != `"t"."c"` || u.Type == "" || u.Reason == "" {
			t.Errorf("%s: error is %v", typ, err)
		}
		if tab := db.load(s, "t", "a"); tab.Rows != 0 {
			t.Errorf("%s: %d rows", typ, tab.Rows)
		}
	}
	s := NewStore(db.handle, Options{})
	for _, c := range []struct {
		ref  TableRef
		col  string
		want string
	}{
		{TableRef{Table: "nosuch"}, "c", "Table with name nosuch does not exist"},
		{TableRef{Catalog: "nodb", Schema: "main", Table: "t"}, "c", "nodb"},
		{TableRef{Table: "t"}, "b", `no column "b"`},
		{TableRef{Catalog: "temp", Schema: "main", Table: "t"}, "c", "temporary"},
	} {
		_, err := s.Load(context.Background(), c.ref, []string{c.col}, 1)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "field: ") {
			t.Errorf("%s.%s: error is %v", c.ref, c.col, err)
		}
	}
	db.exec("CREATE VIEW huge AS SELECT i FROM range(3000000000) r(i)")
	var u *Unsupported
	if _, err := s.Load(context.Background(), TableRef{Table: "huge"}, []string{"i"}, 1); !errors.As(err, &u) || !strings.Contains(err.Error(), "3000000000 rows") {
		t.Errorf("too many rows: error is %v", err)
	}
	db.exec("CREATE VIEW small AS SELECT 1 AS c")
	if _, err := s.Load(context.Background(), TableRef{Table: "small"}, []string{"c"}, 1); err == nil || !strings.Contains(err.Error(), "is not an table") {
		t.Errorf("a view: error is %v", err)
	}
	if _, err := NewStore(nilDatabase, Options{}).Load(context.Background(), TableRef{Table: "t"}, nil, 1); err == nil {
		t.Error("no error without a database")
	}
}
