package kernel

import "encoding/binary"

// Null masks are bytes, 1 for NULL. A function that builds one reports whether
// any element is set, so that callers drop masks without NULLs.

// NullDense unpacks the validity bits base, base+1, … into dst, which it leaves as it is when all are set.
func NullDense(dst []uint8, bits []uint64, base int) bool {
	any := false
	for t := 0; t < len(dst); {
		i := uint(base + t)
		part := dst[t:min(len(dst), t+64-int(i&63))] // as many as the word has
		null := ^bits[i>>6] >> (i & 63) & (^uint64(0) >> (64 - len(part)))
		if null != 0 && !any {
			clear(dst[:t])
			any = true
		}
		if any {
			unpack(part, null)
		}
		t += len(part)
	}
	return any
}

// unpack writes bit k of w to dst[k], for up to 64.
func unpack(dst []uint8, w uint64) {
	for ; len(dst) >= 8; w >>= 8 {
		x := w & 0xff * ones & 0x8040201008040201 // byte k has bit k or nothing
		binary.LittleEndian.PutUint64(dst, (x+0x7f*ones)>>7&ones)
		dst = dst[8:]
	}
	for k := range dst {
		dst[k] = uint8(w>>k) & 1
	}
}

// ones has a 1 in each byte.
const ones = 0x0101010101010101

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
	t := 0
	for ; t+8 <= len(a); t += 8 {
		put8(dst, t, get8(a, t)|get8(b, t))
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] | b[t]
	}
}

// AndMask writes a & b.
func AndMask(dst, a, b []uint8) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	for ; t+8 <= len(a); t += 8 {
		put8(dst, t, get8(a, t)&get8(b, t))
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] & b[t]
	}
}

// AndNotMask writes a &^ b.
func AndNotMask(dst, a, b []uint8) {
	dst, b = dst[:len(a)], b[:len(a)]
	t := 0
	for ; t+8 <= len(a); t += 8 {
		put8(dst, t, get8(a, t)&^get8(b, t))
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] &^ b[t]
	}
}

// NotMask writes 1 - a.
func NotMask(dst, a []uint8) {
	dst = dst[:len(a)]
	t := 0
	for ; t+8 <= len(a); t += 8 {
		put8(dst, t, get8(a, t)^ones)
	}
	for ; t < len(a); t++ {
		dst[t] = a[t] ^ 1
	}
}

// AndNulls makes an, the NULLs of a, those of a and b: where one is NULL and the other is NULL or true. a
// and b are 0 where they are NULL; bn may be nil.
func AndNulls(an, a, bn, b []uint8) {
	a, b = a[:len(an)], b[:len(an)]
	if bn == nil {
		AndMask(an, an, b)
		return
	}
	bn = bn[:len(an)]
	t := 0
	for ; t+8 <= len(an); t += 8 {
		n := get8(bn, t)
		put8(an, t, get8(an, t)&(n|get8(b, t))|n&get8(a, t))
	}
	for ; t < len(an); t++ {
		an[t] = an[t]&(bn[t]|b[t]) | bn[t]&a[t]
	}
}

// OrNulls is AndNulls for or: where one is NULL and neither is true.
func OrNulls(an, a, bn, b []uint8) {
	a, b = a[:len(an)], b[:len(an)]
	if bn != nil {
		OrMask(an, an, bn)
	}
	AndNotMask(an, an, a)
	AndNotMask(an, an, b)
}

// AnyMask reports whether an element is set.
func AnyMask(a []uint8) bool {
	t := 0
	for ; t+8 <= len(a); t += 8 {
		if get8(a, t) != 0 {
			return true
		}
	}
	for ; t < len(a); t++ {
		if a[t] != 0 {
			return true
		}
	}
	return false
}

// get8 returns elements t to t+7 as one word.
func get8(a []uint8, t int) uint64 { return binary.LittleEndian.Uint64(a[t : t+8]) }

// put8 stores a word of get8.
func put8(a []uint8, t int, x uint64) { binary.LittleEndian.PutUint64(a[t:t+8], x) }
