package simd

import "math/bits"

// SumU8 returns the sum of codes.
func SumU8(col []uint8) uint64 {
	t, sum := 0, uint64(0)
	switch level {
	case AVX512:
		return sumU8AVX512(col)
	case AVX2:
		t = len(col) &^ 31
		sum = sumU8AVX2(col[:t])
	}
	return sum + uint64(sumAll(col[t:]))
}

// SumSelU8 returns the sum of the codes whose bit is set.
func SumSelU8(col []uint8, bits []uint64) uint64 {
	bits = bits[:Words(len(col))]
	t, sum := 0, uint64(0)
	switch level {
	case AVX512:
		return sumSelU8AVX512(col, bits)
	case AVX2:
		t = whole(len(col))
		sum = sumSelU8AVX2(col[:t], bits)
	}
	return sum + uint64(sumSel(col[t:], bits[t>>6:]))
}

// SumU16 returns the sum of codes.
func SumU16(col []uint16) uint64 {
	t, sum := 0, uint64(0)
	switch level {
	case AVX512:
		return sumU16AVX512(col)
	case AVX2:
		t = len(col) &^ 15
		sum = sumU16AVX2(col[:t])
	}
	return sum + uint64(sumAll(col[t:]))
}

// SumSelU16 returns the sum of the codes whose bit is set.
func SumSelU16(col []uint16, bits []uint64) uint64 {
	bits = bits[:Words(len(col))]
	t, sum := 0, uint64(0)
	switch level {
	case AVX512:
		return sumSelU16AVX512(col, bits)
	case AVX2:
		t = whole(len(col))
		sum = sumSelU16AVX2(col[:t], bits)
	}
	return sum + uint64(sumSel(col[t:], bits[t>>6:]))
}

// SumU32 returns the sum of codes.
func SumU32(col []uint32) uint64 {
	t, sum := 0, uint64(0)
	switch level {
	case AVX512:
		return sumU32AVX512(col)
	case AVX2:
		t = len(col) &^ 7
		sum = sumU32AVX2(col[:t])
	}
	return sum + uint64(sumAll(col[t:]))
}

// SumSelU32 returns the sum of the codes whose bit is set.
func SumSelU32(col []uint32, bits []uint64) uint64 {
	bits = bits[:Words(len(col))]
	t, sum := 0, uint64(0)
	switch level {
	case AVX512:
		return sumSelU32AVX512(col, bits)
	case AVX2:
		t = whole(len(col))
		sum = sumSelU32AVX2(col[:t], bits)
	}
	return sum + uint64(sumSel(col[t:], bits[t>>6:]))
}

// SumI64 returns the sum of integers.
func SumI64(col []int64) int64 {
	t, sum := 0, int64(0)
	switch level {
	case AVX512:
		return sumI64AVX512(col)
	case AVX2:
		t = len(col) &^ 3
		sum = sumI64AVX2(col[:t])
	}
	return sum + int64(sumAll(col[t:]))
}

// SumSelI64 returns the sum of the integers whose bit is set.
func SumSelI64(col []int64, bits []uint64) int64 {
	bits = bits[:Words(len(col))]
	t, sum := 0, int64(0)
	switch {
	case level == AVX512:
		return sumSelI64AVX512(col, bits)
	case level == AVX2 && !sparse(bits, len(col)):
		t = whole(len(col))
		sum = sumSelI64AVX2(col[:t], bits)
	}
	return sum + int64(sumSel(col[t:], bits[t>>6:]))
}

func sumAll[T Word](col []T) uint64 {
	var a, b, c, d uint64
	t := 0
	for ; t+4 <= len(col); t += 4 {
		x := col[t : t+4 : t+4]
		a += uint64(x[0])
		b += uint64(x[1])
		c += uint64(x[2])
		d += uint64(x[3])
	}
	for ; t < len(col); t++ {
		a += uint64(col[t])
	}
	return a + b + c + d
}

func sumSel[T Word](col []T, words []uint64) uint64 {
	sum := uint64(0)
	for ; len(col) > 0; words = words[1:] {
		part := col[:min(64, len(col))]
		col = col[len(part):]
		w := head(words[0], len(part))
		if bits.OnesCount64(w) <= few {
			for ; w != 0; w &= w - 1 {
				sum += uint64(part[bits.TrailingZeros64(w)])
			}
			continue
		}
		for _, x := range part {
			sum += uint64(x) & -(w & 1)
			w >>= 1
		}
	}
	return sum
}
