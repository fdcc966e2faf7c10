package vector

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// TestSearch holds the search of a run of rows against LIKE on each, on texts that have parts of the
// patterns everywhere, across the borders of strings too.
func TestSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	v := &field.Vector{Name: "s", Type: ir.Of(ir.Varchar)}
	for i := range 9000 {
		b := fmt.Appendf(nil, "%d", i*7919%9000) // distinct, so that there is no dictionary
		for range r.IntN(12) * r.IntN(4) {
			b = append(b, "aab "[r.IntN(4)])
		}
		v.Str = append(v.Str, string(b))
	}
	tab, err := field.NewTable("t", []*field.Vector{v})
	if err != nil {
		t.Fatal(err)
	}
	col := tab.Column("s")
	if col.Storage != field.Str {
		t.Fatalf("the column is %s", col)
	}
	for _, pattern := range []string{"%ab%", "%aa%", "%ab%ba%", "%b%aab%", "%aaaa%aaaa%", "%a%b%", "%b a%a%", "%zz%", "%" + "aabaab" + "%%b %"} {
		for _, not := range []bool{false, true} {
			m := newMatcher(pattern, not)
			s := newSearcher(&m, &Node{leaf: &leaf{col: col}})
			if s == nil {
				if pattern != "%a%b%" { // has no part of two bytes
					t.Fatalf("%s is not searched", pattern)
				}
				continue
			}
			for _, block := range []int{1, 7, 2048, len(v.Str)} {
				dst := make([]uint8, block)
				for base := 0; base+block <= len(v.Str); base += max(block, 97) {
					s.run(dst, base)
					for i, got := range dst {
						if want := eval.Like(v.Str[base+i], pattern) != not; (got != 0) != want {
							t.Fatalf("%q like %q, not: %v: got %d", v.Str[base+i], pattern, not, got)
						}
					}
				}
			}
		}
	}
}
