package plan

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestGolden runs testdata/golden. Directives:
//
//	exec     runs statements
//	plan     prints the decoded plan of the query, with its parameters, tables and volatile
//	         functions where there are any, or the refusal
//
// For every plan decoded, the number and types of its columns are checked against the
// statement's result columns.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, filepath.Join("testdata", "golden"), func(t *testing.T, path string) {
		s := newSession(t)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			s.t = t
			switch d.Cmd {
			case "exec":
				s.exec(d.Input)
				return ""
			case "plan":
				return goldenPlan(t, s, d.Input)
			default:
				t.Fatalf("unknown directive %s", d.Cmd)
				return ""
			}
		})
	})
}

func goldenPlan(t *testing.T, s *session, query string) string {
	p, err := Decode(s.serialize(query))
	var rejected *Rejected
	if errors.As(err, &rejected) {
		return "rejected: " + rejected.Kind + ": " + firstLine(rejected.Message)
	}
	if err != nil {
		return err.Error()
	}
	if len(p.Params) == 0 {
		checkColumns(t, s, query, p)
	}
	var b strings.Builder
	b.WriteString(Format(p))
	for _, par := range p.Params {
		b.WriteString("param $" + par.ID + " " + par.T.String() + "\n")
	}
	if len(p.Volatile) > 0 {
		b.WriteString("volatile " + strings.Join(p.Volatile, ", ") + "\n")
	}
	return b.String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// checkColumns compares the plan's output with the statement's.
func checkColumns(t *testing.T, s *session, query string, p *Plan) {
	t.Helper()
	want, err := s.resultTypes(query)
	if err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	var got []string
	for _, c := range p.Columns() {
		got = append(got, c.Type.String())
	}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("%s\ngot columns  %v\nwant columns %v", query, got, want)
	}
}
