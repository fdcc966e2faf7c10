package simd

// Columns of the functions here have equal length, a's. Codes compare unsigned,
// integers signed. What is missing is there by swapping: a > b is b < a.

// LtU8 writes a < b of codes.
func LtU8(bits []uint64, a, b []uint8) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		ltU8AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		ltU8AVX2(bits, a[:t], b[:t])
	}
	ltBits(bits[t>>6:], a[t:], b[t:], 0)
}

// LtU16 writes a < b of codes.
func LtU16(bits []uint64, a, b []uint16) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		ltU16AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		ltU16AVX2(bits, a[:t], b[:t])
	}
	ltBits(bits[t>>6:], a[t:], b[t:], 0)
}

// LtU32 writes a < b of codes.
func LtU32(bits []uint64, a, b []uint32) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		ltU32AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		ltU32AVX2(bits, a[:t], b[:t])
	}
	ltBits(bits[t>>6:], a[t:], b[t:], 0)
}

// LtI64 writes a < b of integers.
func LtI64(bits []uint64, a, b []int64) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		ltI64AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		ltI64AVX2(bits, a[:t], b[:t])
	}
	ltBits(bits[t>>6:], a[t:], b[t:], 0)
}

// LeU8 writes a <= b of codes.
func LeU8(bits []uint64, a, b []uint8) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		leU8AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		leU8AVX2(bits, a[:t], b[:t])
	}
	ltBits(bits[t>>6:], b[t:], a[t:], ^uint64(0))
}

// LeU16 writes a <= b of codes.
func LeU16(bits []uint64, a, b []uint16) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		leU16AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		leU16AVX2(bits, a[:t], b[:t])
	}
	ltBits(bits[t>>6:], b[t:], a[t:], ^uint64(0))
}

// LeU32 writes a <= b of codes.
func LeU32(bits []uint64, a, b []uint32) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		leU32AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		leU32AVX2(bits, a[:t], b[:t])
	}
	ltBits(bits[t>>6:], b[t:], a[t:], ^uint64(0))
}

// LeI64 writes a <= b of integers.
func LeI64(bits []uint64, a, b []int64) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		leI64AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		leI64AVX2(bits, a[:t], b[:t])
	}
	ltBits(bits[t>>6:], b[t:], a[t:], ^uint64(0))
}

// EqU8 writes a = b of codes.
func EqU8(bits []uint64, a, b []uint8) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		eqU8AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		eqU8AVX2(bits, a[:t], b[:t])
	}
	eqBits(bits[t>>6:], a[t:], b[t:], 0)
}

// EqU16 writes a = b of codes.
func EqU16(bits []uint64, a, b []uint16) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		eqU16AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		eqU16AVX2(bits, a[:t], b[:t])
	}
	eqBits(bits[t>>6:], a[t:], b[t:], 0)
}

// EqU32 writes a = b of codes.
func EqU32(bits []uint64, a, b []uint32) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		eqU32AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		eqU32AVX2(bits, a[:t], b[:t])
	}
	eqBits(bits[t>>6:], a[t:], b[t:], 0)
}

// EqI64 writes a = b of integers.
func EqI64(bits []uint64, a, b []int64) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		eqI64AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		eqI64AVX2(bits, a[:t], b[:t])
	}
	eqBits(bits[t>>6:], a[t:], b[t:], 0)
}

// NeU8 writes a <> b of codes.
func NeU8(bits []uint64, a, b []uint8) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		neU8AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		neU8AVX2(bits, a[:t], b[:t])
	}
	eqBits(bits[t>>6:], a[t:], b[t:], ^uint64(0))
}

// NeU16 writes a <> b of codes.
func NeU16(bits []uint64, a, b []uint16) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		neU16AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		neU16AVX2(bits, a[:t], b[:t])
	}
	eqBits(bits[t>>6:], a[t:], b[t:], ^uint64(0))
}

// NeU32 writes a <> b of codes.
func NeU32(bits []uint64, a, b []uint32) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		neU32AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		neU32AVX2(bits, a[:t], b[:t])
	}
	eqBits(bits[t>>6:], a[t:], b[t:], ^uint64(0))
}

// NeI64 writes a <> b of integers.
func NeI64(bits []uint64, a, b []int64) {
	b, bits = b[:len(a)], bits[:Words(len(a))]
	t := 0
	switch level {
	case AVX512:
		neI64AVX512(bits, a, b)
		return
	case AVX2:
		t = whole(len(a))
		neI64AVX2(bits, a[:t], b[:t])
	}
	eqBits(bits[t>>6:], a[t:], b[t:], ^uint64(0))
}

// ltBits writes a < b, xor flip.
func ltBits[T Word](bits []uint64, a, b []T, flip uint64) {
	for ; len(a) >= 64; bits, a, b = bits[1:], a[64:], b[64:] {
		w := uint64(0)
		for t := 0; t < 64; t += 8 {
			x, y := a[t:t+8:t+8], b[t:t+8:t+8]
			w |= (b2u(x[0] < y[0]) |
				b2u(x[1] < y[1])<<1 |
				b2u(x[2] < y[2])<<2 |
				b2u(x[3] < y[3])<<3 |
				b2u(x[4] < y[4])<<4 |
				b2u(x[5] < y[5])<<5 |
				b2u(x[6] < y[6])<<6 |
				b2u(x[7] < y[7])<<7) << t
		}
		bits[0] = w ^ flip
	}
	if len(a) == 0 {
		return
	}
	w := uint64(0)
	for t, x := range a {
		w |= b2u(x < b[t]) << t
	}
	bits[0] = head(w^flip, len(a))
}

// eqBits writes a = b, xor flip.
func eqBits[T Word](bits []uint64, a, b []T, flip uint64) {
	for ; len(a) >= 64; bits, a, b = bits[1:], a[64:], b[64:] {
		w := uint64(0)
		for t := 0; t < 64; t += 8 {
			x, y := a[t:t+8:t+8], b[t:t+8:t+8]
			w |= (b2u(x[0] == y[0]) |
				b2u(x[1] == y[1])<<1 |
				b2u(x[2] == y[2])<<2 |
				b2u(x[3] == y[3])<<3 |
				b2u(x[4] == y[4])<<4 |
				b2u(x[5] == y[5])<<5 |
				b2u(x[6] == y[6])<<6 |
				b2u(x[7] == y[7])<<7) << t
		}
		bits[0] = w ^ flip
	}
	if len(a) == 0 {
		return
	}
	w := uint64(0)
	for t, x := range a {
		w |= b2u(x == b[t]) << t
	}
	bits[0] = head(w^flip, len(a))
}
