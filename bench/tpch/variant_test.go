package main

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/reffine-db/reffine/bench/internal/sidebyside"
	"github.com/reffine-db/reffine/bench/tpch/dbgen"
	"github.com/reffine-db/reffine/bench/tpch/queries"
)

// openVariant opens a variant of a file in both engines, on one thread.
func openVariant(t *testing.T, plain string, v dbgen.Variant) *sidebyside.Pair {
	t.Helper()
	ctx := context.Background()
	path := plain
	if v != dbgen.Plain {
		path = filepath.Join(t.TempDir(), v.String()+".duckdb")
		if err := dbgen.CopyAs(ctx, v, plain, path, 2); err != nil {
			t.Fatal(err)
		}
	}
	pair, err := sidebyside.Open(ctx, path, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pair.Close)
	return pair
}

// TestVariants compares the results over each variant with DuckDB's there, and with those over the
// plain tables.
func TestVariants(t *testing.T) {
	plain := newData(t)
	var want []sidebyside.Result
	for _, v := range []dbgen.Variant{dbgen.Plain, dbgen.Keyed, dbgen.Shuffled} {
		pair := openVariant(t, plain, v)
		for i, q := range queries.All() {
			m := measure(context.Background(), pair, q, 1, "")
			if !m.Verified || !m.Native {
				t.Errorf("%s, query %d: verified %v, native %v: %s", v, q.Number, m.Verified, m.Native, m.Reason)
			}
			if v == dbgen.Plain {
				want = append(want, m.Result)
			} else if err := sidebyside.Compare(want[i], m.Result, sidebyside.Query{Order: q.Order, Limit: q.Limit}); err != nil {
				t.Errorf("%s, query %d: not as over plain tables: %v", v, q.Number, err)
			}
		}
	}
}

// loop matches the lines of an analysis that are about loops, without the times.
var loop = regexp.MustCompile(`^.{8}(.{50}( *(for|let|scatter) .*|.*locate.*))$`)

// TestLevels shows how the loops over the variants differ, in testdata/variants.test: the order of
// loops, then rows in, rows out, the estimate and bytes read of each.
func TestLevels(t *testing.T) {
	plain := newData(t)
	var pair *sidebyside.Pair
	datadriven.RunTest(t, "testdata/variants.test", func(t *testing.T, d *datadriven.TestData) string {
		switch d.Cmd {
		case "variant":
			v, err := dbgen.ParseVariant(d.CmdArgs[0].Key)
			if err != nil {
				t.Fatal(err)
			}
			pair = openVariant(t, plain, v)
			return ""
		case "loops":
			var number int
			d.ScanArgs(t, "tpch", &number)
			return loopsOf(t, pair, queries.Get(number).SQL)
		}
		t.Fatalf("unknown directive %s", d.Cmd)
		return ""
	})
}

func loopsOf(t *testing.T, pair *sidebyside.Pair, query string) string {
	t.Helper()
	var b strings.Builder
	phases, err := pair.Explain(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(phases["spaces"]) {
		if strings.HasPrefix(line, "order ") {
			b.WriteString(line)
		}
	}
	for _, line := range strings.Split(phases["run"], "\n") {
		if m := loop.FindStringSubmatch(line); m != nil {
			b.WriteString(m[1] + "\n")
		}
	}
	return b.String()
}
