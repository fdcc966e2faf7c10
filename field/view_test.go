package field

import (
	"fmt"
	"testing"

	"github.com/reffine-db/reffine/ir"
)

// TestViews checks the columns of vectors whose strings are still in another column, over each kind of
// column, and over a view.
func TestViews(t *testing.T) {
	for _, few := range []bool{true, false} {
		v := &Vector{Name: "s", Type: ir.Of(ir.Varchar).Nullable()}
		for i := range 3000 {
			x := ir.StringValue(fmt.Sprintf("name %d", i))
			if few {
				x = ir.StringValue(fmt.Sprintf("name %d", i%300))
			}
			if i%7 == 3 {
				x = ir.NullOf(v.Type)
			}
			v.Append(x)
		}
		base := encodeVector(v, 2)
		if (base.Dict != nil) != few {
			t.Fatalf("the column is %s", base)
		}
		rows := []int32{5, 2999, -1, 3, 0, 5, 1500}
		view := &Vector{Name: "w", Type: v.Type, From: base, Rows: rows}
		check := func(c *Column, v *Vector) {
			t.Helper()
			nulls := 0
			for i := range v.Rows {
				want := v.Value(i)
				if got := c.Value(i); !got.Equal(want) || got.Valid != want.Valid {
					t.Fatalf("few %v, row %d: %s, want %s", few, i, got, want)
				}
				if !want.Valid {
					nulls++
					if c.Dict == nil && c.Str(i) != "" {
						t.Fatalf("few %v, row %d: NULL holds %q", few, i, c.Str(i))
					}
				}
			}
			if c.NullCount != nulls || c.Sorted || c.Len != len(v.Rows) {
				t.Fatalf("few %v: %s has %d nulls, want %d", few, c, c.NullCount, nulls)
			}
			if a, _ := c.Arrow(); a.Len() != c.Len || a.NullN() != nulls {
				t.Fatalf("few %v: the arrow array is %s", few, a)
			}
		}
		c := encodeVector(view, 2)
		check(c, view)
		again := &Vector{Name: "x", Type: v.Type, From: c, Rows: []int32{6, 2, 1, -1, 6, 0}}
		check(encodeVector(again, 2), again)
		if few {
			codes := &Vector{Name: "y", Type: v.Type, From: base.Dict.Strings(), Rows: []int32{7, -1, 299, 0, 7}}
			check(encodeVector(codes, 2), codes)
		}
	}
}
