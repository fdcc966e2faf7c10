package field

import (
	"fmt"
	"math/bits"
	"sync"
	"unsafe"

	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// Level is the kind of an Index: how it finds the rows of a key.
type Level uint8

// The levels, in the order they are preferred.
const (
	Identity Level = iota // a key's number is its row
	Rank                  // unique with gaps: a bit per possible key, the position (of Perm, unless the column is sorted) is the set bits below it
	Direct                // unique: a row per possible key
	Runs                  // sorted with gaps: a bit per possible key, and a run of rows per key that is present
	Segments              // a run of rows (of Perm, unless the column is sorted) per possible key
	Hash                  // keys far apart: a hash table of rows (unique) or of runs
)

var levelNames = [...]string{Identity: "identity", Rank: "rank", Direct: "direct", Segments: "segments", Hash: "hash"}

// String returns "identity" and the like.
func (l Level) String() string { return levelNames[l] }

// Index is the reordering of a table by an integer column: for each key, the
// rows that have it, ascending. NULL keys are absent. It is immutable; kernels
// may read the exported slices directly.
//
// Possible keys are numbered: key k has number (k-Min)/Factor, which is computed
// as RotateLeft64((k-Min)*Inverse, -Twos); unless that is less than Numbers, k is not
// a possible key. For a dictionary column the keys are codes.
type Index struct {
	Level    Level
	Min, Max int64 // least and greatest key; 0, -1 when there is none
	Factor   int64 // every key is Min plus a multiple of it
	Inverse  uint64
	Twos     int
	Numbers  uint64 // possible keys; 0 for Hash
	Keys     int64  // distinct keys
	Rows     int    // rows of the table, NULL keys included

	// Capabilities (see package loops for their use).
	Ordered bool // slots ascend by key
	Unique  bool // a key has at most one row; Locate is defined
	Full    bool // every possible key (for Hash: every slot) is present
	Locates bool // a key is found in constant time: always true today

	Present   []RankWord // Rank, Runs: by number/64
	DirectRow []int32    // Direct: row by number, -1 when absent
	Offsets   []int32    // Segments: positions of number s are [Offsets[s], Offsets[s+1]); Runs, and Hash not unique: of slot s
	Perm      []int32    // row by position; nil when the position is the row
	Table     []Entry    // Hash: power of two long, linear probing from hashKey(key) >> Shift
	Shift     uint       // Hash
	SlotKeys  []int64    // Hash, not unique: key by slot, in the order of first rows

	column  *Column
	longest lazyLongest
}

// lazyLongest is Longest, measured at the first question.
type lazyLongest struct {
	once sync.Once
	n    int64
}

// RankWord is 64 possible keys of a Rank or Runs level, together in a cache line.
type RankWord struct {
	Bits  uint64 // the bit of a key's number is set when it is present
	Below uint64 // bits set in the words before
}

// Entry is an entry of a hash level: the slot of a key (its row when unique),
// -1 when empty.
type Entry struct {
	Key  int64
	Slot int32
}

// hashKey is the multiplicative hash of hash levels.
func hashKey(k int64) uint64 { return uint64(k) * 0x9e3779b97f4a7c15 }

// number returns the number of a key; it is possible when less than x.Numbers.
func (x *Index) number(key int64) uint64 {
	return bits.RotateLeft64((uint64(key)-uint64(x.Min))*x.Inverse, -x.Twos)
}

// numbering is number, shifted.
func (x *Index) numbering(shift int) simd.Numbering {
	return simd.Numbering{Least: uint64(x.Min), Inverse: x.Inverse, Twos: x.Twos, Shift: shift}
}

// prefetchPresent asks for the words that rank reads. A word with its count is 16 bytes for 64 keys.
func (x *Index) prefetchPresent(keys []int64) {
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(x.Present))), 2*len(x.Present))
	simd.PrefetchKeys(words, keys, x.numbering(5))
}

// find returns the slot of a key of a hash level, or -1.
func (x *Index) find(key int64) int32 {
	mask := uint64(len(x.Table) - 1)
	for i := hashKey(key) >> x.Shift; ; i++ {
		e := &x.Table[i&mask]
		if e.Slot < 0 || e.Key == key {
			return e.Slot
		}
	}
}

