// Package libm calls the C library's functions of floating-point numbers, a slice at a time.
//
// Input: slices of numbers. Output: their logarithms, powers, sines and so on, to the last bit what
// the engine linked into the same program computes: it calls the same functions. Go's own
// differ in the last place.
//
//	libm.Log10(dst, []float64{1, 10, 100})    0 1 2
//
// Reading order: libm.go.
package libm
