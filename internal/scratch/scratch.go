package scratch

import (
	"math/bits"
	"sync"
	"unsafe"

	"github.com/reffine-db/reffine/internal/hugepage"
)

// Sizes are powers of two bytes, in words of 8.
const (
	least = 9 // 2^least words: what is smaller is not pooled
	most  = 27
)

// block is memory of one size.
type block struct{ words []uint64 }

// pools are the free blocks, by the logarithm of their words.
var pools [most + 1]sync.Pool

// Make returns n zeros of a type without pointers. The capacity is what the block has room for; what is behind n is not zero.
func Make[T any](n int) []T {
	size := unsafe.Sizeof(*new(T))
	class := classOf(uintptr(n) * size)
	if class < least || class > most {
		return hugepage.Make[T](n)
	}
	var words []uint64
	if b, ok := pools[class].Get().(*block); ok {
		words = b.words
		zero(words[:(uintptr(n)*size+7)/8])
	} else {
		words = hugepage.Make[uint64](1 << class)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(words))), uintptr(8)<<class/size)[:n]
}

// Free takes a slice that Make returned, whole or without its end. Nobody may use it any more.
func Free[T any](s []T) {
	size := uintptr(cap(s)) * unsafe.Sizeof(*new(T))
	class := classOf(size)
	if class < least || class > most || size != 8<<class {
		return
	}
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(s))), 1<<class)
	pools[class].Put(&block{words})
}

// Grow returns s with n elements, of which those behind s are zero. It takes s back when that has no
// room.
func Grow[T any](s []T, n int) []T {
	if n <= cap(s) {
		have := len(s)
		if n > have {
			zero(s[have:n])
		}
		return s[:max(n, have)]
	}
	t := Make[T](max(n, 2*cap(s)))[:n]
	for at := 0; at < len(s); at += piece {
		copy(t[at:], s[at:min(at+piece, len(s))])
	}
	Free(s)
	return t
}

// piece is how many elements are cleared or copied at a time: a goroutine cannot be stopped within either,
// and a collection that waits for that sends it one signal after the other meanwhile.
const piece = 1 << 15

func zero[T any](s []T) {
	for len(s) > piece {
		clear(s[:piece])
		s = s[piece:]
	}
	clear(s)
}

// classOf returns the logarithm of the words of the smallest block for so many bytes.
func classOf(bytes uintptr) int {
	words := (bytes + 7) / 8
	if words <= 1 {
		return 0
	}
	return bits.Len64(uint64(words - 1))
}
