package loops

import (
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// maskGroups is the number of groups up to which each is a bitmap over the block: every sum then is a
// masked sum a group, over columns as they are stored.
const maskGroups = 16

// groupMasks divides the tuples of a block into few groups as bitmaps: those of each value of each key,
// anded. What a filter before left out never enters.
type groupMasks struct {
	keys *groupKeys
	list []masked
	bits [][]uint64 // by value of key 0, then of key 1
	both []uint64
}

// masks returns the division by keys for accumulators that take it, or nil.
func (k *groupKeys) masks(list []masked) *groupMasks {
	if k.few == nil || list == nil || k.count > maskGroups || len(k.nodes) > 2 {
		return nil
	}
	for _, n := range k.nodes {
		if n.CanFail() {
			return nil
		}
	}
	m := &groupMasks{keys: k, list: list, both: make([]uint64, simd.Words(k.w.block))}
	for range k.spans(0) + k.spans(1) {
		m.bits = append(m.bits, make([]uint64, simd.Words(k.w.block)))
	}
	return m
}

// spans is the number of values key d may have; 0 when there is no such key.
func (k *groupKeys) spans(d int) int {
	if d >= len(k.nodes) {
		return 0
	}
	return int(k.span(d))
}

// update adds up a block.
func (m *groupMasks) update(f *vector.Frame) {
	for _, a := range m.list {
		a.(accumulator).grow(m.keys.count)
	}
	words := simd.Words(f.N)
	first, second := m.keys.spans(0), m.keys.spans(1)
	for v := range first {
		bits := m.bits[v][:words]
		m.keys.nodes[0].EqualBits(f, m.keys.lo[0]+int64(v), bits)
		if f.Live != nil {
			simd.And(bits, bits, f.Live)
		}
	}
	if second == 0 {
		for v := range first {
			m.add(f, m.bits[v][:words], v)
		}
		return
	}
	both := m.both[:words]
	for v := range second {
		bits := m.bits[first+v][:words]
		m.keys.nodes[1].EqualBits(f, m.keys.lo[1]+int64(v), bits)
		for u := range first {
			simd.And(both, m.bits[u][:words], bits)
			m.add(f, both, u+v*first)
		}
	}
}

// add adds the tuples of mask to group g.
func (m *groupMasks) add(f *vector.Frame, mask []uint64, g int) {
	n := simd.Count(mask)
	if n == 0 {
		return
	}
	m.keys.few[g] = true
	for _, a := range m.list {
		a.updateMasked(f, mask, n, g)
	}
}
