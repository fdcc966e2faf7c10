package kernel

import (
	"math/bits"

	"github.com/reffine-db/reffine/internal/int128"
)

// The extreme of values is the greatest, or the least unless greatest, and among equals the first.
// Doubles are in DuckDB's order: NaN is above all others, -0.0 equals 0.0.

// Sortable is the lanes whose order is that of the language.
type Sortable interface{ int64 | uint8 | string }

// ExtremeInts makes best[g] the extreme of itself and the values x[t] with gids[t] == g, but for those
// whose null[t] is 1; null may be nil. A group without a value has to hold the other extreme there is.
func ExtremeInts(best []int64, gids []int32, x []int64, null []uint8, greatest bool) {
	x = x[:len(gids)]
	switch {
	case null != nil:
		for t, g := range gids {
			if null[t] != 0 {
				continue
			}
			if greatest {
				best[g] = max(best[g], x[t])
			} else {
				best[g] = min(best[g], x[t])
			}
		}
	case greatest:
		for t, g := range gids {
			best[g] = max(best[g], x[t])
		}
	default:
		for t, g := range gids {
			best[g] = min(best[g], x[t])
		}
	}
}

// ExtremeGroups is ExtremeInts for groups that have a value where seen is 1, which it sets.
func ExtremeGroups[T Sortable](best []T, seen []uint8, gids []int32, x []T, null []uint8, greatest bool) {
	x = x[:len(gids)]
	for t, g := range gids {
		if null != nil && null[t] != 0 {
			continue
		}
		if seen[g] == 0 || greatest && x[t] > best[g] || !greatest && x[t] < best[g] {
			best[g], seen[g] = x[t], 1
		}
	}
}

// ExtremeFloats is ExtremeGroups for doubles.
func ExtremeFloats(best []float64, seen []uint8, gids []int32, x []float64, null []uint8, greatest bool) {
	x = x[:len(gids)]
	for t, g := range gids {
		if null != nil && null[t] != 0 {
			continue
		}
		if seen[g] == 0 || BetterFloat(x[t], best[g], greatest) {
			best[g], seen[g] = x[t], 1
		}
	}
}

// ExtremeWides is ExtremeGroups for 128-bit integers.
func ExtremeWides(best []int128.Int, seen []uint8, gids []int32, x []int128.Int, null []uint8, greatest bool) {
	x = x[:len(gids)]
	for t, g := range gids {
		if null != nil && null[t] != 0 {
			continue
		}
		if seen[g] == 0 || BetterWide(x[t], best[g], greatest) {
			best[g], seen[g] = x[t], 1
		}
	}
}

// BetterFloat reports whether x is beyond y.
func BetterFloat(x, y float64, greatest bool) bool {
	if greatest {
		x, y = y, x
	}
	return x < y || y != y && x == x
}

// BetterWide reports whether x is beyond y.
func BetterWide(x, y int128.Int, greatest bool) bool {
	c := x.Cmp(y)
	return greatest && c > 0 || !greatest && c < 0
}

// Extreme returns the extreme of the values of x whose bit in mask is set; nil stands for all. There
// has to be one.
func Extreme[T Sortable](x []T, mask []uint64, greatest bool) T {
	if mask == nil {
		best := x[0]
		if greatest {
			for _, v := range x {
				best = max(best, v)
			}
		} else {
			for _, v := range x {
				best = min(best, v)
			}
		}
		return best
	}
	best := x[firstBit(mask)]
	for w, word := range mask {
		for ; word != 0; word &= word - 1 {
			v := x[w<<6+bits.TrailingZeros64(word)]
			if greatest {
				best = max(best, v)
			} else {
				best = min(best, v)
			}
		}
	}
	return best
}

// ExtremeFloat is Extreme for doubles.
func ExtremeFloat(x []float64, mask []uint64, greatest bool) float64 {
	best := x[firstBit(mask)]
	EachBit(mask, len(x), func(t int) {
		if BetterFloat(x[t], best, greatest) {
			best = x[t]
		}
	})
	return best
}

// ExtremeWide is Extreme for 128-bit integers.
func ExtremeWide(x []int128.Int, mask []uint64, greatest bool) int128.Int {
	best := x[firstBit(mask)]
	EachBit(mask, len(x), func(t int) {
		if BetterWide(x[t], best, greatest) {
			best = x[t]
		}
	})
	return best
}

// firstBit returns the first element of a mask that is not empty; nil stands for all elements.
func firstBit(mask []uint64) int {
	for w, word := range mask {
		if word != 0 {
			return w<<6 + bits.TrailingZeros64(word)
		}
	}
	return 0
}
