package field

import (
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
	"sync"
)

// lazyProperties are the properties measured at the first question.
type lazyProperties struct {
	uniqueOnce, distinctOnce sync.Once
	unique                   bool
	distinct                 int64
}

// Unique reports whether no two rows share a value, NULLs aside.
func (c *Column) Unique() bool {
	c.lazy.uniqueOnce.Do(func() { c.lazy.unique = c.measureUnique() })
	return c.lazy.unique
}

// Distinct returns the number of distinct values, NULLs aside. It is exact for
// dictionaries, sorted columns, Unique ones and integers not too far apart;
// otherwise an estimate within a few percent.
func (c *Column) Distinct() int64 {
	c.lazy.distinctOnce.Do(func() { c.lazy.distinct = c.measureDistinct() })
	return c.lazy.distinct
}

// sortedIn reports whether rows [lo, hi) are non-decreasing. They must not be NULL.
func (c *Column) sortedIn(lo, hi int) bool {
	switch c.Storage {
	case U8:
		return slices.IsSorted(c.U8[lo:hi])
	case U16:
		return slices.IsSorted(c.U16[lo:hi])
	case U32:
		return slices.IsSorted(c.U32[lo:hi])
	case I64:
		return slices.IsSorted(c.I64[lo:hi])
	}
	for i := lo + 1; i < hi; i++ {
		if c.less(i, i-1) {
			return false
		}
	}
	return true
}

// less compares two rows of an F64, I128 or Str column.
func (c *Column) less(i, j int) bool {
	switch c.Storage {
	case F64:
		return floatLess(c.F64[i], c.F64[j])
	case I128:
		return c.Wide[i].Cmp(c.Wide[j]) < 0
	}
	return c.Str(i) < c.Str(j)
}

// equal compares two rows that are not NULL.
func (c *Column) equal(i, j int) bool {
	switch c.Storage {
	case F64:
		a, b := c.F64[i], c.F64[j]
		return a == b || a != a && b != b
	case I128:
		return c.Wide[i] == c.Wide[j]
	case Str:
		return c.Str(i) == c.Str(j)
	}
	return c.Int(i) == c.Int(j)
}

// hash returns the hash of a row that is not NULL, the same for equal rows.
func (c *Column) hash(i int) uint64 {
	switch c.Storage {
	case F64:
		f := c.F64[i]
		if f == 0 {
			f = 0 // -0
		}
		if f != f {
			f = math.NaN()
		}
		return mix(math.Float64bits(f))
	case I128:
		return mix(c.Wide[i].Lo ^ mix(uint64(c.Wide[i].Hi)))
	case Str:
		return maphash.String(hashSeed, c.Str(i))
	}
	return mix(uint64(c.Int(i)))
}

// mix is a bijection whose result looks random in all bits.
func mix(x uint64) uint64 {
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	return x ^ x>>32
}

// dense reports that a bit for each possible value of the column is cheap.
func (c *Column) dense() bool { return c.Integral() && c.slots() <= 64*uint64(c.Len)+1<<16 }

func (c *Column) measureUnique() bool {
	n := c.Len - c.NullCount
	switch {
	case n <= 1:
		return true
	case c.Dict != nil:
		return c.Dict.Len() == n
	case c.Integral() && c.slots() < uint64(n):
		return false
	case c.Sorted:
		return c.runs(true) == int64(n)
	case c.dense():
		return c.bits(true) == int64(n)
	}
	return c.uniqueByHash()
}

// runs returns the number of runs of equal values of a sorted column. With
// stop, it returns 0 at the first repetition.
func (c *Column) runs(stop bool) int64 {
	switch c.Storage {
	case U8:
		return countRuns(c.U8, stop)
	case U16:
		return countRuns(c.U16, stop)
	case U32:
		return countRuns(c.U32, stop)
	case I64:
		return countRuns(c.I64, stop)
	}
	n := int64(1)
	for i := 1; i < c.Len; i++ {
		if !c.equal(i-1, i) {
			n++
		} else if stop {
			return 0
		}
	}
	return n
}

func countRuns[K comparable](keys []K, stop bool) int64 {
	n := int64(1)
	for i := 1; i < len(keys); i++ {
		if keys[i-1] != keys[i] {
			n++
		} else if stop {
			return 0
		}
	}
	return n
}

// bits returns the number of distinct values of a dense column. With stop, it
// returns 0 at the first repetition.
func (c *Column) bits(stop bool) int64 {
	switch c.Storage {
	case U8:
		return countBits(c, c.U8, 0, stop)
	case U16:
		return countBits(c, c.U16, 0, stop)
	case U32:
		return countBits(c, c.U32, 0, stop)
	}
	return countBits(c, c.I64, c.Min, stop)
}

func countBits[K uint8 | uint16 | uint32 | int64](c *Column, keys []K, base K, stop bool) (n int64) {
	seen := make([]uint64, (c.slots()+63)/64)
	for i, k := range keys {
		if c.Valid != nil && c.Null(i) {
			continue
		}
		d := uint64(k - base)
		word, bit := &seen[d>>6], uint64(1)<<(d&63)
		if stop && *word&bit != 0 {
			return 0
		}
		*word |= bit
	}
	for _, w := range seen {
		n += int64(bits.OnesCount64(w))
	}
	return n
}

// uniqueByHash looks for a repetition in a hash table of rows.
func (c *Column) uniqueByHash() bool {
	type entry struct{ hash, row uint32 } // row+1, 0 when empty
	shift := uint(64 - bits.Len(uint(2*c.Len)))
	table := make([]entry, 1<<(64-shift))
	mask := uint64(len(table) - 1)
	for i := range c.Len {
		if c.Null(i) {
			continue
		}
		h := c.hash(i)
		e := entry{uint32(h), uint32(i + 1)}
		k := h >> shift
		for ; table[k&mask].row != 0; k++ {
			if t := table[k&mask]; t.hash == e.hash && c.equal(int(t.row-1), i) {
				return false
			}
		}
		table[k&mask] = e
	}
	return true
}

func (c *Column) measureDistinct() int64 {
	n := int64(c.Len - c.NullCount)
	switch {
	case n == 0:
		return 0
	case c.Dict != nil:
		return int64(c.Dict.Len())
	case c.Sorted:
		return c.runs(false)
	case c.dense():
		return c.bits(false)
	}
	d := c.distinctByRanks()
	if d >= n-n/8 && c.Unique() {
		return n
	}
	return max(min(d, n-1), 1)
}

// distinctByRanks is the HyperLogLog estimate over 2^12 registers: about 2 %
// standard error, with linear counting for small numbers.
func (c *Column) distinctByRanks() int64 {
	const m = 1 << 12
	var ranks [m]uint8
	for i := range c.Len {
		if !c.Null(i) {
			h := c.hash(i)
			r := uint8(bits.LeadingZeros64(h<<12|1<<11) + 1)
			ranks[h>>52] = max(ranks[h>>52], r)
		}
	}
	sum, zeros := 0.0, 0
	for _, r := range ranks {
		sum += math.Ldexp(1, -int(r))
		if r == 0 {
			zeros++
		}
	}
	e := 0.7213 / (1 + 1.079/m) * m * m / sum
	if e <= 2.5*m && zeros > 0 {
		e = m * math.Log(float64(m)/float64(zeros))
	}
	return int64(math.Round(e))
}
