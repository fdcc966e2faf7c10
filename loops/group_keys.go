package loops

import (
	"strings"

	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/loops/vector"
)

// groupKeys numbers groups by their keys, 0, 1, … in the order they are first met. They are found in
// one of four ways:
//
//	few    the keys' proved ranges multiply to at most fewGroups: the index is the number (group_few.go)
//	dense  the keys' proved ranges multiply to a small table (group_dense.go)
//	run    the key does not decrease along a morsel: compare with the last (group_run.go)
//	hash   open addressing over packed words (group_hash.go)
//
// What identifies a group is width words: its index when it is dense, the key of a run, else as
// layout says. Strings stand beside, behind their hash.
type groupKeys struct {
	w     *worker
	nodes []*vector.Node
	count int
	width int
	words []uint64   // width a group
	texts []keyTexts // by key: the strings of groups

	few    *[fewGroups]bool // few: which groups have been met; count is that of all indexes
	direct bool             // the index is the number; dense says which groups have been met
	dense  []int32          // group + 1 by index
	lo     []int64          // few and dense: the least value of each key, and its stride in the index
	stride []int64
	index  []int64 // of the tuples of a block

	runs *runKeys

	layout *keyLayout
	table  []uint64 // hash: the tag of a group's hash, and group + 1
	batch  keyBatch // of the block at hand
	hashes []uint64
	seen   int // tuples

	touched uint64 // sum of what was read ahead, to no end

	outer []int32 // the outer group of each tuple of the block to find
}

// newGroupKeys lays out the keys. Within another grouping the outer group, set before each find,
// is a key too.
func newGroupKeys(nodes []*vector.Node, run, within bool, w *worker) *groupKeys {
	k := &groupKeys{nodes: nodes, w: w, width: 1, texts: make([]keyTexts, len(nodes))}
	run = run && !within && len(nodes) == 1 && nodes[0].Lane() == vector.Ints && !nodes[0].Type().Null
	switch {
	case !within && k.denseRanges(run):
		k.index = make([]int64, w.block)
		k.fewRanges()
		k.directRanges()
	case run:
		k.runs = &runKeys{ord: -1, edges: map[uint64]int32{}}
	default:
		k.layout = newKeyLayout(nodes, within)
		k.width = k.layout.width
		k.table = scratch.Make[uint64](1024)
		k.batch = keyBatch{words: make([]uint64, k.width*w.block), texts: make([]keyTexts, len(nodes)), tuple: 1}
		for d, n := range nodes {
			if col, _, ok := n.Leaf(); ok && n.Lane() == vector.Strings {
				k.texts[d].col = col
			}
		}
		k.hashes = make([]uint64, w.block)
	}
	return k
}

// find sets gids[t] to the group of tuple t, and small[t] too when there are few; the result says
// whether it did.
func (k *groupKeys) find(f *vector.Frame, gids []int32, small []uint8) bool {
	if k.few != nil {
		k.findFew(f, gids, small)
		return true
	}
	k.findMany(f, gids)
	if k.count > fewGroups {
		return false
	}
	for t, g := range gids {
		small[t] = uint8(g)
	}
	return true
}

func (k *groupKeys) findMany(f *vector.Frame, gids []int32) {
	switch {
	case k.direct:
		k.findDirect(f, gids)
	case k.dense != nil:
		k.findDense(f, gids)
	case k.runs != nil:
		k.findRun(f, gids)
	default:
		k.findHash(f, gids)
	}
}

// void is find for a block whose values are void, and may be outside any range.
func (k *groupKeys) void(gids []int32) {
	if k.count == 0 && len(gids) > 0 {
		b := &keyBatch{words: make([]uint64, k.width), word: 1, texts: make([]keyTexts, len(k.nodes))}
		for d := range k.nodes {
			b.texts[d] = keyTexts{strs: []string{""}, rows: []int32{-1}}
		}
		k.add(b, 0)
	}
	clear(gids)
}

// add appends the group of a tuple.
func (k *groupKeys) add(b *keyBatch, t int) int32 {
	at := len(k.words)
	k.words = scratch.Grow(k.words, at+k.width)
	for i := range k.width {
		k.words[at+i] = b.words[i*b.word+t*b.tuple]
	}
	for d := range b.texts {
		if k.nodes[d].Lane() != vector.Strings {
			continue
		}
		if x, from := &k.texts[d], &b.texts[d]; x.col != nil {
			x.rows = scratch.Grow(x.rows, k.count+1)
			x.rows[k.count] = from.row(t)
		} else { // made in a buffer
			x.strs = append(x.strs, strings.Clone(from.at(t)))
		}
	}
	k.count++
	return int32(k.count - 1)
}

// free gives the memory of the groups back; strings stay.
func (k *groupKeys) free() {
	scratch.Free(k.words)
	scratch.Free(k.table)
	scratch.Free(k.dense)
	k.words, k.table, k.dense = nil, nil, nil
	for d := range k.texts {
		scratch.Free(k.texts[d].rows)
		k.texts[d].rows = nil
	}
}

// order lists the groups that have been met. It is for the caller to free.
func (k *groupKeys) order() []int32 {
	out := scratch.Make[int32](k.count)[:0]
	for g := range k.count {
		if k.met(g) {
			out = append(out, int32(g))
		}
	}
	return out
}

// met reports that a group has a tuple.
func (k *groupKeys) met(g int) bool {
	switch {
	case k.few != nil:
		return k.few[g]
	case k.direct:
		return k.dense[g] != 0
	}
	return true
}

// integer returns the value of key d of a group, of the lanes Ints, Codes or Bools.
func (k *groupKeys) integer(d int, g int32) (x int64, null bool) {
	switch {
	case k.few != nil, k.direct:
		return k.indexed(d, int64(g))
	case k.dense != nil:
		return k.indexed(d, int64(k.words[g]))
	case k.runs != nil:
		return int64(k.words[g]), false
	}
	return k.layout.integer(d, k.words[int(g)*k.width:][:k.width])
}
