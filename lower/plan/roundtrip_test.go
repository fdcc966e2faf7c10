package plan

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// rows returns the rows of a query as text, sorted.
func (s *session) rows(query string) ([]string, error) {
	rows, err := s.conn.QueryContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	cols, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out []string
	for rows.Next() {
		values, targets := make([]any, len(cols)), make([]any, len(cols))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		out = append(out, fmt.Sprint(values...))
	}
	slices.Sort(out)
	return out, rows.Err()
}

// roundTrip checks that the plan of a query, decoded and written as SQL again, has the
// query's own result, which it returns.
func roundTrip(t *testing.T, s *session, query string) []string {
	t.Helper()
	p, err := Decode(s.serialize(query))
	if err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	if err := check(p); err != nil {
		t.Errorf("%s\n%v", query, err)
	}
	checkColumns(t, s, query, p)
	want, err := s.rows(query)
	if err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	back := toSQL(p)
	got, err := s.rows(back)
	if err != nil {
		t.Fatalf("%s\n%s\n%s\n%v", query, Format(p), back, err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\n%s\n%s\ngot  %d rows %.300q\nwant %d rows %.300q", query, Format(p), back, len(got), got, len(want), want)
	}
	return want
}

// TestRoundTrip runs every query of the goldens that decodes through roundTrip, but for those
// with parameters or volatile functions, and those marked decode-only.
func TestRoundTrip(t *testing.T) {
	datadriven.Walk(t, filepath.Join("testdata", "golden"), func(t *testing.T, path string) {
		s := newSession(t)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			s.t = t
			if d.Cmd == "exec" {
				s.exec(d.Input)
				return d.Expected
			}
			p, err := Decode(s.serialize(d.Input))
			if err == nil && len(p.Params) == 0 && len(p.Volatile) == 0 && !d.HasArg("decode-only") {
				roundTrip(t, s, d.Input)
			}
			return d.Expected
		})
	})
}
