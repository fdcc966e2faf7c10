package queries

import (
	"strings"
	"testing"
)

func TestAll(t *testing.T) {
	all := All()
	if len(all) != Count {
		t.Fatalf("%d queries", len(all))
	}
	for i, q := range all {
		if q.Number != i+1 || !(strings.HasPrefix(q.SQL, "select ") || strings.HasPrefix(q.SQL, "with ")) {
			t.Errorf("query %d: %.20q", q.Number, q.SQL)
		}
		// Order and Limit must tell what the text does.
		if strings.Contains(q.SQL, "\n order by ") != (len(q.Order) > 0) {
			t.Errorf("query %d: order %v", q.Number, q.Order)
		}
		if strings.Contains(q.SQL, "\n limit ") != (q.Limit > 0) {
			t.Errorf("query %d: limit %d", q.Number, q.Limit)
		}
	}
}

func TestParse(t *testing.T) {
	chosen, err := Parse("14, 3")
	if err != nil || len(chosen) != 2 || chosen[0].Number != 14 || chosen[1].Number != 3 {
		t.Errorf("%v, %v", chosen, err)
	}
	if chosen, err := Parse("all"); err != nil || len(chosen) != Count {
		t.Errorf("%d queries, %v", len(chosen), err)
	}
	for _, list := range []string{"", "0", "23", "1,x"} {
		if _, err := Parse(list); err == nil {
			t.Errorf("%q is accepted", list)
		}
	}
}
