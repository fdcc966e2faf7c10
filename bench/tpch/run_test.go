package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/bench/internal/sidebyside"
	"github.com/reffine-db/reffine/bench/tpch/dbgen"
)

// newData generates a small database file.
func newData(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tpch.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := dbgen.Load(context.Background(), db, 0.01, dbgen.Options{Text: dbgen.DuckDB}); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRun runs all queries and reads what the command writes.
func TestRun(t *testing.T) {
	data, dir := newData(t), t.TempDir()
	asJSON, asMarkdown := filepath.Join(dir, "out.json"), filepath.Join(dir, "out.md")
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{
		"-sf", "0.01", "-data", data, "-threads", "2", "-runs", "1", "-json", asJSON, "-md", asMarkdown, "-svg", filepath.Join(dir, "out.svg"),
	}, &out, &errs)
	if code != sidebyside.ExitFine {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
	text, err := os.ReadFile(asJSON)
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if r.SF != 0.01 || r.Threads != 2 || r.Runs != 1 || len(r.Queries) != 22 || !(r.Geomean > 0) {
		t.Errorf("%+v", r)
	}
	for _, m := range r.Queries {
		if !m.Verified || m.Answer != nil || !(m.Cold > 0) || !(m.Ratio > 0) || m.Native != (m.Reason == "") {
			t.Errorf("%+v", m)
		}
	}
	if picture, err := os.ReadFile(filepath.Join(dir, "out.svg")); err != nil || bytes.Count(picture, []byte("<title>")) != 22 {
		t.Errorf("%v\n%s", err, picture)
	}
	for _, key := range []string{
		"machine", "sf", "threads", "runs", "load", "columns_ms", "bytes", "queries", "query", "native", "reason", "verified",
		"answer", "rows", "cold_ms", "reffine_ms", "duckdb_ms", "ratio", "geomean_ratio",
	} {
		if !bytes.Contains(text, []byte(`"`+key+`":`)) {
			t.Errorf("the JSON has no %q", key)
		}
	}
	if lines := strings.Count(out.String(), "\n"); lines != 25 {
		t.Errorf("%d lines for 22 queries\n%s", lines, out.String())
	}
	if table, err := os.ReadFile(asMarkdown); err != nil || bytes.Count(table, []byte("\n| ")) != 23 {
		t.Errorf("%v\n%s", err, table)
	}
}

// TestAnswers compares with a right, a wrong and a missing answer.
func TestAnswers(t *testing.T) {
	data, dir := newData(t), t.TempDir()
	try := func(queries string) (int, string) {
		var out bytes.Buffer
		code := run(context.Background(), []string{
			"-data", data, "-runs", "1", "-queries", queries, "-answers", dir,
		}, &out, &out)
		return code, out.String()
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("q06.csv", "revenue\n1193053.2253\n")
	write("q17.csv", "avg_yearly\n\n")
	if code, out := try("6,17"); code != sidebyside.ExitFine {
		t.Errorf("right answers: exit code %d\n%s", code, out)
	}
	write("q06.csv", "revenue\n1193053.2254\n")
	if code, out := try("6"); code != sidebyside.ExitWrong || !strings.Contains(out, "answer: near row 1: [1193053.2253] is not [1193053.2254]") {
		t.Errorf("wrong answer: exit code %d\n%s", code, out)
	}
	write("q06.csv", "revenue\n1193053.2253\n1193053.2253\n")
	if code, out := try("6"); code != sidebyside.ExitWrong || !strings.Contains(out, "answer: 1 rows, not 2") {
		t.Errorf("longer answer: exit code %d\n%s", code, out)
	}
	write("q06.csv", "revenue|more\n1193053.2253|1\n")
	if code, out := try("6"); code != sidebyside.ExitWrong || !strings.Contains(out, "line 2 has 2 values") {
		t.Errorf("wider answer: exit code %d\n%s", code, out)
	}
	if code, out := try("1"); code != sidebyside.ExitWrong || !strings.Contains(out, "q01.csv") {
		t.Errorf("missing answer: exit code %d\n%s", code, out)
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, args := range [][]string{
		{"-queries", "23"}, {"-queries", "1,,2"}, {"-runs", "0"}, {"-threads", "0"},
		{"-text", "klingon"}, {"-no-such-flag"}, {"stray"},
		{"-from", "results/sf1-all.json"}, {"-variant", "sorted"},
	} {
		var out bytes.Buffer
		if code := run(context.Background(), args, &out, &out); code != sidebyside.ExitUsage {
			t.Errorf("%q: exit code %d", args, code)
		}
	}
	var out bytes.Buffer
	args := []string{"-data", filepath.Join(t.TempDir(), "missing.duckdb")}
	if code := run(context.Background(), args, &out, &out); code != sidebyside.ExitWrong {
		t.Errorf("missing file: exit code %d", code)
	}
}

func measured(verified, native bool, answer *bool) measurement {
	return measurement{Measurement: sidebyside.Measurement{Verified: verified, Native: native}, Answer: answer}
}

// TestStrict fails a report with a query that was not native, whatever the engine can do.
func TestStrict(t *testing.T) {
	right, wrong := true, false
	for _, c := range []struct {
		m              measurement
		fine, strictly bool
	}{
		{measured(true, true, nil), true, true},
		{measured(true, true, &right), true, true},
		{measured(true, true, &wrong), false, false},
		{measured(true, false, nil), true, false},
		{measured(false, true, nil), false, false},
	} {
		r := report{Queries: []measurement{measured(true, true, nil), c.m}}
		if r.fine(false) != c.fine || r.fine(true) != c.strictly {
			t.Errorf("%+v: fine %v, strictly %v", c.m, r.fine(false), r.fine(true))
		}
	}
}

// TestPicture finds the committed picture drawn from the committed results, as results/README.md says.
func TestPicture(t *testing.T) {
	drawn := filepath.Join(t.TempDir(), "ratios.svg")
	var out bytes.Buffer
	args := []string{"-from", "results/sf1-all.json,results/sf10-all.json", "-svg", drawn}
	if code := run(context.Background(), args, &out, &out); code != sidebyside.ExitFine {
		t.Fatalf("exit code %d\n%s", code, out.String())
	}
	want, err := os.ReadFile(drawn)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("results/ratios.svg"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("results/ratios.svg is out of date (%v): draw it anew", err)
	}
}

// TestText writes the data as text instead of running queries.
func TestText(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	if code := run(context.Background(), []string{"-sf", "0.001", "-tbl", dir}, &out, &out); code != sidebyside.ExitFine {
		t.Fatalf("exit code %d\n%s", code, out.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "region.tbl"))
	if err != nil || !bytes.HasPrefix(data, []byte("0|AFRICA|")) {
		t.Errorf("%v %q", err, data)
	}
}
