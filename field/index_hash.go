package field

import (
	"math/bits"

	"github.com/reffine-db/reffine/internal/hugepage"
)

// buildHash fills in a Hash level: a table of rows when the column is unique;
// otherwise slots in the order of first rows and the rows grouped by slot.
func buildHash(x *Index, threads int) {
	c := x.column
	if x.Unique {
		x.newTable(int(x.Keys))
		for i := range c.Len {
			if !c.Null(i) {
				x.insert(c.Int(i), int32(i))
			}
		}
		x.Ordered, x.Full = c.Sorted, c.NullCount == 0
		return
	}
	x.newTable(int(c.Distinct()))
	slotOf := hugepage.Make[int32](c.Len)
	for i := range c.Len {
		slotOf[i] = -1
		if c.Null(i) {
			continue
		}
		k := c.Int(i)
		s := x.insert(k, int32(len(x.SlotKeys)))
		if int(s) == len(x.SlotKeys) {
			x.SlotKeys = append(x.SlotKeys, k)
			x.Offsets = append(x.Offsets, 0)
			if len(x.SlotKeys) > len(x.Table)/2 { // the estimate was low
				x.regrow()
			}
		}
		slotOf[i] = s
		x.Offsets[s]++
	}
	x.Keys = int64(len(x.SlotKeys))
	x.Ordered, x.Full = c.Sorted, true
	at := int32(0)
	next := make([]int32, len(x.Offsets))
	for s, n := range x.Offsets {
		x.Offsets[s], next[s] = at, at
		at += n
	}
	x.Offsets = append(x.Offsets, at)
	if c.Sorted {
		return
	}
	x.Perm = hugepage.Make[int32](int(at))
	for i, s := range slotOf {
		if s >= 0 {
			x.Perm[next[s]] = int32(i)
			next[s]++
		}
	}
}

// newTable allocates a table for n keys, at most half full.
func (x *Index) newTable(n int) {
	logSize := bits.Len(uint(max(2*n-1, 1)))
	x.Table = hugepage.Make[Entry](1 << logSize)
	for i := range x.Table {
		x.Table[i].Slot = -1
	}
	x.Shift = uint(64 - logSize)
}

// insert returns the slot of key, which it sets to slot when the key is new.
func (x *Index) insert(key int64, slot int32) int32 {
	mask := uint64(len(x.Table) - 1)
	for i := hashKey(key) >> x.Shift; ; i++ {
		switch e := &x.Table[i&mask]; {
		case e.Slot < 0:
			*e = Entry{key, slot}
			return slot
		case e.Key == key:
			return e.Slot
		}
	}
}

// regrow doubles the table.
func (x *Index) regrow() {
	x.newTable(len(x.Table))
	for s, k := range x.SlotKeys {
		x.insert(k, int32(s))
	}
}
