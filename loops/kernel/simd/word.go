package simd

// Code is the element type of a narrow column.
type Code interface{ uint8 | uint16 | uint32 }

// Word is the element type of an integer column.
type Word interface {
	uint8 | uint16 | uint32 | int64
}

// Words returns how many words the bitmap of n elements has.
func Words(n int) int { return (n + 63) >> 6 }

// whole returns how many of n elements fill whole words of a bitmap.
func whole(n int) int { return n &^ 63 }

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// vectors returns how many of n 64-bit lanes fill whole vectors of AVX2.
func vectors(n int) int { return n &^ 3 }

// head returns w with the bits from n on cleared.
func head(w uint64, n int) uint64 {
	if n < 64 {
		w &= 1<<n - 1
	}
	return w
}
