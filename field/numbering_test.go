package field

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// TestNumbering compares the numbers of keys with those a map gives, on small tables and ones that several
// goroutines number.
func TestNumbering(t *testing.T) {
	for _, rows := range []int{0, 1, 2, 100, 3000, 70_000} {
		r := rand.New(rand.NewPCG(uint64(rows), 3))
		text := &Vector{Name: "text", Type: ir.Of(ir.Varchar).WithNull(true)}
		wide := &Vector{Name: "wide", Type: ir.Of(ir.Int128)}
		far := &Vector{Name: "far", Type: ir.Of(ir.Int64)}
		float := &Vector{Name: "float", Type: ir.Of(ir.Float64)}
		unique := &Vector{Name: "unique", Type: ir.Of(ir.Varchar)}
		for i := range rows {
			v := ir.NullOf(text.Type)
			if x := r.IntN(rows + 1); x > rows/10 {
				v = ir.TextValue(text.Type, fmt.Sprintf("text %d of the rows, some of which have it twice", x))
			}
			text.Append(v)
			wide.Append(ir.WideValue(wide.Type, int128.Int{Hi: r.Int64N(3) - 1, Lo: uint64(r.Int64N(10))}))
			far.Append(ir.IntValue(far.Type, r.Int64N(20)*(1<<58)))
			float.Append(ir.FloatValue(float.Type, []float64{0, math.Copysign(0, -1), 1.5, math.NaN()}[r.IntN(4)]))
			unique.Append(ir.TextValue(unique.Type, fmt.Sprintf("unique %d", i)))
		}
		vectors := []*Vector{text, wide, far, float, unique}
		table, err := NewTable("t", vectors)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range [][]int{{0}, {1}, {2}, {3}, {4}, {0, 1}, {2, 3}, {0, 1, 2, 3}, {4, 0}} {
			var names []string
			var by []*Vector
			for _, k := range of {
				names, by = append(names, vectors[k].Name), append(by, vectors[k])
			}
			x, err := table.Numbering(names...)
			if err != nil {
				t.Fatal(err)
			}
			numbers := map[string]int64{}
			var first []int32
			nulls := slices.Repeat([]bool{true}, len(of))
			for i := range rows {
				key, _ := keyText(by, nulls, i)
				n, ok := numbers[key]
				if !ok {
					n = int64(len(numbers))
					numbers[key], first = n, append(first, int32(i))
				}
				if got := x.Number.Int(i); got != n {
					t.Fatalf("%d rows, %v: row %d has number %d, want %d", rows, names, i, got, n)
				}
			}
			if !slices.Equal(x.First, first) {
				t.Fatalf("%d rows, %v: first rows differ", rows, names)
			}
			if x.Number.Sorted != (len(first) == rows) || x.Number.Max != int64(max(1, len(first))-1) {
				t.Errorf("%d rows, %v: sorted %v, greatest %d", rows, names, x.Number.Sorted, x.Number.Max)
			}
			null := int64(-1)
			if len(of) == 1 && by[0].Type.Null {
				null = int64(slices.IndexFunc(first, func(i int32) bool { return !by[0].Value(int(i)).Valid }))
			}
			if x.Null != null {
				t.Errorf("%d rows, %v: NULL has number %d, want %d", rows, names, x.Null, null)
			}
			if again, _ := table.Numbering(names...); again != x {
				t.Error("numbered again")
			}
		}
		if _, err := table.Numbering("none"); err == nil {
			t.Error("a column that there is not was numbered")
		}
	}
}
