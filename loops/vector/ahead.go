package vector

import "github.com/reffine-db/reffine/loops/kernel/simd"

// ahead runs over positions of a column, a part of them at a time, whose elements it asks for before.
func ahead[T any](col []T, pos []int32, run func(lo, hi int)) {
	step := simd.PrefetchStep(col, len(pos))
	for lo := 0; lo < len(pos); lo += step {
		hi := min(lo+step, len(pos))
		simd.Prefetch(col, pos[lo:hi])
		run(lo, hi)
	}
}

// selectAhead is ahead for a kernel that selects tuples of the positions it is given.
func selectAhead[T any](col []T, dst, pos []int32, run func(dst, pos []int32) int) int {
	n := 0
	ahead(col, pos, func(lo, hi int) {
		more := dst[n:][:run(dst[n:], pos[lo:hi])]
		if lo > 0 {
			for i := range more {
				more[i] += int32(lo)
			}
		}
		n += len(more)
	})
	return n
}

// refineAhead is ahead for a kernel that refines a selection of tuples in place.
func refineAhead[T any](col []T, sel, pos []int32, run func(dst, sel []int32) int) int {
	step, n := simd.PrefetchStep(col, len(sel)), 0
	for lo := 0; lo < len(sel); lo += step {
		part := sel[lo:min(lo+step, len(sel))]
		simd.PrefetchSel(col, pos, part)
		n += run(sel[n:], part)
	}
	return n
}
