package loops

import (
	"math/bits"

	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// An entry of the table is the upper half of a group's hash, and below it the group + 1; 0 is empty. The
// lower half of the hash says where to look first.
const tagMask = 0xffffffff << 32

// mix is a multiply-xor hash of one word.
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, 0xe7037ed1a0b428db)
	return hi ^ lo
}

func (k *groupKeys) findHash(f *vector.Frame, gids []int32) {
	b := k.load(f)
	if f.Err != nil {
		k.void(gids)
		return
	}
	n := len(gids)
	k.seen += n
	h := k.hashes[:n]
	for t, x := range b.words[:n] {
		h[t] = mix(x)
	}
	for i := 1; i < k.width; i++ {
		for t, x := range b.words[i*n:][:n] {
			h[t] = mix(h[t] ^ x)
		}
	}
	for lo := 0; lo < n; lo += touchedAhead {
		hi := min(lo+touchedAhead, n)
		if len(k.table) > cachedTable {
			k.touch(h[lo:hi])
		}
		if k.width == 1 {
			k.findWord(b, h, gids, lo, hi)
			continue
		}
		for t := lo; t < hi; t++ {
			gids[t] = k.lookup(b, t, h[t])
		}
	}
}

// touchedAhead is how many tuples are touched at a time.
const touchedAhead = 1024

// cachedTable is the size of a table up to which its entries are taken to be in the cache.
const cachedTable = 1 << 15

// touch reads what the search of a block will read first: misses of the cache overlap here, where no
// branch depends on what is read.
func (k *groupKeys) touch(h []uint64) {
	table, words := k.table, k.words
	mask := uint64(len(table) - 1)
	last, width := uint64(len(words)-1), uint64(k.width)
	var x uint64
	for _, hash := range h {
		x += table[hash&mask]
	}
	for _, hash := range h {
		x += words[min(uint64(uint32(table[hash&mask]))*width, last)]
	}
	k.touched = x
}

// findWord is the search of groups of one word, for tuples lo to hi.
func (k *groupKeys) findWord(b *keyBatch, h []uint64, gids []int32, lo, hi int) {
	table, words := k.table, k.words
	mask := uint64(len(table) - 1)
	for t := lo; t < hi; t++ {
		x, hash := b.words[t], h[t]
		for i := hash & mask; ; i = (i + 1) & mask {
			e := table[i]
			if e == 0 {
				gids[t] = k.insert(i, hash, b, t)
				table, words = k.table, k.words
				mask = uint64(len(table) - 1)
				break
			}
			if g := uint32(e) - 1; (e^hash)&tagMask == 0 && words[g] == x {
				gids[t] = int32(g)
				break
			}
		}
	}
}

// lookup finds or adds the group of tuple t, with its hash.
func (k *groupKeys) lookup(b *keyBatch, t int, hash uint64) int32 {
	mask := uint64(len(k.table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		e := k.table[i]
		if e == 0 {
			return k.insert(i, hash, b, t)
		}
		if (e^hash)&tagMask == 0 && k.same(int32(uint32(e)-1), b, t) {
			return int32(uint32(e) - 1)
		}
	}
}

// same compares a group with a tuple.
func (k *groupKeys) same(g int32, b *keyBatch, t int) bool {
	have := k.words[int(g)*k.width:][:k.width]
	for i, x := range have {
		if x != b.words[i*b.word+t*b.tuple] {
			return false
		}
	}
	for d, n := range k.nodes {
		if n.Lane() == vector.Strings && !k.layout.isNull(d, have) && k.texts[d].at(int(g)) != b.texts[d].at(t) {
			return false
		}
	}
	return true
}

// insert adds the group of tuple t, whose place in the table is i.
func (k *groupKeys) insert(i, hash uint64, b *keyBatch, t int) int32 {
	g := k.add(b, t)
	k.table[i] = hash&tagMask | uint64(g+1)
	if 2*k.count > len(k.table) {
		k.rehash()
	}
	return g
}

// larger returns the size of the next table. Where most tuples have been new groups, and there are many
// of them already, it is what they come to by the end at that rate.
func (k *groupKeys) larger() int {
	size := 4 * len(k.table)
	if size > 1<<23 {
		size = 2 * len(k.table)
	}
	if len(k.table) >= 1<<14 && 2*k.count > k.seen {
		expected := float64(k.count) / k.w.progress()
		for float64(size) < 2*expected && size < 32*len(k.table) && size < 1<<26 {
			size *= 2
		}
	}
	return size
}

func (k *groupKeys) rehash() {
	size := k.larger()
	scratch.Free(k.table)
	k.table = scratch.Make[uint64](size)
	table, mask := k.table, uint64(size-1)
	var at [256]int32
	var hashes [len(at)]uint64
	for lo := 0; lo < k.count; lo += len(at) {
		n := min(len(at), k.count-lo)
		for j := range n {
			hashes[j] = k.hash(lo + j)
			at[j] = int32(hashes[j] & mask)
		}
		simd.Prefetch(table, at[:n])
		for j, h := range hashes[:n] {
			i := h & mask
			for table[i] != 0 {
				i = (i + 1) & mask
			}
			table[i] = h&tagMask | uint64(lo+j+1)
		}
	}
}

// hash returns the hash of a group.
func (k *groupKeys) hash(g int) uint64 {
	w := k.words[g*k.width:][:k.width]
	h := mix(w[0])
	for _, x := range w[1:] {
		h = mix(h ^ x)
	}
	return h
}
