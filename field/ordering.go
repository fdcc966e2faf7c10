package field

import (
	"fmt"
	"math"
	"sort"
)

// Ordering is the reordering of a table by the values of a column, of which ranges are read: the rows
// ascending by value, those of one value ascending. The order is DuckDB's: -0.0 is 0.0, NaN is greater
// than all numbers, strings compare by bytes. NULL is absent. It is immutable.
type Ordering struct {
	Len  int     // positions
	Perm []int32 // row by position; nil when the position is the row

	column *Column
	keys   []int64 // by position, ascending: what orders as the values do, see Column.orderKey
	first  []int32 // by (key-keys[0])>>shift: the first position of those, or behind them
	shift  uint
}

// Ordering returns the ordering of a column: built at the first call, shared by later ones. An error is
// *Unsupported or *OverLimit.
func (t *Table) Ordering(column string) (*Ordering, error) {
	c := t.Column(column)
	if c == nil {
		return nil, fmt.Errorf("field: %s has no column %q loaded", t.Name, column)
	}
	if c.Storage == I128 {
		return nil, &Unsupported{Column: t.Name + "." + column, Type: c.Type.String(), Reason: "no ordering by 128 bits"}
	}
	return c.order.get(t, 16*int64(c.Len), func() *Ordering { return buildOrdering(c, t.store.threads()) })
}

// Ordered reports whether the ordering of a column is at hand, or as good as.
func (t *Table) Ordered(column string) bool {
	c := t.Column(column)
	return c != nil && (c.Sorted || c.order.p.Load() != nil)
}

// Bytes returns the memory held by the ordering.
func (x *Ordering) Bytes() int64 { return int64(4*len(x.Perm) + 8*len(x.keys) + 4*len(x.first)) }

// below returns the number of keys less than k.
func (x *Ordering) below(k int64) int32 {
	n := len(x.keys)
	if n == 0 || k <= x.keys[0] {
		return 0
	}
	if k > x.keys[n-1] {
		return int32(n)
	}
	d := (uint64(k) - uint64(x.keys[0])) >> (x.shift & 63)
	lo, hi := x.first[d], x.first[d+1]
	for hi-lo > 8 {
		if mid := lo + (hi-lo)/2; x.keys[mid] < k {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for lo < hi && x.keys[lo] < k {
		lo++
	}
	return lo
}

// upTo returns the number of keys that are at most k.
func (x *Ordering) upTo(k int64) int32 {
	if k == math.MaxInt64 {
		return int32(len(x.keys))
	}
	return x.below(k + 1)
}

// CountInt returns the number of positions whose value is less than k, or with equal at most k. The column
// is integer-represented, without a dictionary.
func (x *Ordering) CountInt(k int64, equal bool) int32 {
	if equal {
		return x.upTo(k)
	}
	return x.below(k)
}

// CountInts sets dst[t] to CountInt of values[t].
func (x *Ordering) CountInts(values []int64, equal bool, dst []int32) {
	dst = dst[:len(values)]
	if !equal {
		for t, v := range values {
			dst[t] = x.below(v)
		}
		return
	}
	for t, v := range values {
		dst[t] = x.upTo(v)
	}
}

// CountFloat is CountInt for a value of a Float column.
func (x *Ordering) CountFloat(v float64, equal bool) int32 { return x.CountInt(floatKey(v), equal) }

// CountText is CountInt for a string.
func (x *Ordering) CountText(s string, equal bool) int32 {
	c := x.column
	if c.Dict != nil {
		code, found := c.Dict.Find(s)
		return x.CountInt(int64(code), equal && found)
	}
	k := textKey(s)
	lo, hi := x.below(k), x.upTo(k)
	return lo + int32(sort.Search(int(hi-lo), func(i int) bool {
		at := c.Str(int(x.Row(lo + int32(i))))
		return at > s || !equal && at == s
	}))
}

// Row returns the row at a position.
func (x *Ordering) Row(p int32) int32 {
	if x.Perm == nil {
		return p
	}
	return x.Perm[p]
}

// Ranks returns the position of each row, the greatest number where the row is absent.
func (x *Ordering) Ranks(threads int) []uint32 {
	of := make([]uint32, x.column.Len)
	if x.Len < len(of) {
		for i := range of {
			of[i] = math.MaxUint32
		}
	}
	spread(x.Len, threads, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			of[x.Row(int32(p))] = uint32(p)
		}
	})
	return of
}
