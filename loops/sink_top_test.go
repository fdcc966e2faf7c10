package loops

import (
	"context"
	"fmt"
	"testing"

	"github.com/reffine-db/reffine/field"
)

// TestTopMany compares what workers keep of many rows with a full sort, and a limit without an order
// with the first rows.
func TestTopMany(t *testing.T) {
	const rows = 40000
	text := tableText + "out = forall i : t[i] != null & t[i].c > 0:int32 { {k: t[i].k, n: t[i].n, x: t[i].x, many: t[i].many, few: t[i].few, far: t[i].far} }\n"
	in := Inputs{Tables: map[string]*field.Table{"t": table(t, rows, 5)}}
	for _, order := range []string{"", " order by n desc nulls first, x, k", " order by n, many desc, k", " order by many, k", " order by few desc, x", " order by x desc, far, k", " order by far, few, x desc"} {
		all, err := nestOf(t, text+"output out"+order+" limit 1000000").Run(context.Background(), in, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, lim := range [][2]int{{0, 0}, {1, 0}, {10, 5}, {500, 0}, {3000, 100}, {20000, 20}} {
			for _, threads := range []int{1, 3} {
				got, err := nestOf(t, fmt.Sprintf("%soutput out%s limit %d offset %d", text, order, lim[0], lim[1])).Run(context.Background(), in, Options{Threads: threads, Morsel: 4096})
				if err != nil {
					t.Fatal(err)
				}
				if got[0].Len() != lim[0] {
					t.Fatalf("%s, limit %v: %d rows", order, lim, got[0].Len())
				}
				for i := range lim[0] {
					for c := range got {
						if g, w := got[c].Value(i), all[c].Value(i+lim[1]); !g.Equal(w) {
							t.Fatalf("%s, limit %v, %d threads, row %d, column %d: %s, want %s", order, lim, threads, i, c, g, w)
						}
					}
				}
			}
		}
	}
}
