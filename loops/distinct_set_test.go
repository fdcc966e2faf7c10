package loops

import (
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
)

// TestDistinctSet adds values, few different ones and many, to the sets of several workers and compares
// what is in them, merged, with a map.
func TestDistinctSet(t *testing.T) {
	for _, c := range []struct{ workers, values, different int }{
		{1, 0, 1}, {1, 1, 1}, {2, 100, 3}, {3, 5000, 5000}, {1, 100_000, 1 << 40}, {2, 60_000, 1000}, {1, 20_000, 3}, {2, 300_000, 40}, {3, 250_000, 70_000},
	} {
		r := rand.New(rand.NewPCG(1, uint64(c.values)))
		want := map[int128.Int]int{}
		var ints []*distinctSet[int64]
		var wides []*distinctSet[int128.Int]
		for range c.workers {
			ints, wides = append(ints, newSet(64, hashInts)), append(wides, newSet(64, hashWides))
		}
		block, wideBlock := make([]int64, 0, 64), make([]int128.Int, 0, 64)
		for i := range c.values {
			x := r.Int64N(int64(c.different)) << 13
			block, wideBlock = append(block, x), append(wideBlock, int128.Int{Hi: x & 0xffff, Lo: uint64(x)})
			want[wideBlock[len(block)-1]] = 1
			if len(block) == 64 || i == c.values-1 {
				k := i / 64 % c.workers
				ints[k].add(block)
				wides[k].add(wideBlock)
				block, wideBlock = block[:0], wideBlock[:0]
			}
		}
		ints[0].merge(ints[1:], 2)
		wides[0].merge(wides[1:], 2)
		if n := ints[0].count(); n != int64(len(want)) {
			t.Fatalf("%v: %d values, want %d", c, n, len(want))
		}
		n := 0
		wides[0].each(func(vals []int128.Int) {
			for _, x := range vals {
				n++
				want[x]++
			}
		})
		for x, times := range want {
			if times != 2 {
				t.Fatalf("%v: %s is %d times in the set", c, x, times-1)
			}
		}
		if n != len(want) || wides[0].count() != int64(n) {
			t.Fatalf("%v: %d values, want %d", c, n, len(want))
		}
		ints[0].free()
		wides[0].free()
	}
}
