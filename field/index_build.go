package field

import (
	"math/bits"
	"sync/atomic"

	"github.com/reffine-db/reffine/internal/hugepage"
	"github.com/reffine-db/reffine/internal/parallel"
)

// directLimit is the number of possible keys a row up to which a row is kept for each of them: one
// access, in as much memory as a hash table takes.
const directLimit = 16

// chooseLevel returns the level of a column by its measured properties.
func (c *Column) chooseLevel() Level {
	slots, rows := c.slots(), uint64(c.Len)
	near := slots <= 8*rows+1<<16
	unique := c.Unique()
	switch {
	case unique && c.Sorted && slots == rows:
		return Identity
	case unique && c.Sorted && slots <= 64*rows+1<<16:
		return Rank
	case unique && slots <= directLimit*rows+1<<16:
		return Direct
	case unique && slots <= 64*rows+1<<16:
		return Rank
	case !unique && c.Sorted && slots <= 64*rows+1<<16 && slots > 16*uint64(c.Distinct()):
		return Runs
	case near:
		return Segments
	}
	return Hash
}

// slots returns the number of possible keys, 2^64-1 for 2^64.
func (c *Column) slots() uint64 {
	if c.NullCount == c.Len {
		return 0
	}
	n := (uint64(c.Max) - uint64(c.Min)) / uint64(c.Factor)
	return max(n, n+1)
}

// indexBytes returns about how much memory the index will hold.
func (c *Column) indexBytes() int64 {
	n, slots := int64(c.Len), c.slots()
	switch c.chooseLevel() {
	case Identity:
		return 0
	case Rank:
		if !c.Sorted {
			return int64(slots/64*16) + 4*n
		}
		return int64(slots / 64 * 16)
	case Direct:
		return int64(slots * 4)
	case Runs:
		return int64(slots/64*16) + 4*c.Distinct()
	case Segments:
		if c.Sorted {
			return int64(slots * 4)
		}
		return int64(slots*4) + 4*n
	}
	return 4*n + 48*c.Distinct()
}

// buildIndex returns the index of an Integral column.
func buildIndex(c *Column, threads int) *Index {
	x := &Index{
		Level: c.chooseLevel(), Min: c.Min, Max: c.Max, Factor: c.Factor, Rows: c.Len,
		Unique: c.Unique(), Ordered: true, Locates: true, column: c,
	}
	shift, inverse := exactDivisor(uint64(x.Factor))
	x.Inverse, x.Twos = inverse, int(shift)
	if c.NullCount == c.Len {
		x.Level, x.Max, x.Full, x.Offsets = Segments, -1, true, []int32{0}
		return x
	}
	switch c.Storage {
	case U8:
		build(x, c.U8, 0, threads)
	case U16:
		build(x, c.U16, 0, threads)
	case U32:
		build(x, c.U32, 0, threads)
	default:
		build(x, c.I64, c.Min, threads)
	}
	return x
}

// build fills in x from keys; the number of a key is key-base.
func build[K uint8 | uint16 | uint32 | int64](x *Index, keys []K, base K, threads int) {
	c := x.column
	if x.Unique {
		x.Keys = int64(c.Len - c.NullCount)
	}
	if x.Level != Hash {
		x.Numbers = c.slots()
	}
	switch x.Level {
	case Identity:
		x.Full = true
	case Rank:
		if c.Sorted {
			buildRank(x, keys, base, threads)
		} else {
			buildRankPerm(x, keys, base, threads)
		}
		x.Full = uint64(x.Keys) == x.Numbers
	case Direct:
		x.DirectRow = hugepage.Make[int32](int(x.Numbers))
		spread(len(x.DirectRow), threads, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				x.DirectRow[i] = -1
			}
		})
		spread(len(keys), threads, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				if !c.Null(i) {
					x.DirectRow[keys[i]-base] = int32(i)
				}
			}
		})
		x.Full = uint64(x.Keys) == x.Numbers
	case Runs:
		x.Keys = c.Distinct()
		buildRank(x, keys, base, threads)
		x.Offsets = hugepage.Make[int32](int(x.Keys + 1))
		buildStarts(x, keys, base, threads)
	case Segments:
		x.Offsets = hugepage.Make[int32](int(x.Numbers + 1))
		if c.Sorted {
			buildRuns(x, keys, base, threads)
			x.Keys = c.Distinct()
		} else {
			buildPerm(x, keys, base, threads)
		}
		x.Full = uint64(x.Keys) == x.Numbers
	default:
		buildHash(x, threads)
	}
}

// spread calls f on pieces of [0, n) in parallel.
func spread(n, threads int, f func(lo, hi int)) {
	pieces := min(threads, n>>14+1)
	parallel.Do(pieces, threads, func(i int) { f(n*i/pieces, n*(i+1)/pieces) })
}

// buildRank sets the bit of each key of a sorted column. A piece owns the words
// whose first key it has.
func buildRank[K uint8 | uint16 | uint32 | int64](x *Index, keys []K, base K, threads int) {
	x.Present = hugepage.Make[RankWord](int((x.Numbers + 63) / 64))
	word := func(i int) uint64 { return uint64(keys[i]-base) >> 6 }
	spread(len(keys), threads, func(lo, hi int) {
		for lo > 0 && lo < hi && word(lo) == word(lo-1) {
			lo++
		}
		for hi > lo && hi < len(keys) && word(hi) == word(hi-1) {
			hi++
		}
		for _, k := range keys[lo:hi] {
			d := uint64(k - base)
			x.Present[d>>6].Bits |= 1 << (d & 63)
		}
	})
	x.countBelow()
}

