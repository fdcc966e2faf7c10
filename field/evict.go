package field

import (
	"cmp"
	"slices"
	"sync/atomic"
)

// clock orders uses of columns and indexes, of all stores.
var clock atomic.Int64

// useStamp is when something was last used.
type useStamp struct{ at atomic.Int64 }

func (u *useStamp) touch() { u.at.Store(clock.Add(1)) }

// Bytes returns the memory held by the store's fields: columns and indexes.
func (s *Store) Bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes()
}

func (s *Store) bytes() (n int64) {
	for _, st := range s.tables {
		for _, c := range st.columns {
			n += c.Bytes() + c.levelBytes()
		}
	}
	return n
}

// Invalidate drops all fields. Loads under way are not kept either; running
// queries keep the tables they have.
func (s *Store) Invalidate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.tables)
}

// Check returns *OverLimit when the tables of one query, with their indexes,
// exceed the limit together. A column that is in several tables counts once.
func (s *Store) Check(tables ...*Table) error {
	var need int64
	counted := map[*Column]bool{}
	name := ""
	for _, t := range tables {
		for _, c := range t.columns {
			if counted[c] {
				continue
			}
			counted[c] = true
			need += c.Bytes() + c.levelBytes()
		}
		name = t.Name
	}
	return s.within(name, need)
}

// admit returns *OverLimit when a table with some more bytes exceeds the limit
// alone. s may be nil: no limit.
func (s *Store) admit(t *Table, more int64) error {
	if s == nil || s.opts.MemoryLimit <= 0 {
		return nil
	}
	return s.within(t.Name, t.Bytes()+more)
}

func (s *Store) within(table string, need int64) error {
	if limit := s.opts.MemoryLimit; limit > 0 && need > limit {
		return &OverLimit{Table: table, Need: need, Limit: limit}
	}
	return nil
}

// evict drops the least recently used columns (with their indexes) and indexes
// until the store is within its limit, but none that keep has. s and keep may be nil.
func (s *Store) evict(keep *Table) {
	if s == nil || s.opts.MemoryLimit <= 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	over := s.bytes() - s.opts.MemoryLimit
	if over <= 0 {
		return
	}
	type item struct {
		used int64
		drop func() int64 // returns the bytes freed
	}
	var items []item
	for _, st := range s.tables {
		for name, c := range st.columns {
			if keep != nil && keep.byName[name] == c {
				continue
			}
			if c.idx.bytes() > 0 {
				items = append(items, item{c.idx.used.at.Load(), c.idx.drop})
			}
			for _, x := range c.keys.all() {
				items = append(items, item{x.used.at.Load(), func() int64 { return c.keys.forget(x) }})
			}
			if c.order.bytes() > 0 {
				items = append(items, item{c.order.used.at.Load(), c.order.drop})
			}
			items = append(items, item{c.used.at.Load(), func() int64 {
				delete(st.columns, name)
				freed := c.Bytes() + c.idx.drop() + c.order.drop()
				for _, d := range st.columns { // they would keep it
					freed += d.keys.reading(c)
				}
				return freed + c.keys.reading(c)
			}})
		}
	}
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.used, b.used) })
	for _, it := range items {
		if over <= 0 {
			break
		}
		over -= it.drop()
	}
}
