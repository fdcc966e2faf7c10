package field

import (
	"math/bits"
	"sync/atomic"

	"github.com/reffine-db/reffine/internal/hugepage"
)

// KeySet is a set of the integers of a column: a bit for each that there can be, numbered as in an Index.
// It answers whether a key is there, and not where: in a small part of the memory that rows take.
type KeySet struct {
	min     int64
	inverse uint64
	twos    int
	bits    []uint64
}

// NewKeySet returns an empty set of the values of c, nil when those are no integers of 64 bits or too
// far apart for it.
func NewKeySet(c *Column) *KeySet {
	if c.Dict != nil || c.Storage > I64 {
		return nil
	}
	slots := c.slots()
	if slots > 64*uint64(c.Len)+1<<16 {
		return nil
	}
	factor := c.Factor
	if c.Storage == I64 || factor == 0 {
		factor = 1
	}
	shift, inverse := exactDivisor(uint64(factor))
	return &KeySet{min: c.Min, inverse: inverse, twos: int(shift), bits: hugepage.Make[uint64](int((slots + 63) / 64))}
}

// Add adds the values of the rows of c, that the set was made for, at from plus an element of sel. NULL
// is none. Any number of goroutines may add.
func (s *KeySet) Add(c *Column, from int, sel []int32) {
	switch c.Storage {
	case U8:
		addKeys(s, c, c.U8, 0, from, sel)
	case U16:
		addKeys(s, c, c.U16, 0, from, sel)
	case U32:
		addKeys(s, c, c.U32, 0, from, sel)
	default:
		addKeys(s, c, c.I64, c.Min, from, sel)
	}
}

func addKeys[K uint8 | uint16 | uint32 | int64](s *KeySet, c *Column, keys []K, base K, from int, sel []int32) {
	for _, i := range sel {
		r := from + int(i)
		if c.Valid != nil && c.Null(r) {
			continue
		}
		d := uint64(keys[r] - base)
		if word, bit := &s.bits[d>>6], uint64(1)<<(d&63); atomic.LoadUint64(word)&bit == 0 {
			atomic.OrUint64(word, bit)
		}
	}
}

// Test sets bit t of dst where keys[t] is in the set, and clears the others up to the end of the last word.
func (s *KeySet) Test(keys []int64, dst []uint64) {
	set, lo, inverse, twos := s.bits, uint64(s.min), s.inverse, -s.twos
	for w := range dst[:(len(keys)+63)>>6] {
		part := keys[w<<6 : min(len(keys), w<<6+64)]
		var out uint64
		for i, k := range part {
			d := bits.RotateLeft64((uint64(k)-lo)*inverse, twos)
			if at := d >> 6; at < uint64(len(set)) {
				out |= set[at] >> (d & 63) & 1 << i
			}
		}
		dst[w] = out
	}
}
