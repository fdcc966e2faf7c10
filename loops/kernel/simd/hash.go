package simd

import "math/bits"

// Constants of the hash; the generator of the assembly has the same.
const (
	hashKey    = 0x9e3779b97f4a7c15
	hashFactor = 0xe7037ed1a0b428db
)

// HashI64 writes a hash of each key: the two words of (key ^ hashKey) * hashFactor,
// xored.
func HashI64(dst []uint64, keys []int64) {
	dst = dst[:len(keys)]
	if level == AVX512 {
		hashI64AVX512(dst, keys)
		return
	}
	hash(dst, keys)
}

func hash(dst []uint64, keys []int64) {
	dst = dst[:len(keys)]
	for t, x := range keys {
		hi, lo := bits.Mul64(uint64(x)^hashKey, hashFactor)
		dst[t] = hi ^ lo
	}
}
