package simd

import "math/bits"

// Inputs of the functions here have equal length, a's; dst may be one of them.

// And writes a & b.
func And(dst, a, b []uint64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		andAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		andAVX2(dst[:t], a[:t], b[:t])
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] & b[t]
	}
}

// Or writes a | b.
func Or(dst, a, b []uint64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		orAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		orAVX2(dst[:t], a[:t], b[:t])
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] | b[t]
	}
}

// AndNot writes a &^ b.
func AndNot(dst, a, b []uint64) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	switch level {
	case AVX512:
		andNotAVX512(dst, a, b)
		return
	case AVX2:
		t = vectors(len(a))
		andNotAVX2(dst[:t], a[:t], b[:t])
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] &^ b[t]
	}
}

// Not writes the opposite of the first n bits of a, and zeros after them.
func Not(dst, a []uint64, n int) {
	a = a[:Words(n)]
	dst = dst[:len(a)]
	t := 0
	switch level {
	case AVX512:
		notAVX512(dst, a)
		t = len(a)
	case AVX2:
		t = vectors(len(a))
		notAVX2(dst[:t], a[:t])
	}
	for ; t < len(a); t++ {
		dst[t] = ^a[t]
	}
	if n&63 != 0 {
		dst[len(dst)-1] &= 1<<(n&63) - 1
	}
}

// Count returns how many bits are set.
func Count(bits []uint64) int {
	switch level {
	case AVX512:
		return countAVX512(bits)
	case AVX2:
		return countAVX2(bits)
	}
	return countBits(bits)
}

func countBits(words []uint64) (n int) {
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}
