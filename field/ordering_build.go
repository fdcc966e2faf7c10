package field

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/reffine-db/reffine/internal/hugepage"
)

// orderKey returns an integer that orders as value i does, or for strings without a dictionary as their
// first bytes do. The value is not NULL.
func (c *Column) orderKey(i int) int64 {
	switch c.Storage {
	case F64:
		return floatKey(c.F64[i])
	case Str:
		return textKey(c.Str(i))
	}
	return c.Int(i)
}

// floatKey orders as DuckDB orders floats.
func floatKey(a float64) int64 {
	switch {
	case a != a:
		return math.MaxInt64
	case a == 0:
		return 0
	}
	if b := int64(math.Float64bits(a)); b >= 0 {
		return b
	} else {
		return ^(b & math.MaxInt64)
	}
}

// textKey orders as the first eight bytes of a string.
func textKey(s string) int64 {
	var b [8]byte
	copy(b[:], s)
	return int64(binary.BigEndian.Uint64(b[:]) ^ 1<<63)
}

// keyed is a row with its key, from the least one on.
type keyed struct {
	key uint64
	row int32
}

// buildOrdering returns the ordering of a column.
func buildOrdering(c *Column, threads int) *Ordering {
	x := &Ordering{column: c, Len: c.Len - c.NullCount, keys: hugepage.Make[int64](c.Len - c.NullCount)}
	if c.Sorted {
		spread(c.Len, threads, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				x.keys[i] = c.orderKey(i)
			}
		})
	} else {
		x.sort(threads)
	}
	x.direct()
	return x
}

// sort sets the rows and keys of a column that is not sorted.
func (x *Ordering) sort(threads int) {
	c := x.column
	rows := hugepage.Make[keyed](x.Len)
	least, greatest := int64(math.MaxInt64), int64(math.MinInt64)
	n := 0
	for i := range c.Len {
		if c.Null(i) {
			continue
		}
		k := c.orderKey(i)
		least, greatest = min(least, k), max(greatest, k)
		rows[n] = keyed{uint64(k), int32(i)}
		n++
	}
	for i := range rows {
		rows[i].key -= uint64(least)
	}
	rows = radixSort(rows, bits.Len64(uint64(greatest)-uint64(least)))
	if c.Storage == Str {
		sortEqual(rows, func(a, b keyed) int {
			if s, t := c.Str(int(a.row)), c.Str(int(b.row)); s < t {
				return -1
			} else if s > t {
				return 1
			}
			return int(a.row - b.row)
		})
	}
	x.Perm = hugepage.Make[int32](x.Len)
	spread(x.Len, threads, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			x.Perm[p], x.keys[p] = rows[p].row, int64(rows[p].key+uint64(least))
		}
	})
}

// radixSort sorts rows by keys of so many bits and keeps those of one key in their order. The result may be
// other memory.
func radixSort(rows []keyed, width int) []keyed {
	const digit = 11
	to := hugepage.Make[keyed](len(rows))
	for from := 0; from < width; from += digit {
		var next [1 << digit]int
		for _, r := range rows {
			next[r.key>>from&(1<<digit-1)]++
		}
		at := 0
		for d, n := range next {
			next[d], at = at, at+n
		}
		for _, r := range rows {
			d := r.key >> from & (1<<digit - 1)
			to[next[d]] = r
			next[d]++
		}
		rows, to = to, rows
	}
	return rows
}

// sortEqual sorts each run of equal keys.
func sortEqual(rows []keyed, compare func(a, b keyed) int) {
	for lo := 0; lo < len(rows); {
		hi := lo + 1
		for hi < len(rows) && rows[hi].key == rows[lo].key {
			hi++
		}
		slices.SortFunc(rows[lo:hi], compare)
		lo = hi
	}
}

// direct sets the table that says about where a key is: about an entry for every two positions.
func (x *Ordering) direct() {
	n := len(x.keys)
	if n == 0 {
		return
	}
	span := uint64(x.keys[n-1]) - uint64(x.keys[0])
	x.shift = uint(max(0, bits.Len64(span)-max(4, bits.Len(uint(n))-1)))
	x.first = hugepage.Make[int32](int(span>>x.shift) + 2)
	next := uint64(0)
	for p, k := range x.keys {
		for d := (uint64(k) - uint64(x.keys[0])) >> x.shift; next <= d; next++ {
			x.first[next] = int32(p)
		}
	}
	x.first[next] = int32(n)
}
