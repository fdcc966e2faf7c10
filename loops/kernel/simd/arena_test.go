package simd

import (
	"bytes"
	"testing"
	"unsafe"
)

// arenaBytes is the size of an arena.
const arenaBytes = 1 << 16

// An arena lends memory whose surroundings are watched: where pages can be
// protected, those before and after it cannot be touched, and everywhere what is
// around the memory lent must keep its values.
type arena struct {
	memory []byte // arenaBytes
	lo, hi int    // lent
}

// place says where in an arena memory is lent: an odd number ends at its end, an even
// one starts place elements behind its start.
type place uint8

// lend returns n elements, whose values are undefined.
func lend[T any](t testing.TB, a *arena, n int, p place) []T {
	t.Helper()
	if a.memory == nil {
		a.memory = mapArena(t)
	}
	var zero T
	size := int(unsafe.Sizeof(zero))
	a.lo = int(p) * size
	if p%2 == 1 {
		a.lo = arenaBytes - n*size
	}
	a.hi = a.lo + n*size
	if a.lo < 0 || a.hi > arenaBytes {
		t.Fatal("arena too small")
	}
	m := a.memory
	copy(m[max(0, a.lo-len(surroundings)):a.lo], surroundings)
	copy(m[a.hi:], surroundings)
	fill := m[a.lo:a.hi]
	for len(fill) > 0 {
		fill = fill[copy(fill, surroundings):]
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(m[min(a.lo, arenaBytes-1):]))), n)
}

// lendCopy returns a copy of a slice.
func lendCopy[T any](t testing.TB, a *arena, x []T, p place) []T {
	t.Helper()
	y := lend[T](t, a, len(x), p)
	copy(y, x)
	return y
}

// surroundings are the values watched, before and after.
var surroundings = bytes.Repeat([]byte{0xa5}, 512)

// intact reports whether nothing around the memory lent has changed.
func (a *arena) intact() bool {
	if a.memory == nil {
		return true
	}
	before, after := a.memory[max(0, a.lo-len(surroundings)):a.lo], a.memory[a.hi:min(arenaBytes, a.hi+len(surroundings))]
	return bytes.Equal(before, surroundings[:len(before)]) && bytes.Equal(after, surroundings[:len(after)])
}
