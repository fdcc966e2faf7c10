package kernel

// Validity bitmaps are Arrow's: bit i set means value i is not NULL. Each
// function keeps tuples whose bit equals want (1: not NULL, 0: NULL).

// ValidSel selects the n tuples t by bit base+t.
func ValidSel(dst []int32, n int, bits []uint64, base int, want uint64) int {
	dst = dst[:n]
	k := 0
	for t := range n {
		i := uint(base + t)
		dst[k] = int32(t)
		k += int(^(bits[i>>6]>>(i&63) ^ want) & 1)
	}
	return k
}

// ValidRefine keeps the tuples t of sel by bit base+t.
func ValidRefine(dst, sel []int32, bits []uint64, base int, want uint64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		i := uint(base) + uint(t)
		dst[k] = t
		k += int(^(bits[i>>6]>>(i&63) ^ want) & 1)
	}
	return k
}

// ValidSelPos selects the tuples t by bit pos[t]; no position may be negative.
func ValidSelPos(dst, pos []int32, bits []uint64, want uint64) int {
	dst = dst[:len(pos)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += int(^(bits[uint(p)>>6]>>(uint(p)&63) ^ want) & 1)
	}
	return k
}

// ValidRefinePos keeps the tuples t of sel by bit pos[t].
func ValidRefinePos(dst, sel, pos []int32, bits []uint64, want uint64) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		p := uint(pos[t])
		dst[k] = t
		k += int(^(bits[p>>6]>>(p&63) ^ want) & 1)
	}
	return k
}
