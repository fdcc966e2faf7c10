// Command gen writes the assembly of package simd.
//
// Input: none; the kernels are Go functions here, one file a shape as in package
// simd, over the assembler of github.com/mmcloughlin/avo. Output, in the folder of
// package simd: a NAME_gen.s for each shape, the declarations of its functions
// (stubs_gen.go), the same for machines without them (stubs_other_gen.go), and
// gen.sum, by which a test of package simd knows that none of them is stale.
//
//	go generate ./loops/kernel/simd
//
// A kernel is one function an instruction set: rangeU8AVX512, rangeU8AVX2. What a
// function may rest on, and what its caller does for it, is the same for all of a
// set:
//
//	AVX512  any length; the tail is done under masks
//	AVX2    lengths are a multiple of the chunk the function is written for; the
//	        caller does the rest
//
// The module is its own so that users of package simd do not depend on avo.
//
// Reading order: file.go (functions, parameters, loops), bitmap.go (the loops that
// read or write a bitmap), then any shape.
package main
