package sidebyside

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

func decimal(cents int64) duckdb.Decimal {
	return duckdb.Decimal{Width: 15, Scale: 2, Value: big.NewInt(cents)}
}

func TestCompare(t *testing.T) {
	day := time.Date(1995, 3, 15, 0, 0, 0, 0, time.UTC)
	byFirst := Query{Order: []int{0}}
	for _, c := range []struct {
		name      string
		q         Query
		want, got [][]any
		equal     bool
	}{
		{"empty", byFirst, nil, nil, true},
		{"same", byFirst, [][]any{{int64(1), "x", day, nil}}, [][]any{{int64(1), "x", day, nil}}, true},
		{"fewer rows", byFirst, [][]any{{int64(1)}, {int64(2)}}, [][]any{{int64(1)}}, false},
		{"other type", byFirst, [][]any{{int64(1)}}, [][]any{{int32(1)}}, false},
		{"NULL for a value", byFirst, [][]any{{int64(1)}}, [][]any{{nil}}, false},
		{"any order without ORDER BY", Query{}, [][]any{{"a"}, {"b"}}, [][]any{{"b"}, {"a"}}, true},
		{"multiset, not set", Query{}, [][]any{{"a"}, {"a"}, {"b"}}, [][]any{{"b"}, {"b"}, {"a"}}, false},
		{"wrong order", byFirst, [][]any{{"a"}, {"b"}}, [][]any{{"b"}, {"a"}}, false},
		{"any order within ties", byFirst, [][]any{{"a", "x"}, {"a", "y"}, {"b", "z"}}, [][]any{{"a", "y"}, {"a", "x"}, {"b", "z"}}, true},
		{"other rows within ties", byFirst, [][]any{{"a", "x"}, {"a", "y"}}, [][]any{{"a", "x"}, {"a", "x"}}, false},
		{"ties cut by LIMIT", Query{Order: []int{0}, Limit: 2}, [][]any{{"a", "x"}, {"a", "y"}}, [][]any{{"a", "z"}, {"a", "x"}}, true},
		{"other key cut by LIMIT", Query{Order: []int{0}, Limit: 2}, [][]any{{"a", "x"}, {"a", "y"}}, [][]any{{"a", "x"}, {"b", "y"}}, false},
		{"decimals are exact", byFirst, [][]any{{decimal(1e15)}}, [][]any{{decimal(1e15 + 1)}}, false},
		{"doubles are near", Query{}, [][]any{{1.0}, {2.0}}, [][]any{{2.0 + 1e-12}, {1.0 - 1e-12}}, true},
		{"doubles are not that near", byFirst, [][]any{{1.0}}, [][]any{{1.0 + 1e-8}}, false},
		{"NaN", byFirst, [][]any{{math.NaN()}}, [][]any{{math.NaN()}}, true},
		{"hugeints", byFirst, [][]any{{big.NewInt(7)}}, [][]any{{big.NewInt(8)}}, false},
	} {
		columns := make([]string, 4)
		err := Compare(Result{columns, c.want}, Result{columns, c.got}, c.q)
		if (err == nil) != c.equal {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := Compare(Result{Columns: []string{"a"}}, Result{Columns: []string{"b"}}, byFirst); err == nil {
		t.Error("other column names are accepted")
	}
	strange := Result{[]string{"a"}, [][]any{{struct{}{}}}}
	if err := Compare(strange, strange, byFirst); err == nil {
		t.Error("a value of an unknown type is accepted")
	}
}

func TestPrintedNumbers(t *testing.T) {
	for _, c := range []struct {
		printed string
		value   any
		equal   bool
	}{
		{"37734107", decimal(3773410700), true},
		{"37734107", decimal(3773410701), true}, // all printed digits agree
		{"37734107", decimal(3773410750), false},
		{"1.50", decimal(150), true},
		{"1.5000", decimal(150), true},
		{"1.5001", decimal(150), false},
		{"-3", int32(-3), true},
		{"0.0344358904066548", 0.034435890406654801, true},
		{"0.0344358", 0.034435890406654801, false},
		{"1995-03-15", time.Date(1995, 3, 15, 0, 0, 0, 0, time.UTC), true},
		{"", nil, true},
		{"0", nil, false},
		{"BUILDING", "BUILDING", true},
		{"BUILDING ", "BUILDING", false},
	} {
		value, err := cellOf(c.value)
		if err != nil {
			t.Fatal(err)
		}
		printed, err := parseCell(c.printed, value)
		if err != nil {
			t.Fatal(err)
		}
		if printed.equal(value) != c.equal || value.equal(printed) != c.equal {
			t.Errorf("%q and %v: equal is not %v", c.printed, value, c.equal)
		}
	}
	if _, err := parseCell("x", cell{kind: exact}); err == nil {
		t.Error("x is accepted as a number")
	}
	if _, err := parseCell("x", cell{kind: double}); err == nil {
		t.Error("x is accepted as a double")
	}
}

func TestCounts(t *testing.T) {
	before := counts{native: 2, duckdb: map[string]int64{"sort: no": 1}}
	for _, c := range []struct {
		after  counts
		native bool
		reason string
	}{
		{counts{native: 5, duckdb: map[string]int64{"sort: no": 1}}, true, ""},
		{counts{native: 2, duckdb: map[string]int64{"sort: no": 4}}, false, "sort: no"},
		{before, false, "the driver has counted no execution"},
		{counts{native: 3, duckdb: map[string]int64{"sort: no": 2}}, false, "1 runs native, others not: sort: no"},
		{counts{native: 2, duckdb: map[string]int64{"sort: no": 2, "join: no": 1}}, false, "join: no; sort: no"},
	} {
		if native, reason := c.after.since(before); native != c.native || reason != c.reason {
			t.Errorf("%v: %v, %q", c.after, native, reason)
		}
	}
}

func TestMedian(t *testing.T) {
	if m := median([]time.Duration{5, 1, 3}); m != 3 {
		t.Error(m)
	}
	if m := median([]time.Duration{4, 1, 2, 8}); m != 3 {
		t.Error(m)
	}
}
