package loops

import (
	"math/bits"

	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/loops/vector"
)

// merge adds the groups of others and returns, for each of those, the groups here. outers maps their
// outer groups to those here, nil without. The others are used up.
func (k *groupKeys) merge(others []*groupKeys, outers [][]int32) [][]int32 {
	to := make([][]int32, len(others))
	total := k.count
	for i, o := range others {
		to[i] = scratch.Make[int32](o.count)
		if total += o.count; outers != nil {
			o.renumber(outers[i])
		}
	}
	if threads := k.w.run.opt.Threads; k.layout != nil && (k.table == nil || threads > 1 && total > mergedAlone) {
		k.mergeParts(others, to, threads)
		return to
	}
	for i, o := range others {
		switch {
		case k.few != nil:
			k.mergeFew(o, to[i])
		case k.direct:
			k.mergeDirect(o, to[i])
		case k.dense != nil:
			k.mergeDense(o, to[i])
		case k.runs != nil:
			k.mergeRun(o, to[i])
		default:
			b := o.all()
			for g := range o.count {
				to[i][g] = k.lookup(b, g, o.hash(g))
			}
		}
	}
	return to
}

// renumber replaces the outer groups.
func (k *groupKeys) renumber(outer []int32) {
	p := &k.layout.outer
	for at := 0; at < len(k.words); at += k.width {
		x := &k.words[at]
		*x = *x&^p.mask | uint64(uint32(outer[*x&p.mask]))
	}
}

// all is the groups as a batch.
func (k *groupKeys) all() *keyBatch {
	return &keyBatch{words: k.words, word: 1, tuple: k.width, texts: k.texts}
}

const (
	mergedAlone = 1 << 12 // groups up to which one thread merges
	mergedPart  = 1 << 14 // groups of a part whose table stays in the cache
)

// partBits returns how many bits of the hash say the part a group is in.
func partBits(groups int) int { return min(10, max(6, bits.Len(uint(groups/mergedPart)))) }

// parted is the groups by the part they are in.
type parted struct {
	groups []int32
	hashes []uint64 // by group
	start  []int32
}

// parted parts the groups by the upper bits of their hashes, width of them.
func (k *groupKeys) parted(width int) *parted {
	parts := 1 << width
	p := &parted{groups: scratch.Make[int32](k.count), hashes: scratch.Make[uint64](k.count), start: make([]int32, parts+1)}
	next := make([]int32, parts)
	for g := range p.hashes {
		h := k.hash(g)
		p.hashes[g] = h
		next[h>>(64-width)]++
	}
	at := int32(0)
	for i, n := range next {
		p.start[i], next[i] = at, at
		at += n
	}
	p.start[parts] = at
	for g, h := range p.hashes {
		i := h >> (64 - width)
		p.groups[next[i]] = int32(g)
		next[i]++
	}
	return p
}

func (p *parted) free() {
	scratch.Free(p.groups)
	scratch.Free(p.hashes)
}

func (p *parted) part(i int) []int32 { return p.groups[p.start[i]:p.start[i+1]] }

// origin is a group of one of others: its number, and above it that of the other.
type origin uint64

func (x origin) of(others []*groupKeys) (o *groupKeys, g int32) {
	return others[x>>32], int32(uint32(x))
}

// mergeParts merges by parts of the hash, each on its own: a part has its own table, small enough to stay
// in the cache, and its new groups are numbered behind those of the parts before it. After it the
// table is gone, and no more tuples can be found.
func (k *groupKeys) mergeParts(others []*groupKeys, to [][]int32, threads int) {
	total := k.count
	for _, o := range others {
		total += o.count
	}
	width := partBits(total)
	parts := 1 << width
	scratch.Free(k.table)
	k.table = nil
	before := int32(k.count)
	sorted := make([]*parted, len(others)+1)
	parallel.Do(len(sorted), threads, func(i int) {
		if i == 0 {
			sorted[i] = k.parted(width)
		} else {
			sorted[i] = others[i-1].parted(width)
		}
	})
	batches := make([]*keyBatch, len(others))
	for i, o := range others {
		batches[i] = o.all()
	}
	fresh := make([][]origin, parts)
	parallel.Do(parts, threads, func(p int) {
		fresh[p] = k.mergePart(p, others, batches, sorted, to)
	})
	starts, at := make([]int32, parts), before
	for p, f := range fresh {
		starts[p] = at - before
		at += int32(len(f))
	}
	k.resize(int(at))
	parallel.Do(parts, threads, func(p int) {
		for i := range others {
			for _, g := range sorted[i+1].part(p) {
				if to[i][g] >= before {
					to[i][g] += starts[p]
				}
			}
		}
		k.take(int(before+starts[p]), fresh[p], others)
		scratch.Free(fresh[p])
	})
	for _, s := range sorted {
		s.free()
	}
}

// take copies groups of others to those from one on.
func (k *groupKeys) take(into int, from []origin, others []*groupKeys) {
	for j, x := range from {
		o, g := x.of(others)
		dst, src := k.words[(into+j)*k.width:][:k.width], o.words[int(g)*k.width:][:k.width]
		for i := range dst { // not by a call: misses of the cache overlap
			dst[i] = src[i]
		}
	}
	for d := range k.texts {
		switch t := &k.texts[d]; {
		case t.rows != nil:
			for j, x := range from {
				o, g := x.of(others)
				t.rows[into+j] = o.texts[d].rows[g]
			}
		case t.strs != nil:
			for j, x := range from {
				o, g := x.of(others)
				t.strs[into+j] = o.texts[d].strs[g]
			}
		}
	}
}

// mergePart finds the groups of others that are in a part, and returns those that are new, which are
// numbered from the count of k on.
func (k *groupKeys) mergePart(p int, others []*groupKeys, batches []*keyBatch, sorted []*parted, to [][]int32) (fresh []origin) {
	n := 0
	for _, s := range sorted {
		n += len(s.part(p))
	}
	table := scratch.Make[uint64](1 << bits.Len(uint(2*n)))
	defer scratch.Free(table)
	fresh = scratch.Make[origin](n - len(sorted[0].part(p)))[:0]
	mask := uint64(len(table) - 1)
	for _, g := range sorted[0].part(p) {
		h := sorted[0].hashes[g]
		i := h & mask
		for table[i] != 0 {
			i = (i + 1) & mask
		}
		table[i] = h&tagMask | uint64(g+1)
	}
	count := int32(k.count)
	for j := range others {
		for _, g := range sorted[j+1].part(p) {
			h := sorted[j+1].hashes[g]
			i := h & mask
			for ; ; i = (i + 1) & mask {
				e := table[i]
				if e == 0 {
					to[j][g] = count + int32(len(fresh))
					fresh = append(fresh, origin(uint64(j)<<32|uint64(g)))
					table[i] = h&tagMask | uint64(to[j][g]+1)
					break
				}
				if (e^h)&tagMask != 0 {
					continue
				}
				x := int32(uint32(e) - 1)
				with, at := k, x
				if x >= count {
					with, at = fresh[x-count].of(others)
				}
				if with.same(at, batches[j], int(g)) {
					to[j][g] = x
					break
				}
			}
		}
	}
	return fresh
}

// resize makes room for n groups.
func (k *groupKeys) resize(n int) {
	k.words = scratch.Grow(k.words, n*k.width)
	for d, node := range k.nodes {
		if x := &k.texts[d]; x.col != nil {
			x.rows = scratch.Grow(x.rows, n)
		} else if node.Lane() == vector.Strings {
			x.strs = extend(x.strs, n)
		}
	}
	k.count = n
}
