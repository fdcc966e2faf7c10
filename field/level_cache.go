package field

import (
	"sync"
	"sync/atomic"
)

// levelCache holds a level over a column. It is built by one goroutine at a time; eviction forgets it,
// holders keep theirs.
type levelCache[L any, P interface {
	*L
	Bytes() int64
}] struct {
	build sync.Mutex
	p     atomic.Pointer[L]
	used  useStamp
}

// bytes returns the memory held by the level.
func (c *levelCache[L, P]) bytes() int64 {
	if x := c.p.Load(); x != nil {
		return P(x).Bytes()
	}
	return 0
}

// drop forgets the level and returns its bytes.
func (c *levelCache[L, P]) drop() int64 {
	if x := c.p.Swap(nil); x != nil {
		return P(x).Bytes()
	}
	return 0
}

// get returns the level over a column of t, made by make, which will need about so many bytes.
func (c *levelCache[L, P]) get(t *Table, bytes int64, make func() *L) (*L, error) {
	c.build.Lock()
	defer c.build.Unlock()
	x := c.p.Load()
	if x == nil {
		if err := t.store.admit(t, bytes); err != nil {
			return nil, err
		}
		x = make()
		c.p.Store(x)
		c.used.touch()
		t.store.evict(t)
	}
	c.used.touch()
	return x, nil
}
