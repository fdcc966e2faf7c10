package kernel

// A table maps each code of a column to 0 or 1; it covers every code that occurs.

// TableSel selects the tuples t with tab[a[t]] = 1.
func TableSel[T Code](dst []int32, a []T, tab []uint8) int {
	dst = dst[:len(a)]
	k := 0
	for t, x := range a {
		dst[k] = int32(t)
		k += int(tab[x])
	}
	return k
}

// TableRefine keeps the tuples t of sel with tab[a[t]] = 1.
func TableRefine[T Code](dst, sel []int32, a []T, tab []uint8) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += int(tab[a[t]])
	}
	return k
}

// TableSelPos selects the tuples t with tab[a[pos[t]]] = 1.
func TableSelPos[T Code](dst, pos []int32, a []T, tab []uint8) int {
	dst = dst[:len(pos)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += int(tab[a[p]])
	}
	return k
}

// TableRefinePos keeps the tuples t of sel with tab[a[pos[t]]] = 1.
func TableRefinePos[T Code](dst, sel, pos []int32, a []T, tab []uint8) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += int(tab[a[pos[t]]])
	}
	return k
}
