package plan

import (
	"strings"
	"testing"
)

// TestVolatileNames checks that every scalar function DuckDB does not call consistent is known, but for error.
func TestVolatileNames(t *testing.T) {
	s := newSession(t)
	names, err := s.rows(`SELECT DISTINCT function_name FROM duckdb_functions()
		WHERE function_type = 'scalar' AND stability <> 'CONSISTENT' AND function_name <> 'error'`)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatal("no volatile functions found")
	}
	for _, name := range names {
		if !isVolatile(name, 0) {
			t.Errorf("%s is not known as volatile", name)
		}
	}
}

func TestUnstable(t *testing.T) {
	s := newSession(t)
	s.exec("CREATE TABLE t (a INTEGER, d DATE)")
	s.exec("CREATE MACRO soon() AS now() + INTERVAL 1 DAY")
	s.exec("CREATE VIEW fresh AS SELECT a FROM t WHERE d = current_date")
	for _, test := range []struct{ query, want string }{
		{"SELECT a + 1 FROM t", ""},
		{"SELECT now(), random(), a FROM t", "now random"},
		{"SELECT a FROM fresh", "current_date"},
		{"SELECT soon()", "now"},
		{"SELECT age(d), age(d, DATE '2020-01-01') FROM t", "age"},
		{"SELECT age(d, DATE '2020-01-01') FROM t", ""},
		{"SELECT current_setting('threads')", "current_setting"},
		{"SELECT list_transform([1], x -> x + random()) FROM t", "random"},
		{"SELECT a FROM t WHERE d > (SELECT max(d) FROM t x WHERE x.a < t.a AND x.d < today())", "today"},
		{"SELECT localtimestamp", "current_localtimestamp"},
	} {
		names, err := Unstable(s.serializeWith(test.query, "optimize := false, skip_empty := false"))
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.query, got, test.want)
		}
	}
}