// Locate sets rows[i] to the row that has keys[i], -1 when there is none. The
// index must be Unique; rows must be as long as keys.
func (x *Index) Locate(keys []int64, rows []int32) {
	if !x.Unique {
		panic("field: Locate on an index that is not unique")
	}
	for len(keys) > ahead {
		x.locate(keys[:ahead], rows)
		keys, rows = keys[ahead:], rows[ahead:]
	}
	x.locate(keys, rows)
}

// ahead is how many keys are looked up at a time: misses of the cache overlap among them, and what
// they ask for does not push itself out of it.
const ahead = 256

// locate is Locate for up to ahead keys.
func (x *Index) locate(keys []int64, rows []int32) {
	rows = rows[:len(keys)]
	switch {
	case x.Keys == 0:
		for i := range rows {
			rows[i] = -1
		}
	case x.Level == Identity:
		for i, k := range keys {
			d := x.number(k)
			if d >= x.Numbers {
				d = ^uint64(0)
			}
			rows[i] = int32(d)
		}
	case x.Level == Rank:
		x.prefetchPresent(keys)
		for i, k := range keys {
			rows[i] = x.rank(x.number(k))
		}
		if perm := x.Perm; perm != nil {
			simd.Prefetch(perm, rows)
			for i, r := range rows {
				absent := r >> 31 // all ones, or 0
				rows[i] = perm[r&^absent] | absent
			}
		}
	case x.Level == Direct:
		direct := x.DirectRow
		simd.PrefetchKeys(direct, keys, x.numbering(0))
		for i, k := range keys {
			r := int32(-1)
			if d := x.number(k); d < uint64(len(direct)) {
				r = direct[d]
			}
			rows[i] = r
		}
	default:
		x.findAll(keys, rows)
	}
}

// findAll is find for up to ahead keys. It first reads the entries where they belong, none of which
// waits for another, and then looks at them.
func (x *Index) findAll(keys []int64, rows []int32) {
	var at [ahead]uint32
	var first [ahead]Entry
	table, mask, shift := x.Table, uint64(len(x.Table)-1), x.Shift&63
	for i, k := range keys {
		h := hashKey(k) >> shift
		at[i&(ahead-1)] = uint32(h)
		first[i&(ahead-1)] = table[h&mask]
	}
	for i, k := range keys {
		e := first[i&(ahead-1)]
		for h := uint64(at[i&(ahead-1)]); e.Slot >= 0 && e.Key != k; e = table[h&mask] {
			h++
		}
		rows[i] = e.Slot
	}
}

// rank returns the position of a key's number on a Rank level, or the slot on a Runs level, -1 when it is absent.
func (x *Index) rank(d uint64) int32 {
	w := d >> 6
	if w >= uint64(len(x.Present)) {
		return -1
	}
	word, b := &x.Present[w], d&63
	set := word.Bits
	absent := int32(set>>b&1) - 1 // all ones, or 0: no branch, for half the keys may be absent
	return int32(word.Below) + int32(bits.OnesCount64(set&(1<<b-1))) | absent
}

// Segment returns the positions [lo, hi) of a key's rows, lo == hi when it is
// absent. Positions says what they are.
func (x *Index) Segment(key int64) (lo, hi int32) {
	d := x.number(key)
	row := int32(-1)
	switch x.Level {
	case Segments:
		if d >= x.Numbers {
			return 0, 0
		}
		return x.Offsets[d], x.Offsets[d+1]
	case Hash:
		if row = x.find(key); row >= 0 && !x.Unique {
			return x.Offsets[row], x.Offsets[row+1]
		}
	case Runs:
		if slot := x.rank(d); slot >= 0 {
			return x.Offsets[slot], x.Offsets[slot+1]
		}
	case Rank:
		row = x.rank(d)
	case Direct:
		if d < x.Numbers {
			row = x.DirectRow[d]
		}
	case Identity:
		if d < x.Numbers {
			row = int32(d)
		}
	}
	if row < 0 {
		return 0, 0
	}
	return row, row + 1
}

// Segments is Segment for each key. lo and hi must be as long as keys.
func (x *Index) Segments(keys []int64, lo, hi []int32) {
	for len(keys) > ahead {
		x.segments(keys[:ahead], lo, hi)
		keys, lo, hi = keys[ahead:], lo[ahead:], hi[ahead:]
	}
	x.segments(keys, lo, hi)
}

