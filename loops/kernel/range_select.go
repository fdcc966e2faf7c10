package kernel

// A range is lo <= x <= lo+span in one unsigned comparison; equality is span 0.
// lo+span must be a value of T.
// The result of each function is the number of tuples written to dst, which must
// have room for all of them. dst may be sel itself.

// RangeSel selects the tuples t with a[t] in the range.
func RangeSel[T Word](dst []int32, a []T, lo T, span uint64) int {
	dst = dst[:len(a)]
	k := 0
	for t, x := range a {
		dst[k] = int32(t)
		k += b2i(uint64(x-lo) <= span)
	}
	return k
}

// RangeRefine keeps the tuples t of sel with a[t] in the range.
func RangeRefine[T Word](dst, sel []int32, a []T, lo T, span uint64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += b2i(uint64(a[t]-lo) <= span)
	}
	return k
}

// RangeSelPos selects the tuples t with a[pos[t]] in the range; no position may
// be negative.
func RangeSelPos[T Word](dst, pos []int32, a []T, lo T, span uint64) int {
	dst = dst[:len(pos)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += b2i(uint64(a[p]-lo) <= span)
	}
	return k
}

// RangeRefinePos keeps the tuples t of sel with a[pos[t]] in the range.
func RangeRefinePos[T Word](dst, sel, pos []int32, a []T, lo T, span uint64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += b2i(uint64(a[pos[t]]-lo) <= span)
	}
	return k
}

// OutsideSel selects the tuples t with a[t] not in the range.
func OutsideSel[T Word](dst []int32, a []T, lo T, span uint64) int {
	dst = dst[:len(a)]
	k := 0
	for t, x := range a {
		dst[k] = int32(t)
		k += b2i(uint64(x-lo) > span)
	}
	return k
}

// OutsideRefine keeps the tuples t of sel with a[t] not in the range.
func OutsideRefine[T Word](dst, sel []int32, a []T, lo T, span uint64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += b2i(uint64(a[t]-lo) > span)
	}
	return k
}

// OutsideSelPos selects the tuples t with a[pos[t]] not in the range.
func OutsideSelPos[T Word](dst, pos []int32, a []T, lo T, span uint64) int {
	dst = dst[:len(pos)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += b2i(uint64(a[p]-lo) > span)
	}
	return k
}

// OutsideRefinePos keeps the tuples t of sel with a[pos[t]] not in the range.
func OutsideRefinePos[T Word](dst, sel, pos []int32, a []T, lo T, span uint64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += b2i(uint64(a[pos[t]]-lo) > span)
	}
	return k
}
