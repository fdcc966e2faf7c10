package kernel

import (
	"math"
	"slices"
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
)

// bitmap returns the bitmap of tuples 0..n-1 that are in sel.
func bitmap(n int, in func(t int) bool) []uint64 {
	m := make([]uint64, (n+63)/64)
	for t := range n {
		if in(t) {
			m[t/64] |= 1 << (t % 64)
		}
	}
	return m
}

func TestValidBits(t *testing.T) {
	trials(func(tr trial) {
		got := make([]uint64, (tr.n+63)/64)
		ValidBits(got, tr.bits, tr.base, tr.n)
		want := bitmap(tr.n, func(i int) bool { p := tr.base + i; return tr.bits[p/64]>>(p%64)&1 != 0 })
		if !slices.Equal(got, want) {
			t.Fatalf("ValidBits(%d, %d): %x, not %x", tr.base, tr.n, got, want)
		}
		var each []int
		EachBit(want, tr.n, func(i int) { each = append(each, i) })
		if !slices.Equal(bitmap(tr.n, func(i int) bool { return slices.Contains(each, i) }), want) || !slices.IsSorted(each) {
			t.Fatalf("EachBit: %v of %x", each, want)
		}
	})
}

// testExtremes compares a lane's extremes, of all, of a bitmap and of groups, with those found one by one.
func testExtremes[T comparable](t *testing.T, vals []T, better func(x, y T, greatest bool) bool,
	of func(x []T, mask []uint64, greatest bool) T,
	groups func(best []T, seen []uint8, gids []int32, x []T, null []uint8, greatest bool)) {
	same := func(x, y T) bool { return x == y || x != x && y != y }
	for n := 1; n < 200; n += 13 {
		x, gids, null := make([]T, n), make([]int32, n), make([]uint8, n)
		for i := range x {
			x[i], gids[i], null[i] = vals[i*i*7%len(vals)], int32(i%3), uint8(i/2%2)
		}
		for _, greatest := range []bool{false, true} {
			one := func(in func(i int) bool) (best T, ok bool) {
				for i, v := range x {
					if in(i) && (!ok || better(v, best, greatest)) {
						best, ok = v, true
					}
				}
				return best, ok
			}
			if want, _ := one(func(int) bool { return true }); !same(of(x, nil, greatest), want) {
				t.Fatalf("of all %d: %v, not %v", n, of(x, nil, greatest), want)
			}
			live := func(i int) bool { return null[i] == 0 }
			want, _ := one(live)
			if got := of(x, bitmap(n, live), greatest); !same(got, want) {
				t.Fatalf("of a bitmap of %d: %v, not %v", n, got, want)
			}
			for _, null := range [][]uint8{nil, null} {
				best, seen := make([]T, 3), make([]uint8, 3)
				groups(best, seen, gids, x, null, greatest)
				for g := range best {
					want, ok := one(func(i int) bool { return gids[i] == int32(g) && (null == nil || null[i] == 0) })
					if ok != (seen[g] != 0) || ok && !same(best[g], want) {
						t.Fatalf("group %d of %d: %v %d, not %v %v", g, n, best[g], seen[g], want, ok)
					}
				}
			}
		}
	}
}

func TestExtremes(t *testing.T) {
	compare := func(x, y string, greatest bool) bool { return greatest && x > y || !greatest && x < y }
	testExtremes(t, []string{"b", "a", "ab", "", "é"}, compare, Extreme[string], ExtremeGroups[string])
	testExtremes(t, []float64{1, math.NaN(), -1, math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1)}, BetterFloat, ExtremeFloat, ExtremeFloats)
	testExtremes(t, []int128.Int{{Hi: 1}, {Hi: -1, Lo: 7}, {Lo: 3}, {}}, BetterWide, ExtremeWide, ExtremeWides)
	ints := func(x, y int64, greatest bool) bool { return greatest && x > y || !greatest && x < y }
	testExtremes(t, []int64{3, -1, 8, math.MaxInt64, math.MinInt64 + 1}, ints, Extreme[int64],
		func(best []int64, seen []uint8, gids []int32, x []int64, null []uint8, greatest bool) {
			none := int64(math.MaxInt64)
			if greatest {
				none = math.MinInt64
			}
			Fill(best, none)
			ExtremeInts(best, gids, x, null, greatest)
			for i, g := range gids {
				if null == nil || null[i] == 0 {
					seen[g] = 1
				}
			}
		})
	for _, c := range []struct {
		x, y            float64
		least, greatest bool
	}{{1, 2, true, false}, {math.NaN(), 1, false, true}, {1, math.NaN(), true, false}, {math.NaN(), math.NaN(), false, false},
		{math.Copysign(0, -1), 0, false, false}, {math.Inf(1), math.NaN(), true, false}} {
		if BetterFloat(c.x, c.y, false) != c.least || BetterFloat(c.x, c.y, true) != c.greatest {
			t.Errorf("BetterFloat(%v, %v)", c.x, c.y)
		}
	}
}
