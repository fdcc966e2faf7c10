package simd

import (
	"fmt"
	"os"
)

// Level is a set of kernels.
type Level uint8

// The levels, each with all kernels; where a set has no faster way than one below
// it, it borrows that.
const (
	Portable Level = iota // Go
	AVX2                  // AVX2, BMI1, BMI2, POPCNT
	AVX512                // AVX-512 F, BW, DQ, VL, VBMI, VBMI2 and VPOPCNTDQ, and all of AVX2
)

var levelNames = [...]string{"off", "avx2", "avx512"}

// String returns the word for a level in REFFINE_SIMD.
func (l Level) String() string { return levelNames[l] }

// ParseLevel is the opposite of String.
func ParseLevel(s string) (Level, error) {
	for l, name := range levelNames {
		if s == name {
			return Level(l), nil
		}
	}
	return 0, fmt.Errorf("simd: %q is not a level; there are off, avx2, avx512", s)
}

// Active returns the level in use.
func Active() Level { return level }

// Best returns the highest level that this machine has.
func Best() Level { return best }

// initial returns the level to start with: what REFFINE_SIMD says, and if that is
// more than the machine has, or no level, the best.
func initial() Level {
	if l, err := ParseLevel(os.Getenv("REFFINE_SIMD")); err == nil {
		return min(l, best)
	}
	return best
}
