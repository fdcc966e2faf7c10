package field

import (
	"hash/maphash"
	"math/bits"
	"sync/atomic"

	"github.com/reffine-db/reffine/internal/hugepage"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/internal/scratch"
)

// firstRows numbers keys: the number of a key is the first row that has it, so that a key which only one
// row has is numbered by that row. Keys are strings of a column, or pairs of words. It is a hash table
// of rows, cut into parts by hash, each of which one goroutine fills.
type firstRows struct {
	col  *Column  // of strings, nil for pairs
	a, b []uint64 // pairs by row; b nil: single words

	tables [][]uint64 // an entry is the upper half of the hash, and below it the row + 1; 0 is empty
	cut    uint       // the hash without its upper bits is shifted so far for the part

	touched atomic.Uint32 // what was read ahead, to no end
}

const tagOf = 0xffffffff << 32

// hashPair returns the hash of a pair, the same in all tables.
func hashPair(a, b uint64) uint64 { return mix(a ^ bits.RotateLeft64(mix(b), 32)) }

// hashString returns the hash of a string, the same in all tables.
func hashString(s string) uint64 { return maphash.String(hashSeed, s) }

// number enters the rows that are not absent, and sets dst[i] to the number of row i's key.
func (x *firstRows) number(dst []uint64, absent []bool, threads int) {
	parts := 1
	if len(dst) >= 1<<15 {
		parts = 1 << bits.Len(uint(min(threads, 16)-1))
	}
	x.cut = uint(64 - bits.Len(uint(parts-1)))
	x.tables = make([][]uint64, parts)
	hashes := scratch.Make[uint64](len(dst))
	spread(len(dst), threads, func(lo, hi int) { x.hashRows(hashes, lo, hi) })
	parallel.Do(parts, threads, func(p int) { x.fill(p, dst, hashes, absent) })
	scratch.Free(hashes)
}

// hashRows sets dst to the hashes of rows [lo, hi).
func (x *firstRows) hashRows(dst []uint64, lo, hi int) {
	switch {
	case x.col != nil:
		for i := lo; i < hi; i++ {
			dst[i] = hashString(x.col.Str(i))
		}
	case x.b == nil:
		for i, a := range x.a[lo:hi] {
			dst[lo+i] = hashPair(a, 0)
		}
	default:
		b := x.b[lo:hi]
		for i, a := range x.a[lo:hi] {
			dst[lo+i] = hashPair(a, b[i])
		}
	}
}

// sameRow compares the keys of two rows.
func (x *firstRows) sameRow(r, i int) bool {
	if x.col != nil {
		return x.col.Str(r) == x.col.Str(i)
	}
	return x.a[r] == x.a[i] && (x.b == nil || x.b[r] == x.b[i])
}

// fill enters the rows whose hash is of a part.
func (x *firstRows) fill(p int, dst, hashes []uint64, absent []bool) {
	logSize := bits.Len(uint(2 * max(len(hashes)/len(x.tables), 32)))
	table := hugepage.Make[uint64](1 << logSize)
	mask, count := uint64(len(table)-1), 0
	for i, h := range hashes {
		if h>>x.cut != uint64(p) || absent != nil && absent[i] {
			continue
		}
		at := h & mask
		for ; table[at] != 0; at = (at + 1) & mask {
			if e := table[at]; (e^h)&tagOf == 0 && x.sameRow(int(uint32(e)-1), i) {
				break
			}
		}
		if e := table[at]; e != 0 {
			dst[i] = uint64(uint32(e) - 1)
			continue
		}
		dst[i], table[at] = uint64(i), h&tagOf|uint64(i+1)
		if count++; 4*count > 3*len(table) { // the part has more than its share
			table = regrown(table, hashes)
			mask = uint64(len(table) - 1)
		}
	}
	x.tables[p] = table
}

// regrown returns a table of twice the size.
func regrown(table, hashes []uint64) []uint64 {
	out := hugepage.Make[uint64](2 * len(table))
	mask := uint64(len(out) - 1)
	for _, e := range table {
		if e == 0 {
			continue
		}
		at := hashes[uint32(e)-1] & mask
		for out[at] != 0 {
			at = (at + 1) & mask
		}
		out[at] = e
	}
	return out
}

// table returns the part of a hash.
func (x *firstRows) table(h uint64) []uint64 { return x.tables[h>>x.cut] }

// find looks for the row of a hash for which same is true, or returns -1.
func (x *firstRows) find(h uint64, same func(row int) bool) int32 {
	table := x.table(h)
	mask := uint64(len(table) - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		e := table[at]
		if e == 0 {
			return -1
		}
		if r := int32(uint32(e) - 1); (e^h)&tagOf == 0 && same(int(r)) {
			return r
		}
	}
}

// findPairs sets found to the numbers of up to ahead pairs with their hashes, -1 for those that no row has. What
// each reads first does not wait for the others.
func (x *firstRows) findPairs(hashes, a, b []uint64, found []int32) {
	var first [ahead]uint64
	var at [ahead]uint64
	for i, h := range hashes {
		table := x.table(h)
		first[i&(ahead-1)] = table[h&uint64(len(table)-1)]
	}
	for i := range hashes {
		if r := uint32(first[i&(ahead-1)]); r > 0 {
			at[i&(ahead-1)] = x.a[r-1]
		}
	}
	for i, h := range hashes {
		e := first[i&(ahead-1)]
		r := int32(uint32(e)) - 1
		if r >= 0 && ((e^h)&tagOf != 0 || at[i&(ahead-1)] != a[i] || x.b != nil && x.b[r] != b[i]) {
			r = x.find(h, func(r int) bool { return x.a[r] == a[i] && (x.b == nil || x.b[r] == b[i]) })
		}
		found[i] = r
	}
}

// findStrings is findPairs for strings.
func (x *firstRows) findStrings(keys []string, found []int32) {
	var hashes, first [ahead]uint64
	var have [ahead]string
	for i, s := range keys {
		h := hashString(s)
		table := x.table(h)
		hashes[i&(ahead-1)], first[i&(ahead-1)] = h, table[h&uint64(len(table)-1)]
	}
	for i, h := range hashes[:len(keys)] {
		have[i] = ""
		if e := first[i]; e != 0 && (e^h)&tagOf == 0 {
			have[i] = x.col.Str(int(uint32(e) - 1))
		}
	}
	var ends byte
	for _, s := range have[:len(keys)] {
		if len(s) > 0 {
			ends += s[len(s)-1]
		}
	}
	x.touched.Store(uint32(ends))
	for i, s := range keys {
		e, h := first[i&(ahead-1)], hashes[i&(ahead-1)]
		r := int32(uint32(e)) - 1
		if r >= 0 && ((e^h)&tagOf != 0 || have[i&(ahead-1)] != s) {
			r = x.find(h, func(r int) bool { return x.col.Str(r) == s })
		}
		found[i] = r
	}
}

func (x *firstRows) bytes() int64 {
	n := 8 * (len(x.a) + len(x.b))
	for _, t := range x.tables {
		n += 8 * len(t)
	}
	return int64(n)
}
