package simd

// PairU8 writes x[t] = a and y[t] = b. Where x is a text and y the same text from a later byte on, these
// are the places at which a string with both bytes may begin.
func PairU8(bits []uint64, x, y []uint8, a, b uint8) {
	y, bits = y[:len(x)], bits[:Words(len(x))]
	t := 0
	switch level {
	case AVX512:
		pairU8AVX512(bits, x, y, a, b)
		return
	case AVX2:
		t = whole(len(x))
		pairU8AVX2(bits, x[:t], y[:t], a, b)
	}
	clear(bits[t>>6:])
	for i := t; i < len(x); i++ {
		if x[i] == a && y[i] == b {
			bits[i>>6] |= 1 << (i & 63)
		}
	}
}
