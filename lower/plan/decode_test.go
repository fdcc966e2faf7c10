package plan

import (
	"errors"
	"math/big"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestSkippedRowGroups: on a table whose row counts DuckDB knows exactly (read from a file,
// not changed since), it leaves whole row groups out and shortens the OFFSET by their rows. Without those
// row groups the plan would skip too few rows.
func TestSkippedRowGroups(t *testing.T) {
	s := newSession(t)
	file := quoteText(filepath.Join(t.TempDir(), "t.db"))
	s.exec("ATTACH " + file + " AS f")
	s.exec("CREATE TABLE f.big AS SELECT i::INTEGER AS a FROM range(400000) r(i)")
	s.exec("DETACH f")
	s.exec("ATTACH " + file + " AS f")
	_, err := Decode(s.serialize("SELECT a FROM f.big ORDER BY a LIMIT 3 OFFSET 200000"))
	var u *Unsupported
	if !errors.As(err, &u) || u.Operator != "GET" || !strings.Contains(u.Reason, "row groups") {
		t.Errorf("got %v", err)
	}
	roundTrip(t, s, "SELECT a FROM f.big ORDER BY a LIMIT 3 OFFSET 2000")
	roundTrip(t, s, "SELECT a FROM f.big ORDER BY a DESC LIMIT 3")
	roundTrip(t, s, "SELECT count(*), min(a), max(a) FROM f.big")
}

// TestSkipEmpty: with skip_empty DuckDB drops the list element that stands for column 0.
func TestSkipEmpty(t *testing.T) {
	s := newSession(t)
	s.exec("CREATE TABLE t AS SELECT i AS a, i AS b FROM range(9) r(i)")
	_, err := Decode(s.serializeWith("SELECT a, b FROM t", "optimize := true, skip_null := true, skip_empty := true, skip_default := true"))
	var u *Unsupported
	if !errors.As(err, &u) || !strings.Contains(u.Reason, "skip_empty") {
		t.Errorf("got %v", err)
	}
	_, err = Decode(s.serializeWith("SELECT x FROM (VALUES (1), (2)) v(x) GROUP BY ROLLUP (x) HAVING count(*) > 0", "optimize := true, skip_null := true, skip_empty := true, skip_default := true"))
	if !errors.As(err, &u) || !strings.Contains(u.Reason, "skip_empty") {
		t.Errorf("got %v", err)
	}
}

// TestUnoptimized: plans made without the optimizer decode too, when they need nothing more.
func TestUnoptimized(t *testing.T) {
	s := newSession(t)
	s.exec("CREATE TABLE t AS SELECT i AS a, i AS b FROM range(9) r(i)")
	p, err := Decode(s.serializeWith("SELECT sum(a) FROM t WHERE b BETWEEN 2 AND 5", "skip_empty := false, skip_null := true, skip_default := true"))
	if err != nil {
		t.Fatal(err)
	}
	want := `
project [#0]
 └── aggregate [sum(a)]
      └── filter [b >= cast(2 as BIGINT), b <= cast(5 as BIGINT)]
           └── scan t [b, a]
`
	if got := Format(p); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s", got)
	}
}

// TestConstants checks values against DuckDB's text of them.
func TestConstants(t *testing.T) {
	n := func(s string) *big.Int { v, _ := new(big.Int).SetString(s, 10); return v }
	s := newSession(t)
	for _, test := range []struct {
		sql  string
		want any
		typ  Type
	}{
		{"NULL::INTEGER", nil, Type{ID: Integer}},
		{"true", true, Type{ID: Boolean}},
		{"(-128)::TINYINT", int64(-128), Type{ID: TinyInt}},
		{"(-32768)::SMALLINT", int64(-32768), Type{ID: SmallInt}},
		{"0", int64(0), Type{ID: Integer}},
		{"(-9223372036854775808)::BIGINT", int64(-9223372036854775808), Type{ID: BigInt}},
		{"(-5)::HUGEINT", n("-5"), Type{ID: HugeInt}},
		{"170141183460469231731687303715884105727::HUGEINT", n("170141183460469231731687303715884105727"), Type{ID: HugeInt}},
		{"(-170141183460469231731687303715884105728)::HUGEINT", n("-170141183460469231731687303715884105728"), Type{ID: HugeInt}},
		{"255::UTINYINT", uint64(255), Type{ID: UTinyInt}},
		{"65535::USMALLINT", uint64(65535), Type{ID: USmallInt}},
		{"4294967295::UINTEGER", uint64(4294967295), Type{ID: UInteger}},
		{"18446744073709551615::UBIGINT", uint64(18446744073709551615), Type{ID: UBigInt}},
		{"340282366920938463463374607431768211455::UHUGEINT", n("340282366920938463463374607431768211455"), Type{ID: UHugeInt}},
		{"0.1::FLOAT", float64(float32(0.1)), Type{ID: Float}},
		{"1e300::DOUBLE", 1e300, Type{ID: Double}},
		{"-0.5::DECIMAL(4,2)", int64(-50), DecimalType(4, 2)},
		{"7::DECIMAL(18,0)", int64(7), DecimalType(18, 0)},
		{"1.5::DECIMAL(38,10)", n("15000000000"), DecimalType(38, 10)},
		{"-1234567890123456789.25::DECIMAL(21,2)", n("-123456789012345678925"), DecimalType(21, 2)},
		{`'it''s "\é' || chr(10)`, "it's \"\\é\n", Type{ID: Varchar}},
		{"''", "", Type{ID: Varchar}},
		{`'\x00a\xFF'::BLOB`, []byte("\x00a\xff"), Type{ID: Blob}},
		{`''::BLOB`, []byte{}, Type{ID: Blob}},
		{"DATE '1969-12-31'", int64(-1), Type{ID: Date}},
		{"'infinity'::DATE", int64(2147483647), Type{ID: Date}},
		{"TIME '00:00:01.5'", int64(1500000), Type{ID: Time}},
		{"TIMESTAMP '1970-01-02 00:00:00.000001'", int64(86400000001), Type{ID: Timestamp}},
		{"TIMESTAMP_S '1970-01-02 00:00:00'", int64(86400), Type{ID: TimestampS}},
		{"TIMESTAMP_MS '1970-01-02 00:00:00'", int64(86400000), Type{ID: TimestampMS}},
		{"TIMESTAMP_NS '1970-01-02 00:00:00'", int64(86400000000000), Type{ID: TimestampNS}},
		{"TIMESTAMPTZ '1970-01-01 00:00:01+00'", int64(1000000), Type{ID: TimestampTZ}},
		{"INTERVAL '1 year 2 days 3 seconds'", IntervalValue{12, 2, 3000000}, Type{ID: Interval}},
		{"INTERVAL 0 DAYS", IntervalValue{}, Type{ID: Interval}},
		{"UUID '00112233-4455-6677-8899-aabbccddeeff'", [16]byte{0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}, Type{ID: UUID}},
		{"UUID 'ff112233-4455-6677-8899-aabbccddeeff'", [16]byte{0xff, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}, Type{ID: UUID}},
		{"'b:2'::ENUM('1:a', 'b:2', '')", "b:2", EnumType([]string{"1:a", "b:2", ""})},
	} {
		p, err := Decode(s.serialize("SELECT " + test.sql))
		if err != nil {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		c, ok := p.Root.(*Project).Exprs[0].(*Const)
		if !ok || c.T != test.typ || !reflect.DeepEqual(c.Value, test.want) {
			t.Errorf("%s: got %#v", test.sql, p.Root.(*Project).Exprs[0])
			continue
		}
		if test.want == nil {
			continue
		}
		same, err := s.rows("SELECT " + test.sql + " IS NOT DISTINCT FROM " + sqlConst(c) + ", typeof(" + sqlConst(c) + ") = typeof(" + test.sql + ")")
		if err != nil || same[0] != "true true" {
			t.Errorf("%s: %s is not the same: %v %v", test.sql, sqlConst(c), same, err)
		}
	}
}

// TestFloats checks the values that JSON proper has no form for.
func TestFloats(t *testing.T) {
	s := newSession(t)
	p, err := Decode(s.serialize("SELECT 'NaN'::DOUBLE, 'Infinity'::DOUBLE, '-Infinity'::FLOAT, '-0.0'::DOUBLE"))
	if err != nil {
		t.Fatal(err)
	}
	if got := line(p.Root); got != "project [NaN, +Inf, -Inf, -0.0]" {
		t.Errorf("got %s", got)
	}
}

func TestTypes(t *testing.T) {
	s := newSession(t)
	s.exec(`CREATE TYPE named AS ENUM ('a', 'b');
		CREATE TABLE t (a BOOLEAN, b TINYINT, c SMALLINT, d INTEGER, e BIGINT, f HUGEINT, g UTINYINT, h USMALLINT, i UINTEGER, j UBIGINT, k UHUGEINT,
			l FLOAT, m DOUBLE, n DECIMAL(38,10), o VARCHAR, p BLOB, q DATE, r TIME, s TIMETZ, t TIMESTAMP_S, u TIMESTAMP_MS, v TIMESTAMP,
			w TIMESTAMP_NS, x TIMESTAMPTZ, y INTERVAL, z UUID, aa ENUM('a', 'it''s'), ab BIT, ac TIME_NS, ad named);
		CREATE TABLE bad (j JSON, l INTEGER[], s STRUCT(x INTEGER), m MAP(INTEGER, INTEGER), a INTEGER[3], n VARCHAR COLLATE NOCASE, b BIGNUM, ok INTEGER)`)
	p, err := Decode(s.serialize("SELECT * FROM t"))
	if err != nil {
		t.Fatal(err)
	}
	checkColumns(t, s, "SELECT * FROM t", p)
	for col, want := range map[string]string{
		"j": "JSON", "l": "LIST", "s": "STRUCT", "m": "MAP", "a": "ARRAY", "n": "collation NOCASE", "b": "BIGNUM",
	} {
		_, err := Decode(s.serialize("SELECT " + col + " FROM bad"))
		var u *Unsupported
		if !errors.As(err, &u) || !strings.Contains(u.Reason, want) {
			t.Errorf("%s: got %v", col, err)
		}
	}
	// Columns that are not read do not matter.
	if _, err := Decode(s.serialize("SELECT ok FROM bad")); err != nil {
		t.Error(err)
	}
}

func TestEnumLabels(t *testing.T) {
	for _, labels := range [][]string{{"a"}, {"", "1:", "x y", "é"}, {"10:a", "b"}} {
		e := EnumType(labels)
		if got := e.Labels(); !reflect.DeepEqual(got, labels) {
			t.Errorf("got %q, want %q", got, labels)
		}
		if e != EnumType(labels) || e == EnumType(append([]string{"z"}, labels...)) {
			t.Errorf("%q: wrong equality", labels)
		}
	}
	if DecimalType(4, 2).Labels() != nil {
		t.Error("labels of a decimal")
	}
}

// TestTables: each table once.
func TestTables(t *testing.T) {
	s := newSession(t)
	s.exec("CREATE TABLE t AS SELECT i AS a FROM range(9) r(i); CREATE SCHEMA x; CREATE TABLE x.t AS SELECT i AS a FROM range(99) r(i)")
	p, err := Decode(s.serialize("SELECT count(*) FROM t, x.t y, t z"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Table{{"memory", "main", "t"}, {"memory", "x", "t"}} {
		if len(p.Tables) != 2 || !slices.Contains(p.Tables, want) {
			t.Errorf("got %v", p.Tables)
		}
	}
}
