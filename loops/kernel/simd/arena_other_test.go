//go:build !linux && !darwin

package simd

import "testing"

// mapArena returns memory. Reads outside of it go unnoticed here.
func mapArena(testing.TB) []byte { return make([]byte, arenaBytes) }
