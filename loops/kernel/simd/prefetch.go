package simd

import "unsafe"

// Prefetch functions ask for cache lines and do not wait for them. What then branches on elements,
// counts by them or computes with them no longer takes one miss after the other: of instructions that
// wait for loads, a processor holds only some dozens. They do nothing for a column that stays in the
// cache by itself, nor without vector instructions. They never fault; what is outside of the column
// is harmless.

// PrefetchStep returns how many of n elements of a column to ask for at a time before they are used: some
// hundreds, for more would push each other out of the first-level cache, or all of them where there is
// nothing to ask for.
func PrefetchStep[T any](col []T, n int) int {
	if level == Portable || small(col) {
		return max(1, n)
	}
	return 512
}

// Prefetch asks for the elements at positions, of 1, 2, 4 or 8 bytes.
func Prefetch[T any](col []T, pos []int32) {
	if level == Portable || small(col) {
		return
	}
	switch at := unsafe.Pointer(unsafe.SliceData(col)); unsafe.Sizeof(col[0]) {
	case 1:
		prefetchU8AVX2((*uint8)(at), pos)
	case 2:
		prefetchU16AVX2((*uint16)(at), pos)
	case 4:
		prefetchU32AVX2((*uint32)(at), pos)
	case 8:
		prefetchI64AVX2((*int64)(at), pos)
	}
}

// PrefetchSel asks for the elements at the positions pos[t], t in sel, of 1, 2, 4 or 8 bytes.
func PrefetchSel[T any](col []T, pos, sel []int32) {
	if level == Portable || small(col) {
		return
	}
	switch at, pos := unsafe.Pointer(unsafe.SliceData(col)), unsafe.SliceData(pos); unsafe.Sizeof(col[0]) {
	case 1:
		prefetchSelU8AVX2((*uint8)(at), pos, sel)
	case 2:
		prefetchSelU16AVX2((*uint16)(at), pos, sel)
	case 4:
		prefetchSelU32AVX2((*uint32)(at), pos, sel)
	case 8:
		prefetchSelI64AVX2((*int64)(at), pos, sel)
	}
}

// A Numbering takes keys to numbers: key-Least over 1/Inverse, a number odd modulo 2⁶⁴, and over
// 2^Twos, rounded down to multiples of 2^Shift.
type Numbering struct {
	Least, Inverse uint64
	Twos, Shift    int
}

// PrefetchKeys asks for the elements whose index is the number of a key.
func PrefetchKeys[T int32 | uint64](col []T, keys []int64, n Numbering) {
	if level == Portable || small(col) {
		return
	}
	switch at := unsafe.Pointer(unsafe.SliceData(col)); unsafe.Sizeof(col[0]) {
	case 4:
		prefetchKeysU32AVX2((*uint32)(at), keys, n.Least, n.Inverse, uint64(n.Twos), uint64(n.Shift))
	case 8:
		prefetchKeysI64AVX2((*int64)(at), keys, n.Least, n.Inverse, uint64(n.Twos), uint64(n.Shift))
	}
}

// small reports a column that is taken to be in the cache.
func small[T any](col []T) bool { return len(col)*int(unsafe.Sizeof(*new(T))) < 256<<10 }
