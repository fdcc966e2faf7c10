package simd

// Inputs of the functions here have equal length, a's; dst may be one of them.
// Integers wrap around: the caller has proved that they do not, or wants that.

// AddVV writes a + b.
func AddVV(dst, a, b []int64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		addVVAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		addVVAVX2(dst[:t], a[:t], b[:t])
	}
	addLanes(dst[t:], a[t:], b[t:])
}

// SubVV writes a - b.
func SubVV(dst, a, b []int64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		subVVAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		subVVAVX2(dst[:t], a[:t], b[:t])
	}
	subLanes(dst[t:], a[t:], b[t:])
}

// MulVV writes a * b.
func MulVV(dst, a, b []int64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		mulVVAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		mulVVAVX2(dst[:t], a[:t], b[:t])
	}
	mulLanes(dst[t:], a[t:], b[t:])
}

// MulVV32 is MulVV of values that fit signed 32 bits. Of others the result is
// undefined.
func MulVV32(dst, a, b []int64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		mulVV32AVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		mulVV32AVX2(dst[:t], a[:t], b[:t])
	}
	mulLanes(dst[t:], a[t:], b[t:])
}

// AddVC writes a + c.
func AddVC(dst, a []int64, c int64) {
	dst = dst[:len(a)]
	t := 0
	switch level {
	case AVX512:
		addVCAVX512(dst, a, c)
		return
	case AVX2:
		t = vectors(len(a))
		addVCAVX2(dst[:t], a[:t], c)
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] + c
	}
}

// SubCV writes c - a.
func SubCV(dst []int64, c int64, a []int64) {
	dst = dst[:len(a)]
	t := 0
	switch level {
	case AVX512:
		subCVAVX512(dst, a, c)
		return
	case AVX2:
		t = vectors(len(a))
		subCVAVX2(dst[:t], a[:t], c)
	}
	for ; t < len(a); t++ {
		dst[t] = c - a[t]
	}
}

// MulVC writes a * c.
func MulVC(dst, a []int64, c int64) {
	dst = dst[:len(a)]
	t := 0
	switch level {
	case AVX512:
		mulVCAVX512(dst, a, c)
		return
	case AVX2:
		t = vectors(len(a))
		mulVCAVX2(dst[:t], a[:t], c)
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] * c
	}
}

// AddF64VV writes a + b.
func AddF64VV(dst, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		addF64VVAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		addF64VVAVX2(dst[:t], a[:t], b[:t])
	}
	addLanes(dst[t:], a[t:], b[t:])
}

// SubF64VV writes a - b.
func SubF64VV(dst, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		subF64VVAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		subF64VVAVX2(dst[:t], a[:t], b[:t])
	}
	subLanes(dst[t:], a[t:], b[t:])
}

// MulF64VV writes a * b.
func MulF64VV(dst, a, b []float64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		mulF64VVAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		mulF64VVAVX2(dst[:t], a[:t], b[:t])
	}
	mulLanes(dst[t:], a[t:], b[t:])
}

func addLanes[T int64 | float64](dst, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x + b[t]
	}
}

func subLanes[T int64 | float64](dst, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x - b[t]
	}
}

func mulLanes[T int64 | float64](dst, a, b []T) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x * b[t]
	}
}
