package phasetest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/reffine-db/reffine/bench/tpch/dbgen"
	"github.com/reffine-db/reffine/bench/tpch/queries"
)

// benchmark is a database of the TPC-H tables that files share.
type benchmark struct {
	once    sync.Once
	session *session
}

var (
	benchmarks   = map[string]*benchmark{}
	benchmarksMu sync.Mutex
)

// load is the directive data: data tpch sf=0.01 [nulls=SEED].
func (f *file) load(t *testing.T, d *datadriven.TestData) {
	t.Helper()
	if !d.HasArg("tpch") || f.session != nil {
		t.Fatal("want: data tpch sf=N, first in a file")
	}
	var sf float64
	var seed int
	var text string
	d.ScanArgs(t, "sf", &text)
	if _, err := fmt.Sscan(text, &sf); err != nil {
		t.Fatal(err)
	}
	d.MaybeScanArgs(t, "nulls", &seed)
	key := fmt.Sprint(sf, " ", seed)
	benchmarksMu.Lock()
	b := benchmarks[key]
	if b == nil {
		b = &benchmark{}
		benchmarks[key] = b
	}
	benchmarksMu.Unlock()
	b.once.Do(func() { b.session = generate(t, sf, seed) })
	if b.session == nil {
		t.Fatal("the tables could not be generated")
	}
	f.session, f.shared, f.morsel = b.session.join(t), true, 4096
}

// generate returns a session with the TPC-H tables. With a seed no column is NOT NULL, and
// values are NULL.
func generate(t *testing.T, sf float64, seed int) *session {
	t.Helper()
	s := newSession(t)
	s.conn.Close() // dbgen opens its own
	if err := dbgen.Load(context.Background(), s.db, sf, dbgen.Options{Threads: 2}); err != nil {
		t.Fatal(err)
	}
	var err error
	if s.conn, err = s.db.Conn(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.version.Add(1)
	if seed == 0 {
		return s
	}
	for _, c := range s.strings(t, "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND NOT is_nullable", 2) {
		s.exec(t, "ALTER TABLE "+c[0]+" ALTER COLUMN "+c[1]+" DROP NOT NULL")
	}
	s.injectNulls(t, seed, 5*nullShare) // joins of many columns would leave nothing
	return s
}

// survey is the directive: a line for each query of the benchmark, how it runs and what it returns.
func (f *file) survey(t *testing.T, list string) string {
	t.Helper()
	chosen, err := queries.Parse(strings.TrimSpace(list))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, q := range chosen {
		fmt.Fprintf(&b, "%2d  %s", q.Number, f.surveyed(t, q))
	}
	return b.String()
}

func (f *file) surveyed(t *testing.T, q queries.Query) string {
	t.Helper()
	f.setBenchmark(q)
	planned, err := f.session.plan(f.query)
	if err != nil {
		t.Fatal(err)
	}
	if _, text := f.session.explain(t, planned); text != "" {
		return text
	}
	want, _ := f.session.check(t, expectation{query: f.query, planned: planned, order: sequence{len(q.Order) > 0, q.Order, q.Limit}, morsel: f.morsel, brief: true})
	rows := "rows"
	if len(want.rows) == 1 {
		rows = "row"
	}
	return fmt.Sprintf("native, %d %s\n", len(want.rows), rows)
}
