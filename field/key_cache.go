package field

import (
	"slices"
	"sync"
)

// keyBase is what levels over columns of any types have in common.
type keyBase struct {
	columns []*Column
	nulls   []bool // by column: NULL is a value like others
	bytes   int64
	used    useStamp
}

// Bytes returns the memory held by the level; its strings and integers alias the columns.
func (x *keyBase) Bytes() int64 { return x.bytes }

func (x *keyBase) base() *keyBase { return x }

// keyLevel is a *KeyIndex or a *Numbering.
type keyLevel interface{ base() *keyBase }

// keyCache holds the levels over keys that begin with a column. They are built by one goroutine at a time;
// eviction forgets them, holders keep theirs.
type keyCache struct {
	mu   sync.Mutex
	list []keyLevel
}

// reading forgets the levels that read a column, and returns their bytes.
func (c *keyCache) reading(col *Column) int64 {
	return c.drop(func(x *keyBase) bool { return slices.Contains(x.columns, col) })
}

// forget forgets one level and returns its bytes.
func (c *keyCache) forget(one *keyBase) int64 {
	return c.drop(func(x *keyBase) bool { return x == one })
}

func (c *keyCache) drop(which func(*keyBase) bool) (freed int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = slices.DeleteFunc(c.list, func(x keyLevel) bool {
		if !which(x.base()) {
			return false
		}
		freed += x.base().bytes
		return true
	})
	return freed
}

// all returns the levels.
func (c *keyCache) all() (out []*keyBase) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, x := range c.list {
		out = append(out, x.base())
	}
	return out
}

// cachedLevel returns the level of a kind over columns of t, made by build when there is none, which needs about
// so many bytes a row.
func cachedLevel[L keyLevel](t *Table, columns []*Column, nulls []bool, row int64, build func(columns []*Column, nulls []bool, threads int) L) (L, error) {
	cache := &columns[0].keys
	cache.mu.Lock()
	for _, x := range cache.list {
		if x, ok := x.(L); ok && slices.Equal(x.base().columns, columns) && slices.Equal(x.base().nulls, nulls) {
			cache.mu.Unlock()
			x.base().used.touch()
			return x, nil
		}
	}
	var x L
	if err := t.store.admit(t, row*int64(t.Rows)); err != nil {
		cache.mu.Unlock()
		return x, err
	}
	x = build(columns, nulls, t.store.threads())
	cache.list = append(cache.list, x)
	cache.mu.Unlock()
	x.base().used.touch()
	t.store.evict(t)
	return x, nil
}
