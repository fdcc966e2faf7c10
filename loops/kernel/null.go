package kernel

// Null masks are bytes, 1 for NULL. A function that builds one reports whether
// any element is set, so that callers drop masks without NULLs.

// NullDense unpacks the validity bits base, base+1, … into dst, which it leaves as it is when all are set.
func NullDense(dst []uint8, bits []uint64, base int) bool {
	any := false
	for t := 0; t < len(dst); {
		i := uint(base + t)
		n := min(len(dst)-t, 64-int(i&63)) // as many as the word has
		word, part := bits[i>>6]>>(i&63), dst[t:t+n]
		mask := ^uint64(0) >> (64 - n)
		switch word & mask {
		case mask:
			if any {
				clear(part)
			}
		default:
			if !any {
				clear(dst[:t])
				any = true
			}
			for k := range part {
				part[k] = uint8(^word) & 1
				word >>= 1
			}
		case 0:
			if !any {
				clear(dst[:t])
				any = true
			}
			for k := range part {
				part[k] = 1
			}
		}
		t += n
	}
	return any
}

// NullPos gathers validity bits at positions; a negative position is NULL. bits
// may be nil: only negative positions are NULL then.
func NullPos(dst []uint8, pos []int32, bits []uint64) bool {
	dst = dst[:len(pos)]
	var any uint8
	for t, p := range pos {
		n := uint8(uint32(p) >> 31)
		if bits != nil && p >= 0 {
			n = uint8(^(bits[uint(p)>>6] >> (uint(p) & 63))) & 1
		}
		dst[t] = n
		any |= n
	}
	return any != 0
}

// OrMask writes a | b.
func OrMask(dst, a, b []uint8) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x | b[t]
	}
}

// AndMask writes a & b.
func AndMask(dst, a, b []uint8) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x & b[t]
	}
}

// AndNotMask writes a &^ b.
func AndNotMask(dst, a, b []uint8) {
	dst, b = dst[:len(a)], b[:len(a)]
	for t, x := range a {
		dst[t] = x &^ b[t]
	}
}

// NotMask writes 1 - a.
func NotMask(dst, a []uint8) {
	dst = dst[:len(a)]
	for t, x := range a {
		dst[t] = x ^ 1
	}
}

// AnyMask reports whether an element is set.
func AnyMask(a []uint8) bool {
	var any uint8
	for _, x := range a {
		any |= x
	}
	return any != 0
}
