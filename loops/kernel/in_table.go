package kernel

// InTable writes tab[a - lo], and the last entry of tab for values outside.
func InTable(dst []uint8, a []int64, lo int64, tab []uint8) {
	dst = dst[:len(a)]
	last := uint64(len(tab) - 1)
	for t, x := range a {
		dst[t] = tab[min(uint64(x-lo), last)]
	}
}
