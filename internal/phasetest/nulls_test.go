package phasetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// nullShare is the part of the values that become NULL: one in so many.
const nullShare = 4

// runWithNulls runs the query against a copy of the file's tables with NULLs in it. DuckDB plans it
// anew: its plans depend on which columns may be NULL.
func (f *file) runWithNulls(t *testing.T, seed int, seq sequence) {
	t.Helper()
	s := f.copies[seed]
	if s == nil {
		s = newSession(t)
		s.label = fmt.Sprintf("with NULLs of seed %d, ", seed)
		for _, text := range f.script {
			s.exec(t, text)
		}
		s.injectNulls(t, seed, nullShare)
		if f.copies == nil {
			f.copies = map[int]*session{}
		}
		f.copies[seed] = s
	}
	planned, err := s.plan(f.query)
	if err != nil {
		t.Fatal(err)
	}
	if _, text := s.explain(t, planned); text != "" {
		t.Errorf("%s\n%s%s", f.query, s.label, text)
		return
	}
	s.check(t, expectation{query: f.query, planned: planned, order: seq, morsel: f.morsel, brief: true})
}

// injectNulls makes one in share values of all tables NULL, except in columns that are NOT NULL
// or keys.
func (s *session) injectNulls(t testing.TB, seed, share int) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	columns := s.strings(t, `SELECT c.table_name, c.column_name FROM duckdb_columns() c WHERE NOT c.internal AND c.is_nullable
		AND NOT EXISTS (SELECT 1 FROM duckdb_constraints() k WHERE k.table_oid = c.table_oid
			AND k.constraint_type IN ('PRIMARY KEY', 'UNIQUE') AND list_contains(k.constraint_column_names, c.column_name))
		ORDER BY c.table_name, c.column_index`, 2)
	for _, c := range columns {
		rows := s.strings(t, fmt.Sprintf(`SELECT rowid::VARCHAR FROM "%s"`, c[0]), 1)
		var chosen []string
		for _, row := range rows {
			if random.IntN(share) == 0 {
				chosen = append(chosen, row[0])
			}
		}
		if len(chosen) > 0 {
			s.exec(t, fmt.Sprintf(`UPDATE "%s" SET "%s" = NULL WHERE rowid IN (%s)`, c[0], c[1], strings.Join(chosen, ", ")))
		}
	}
}
