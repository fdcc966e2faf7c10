package main

import (
	"bytes"
	"context"
	"database/sql"
	"math/big"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

// reffine runs the command.
func reffine(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(in), &o, &e)
	return code, o.String(), e.String()
}

// sales makes a database file.
func sales(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sales.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`CREATE TABLE sales AS
		SELECT i AS id, 'region ' || i % 3 AS region, (i * 1.25)::DECIMAL(9,2) AS amount FROM range(100) t(i)`)
	if e := db.Close(); err == nil {
		err = e
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

const perRegion = "SELECT region, sum(amount) AS total FROM sales WHERE id < 6 GROUP BY region ORDER BY region"

func TestCommandLine(t *testing.T) {
	db := sales(t)
	for _, c := range []struct {
		args      []string
		code      int
		out, errs string // contained in what is printed
	}{
		{nil, exitUsage, "", "usage: reffine"},
		{[]string{"help"}, exitFine, "usage: reffine", ""},
		{[]string{"optimize"}, exitUsage, "", `no command "optimize"`},
		{[]string{"query"}, exitUsage, "", "0 arguments after the flags, want one QUERY"},
		{[]string{"query", "SELECT 1", "-mode", "off"}, exitUsage, "", "3 arguments after the flags"},
		{[]string{"query", "-h"}, exitFine, "", "-mode"},
		{[]string{"query", "-speed", "11", "SELECT 1"}, exitUsage, "", "-speed"},
		{[]string{"query", "-mode", "fast", "SELECT 1"}, exitUsage, "", `-mode "fast" is not`},
		{[]string{"query", "-db", db + ".none", "SELECT 1"}, exitError, "", "there is no database"},
		{[]string{"query", "-db", db + "?reffine_speed=11", "SELECT 1"}, exitError, "", "reffine_speed"},
		{[]string{"query", "-db", db, "SELECT nothing FROM sales"}, exitError, "", `Referenced column "nothing" not found`},
		{[]string{"query", "-mode", "off", "SELECT 42 AS answer"}, exitFine, "answer\n------\n    42\n\n1 row, duckdb (driver: ", ""},
		{[]string{"explain", "SELECT FROM"}, exitError, "", "syntax error"},
		{[]string{"explain", "-db", db, "DROP TABLE sales"}, exitFine, "== refusal ==\nstatement: ", ""},
		{[]string{"explain", "-db", db, "-phase", "loops", "DROP TABLE sales"}, exitError, "", "does not run natively: statement"},
		{[]string{"ir", db + ".none"}, exitError, "", "no such file"},
	} {
		code, out, errs := reffine(t, "", c.args...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("reffine %q: exit code %d\n%s%s", c.args, code, out, errs)
		}
		if c.code != exitFine && out != "" {
			t.Errorf("reffine %q: an error, and on the standard output\n%s", c.args, out)
		}
	}
}

func TestQuery(t *testing.T) {
	db := sales(t)
	const want = `region    total
--------  -----
region 0   3.75
region 1   6.25
region 2   8.75

`
	for _, mode := range []string{"off", "auto", "strict"} {
		code, out, errs := reffine(t, perRegion, "query", "-db", db, "-mode", mode, "-")
		table, last, _ := strings.Cut(out, "3 rows, ")
		engine, _, _ := strings.Cut(last, " ")
		if native := engine == "reffine,"; code != exitFine || table != want || native != (mode != "off") {
			t.Errorf("-mode %s: exit code %d\n%s%s", mode, code, out, errs)
		}
	}
}

func TestExplain(t *testing.T) {
	db := sales(t)
	code, out, errs := reffine(t, "", "explain", "-db", db, perRegion)
	if code != exitFine {
		t.Fatalf("exit code %d\n%s", code, errs)
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^== (\w+) ==$`).FindAllStringSubmatch(out, -1) {
		names = append(names, m[1])
	}
	if got := strings.Join(names, " "); got != "plan ir fused canonical spaces loops tier" {
		t.Errorf("phases %s\n%s", got, out)
	}
	code, fused, errs := reffine(t, "", "explain", "-db", db, "-phase", "fused", perRegion)
	if code != exitFine || !strings.Contains(out, "== fused ==\n"+fused) {
		t.Errorf("-phase fused: exit code %d\n%s%s", code, fused, errs)
	}
	code, ran, errs := reffine(t, "", "explain", "-db", db, "-analyze", "-phase", "run", perRegion)
	if code != exitFine || !strings.HasPrefix(ran, "rows ") || !strings.Contains(ran, "rows in    rows out    expected") {
		t.Errorf("analyze: exit code %d\n%s%s", code, ran, errs)
	}
	code, _, errs = reffine(t, "", "explain", "-db", db, "-phase", "parsed", perRegion)
	if code != exitUsage || !strings.Contains(errs, `no phase "parsed", only plan, ir`) {
		t.Errorf("-phase parsed: exit code %d\n%s", code, errs)
	}
}

func TestIR(t *testing.T) {
	const program = `field part <pk> {size: int32}
field partsupp <pk, sk> {qty: int32}
v   = forall pk : part[pk] != null & part[pk].size > 10:int32 { part[pk] }
out = forall pk, sk : v[pk] != null & partsupp[pk, sk] != null { {qty: partsupp[pk, sk].qty} }
`
	code, out, errs := reffine(t, program, "ir", "-")
	if code != exitFine {
		t.Fatalf("exit code %d\n%s%s", code, out, errs)
	}
	for _, phase := range []string{"fused", "canonical", "spaces", "loops"} {
		if !strings.Contains(out, "== "+phase+" ==\n") {
			t.Errorf("no phase %s\n%s", phase, out)
		}
	}
	code, out, errs = reffine(t, program, "ir", "-phase", "fused", "-")
	if code != exitFine || strings.Contains(out, "v ") || !strings.Contains(out, "part[pk].size > 10:int32") {
		t.Errorf("-phase fused: exit code %d\n%s%s", code, out, errs)
	}
	if code, _, errs = reffine(t, "out = forall", "ir", "-"); code != exitError || errs == "" {
		t.Errorf("a syntax error: exit code %d\n%s", code, errs)
	}
}

func TestValueText(t *testing.T) {
	at := time.Date(2024, 2, 29, 13, 5, 6, 7000, time.UTC)
	id := bytes.Repeat([]byte{0xab}, 16)
	for _, c := range []struct {
		value any
		typ   string
		want  string
	}{
		{nil, "INTEGER", "NULL"},
		{int32(-7), "INTEGER", "-7"},
		{0.1, "DOUBLE", "0.1"},
		{float32(0.1), "FLOAT", "0.1"},
		{"two\nlines", "VARCHAR", `two\nlines`},
		{at, "DATE", "2024-02-29"},
		{at, "TIMESTAMP", "2024-02-29 13:05:06.000007"},
		{at, "TIME", "13:05:06.000007"},
		{id, "UUID", "abababab-abab-abab-abab-abababababab"},
		{[]byte("ab"), "BLOB", `\x6162`},
		{duckdb.Decimal{Width: 9, Scale: 2, Value: big.NewInt(-5)}, "DECIMAL(9,2)", "-0.05"},
		{duckdb.Decimal{Width: 9, Scale: 2, Value: big.NewInt(150)}, "DECIMAL(9,2)", "1.50"},
		{duckdb.Decimal{Width: 9, Scale: 0, Value: big.NewInt(150)}, "DECIMAL(9,0)", "150"},
		{big.NewInt(1 << 40), "HUGEINT", "1099511627776"},
		{[]any{int32(1), int32(2)}, "INTEGER[]", "[1 2]"},
	} {
		if got := valueText(c.value, c.typ); got != c.want {
			t.Errorf("%v of %s: %q, want %q", c.value, c.typ, got, c.want)
		}
	}
}