// countBelow sets the count of each word from the bits.
func (x *Index) countBelow() {
	below := uint64(0)
	for w := range x.Present {
		x.Present[w].Below = below
		below += uint64(bits.OnesCount64(x.Present[w].Bits))
	}
}

// buildRankPerm sets the bit of each key of a unique column, and its row by its rank.
func buildRankPerm[K uint8 | uint16 | uint32 | int64](x *Index, keys []K, base K, threads int) {
	x.Present = hugepage.Make[RankWord](int((x.Numbers + 63) / 64))
	spread(len(keys), threads, func(lo, hi int) {
		alone := lo == 0 && hi == len(keys)
		for i := lo; i < hi; i++ {
			if x.column.Null(i) {
				continue
			}
			d := uint64(keys[i] - base)
			if word, bit := &x.Present[d>>6].Bits, uint64(1)<<(d&63); alone {
				*word |= bit
			} else {
				atomic.OrUint64(word, bit)
			}
		}
	})
	x.countBelow()
	x.Perm = hugepage.Make[int32](int(x.Keys))
	spread(len(keys), threads, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if !x.column.Null(i) {
				x.Perm[x.rank(uint64(keys[i]-base))] = int32(i)
			}
		}
	})
}

// buildRuns sets the offsets of a sorted column: where each key starts.
func buildRuns[K uint8 | uint16 | uint32 | int64](x *Index, keys []K, base K, threads int) {
	spread(len(keys), threads, func(lo, hi int) {
		next := uint64(0) // the least number without an offset
		if lo > 0 {
			next = uint64(keys[lo-1]-base) + 1
		}
		for i := lo; i < hi; i++ {
			for s := uint64(keys[i] - base); next <= s; next++ {
				x.Offsets[next] = int32(i)
			}
		}
	})
	x.Offsets[len(x.Offsets)-1] = int32(len(keys))
}

// buildStarts sets the offsets of the keys of a sorted column whose ranks are known.
func buildStarts[K uint8 | uint16 | uint32 | int64](x *Index, keys []K, base K, threads int) {
	spread(len(keys), threads, func(lo, hi int) {
		for lo > 0 && lo < hi && keys[lo] == keys[lo-1] {
			lo++
		}
		if lo == hi {
			return
		}
		slot := x.rank(uint64(keys[lo] - base))
		x.Offsets[slot] = int32(lo)
		for i := lo + 1; i < hi; i++ {
			if keys[i] != keys[i-1] {
				slot++
				x.Offsets[slot] = int32(i)
			}
		}
	})
	x.Offsets[len(x.Offsets)-1] = int32(len(keys))
}

// buildPerm is a stable counting sort of the rows by key. Each piece of rows
// counts, then places its rows after those of the pieces before it.
func buildPerm[K uint8 | uint16 | uint32 | int64](x *Index, keys []K, base K, threads int) {
	c, slots := x.column, len(x.Offsets)-1
	pieces := max(1, min(threads, 4*len(keys)/slots, len(keys)>>14+1))
	counts := make([][]int32, pieces)
	piece := func(p int) (lo, hi int) { return len(keys) * p / pieces, len(keys) * (p + 1) / pieces }
	parallel.Do(pieces, threads, func(p int) {
		n := make([]int32, slots)
		lo, hi := piece(p)
		if c.Valid == nil {
			for _, k := range keys[lo:hi] {
				n[k-base]++
			}
		} else {
			for i := lo; i < hi; i++ {
				if !c.Null(i) {
					n[keys[i]-base]++
				}
			}
		}
		counts[p] = n
	})
	x.Keys = placeCounts(x.Offsets, counts, threads)
	x.Perm = hugepage.Make[int32](int(x.Offsets[slots]))
	parallel.Do(pieces, threads, func(p int) {
		next := counts[p]
		lo, hi := piece(p)
		if c.Valid == nil {
			for i, k := range keys[lo:hi] {
				x.Perm[next[k-base]] = int32(lo + i)
				next[k-base]++
			}
			return
		}
		for i := lo; i < hi; i++ {
			if !c.Null(i) {
				x.Perm[next[keys[i]-base]] = int32(i)
				next[keys[i]-base]++
			}
		}
	})
}

// placeCounts turns counts by piece and key into positions: of each key in
// offsets, of each piece's first row of a key in counts. It returns the number of
// keys that have rows.
func placeCounts(offsets []int32, counts [][]int32, threads int) (keys int64) {
	slots := len(offsets) - 1
	blocks := min(threads, slots>>14+1)
	block := func(b int) (lo, hi int) { return slots * b / blocks, slots * (b + 1) / blocks }
	starts, present := make([]int32, blocks+1), make([]int64, blocks)
	parallel.Do(blocks, threads, func(b int) {
		lo, hi := block(b)
		total := int32(0)
		for _, n := range counts {
			for _, k := range n[lo:hi] {
				total += k
			}
		}
		starts[b+1] = total
	})
	for b := range blocks {
		starts[b+1] += starts[b]
	}
	parallel.Do(blocks, threads, func(b int) {
		lo, hi := block(b)
		at := starts[b]
		for s := lo; s < hi; s++ {
			first := at
			offsets[s] = at
			for _, n := range counts {
				n[s], at = at, at+n[s]
			}
			if at > first {
				present[b]++
			}
		}
	})
	offsets[slots] = starts[blocks]
	for _, n := range present {
		keys += n
	}
	return keys
}
