package kernel

// MaskSel selects the tuples t with m[t] = 1.
func MaskSel(dst []int32, m []uint8) int {
	dst = dst[:len(m)]
	k := 0
	for t, x := range m {
		dst[k] = int32(t)
		k += int(x)
	}
	return k
}

// MaskRefine keeps the tuples t of sel with m[t] = 1.
func MaskRefine(dst, sel []int32, m []uint8) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += int(m[t])
	}
	return k
}

// PickRefine keeps sel[i] where m[i] = 1: m is a mask over the selection itself.
func PickRefine(dst, sel []int32, m []uint8) int {
	dst = dst[:len(sel)]
	m = m[:len(sel)]
	k := 0
	for i, t := range sel {
		dst[k] = t
		k += int(m[i])
	}
	return k
}

// PresentSel selects the tuples with a position: pos[t] >= 0.
func PresentSel(dst, pos []int32) int {
	dst = dst[:len(pos)]
	k := 0
	for t, p := range pos {
		dst[k] = int32(t)
		k += int(uint32(^p) >> 31)
	}
	return k
}

// PresentRefine keeps the tuples of sel with a position.
func PresentRefine(dst, sel, pos []int32) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += int(uint32(^pos[t]) >> 31)
	}
	return k
}

// AllSel selects tuples 0 to len(dst)-1.
func AllSel(dst []int32) int {
	for t := range dst {
		dst[t] = int32(t)
	}
	return len(dst)
}

// MaskRefineNot keeps the tuples t of sel with m[t] = 0.
func MaskRefineNot(dst, sel []int32, m []uint8) int {
	dst = dst[:len(sel)]
	k := 0
	for _, t := range sel {
		dst[k] = t
		k += int(m[t] ^ 1)
	}
	return k
}

// PickRefineNot keeps sel[i] where m[i] = 0.
func PickRefineNot(dst, sel []int32, m []uint8) int {
	dst = dst[:len(sel)]
	m = m[:len(sel)]
	k := 0
	for i, t := range sel {
		dst[k] = t
		k += int(m[i] ^ 1)
	}
	return k
}
