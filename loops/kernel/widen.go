package kernel

// GatherInt decodes codes at positions: dst[t] = base + factor*a[pos[t]]. No
// position may be negative.
func GatherInt[T Word](dst []int64, pos []int32, a []T, base, factor int64) {
	dst = dst[:len(pos)]
	if factor == 1 {
		for t, p := range pos {
			dst[t] = base + int64(a[p])
		}
		return
	}
	for t, p := range pos {
		dst[t] = base + factor*int64(a[p])
	}
}

// GatherIntOuter is GatherInt where a negative position gives 0.
func GatherIntOuter[T Word](dst []int64, pos []int32, a []T, base, factor int64) {
	dst = dst[:len(pos)]
	for t, p := range pos {
		dst[t] = 0
		if p >= 0 {
			dst[t] = base + factor*int64(a[p])
		}
	}
}

// Gather copies elements at positions.
func Gather[T any](dst []T, pos []int32, a []T) {
	dst = dst[:len(pos)]
	for t, p := range pos {
		dst[t] = a[p]
	}
}

// GatherOuter copies elements at positions; a negative position gives zero.
func GatherOuter[T any](dst []T, pos []int32, a []T) {
	dst = dst[:len(pos)]
	var zero T
	for t, p := range pos {
		if p >= 0 {
			dst[t] = a[p]
		} else {
			dst[t] = zero
		}
	}
}

// Shift writes base + sel[t]: positions of selected tuples of a dense slot.
func Shift(dst, sel []int32, base int32) {
	dst = dst[:len(sel)]
	for t, s := range sel {
		dst[t] = base + s
	}
}

// Scatter writes dst[sel[t]] = a[t].
func Scatter[T any](dst []T, sel []int32, a []T) {
	a = a[:len(sel)]
	for t, s := range sel {
		dst[s] = a[t]
	}
}

// Fill writes c to every element.
func Fill[T any](dst []T, c T) {
	for t := range dst[:min(16, len(dst))] {
		dst[t] = c
	}
	for n := 16; n < len(dst); n *= 2 { // moving memory is faster than storing one by one
		copy(dst[n:], dst[:n])
	}
}

// CopySel writes dst[t] = a[t] for the tuples t of sel.
func CopySel[T any](dst []T, sel []int32, a []T) {
	for _, t := range sel {
		dst[t] = a[t]
	}
}
