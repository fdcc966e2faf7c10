// Package int128 is signed 128-bit arithmetic with overflow detection, for
// HUGEINT and wide DECIMAL values.
//
// Input and output are Int values, two words in two's complement; operations that may not fit say
// so in a second result.
//
//	p, ok := int128.Of(1 << 62).Mul(int128.Of(1 << 62)) // 2^124, true
package int128
