package simd

// TableU8 writes which codes are in a set: bit c of set says that c is.
func TableU8(bits []uint64, col []uint8, set *[4]uint64) {
	bits = bits[:Words(len(col))]
	t := 0
	switch level {
	case AVX512:
		tableU8AVX512(bits, col, set)
		return
	case AVX2:
		t = whole(len(col))
		tableU8AVX2(bits, col[:t], set)
	}
	for ; t < len(col); t += 64 {
		part := col[t:min(t+64, len(col))]
		w := uint64(0)
		for i := len(part) - 1; i >= 0; i-- {
			x := part[i]
			w = w<<1 | set[x>>6]>>(x&63)&1
		}
		bits[t>>6] = w
	}
}

// TableU16 writes which codes are in a set: bit c of set says that c is. Codes from
// 64*len(set) on are not.
func TableU16(bits []uint64, col []uint16, set []uint64) {
	bits, set = bits[:Words(len(col))], set[:min(len(set), 1<<10)]
	t := 0
	switch {
	case level == AVX512 && len(set) <= 16:
		var s [16]uint64
		copy(s[:], set)
		tableU16AVX512(bits, col, &s)
		return
	case level == AVX512:
		t = whole(len(col))
		tableWideU16AVX512(bits, col[:t], set)
	}
	for ; t < len(col); t += 64 {
		part := col[t:min(t+64, len(col))]
		w := uint64(0)
		for i := len(part) - 1; i >= 0; i-- {
			x, bit := part[i], uint64(0)
			if int(x>>6) < len(set) {
				bit = set[x>>6] >> (x & 63) & 1
			}
			w = w<<1 | bit
		}
		bits[t>>6] = w
	}
}
