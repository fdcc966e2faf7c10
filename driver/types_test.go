package driver

import (
	"context"
	"database/sql"
	"fmt"
	"math/big"
	"reflect"
	"testing"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/ir"
)

// typeCases has, for every type of the IR, values whose Go form could differ.
var typeCases = []struct {
	name   string
	values []string
}{
	{"BOOLEAN", []string{"true", "false"}},
	{"TINYINT", []string{"-128", "127", "0"}},
	{"SMALLINT", []string{"-32768", "32767"}},
	{"INTEGER", []string{"-2147483648", "2147483647"}},
	{"BIGINT", []string{"-9223372036854775808", "9223372036854775807"}},
	{"UTINYINT", []string{"0", "255"}},
	{"USMALLINT", []string{"65535"}},
	{"UINTEGER", []string{"4294967295"}},
	{"UBIGINT", []string{"0", "18446744073709551615"}},
	{"HUGEINT", []string{"-170141183460469231731687303715884105728", "170141183460469231731687303715884105727", "0", "-1", "18446744073709551616"}},
	{"FLOAT", []string{"1.1", "-0.0", "'nan'", "'inf'", "'-inf'", "3.4e38"}},
	{"DOUBLE", []string{"1.1", "-0.0", "'nan'", "'inf'", "'-inf'", "1.7e308", "5e-324"}},
	{"DECIMAL(4,1)", []string{"-999.9", "0", "1.5"}},
	{"DECIMAL(9,3)", []string{"-999999.999", "1"}},
	{"DECIMAL(18,0)", []string{"-999999999999999999", "1"}},
	{"DECIMAL(38,10)", []string{"-9999999999999999999999999999.9999999999", "0.0000000001", "0"}},
	{"VARCHAR", []string{"''", "'twelve bytes'", "'more than twelve bytes: ünïcödé ✓'"}},
	{"DATE", []string{"'1970-01-01'", "'1969-12-31'", "'0001-01-01'", "'9999-12-31'", "'infinity'", "'-infinity'", "'5881580-07-10'", "'5877642-06-25 (BC)'", "'0044-03-15 (BC)'"}},
	{"TIMESTAMP", []string{"'1970-01-01 00:00:00'", "'1969-12-31 23:59:59.999999'", "'2024-02-29 12:34:56.123456'", "'infinity'", "'-infinity'", "'290309-12-22 (BC) 00:00:00'"}},
	{"TIME", []string{"'00:00:00'", "'23:59:59.999999'"}},
	{"TIMESTAMP_S", []string{"'1969-12-31 23:59:59'", "'2024-02-29 12:34:56'", "'9999-12-31'"}},
	{"TIMESTAMP_MS", []string{"'1969-12-31 23:59:59.999'", "'2024-02-29 12:34:56.789'"}},
	{"TIMESTAMP_NS", []string{"'1969-12-31 23:59:59.999999999'", "'2024-02-29 12:34:56.123456789'"}},
	{"TIMESTAMPTZ", []string{"'1969-12-31 23:59:59.999999+00'", "'2024-02-29 12:34:56.123456+05'"}},
	{"UUID", []string{"'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'", "'12345678-9abc-def0-8234-56789abcdef0'"}},
	{"UHUGEINT", []string{"0", "340282366920938463463374607431768211455", "1"}},
	{"ENUM('b', 'a', '')", []string{"'a'", "'b'", "''"}},
	{"BLOB", []string{"''", "'\\x00\\xff'", "'more than twelve bytes'"}},
}

