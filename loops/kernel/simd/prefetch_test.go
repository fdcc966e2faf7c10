package simd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPrefetch asks for elements of every size, some of which aren't there: nothing may change, and
// nothing may fault.
func TestPrefetch(t *testing.T) {
	wild := []int32{0, 1, 1<<31 - 1, -1, -1 << 31, 12345, 7, 8, 9}
	keys := []int64{0, 1, -1 << 63, 1<<63 - 1, 77}
	for l := Portable; l <= Best(); l++ {
		prefetchAll[uint8](l, wild)
		prefetchAll[uint16](l, wild)
		prefetchAll[float64](l, wild)
		prefetchAll[[2]uint64](l, wild) // of no size it knows
		offsets := slices.Repeat([]int32{5}, 1<<20)
		words := slices.Repeat([]uint64{5}, 1<<20)
		func() {
			defer Use(Use(l))
			PrefetchKeys(offsets, keys, Numbering{Least: 3, Inverse: 1})
			PrefetchKeys(words, keys, Numbering{Inverse: 0xaaaaaaaaaaaaaaab, Twos: 2, Shift: 5})
		}()
		if slices.Max(offsets) != 5 || slices.Max(words) != 5 {
			t.Errorf("%v: prefetching has written", l)
		}
	}
}

func prefetchAll[T any](l Level, pos []int32) {
	defer Use(Use(l))
	for _, n := range []int{0, 1, 1 << 20} {
		col := make([]T, n)
		for k := range pos {
			Prefetch(col, pos[:k])
			PrefetchSel(col, pos, []int32{0, 2, int32(k)})
		}
	}
}

// BenchmarkPrefetch counts elements at positions of a column that fits no cache, asked for or not.
func BenchmarkPrefetch(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	col, pos := make([]uint16, 1<<26), make([]int32, 1<<13)
	for _, asked := range []bool{false, true} {
		b.Run(fmt.Sprint(asked), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				for i := range pos {
					pos[i] = r.Int32N(int32(len(col)))
				}
				b.StartTimer()
				if asked {
					Prefetch(col, pos)
				}
				n := 0
				for _, p := range pos {
					if col[p] < 100 {
						n++
					}
				}
				sink = int64(n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(pos)), "ns/elem")
		})
	}
}
