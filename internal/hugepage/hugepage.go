package hugepage

import "unsafe"

// least is the size from which advice pays, in bytes: two huge pages, of which one is whole.
const least = 4 << 20

// Make returns make([]T, n).
func Make[T any](n int) []T {
	s := make([]T, n)
	if size := uintptr(n) * unsafe.Sizeof(*new(T)); size >= least {
		advise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), size))
	}
	return s
}
