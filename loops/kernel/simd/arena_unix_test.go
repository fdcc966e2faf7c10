//go:build linux || darwin

package simd

import (
	"syscall"
	"testing"
)

// mapArena returns memory between pages that must not be touched.
func mapArena(t testing.TB) []byte {
	t.Helper()
	const guard = 1 << 16 // whole pages everywhere
	m, err := syscall.Mmap(-1, 0, guard+arenaBytes+guard, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(m); err != nil {
			t.Error(err)
		}
	})
	for _, g := range [][]byte{m[:guard], m[guard+arenaBytes:]} {
		if err := syscall.Mprotect(g, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return m[guard : guard+arenaBytes : guard+arenaBytes]
}
