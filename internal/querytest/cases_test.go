package querytest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readCase splits a script into the statements that make its tables and its queries. Its comment,
// which comes first, tells the story; a line of it may say "expect: " and a verdict, else
// the queries run natively.
func readCase(t *testing.T, path string) (tables, queries []string, expect string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	expect = native.String()
	var sql []string
	story := false
	for line := range strings.Lines(string(text)) {
		comment, is := strings.CutPrefix(line, "--")
		if !is {
			sql = append(sql, line)
			continue
		}
		story = true
		if v, ok := strings.CutPrefix(strings.TrimSpace(comment), "expect: "); ok {
			expect = v
		}
	}
	if !story {
		t.Errorf("%s tells no story", path)
	}
	for s := range strings.SplitSeq(strings.Join(sql, ""), ";\n") {
		switch s = strings.TrimSpace(s); {
		case s == "":
		case strings.HasPrefix(s, "SELECT") || strings.HasPrefix(s, "WITH"):
			queries = append(queries, s)
		default:
			tables = append(tables, s)
		}
	}
	return tables, queries, expect
}

// TestCases replays what random queries have found, in every configuration. The order of rows and the sign of
// zeros count where an ORDER BY follows the last parenthesis.
func TestCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.sql")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases (%v)", err)
	}
	w := newWorld(t)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".sql"), func(t *testing.T) {
			tables, queries, expect := readCase(t, path)
			if err := w.load(tables); err != nil {
				t.Fatal(err)
			}
			if len(queries) == 0 {
				t.Error("no queries")
			}
			for _, q := range queries {
				cmp := comparison{total: true, ordered: strings.Contains(q[strings.LastIndex(q, ")")+1:], "ORDER BY")}
				cmp.zeros = cmp.ordered
				for _, c := range everyConfig() {
					if o := w.check(q, cmp, c); o.verdict.String() != expect {
						t.Errorf("%s\n%s: %s, want %s: %s", q, c, o.verdict, expect, o.reason)
						break
					}
				}
			}
		})
	}
}
