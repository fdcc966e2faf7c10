package hugepage

import (
	"syscall"
	"unsafe"
)

// pageSize is the size of a huge page on the machines at hand; with others less is advised.
const pageSize = 2 << 20

// adviceHuge is MADV_HUGEPAGE.
const adviceHuge = 14

// advise asks for huge pages inside b. What the system answers does not matter.
func advise(b []byte) {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	skip := (pageSize - at%pageSize) % pageSize
	if whole := (uintptr(len(b)) - skip) / pageSize * pageSize; whole > 0 {
		_ = syscall.Madvise(b[skip:skip+whole], adviceHuge)
	}
}
