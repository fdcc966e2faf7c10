package plan

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestTPCH decodes the 22 queries into the goldens of testdata/tpch and runs each of them
// back as SQL. The goldens hold for the tables of testdata/tpch.sql: the optimizer orders joins by the data.
func TestTPCH(t *testing.T) {
	s := newSession(t)
	tables, err := os.ReadFile(filepath.Join("testdata", "tpch.sql"))
	if err != nil {
		t.Fatal(err)
	}
	s.exec(string(tables))
	for q := 1; q <= 22; q++ {
		name := fmt.Sprintf("q%02d", q)
		t.Run(name, func(t *testing.T) {
			s.t = t
			text, err := os.ReadFile(filepath.Join("..", "..", "bench", "tpch", "queries", name+".sql"))
			if err != nil {
				t.Fatal(err)
			}
			query := strings.TrimSuffix(strings.TrimSpace(string(text)), ";")
			datadriven.RunTest(t, filepath.Join("testdata", "tpch", name), func(t *testing.T, d *datadriven.TestData) string {
				p, err := Decode(s.serialize(query))
				if err != nil {
					return err.Error()
				}
				if rows := roundTrip(t, s, query); len(rows) == 0 || rows[0] == "<nil>" {
					t.Errorf("%s has no result: the check is void", name)
				}
				return Format(p)
			})
		})
	}
}
