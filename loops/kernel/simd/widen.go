package simd

// A decoded value is base + factor*code; it wraps around.

// WidenU8 decodes codes.
func WidenU8(dst []int64, col []uint8, base, factor int64) {
	dst = dst[:len(col)]
	t := 0
	switch level {
	case AVX512:
		widenU8AVX512(dst, col, base, factor)
		return
	case AVX2:
		t = vectors(len(col))
		widenU8AVX2(dst[:t], col[:t], base, factor)
	}
	widen(dst[t:], col[t:], base, factor)
}

// WidenU16 decodes codes.
func WidenU16(dst []int64, col []uint16, base, factor int64) {
	dst = dst[:len(col)]
	t := 0
	switch level {
	case AVX512:
		widenU16AVX512(dst, col, base, factor)
		return
	case AVX2:
		t = vectors(len(col))
		widenU16AVX2(dst[:t], col[:t], base, factor)
	}
	widen(dst[t:], col[t:], base, factor)
}

// WidenU32 decodes codes.
func WidenU32(dst []int64, col []uint32, base, factor int64) {
	dst = dst[:len(col)]
	t := 0
	switch level {
	case AVX512:
		widenU32AVX512(dst, col, base, factor)
		return
	case AVX2:
		t = vectors(len(col))
		widenU32AVX2(dst[:t], col[:t], base, factor)
	}
	widen(dst[t:], col[t:], base, factor)
}

func widen[T Code](dst []int64, col []T, base, factor int64) {
	dst = dst[:len(col)]
	for t, x := range col {
		dst[t] = base + factor*int64(x)
	}
}
