package simd

import "encoding/binary"

// A range is lo <= x <= lo+span in one unsigned comparison that wraps around:
// x-lo <= span. Equality is span 0, x <= c is lo 0 (or the least integer), x >= c is
// lo c with the span to the greatest value.

// RangeU8 writes which codes are in a range.
func RangeU8(bits []uint64, col []uint8, lo, span uint8) {
	bits = bits[:Words(len(col))]
	t := 0
	switch level {
	case AVX512:
		rangeU8AVX512(bits, col, lo, span)
		return
	case AVX2:
		t = whole(len(col))
		rangeU8AVX2(bits, col[:t], lo, span)
	}
	rangeBytes(bits[t>>6:], col[t:], lo, span)
}

// RangeU16 writes which codes are in a range.
func RangeU16(bits []uint64, col []uint16, lo, span uint16) {
	bits = bits[:Words(len(col))]
	t := 0
	switch level {
	case AVX512:
		rangeU16AVX512(bits, col, lo, span)
		return
	case AVX2:
		t = whole(len(col))
		rangeU16AVX2(bits, col[:t], lo, span)
	}
	rangeBits(bits[t>>6:], col[t:], lo, uint64(span))
}

// RangeU32 writes which codes are in a range.
func RangeU32(bits []uint64, col []uint32, lo, span uint32) {
	bits = bits[:Words(len(col))]
	t := 0
	switch level {
	case AVX512:
		rangeU32AVX512(bits, col, lo, span)
		return
	case AVX2:
		t = whole(len(col))
		rangeU32AVX2(bits, col[:t], lo, span)
	}
	rangeBits(bits[t>>6:], col[t:], lo, uint64(span))
}

// RangeI64 writes which integers are in a range.
func RangeI64(bits []uint64, col []int64, lo int64, span uint64) {
	bits = bits[:Words(len(col))]
	t := 0
	switch level {
	case AVX512:
		rangeI64AVX512(bits, col, lo, span)
		return
	case AVX2:
		t = whole(len(col))
		rangeI64AVX2(bits, col[:t], lo, span)
	}
	rangeBits(bits[t>>6:], col[t:], lo, span)
}

func rangeBits[T Word](bits []uint64, col []T, lo T, span uint64) {
	for ; len(col) >= 64; bits, col = bits[1:], col[64:] {
		w := uint64(0)
		for t := 0; t < 64; t += 8 {
			c := col[t : t+8 : t+8]
			w |= (b2u(uint64(c[0]-lo) <= span) |
				b2u(uint64(c[1]-lo) <= span)<<1 |
				b2u(uint64(c[2]-lo) <= span)<<2 |
				b2u(uint64(c[3]-lo) <= span)<<3 |
				b2u(uint64(c[4]-lo) <= span)<<4 |
				b2u(uint64(c[5]-lo) <= span)<<5 |
				b2u(uint64(c[6]-lo) <= span)<<6 |
				b2u(uint64(c[7]-lo) <= span)<<7) << t
		}
		bits[0] = w
	}
	if len(col) > 0 {
		w := uint64(0)
		for t, x := range col {
			w |= b2u(uint64(x-lo) <= span) << t
		}
		bits[0] = w
	}
}

// rangeBytes is rangeBits of bytes, eight at once in a word: what is added and
// subtracted there without the top bit of a byte carries nothing into the next byte.
func rangeBytes(bits []uint64, col []uint8, lo, span uint8) {
	const ones, top = 0x0101010101010101, 0x8080808080808080
	los, spans := uint64(lo)*ones, uint64(span)*ones
	for ; len(col) >= 64; bits, col = bits[1:], col[64:] {
		w := uint64(0)
		for t := 0; t < 64; t += 8 {
			x := binary.LittleEndian.Uint64(col[t : t+8])
			d := (x | top) - los&^top ^ (x^^los)&top
			s := (spans | top) - d&^top ^ (spans^^d)&top
			above := (^spans&d | ^(spans^d)&s) & top // spans-d borrowed
			w |= above >> 7 * 0x0102040810204080 >> 56 << t
		}
		bits[0] = ^w
	}
	rangeBits(bits, col, lo, uint64(span))
}
