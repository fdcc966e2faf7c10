package driver

import (
	"container/list"
	"sync"
)

// maxPlans bounds the plans of a connector.
const maxPlans = 256

// planKey is everything a plan depends on. An entry holds fields of its
// version, so a cache is cleared when the version ends; that the version is in
// the key as well makes it impossible to hit a late entry.
type planKey struct {
	text     string
	args     string // the Go types of the arguments
	version  uint64 // of the data
	settings uint64 // of the database
	epoch    uint64 // of the connection
}

// planCache keeps the latest used plans, refusals among them. The zero cache is
// empty and ready.
type planCache struct {
	mu    sync.Mutex
	order list.List // of *planEntry, latest used first
	byKey map[planKey]*list.Element
}

type planEntry struct {
	key      planKey
	decision *decision
}

func (c *planCache) get(key planKey) *decision {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*planEntry).decision
}

func (c *planCache) put(key planKey, p *decision) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil {
		e.Value.(*planEntry).decision = p
		c.order.MoveToFront(e)
		return
	}
	if c.byKey == nil {
		c.byKey = map[planKey]*list.Element{}
	}
	c.byKey[key] = c.order.PushFront(&planEntry{key, p})
	for c.order.Len() > maxPlans {
		last := c.order.Back()
		delete(c.byKey, last.Value.(*planEntry).key)
		c.order.Remove(last)
	}
}

func (c *planCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order.Init()
	clear(c.byKey)
}

func (c *planCache) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len()
}
