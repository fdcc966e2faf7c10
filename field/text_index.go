package field

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/reffine-db/reffine/internal/hugepage"
)

// TextIndex is the reordering of a table by a Varchar column: for each string, the rows
// that have it, ascending. NULL is absent. It is immutable.
type TextIndex struct {
	slots   map[string]int32
	Offsets []int32 // rows of slot s are Rows[Offsets[s]:Offsets[s+1]]
	Rows    []int32
	bytes   int64
}

// Segment returns the positions [lo, hi) in Rows of a string's rows, lo == hi when it is absent.
func (x *TextIndex) Segment(key string) (lo, hi int32) {
	s, ok := x.slots[key]
	if !ok {
		return 0, 0
	}
	return x.Offsets[s], x.Offsets[s+1]
}

// Keys returns the number of distinct strings.
func (x *TextIndex) Keys() int { return len(x.slots) }

// Bytes returns the memory held by the index; its strings alias the column.
func (x *TextIndex) Bytes() int64 { return x.bytes }

// textCache holds the text index of a column, built by one goroutine at a time.
type textCache struct {
	build sync.Mutex
	p     atomic.Pointer[TextIndex]
	used  useStamp
}

// drop forgets the index and returns its bytes.
func (c *textCache) drop() int64 {
	if x := c.p.Swap(nil); x != nil {
		return x.Bytes()
	}
	return 0
}

// TextIndex returns the level over a Varchar column: built at the first call, shared by
// later ones. An error is *OverLimit, or says that the column is not one.
func (t *Table) TextIndex(column string) (*TextIndex, error) {
	c := t.Column(column)
	if c == nil || c.Storage != Str && c.Dict == nil {
		return nil, fmt.Errorf("field: %s has no text column %q loaded", t.Name, column)
	}
	c.text.build.Lock()
	defer c.text.build.Unlock()
	x := c.text.p.Load()
	if x == nil {
		if err := t.store.admit(t, int64(c.Len)*8); err != nil {
			return nil, err
		}
		x = buildTextIndex(c)
		c.text.p.Store(x)
	}
	c.text.used.touch()
	return x, nil
}

// buildTextIndex numbers the strings in the order they are first met, then sorts rows by number.
func buildTextIndex(c *Column) *TextIndex {
	x := &TextIndex{slots: map[string]int32{}}
	of := hugepage.Make[int32](c.Len)
	var counts []int32
	for i := range c.Len {
		if c.Null(i) {
			of[i] = -1
			continue
		}
		s := c.Str(i)
		k, ok := x.slots[s]
		if !ok {
			k = int32(len(counts))
			x.slots[s] = k
			counts = append(counts, 0)
		}
		of[i] = k
		counts[k]++
	}
	x.Offsets = hugepage.Make[int32](len(counts) + 1)
	for k, n := range counts {
		x.Offsets[k+1] = x.Offsets[k] + n
	}
	next := append([]int32{}, x.Offsets[:len(counts)]...)
	x.Rows = hugepage.Make[int32](int(x.Offsets[len(counts)]))
	for i, k := range of {
		if k >= 0 {
			x.Rows[next[k]] = int32(i)
			next[k]++
		}
	}
	const entry = 40 // of the map: header, slot and its share of empty places
	x.bytes = int64(4*len(x.Offsets)+4*len(x.Rows)) + entry*int64(len(x.slots))
	return x
}
