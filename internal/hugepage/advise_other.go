//go:build !linux

package hugepage

// advise does nothing: the system decides.
func advise([]byte) {}
