package phasetest

import (
	"math/big"
	"strings"
	"testing"
)

// resultOf makes a table of rows such as "1 x", of an integer, a double or a NULL (-) each.
func resultOf(rows ...string) *table {
	t := &table{names: []string{"a", "b"}, types: []string{"INTEGER", "DOUBLE"}}
	for _, r := range rows {
		a, b, _ := strings.Cut(r, " ")
		row := []cell{null, nullFloat}
		if a != "-" {
			n, _ := new(big.Int).SetString(a, 10)
			row[0] = intCell(n, 0)
		}
		if b != "-" {
			x, _, _ := new(big.Float).Parse(b, 10)
			f, _ := x.Float64()
			row[1] = floatCell(f)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func TestDifference(t *testing.T) {
	unordered, total := sequence{}, sequence{ordered: true}
	ties := sequence{ordered: true, columns: []int{0}}
	cut := sequence{ordered: true, columns: []int{0}, limit: 3}
	for _, c := range []struct {
		name      string
		want, got *table
		seq       sequence
		same      bool
	}{
		{"equal", resultOf("1 0.5", "2 -"), resultOf("1 0.5", "2 -"), total, true},
		{"rounding", resultOf("1 0.3"), resultOf("1 0.30000000000000004"), total, true},
		{"beyond rounding", resultOf("1 0.3"), resultOf("1 0.300001"), total, false},
		{"NULL is not zero", resultOf("- 0"), resultOf("0 0"), unordered, false},
		{"a double NULL is not zero", resultOf("0 -"), resultOf("0 0"), unordered, false},
		{"a row too many", resultOf("1 1"), resultOf("1 1", "1 1"), unordered, false},
		{"multiset", resultOf("1 1", "2 2", "1 3"), resultOf("1 3", "1 1", "2 2"), unordered, true},
		{"multiplicity", resultOf("1 1", "1 1", "2 2"), resultOf("1 1", "2 2", "2 2"), unordered, false},
		{"sequence", resultOf("1 1", "2 2"), resultOf("2 2", "1 1"), total, false},
		{"ties", resultOf("1 1", "1 2", "2 3"), resultOf("1 2", "1 1", "2 3"), ties, true},
		{"keys out of order", resultOf("1 1", "2 2"), resultOf("2 2", "1 1"), ties, false},
		{"another row among ties", resultOf("1 1", "1 2", "2 3"), resultOf("1 2", "1 2", "2 3"), ties, false},
		{"a tie that is cut", resultOf("1 1", "2 2", "2 3"), resultOf("1 1", "2 3", "2 4"), cut, true},
		{"a tie before the cut", resultOf("1 1", "1 2", "2 3"), resultOf("1 1", "1 4", "2 3"), cut, false},
	} {
		if d := difference(c.want, c.got, c.seq); (d == "") != c.same {
			t.Errorf("%s: difference %q", c.name, d)
		}
	}
	other := resultOf("1 1")
	other.types = []string{"BIGINT", "DOUBLE"}
	if difference(resultOf("1 1"), other, unordered) == "" {
		t.Error("a difference of types is not seen")
	}
}

func TestIntCell(t *testing.T) {
	for _, c := range []struct {
		n     string
		scale int
		want  string
	}{
		{"0", 0, "0"}, {"-7", 0, "-7"}, {"5", 2, "0.05"}, {"-5", 2, "-0.05"}, {"12345", 2, "123.45"}, {"100", 2, "1.00"},
	} {
		n, _ := new(big.Int).SetString(c.n, 10)
		if got := intCell(n, c.scale).text; got != c.want {
			t.Errorf("%s with %d decimals is %s, not %s", c.n, c.scale, got, c.want)
		}
	}
}

// TestVariants holds the matrix to what the package comment promises.
func TestVariants(t *testing.T) {
	vs := variants()
	if n := len(vs); n < 4 || vs[0].disable != nil || len(vs[n-1].disable) != n-2 {
		t.Errorf("%d variants, the last without %d passes", n, len(vs[n-1].disable))
	}
	if n := len(configurations()); n != 7 {
		t.Errorf("%d configurations", n)
	}
}
