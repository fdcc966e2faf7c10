package field

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/ir"
)

func TestKeySet(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	never := func(int) bool { return false }
	for _, c := range []struct {
		name string
		n    int
		f    func(i int) int64
		null func(i int) bool
		fits bool
	}{
		{"empty", 0, nil, never, true},
		{"all NULL", 100, func(int) int64 { return 1 }, func(int) bool { return true }, true},
		{"one", 1, func(int) int64 { return -5 }, never, true},
		{"bytes", 3000, func(int) int64 { return rnd.Int64N(200) - 100 }, never, true},
		{"multiples", 3000, func(int) int64 { return rnd.Int64N(9000)*1000 + 7 }, never, true},
		{"wide multiples", 3000, func(int) int64 { return (rnd.Int64N(9000) - 4000) << 40 }, never, true},
		{"with NULLs", 3000, func(int) int64 { return rnd.Int64N(100_000) }, func(i int) bool { return i%3 == 0 }, true},
		{"far apart", 3000, func(int) int64 { return int64(rnd.Uint64()) }, never, false},
		{"extremes", 2, func(i int) int64 { return []int64{math.MinInt64, math.MaxInt64 - 5}[i] }, never, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			col := columnOf(t, makeInts(ir.Of(ir.Int64), c.n, c.f, c.null))
			s := NewKeySet(col)
			if (s != nil) != c.fits {
				t.Fatalf("a set is there: %v", s != nil)
			}
			if s == nil {
				return
			}
			in := map[int64]bool{}
			keys := []int64{math.MinInt64, math.MaxInt64, 0, 1, -1}
			for from := 0; from < c.n; from += 100 {
				var sel []int32
				for i := range int32(min(100, c.n-from)) {
					if r := from + int(i); i%4 != 0 {
						sel = append(sel, i)
						in[col.Int(r)] = in[col.Int(r)] || !col.Null(r)
					}
					k := col.Int(from + int(i))
					keys = append(keys, k, k+1, k-1, k+1<<32)
				}
				s.Add(col, from, sel)
			}
			got := make([]uint64, (len(keys)+63)/64)
			got[len(got)-1] = ^uint64(0)
			s.Test(keys, got)
			if got[len(got)-1]>>(uint(len(keys)-1)&63)>>1 != 0 {
				t.Fatal("a bit behind the last key")
			}
			for i, k := range keys {
				if got[i/64]>>(i%64)&1 != 0 != in[k] {
					t.Fatalf("%d is in: %v", k, !in[k])
				}
			}
		})
	}
}