// segments is Segments for up to ahead keys.
func (x *Index) segments(keys []int64, lo, hi []int32) {
	lo, hi = lo[:len(keys)], hi[:len(keys)]
	if x.Level == Runs && x.Keys > 0 {
		offsets := x.Offsets
		x.prefetchPresent(keys)
		for i, k := range keys {
			lo[i] = x.rank(x.number(k))
		}
		simd.Prefetch(offsets, lo)
		for i, slot := range lo {
			absent := slot >> 31 // all ones, or 0
			l, h := offsets[slot&^absent], offsets[(slot+1)&^absent]
			lo[i], hi[i] = l, h // the same offset twice where it is absent
		}
		return
	}
	if x.Level == Segments {
		offsets := x.Offsets
		simd.PrefetchKeys(offsets, keys, x.numbering(0))
		for i, k := range keys {
			var l, h int32
			if d := x.number(k); d < uint64(len(offsets)-1) {
				l, h = offsets[d], offsets[d+1]
			}
			lo[i], hi[i] = l, h
		}
		return
	}
	if x.Unique && x.Perm == nil {
		x.Locate(keys, lo)
		for i, r := range lo {
			absent := r >> 31 // all ones, or 0
			lo[i], hi[i] = r&^absent, (r+1)&^absent
		}
		return
	}
	for i, k := range keys {
		lo[i], hi[i] = x.Segment(k)
	}
}

// Positions returns the rows at positions [lo, hi), ascending within a key: a
// part of Perm, or nil when the rows are lo, lo+1, …, hi-1 themselves.
func (x *Index) Positions(lo, hi int32) []int32 {
	if x.Perm == nil {
		return nil
	}
	return x.Perm[lo:hi]
}

// Longest returns the greatest number of rows a key has, at least 1.
func (x *Index) Longest() int64 {
	x.longest.once.Do(func() {
		longest := int32(1)
		for s := range max(0, len(x.Offsets)-1) {
			longest = max(longest, x.Offsets[s+1]-x.Offsets[s])
		}
		x.longest.n = int64(longest)
	})
	return x.longest.n
}

// Slots returns the number of slots At takes: the rows for Identity, Rank of a sorted column and a
// unique Hash, the keys for Runs, another Rank and another Hash, the possible keys for Direct and Segments.
func (x *Index) Slots() int {
	switch {
	case x.Level == Rank && x.Perm != nil:
		return len(x.Perm)
	case x.Level == Identity, x.Level == Rank, x.Level == Hash && x.Unique:
		return x.Rows
	case x.Level == Hash:
		return len(x.SlotKeys)
	case x.Level == Direct:
		return len(x.DirectRow)
	}
	return len(x.Offsets) - 1
}

// At returns the key of a slot and the positions of its rows, lo == hi when the
// key is absent. It is how an index is iterated.
func (x *Index) At(slot int) (key int64, lo, hi int32) {
	switch {
	case x.Level == Rank && x.Perm != nil:
		return x.column.Int(int(x.Perm[slot])), int32(slot), int32(slot + 1)
	case x.Level == Identity, x.Level == Rank, x.Level == Hash && x.Unique:
		lo, hi = int32(slot), int32(slot+1)
		if x.column.Null(slot) {
			hi = lo
		}
		return x.column.Int(slot), lo, hi
	case x.Level == Hash:
		return x.SlotKeys[slot], x.Offsets[slot], x.Offsets[slot+1]
	case x.Level == Runs:
		lo, hi = x.Offsets[slot], x.Offsets[slot+1]
		return x.column.Int(int(lo)), lo, hi
	}
	key = x.Min + int64(slot)*x.Factor
	if x.Level == Direct {
		if r := x.DirectRow[slot]; r >= 0 {
			return key, r, r + 1
		}
		return key, 0, 0
	}
	return key, x.Offsets[slot], x.Offsets[slot+1]
}

// Bytes returns the memory held by the index.
func (x *Index) Bytes() int64 {
	return int64(16*len(x.Present) + 4*len(x.DirectRow) + 4*len(x.Offsets) + 4*len(x.Perm) +
		16*len(x.Table) + 8*len(x.SlotKeys))
}

// String describes the index: "rank 1..6000000, 1500000 keys, ordered unique". For explain.
func (x *Index) String() string {
	s := fmt.Sprintf("%s %d..%d, %d keys", x.Level, x.Min, x.Max, x.Keys)
	for _, c := range []struct {
		has  bool
		name string
	}{{x.Ordered, " ordered"}, {x.Unique, " unique"}, {x.Full, " full"}} {
		if c.has {
			s += c.name
		}
	}
	return s
}