// shape is all that database/sql tells of a result.
func shape(t *testing.T, on querier, text string, args ...any) string {
	t.Helper()
	rows, err := on.QueryContext(context.Background(), text, args...)
	if err != nil {
		return "error: " + err.Error()
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	out := ""
	for _, ct := range types {
		length, hasLength := ct.Length()
		nullable, knowsNullable := ct.Nullable()
		precision, scale, isDecimal := ct.DecimalSize()
		out += fmt.Sprintln(ct.Name(), ct.DatabaseTypeName(), ct.ScanType(), length, hasLength, nullable, knowsNullable, precision, scale, isDecimal)
	}
	values, dest := make([]any, len(types)), make([]any, len(types))
	for i := range values {
		dest[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			// The fields of structs count, but for the form of big.Int.
			switch v := v.(type) {
			case duckdb.Decimal:
				out += fmt.Sprintf("decimal %d %d %s, ", v.Width, v.Scale, v.Value)
			case *big.Int:
				out += fmt.Sprintf("%T %s, ", v, v)
			default:
				out += fmt.Sprintf("%#v, ", v)
			}
		}
		out += "\n"
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// plain opens the same database through duckdb-go alone.
func (f *fixture) plain() *sql.DB {
	db := sql.OpenDB(unowned{f.connector.inner})
	f.t.Cleanup(func() { _ = db.Close() })
	return db
}

// unowned is a connector that a sql.DB does not close.
type unowned struct{ *duckdb.Connector }

func (unowned) Close() error { return nil }

func TestTypeParity(t *testing.T) {
	f := open(t, "")
	plain := f.plain()
	covered := map[ir.Kind]bool{}
	for i, tc := range typeCases {
		table := fmt.Sprintf("t%d", i)
		exec(t, f, fmt.Sprintf("CREATE TABLE %s (n INTEGER, v %s)", table, tc.name), fmt.Sprintf("INSERT INTO %s VALUES (-1, NULL)", table))
		for j, v := range tc.values {
			exec(t, f, fmt.Sprintf("INSERT INTO %s VALUES (%d, CAST(%s AS %s))", table, j, v, tc.name))
		}
		for _, text := range []string{
			"SELECT * FROM %s ORDER BY n",
			"SELECT v AS \"a name\", v, n + 1 FROM %s WHERE n >= 0 ORDER BY n",
			"SELECT v FROM %s WHERE n > 1000",
			"SELECT v FROM %s WHERE n < 0",
		} {
			text = fmt.Sprintf(text, table)
			f.native(1, func() { expect(t, tc.name+": "+text, shape(t, f, text), shape(t, plain, text)) })
		}
		c := f.conn()
		err := c.Raw(func(inner any) error {
			stmt, err := inner.(*Conn).inner.PrepareContext(context.Background(), "SELECT v FROM "+table)
			if err != nil {
				return err
			}
			defer stmt.Close()
			info, err := stmt.(*duckdb.Stmt).ColumnTypeInfo(0)
			if err != nil {
				return err
			}
			got, ok := typeOf(info)
			if !ok {
				t.Errorf("%s is not a native type", tc.name)
			}
			covered[got.Kind] = true
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
	}
	for kind, row := range typeTable {
		if row.scan != nil && !covered[ir.Kind(kind)] {
			t.Errorf("no case for %s", ir.Kind(kind))
		}
	}
}

// TestColumnNames: names come from DuckDB, whatever the expression.
func TestColumnNames(t *testing.T) {
	f := open(t, "")
	plain := f.plain()
	exec(t, f, "CREATE TABLE t (a INTEGER, \"B c\" VARCHAR)", "INSERT INTO t VALUES (1, 'x')")
	for _, text := range []string{
		"SELECT a, a, a + 1, t.a, count(*), sum(a), \"B c\", upper(\"B c\") FROM t GROUP BY ALL",
		"FROM t",
		"TABLE t",
		"VALUES (1, 'x')",
		"(SELECT a FROM t)",
		"SELECT * FROM t x JOIN t y USING (a)",
		"WITH x AS (SELECT a AS q FROM t) SELECT *, q * 2 FROM x",
		"SELECT CASE WHEN a = 1 THEN 'one' END, a::DECIMAL(5,2), DATE '2020-01-01' FROM t",
		"SELECT 1 UNION ALL SELECT 2",
	} {
		f.native(1, func() { expect(t, text, shape(t, f, text), shape(t, plain, text)) })
	}
}

// TestOtherTypes: what has no native form is DuckDB's, by name.
func TestOtherTypes(t *testing.T) {
	f := open(t, "")
	plain := f.plain()
	for text, reason := range map[string]string{
		"SELECT '{\"a\": 1}'::JSON AS j":   "result: column j is of type JSON",
		"SELECT [1, 2] AS l":               "result: column l is of LIST",
		"SELECT INTERVAL 1 DAY AS i":       "result: column i is of INTERVAL",
		"SELECT TIMETZ '10:00:00+01' AS z": "result: column z is of TIMETZ",
	} {
		f.refusal(reason, func() { expect(t, text, shape(t, f, text), shape(t, plain, text)) })
	}
}

func TestScanTypes(t *testing.T) {
	for kind, row := range typeTable {
		if row.scan == nil {
			continue
		}
		back, ok := kindOf(row.duck)
		if k := ir.Kind(kind); k == ir.Decimal || k == ir.Enum {
			if ok {
				t.Errorf("%s without its parameters is %s", k, back)
			}
			continue
		}
		if !ok || back.Kind != ir.Kind(kind) {
			t.Errorf("%s comes back as %s", ir.Kind(kind), back)
		}
	}
	if typeTable[ir.Date].scan != reflect.TypeOf(sql.NullTime{}.Time) {
		t.Error("a date is not a time.Time")
	}
}
