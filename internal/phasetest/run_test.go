package phasetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/reffine-db/reffine/internal/compile"
	"github.com/reffine-db/reffine/lower/plan"
)

// duckdb runs a query in DuckDB.
func (s *session) duckdb(query string) (*table, error) {
	rows, err := s.conn.QueryContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	out := &table{}
	for _, c := range types {
		out.names = append(out.names, c.Name())
		out.types = append(out.types, c.DatabaseTypeName())
	}
	for rows.Next() {
		values := make([]any, len(types))
		to := make([]any, len(types))
		for i := range to {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		row := make([]cell, len(types))
		for i, v := range values {
			row[i] = goCell(v, out.types[i])
		}
		out.rows = append(out.rows, row)
	}
	return out, rows.Err()
}

// ordered reports whether a plan ends in an ORDER BY.
func ordered(planned []byte) bool {
	p, err := plan.Decode(planned)
	if err != nil {
		return false
	}
	for n := p.Root; ; {
		switch x := n.(type) {
		case *plan.OrderBy, *plan.TopN:
			return true
		case *plan.Project:
			n = x.Input
		case *plan.Limit:
			n = x.Input
		case *plan.CTE:
			n = x.Body
		default:
			return false
		}
	}
}

// expectation is what a query must come to in every configuration.
type expectation struct {
	query   string
	planned []byte
	order   sequence
	fails   bool
	morsel  int
	brief   bool // not all configurations
}

// check runs a query in every configuration and fails the test at the first that differs from
// DuckDB. It returns DuckDB's result, or its error as text.
func (s *session) check(t *testing.T, x expectation) (*table, string) {
	t.Helper()
	query, wantErr := x.query, x.fails
	want, err := s.duckdb(query)
	if wantErr && err == nil {
		t.Fatalf("%s\nDuckDB does not fail", query)
	}
	if !wantErr && err != nil {
		t.Fatalf("%s\nDuckDB: %v", query, err)
	}
	s.matrix(x.planned, x.morsel, x.brief, func(r trial) bool {
		problem := ""
		switch {
		case r.err != nil && (!wantErr || refusal(r.err) != "" || isInternal(r.err)):
			problem = describe(r.err)
		case r.err == nil && wantErr:
			problem = "no error"
		case r.err == nil:
			problem = difference(want, r.result, x.order)
		}
		if problem != "" {
			t.Errorf("%s\n%s%s: %s", query, s.label, r.name, problem)
		}
		return problem == ""
	})
	if wantErr {
		return nil, err.Error()
	}
	return want, ""
}

// explain compiles the query for its phases. When it is refused, those before remain, and text
// is the refusal.
func (s *session) explain(t *testing.T, planned []byte) (phases []compile.Phase, text string) {
	t.Helper()
	q, err := s.compile(planned, compile.Options{Threads: 1, Verify: true})
	if err == nil {
		return q.Phases(), ""
	}
	var r *compile.Refusal
	if !errors.As(err, &r) {
		t.Fatal(describe(err))
	}
	return r.Phases, refusal(err)
}

// run is the directive: the result of the query, or its refusal.
func (f *file) run(t *testing.T, o runOptions) string {
	t.Helper()
	if o.refused {
		_, text := f.session.explain(t, f.planned)
		if text == "" {
			t.Errorf("%s\nis not refused", f.query)
		}
		return text
	}
	seq := sequence{ordered: ordered(f.planned), columns: o.order, limit: o.limit}
	want, failure := f.session.check(t, expectation{query: f.query, planned: f.planned, order: seq, fails: o.fails, morsel: f.morsel})
	for _, seed := range o.nulls {
		f.runWithNulls(t, seed, seq)
	}
	if o.fails {
		return fmt.Sprintf("error: %s\n", failure)
	}
	rows := want.rows
	if !seq.ordered {
		rows = sorted(rows)
	}
	return want.text(rows, o.rows)
}
