package driver

import "github.com/reffine-db/reffine/loops/kernel/simd"

// SIMD returns the vector instructions that the loops of this process use: avx512, avx2, or off where
// the machine has neither or REFFINE_SIMD says so.
func SIMD() string { return simd.Active().String() }
