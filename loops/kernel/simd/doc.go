// Package simd is kernels over narrow columns and bitmaps in vector instructions.
//
// Input: slices of columns, bitmaps and lanes. Output: bitmaps, lanes, positions and
// sums, in slices the caller owns. Nothing here allocates or keeps state.
//
//	RangeU16(bits, shipdate, 730, 364)              // compare → a bit an element
//	RangeU8(more, discount, 5, 2)
//	And(bits, bits, more)
//	n := WidenSelU32(price, cents, bits, 0, 1)      // decode what is selected
//	n = WidenSelU8(disc, discount, bits, 0, 1)
//	MulVV32(price[:n], price[:n], disc[:n])
//	sum := SumI64(price[:n])
//
// # Levels
//
// Each function chooses among AVX-512, AVX2 and Go by one variable, which is set at
// start to the best the machine has, or to less by REFFINE_SIMD=off|avx2|avx512.
// Results do not depend on the level, but for the payload of a NaN. Where no vector
// code has beaten the Go loop, there is none: then levels share it.
//
// # Conventions
//
// A bitmap has Words(n) words for n elements: bit t%64 of word t/64 is element t, and
// bits from n on are zero. Functions that write a bitmap write all of that, and those
// that read one beside a column do not mind what is behind element n.
//
// Inputs decide how many elements there are, the first of them where there are two;
// what is shorter than that is a panic. Nothing outside of the slices is read or
// written, at any length and alignment, panic or not. A destination overlaps a source
// only where a comment allows that, and then begins where the source does.
//
// Codes are unsigned and compare so; integers are signed. Arithmetic wraps around:
// that it does not is for the caller to prove.
//
// A kernel cannot be preempted. Callers work in blocks, or at most morsels.
//
// # Assembly
//
// The files NAME_gen.s are written by internal/gen, a module of its own, over avo; a
// test fails when they are stale.
//
// Reading order: level.go, word.go, range.go, then any shape. Twins in Go are below
// the functions they are twins of.
package simd

//go:generate go run -C internal/gen . ../..
