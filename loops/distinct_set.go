package loops

import (
	"math/bits"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/internal/scratch"
)

// distinctSet is a set of values of one worker, in parts by their hash. Values are appended to their part
// as they come; when a part has grown, the repeats in it are dropped, by a table that is small enough to
// stay in the cache. The zero value is kept as a flag.
type distinctSet[T int64 | uint64 | int128.Int] struct {
	hash   func(h []uint64, vals []T) // of as many values as h has
	hashes []uint64                   // of the values being added
	parts  [1 << setBits]valuePart[T]
}

const (
	setBits    = 8       // of the hash, which say the part
	fewestKept = 1 << 11 // values a part has before repeats are looked for
	firstChunk = 1 << 5  // values
	mostChunk  = 1 << 11
)

// valuePart is a part of a set, in chunks of which all but the last are full.
type valuePart[T int64 | uint64 | int128.Int] struct {
	chunks [][]T
	values int // in all chunks
	most   int // values at which repeats are dropped
	zero   bool
}

func newSet[T int64 | uint64 | int128.Int](block int, hash func(h []uint64, vals []T)) *distinctSet[T] {
	s := &distinctSet[T]{hash: hash, hashes: make([]uint64, block)}
	for i := range s.parts {
		s.parts[i].most = fewestKept
	}
	return s
}

// add adds at most a block of values.
func (s *distinctSet[T]) add(vals []T) {
	h := s.hashes[:len(vals)]
	s.hash(h, vals)
	for t, x := range vals {
		p := &s.parts[h[t]>>(64-setBits)]
		k := len(p.chunks) - 1
		if k < 0 || len(p.chunks[k]) == cap(p.chunks[k]) {
			k = s.room(p)
		}
		p.chunks[k] = append(p.chunks[k], x)
	}
}

// room makes room for a value and returns the chunk that has it.
func (s *distinctSet[T]) room(p *valuePart[T]) int {
	full := 0
	for _, c := range p.chunks {
		full += len(c)
	}
	if full >= p.most {
		p.drop(s.hash)
		p.most = max(fewestKept, 2*p.values)
		if 4*p.values > 3*full { // few repeats: look for them less often
			p.most *= 4
		}
		if k := len(p.chunks) - 1; k >= 0 && len(p.chunks[k]) < cap(p.chunks[k]) {
			return k
		}
	}
	size := firstChunk
	if k := len(p.chunks) - 1; k >= 0 {
		size = min(mostChunk, 2*cap(p.chunks[k]))
	}
	p.chunks = append(p.chunks, scratch.Make[T](size)[:0])
	return len(p.chunks) - 1
}

// drop drops the repeats of values.
func (p *valuePart[T]) drop(hash func(h []uint64, vals []T)) {
	n := 0
	for _, c := range p.chunks {
		n += len(c)
	}
	h := scratch.Make[uint64](mostChunk)
	table := scratch.Make[T](1 << bits.Len(uint(2*n)))
	mask := uint64(len(table) - 1)
	var zero T
	p.values = 0
	k, to := 0, [](T)(nil)
	if len(p.chunks) > 0 {
		to = p.chunks[0][:0]
	}
	for _, c := range p.chunks {
		for len(c) > 0 {
			some := c[:min(len(c), len(h))]
			c = c[len(some):]
			hash(h[:len(some)], some)
			for t, x := range some {
				if x == zero {
					p.zero = true
					continue
				}
				i := h[t] & mask
				for table[i] != zero && table[i] != x {
					i = (i + 1) & mask
				}
				if table[i] == x {
					continue
				}
				table[i] = x
				if len(to) == cap(to) {
					p.chunks[k] = to
					k++
					to = p.chunks[k][:0]
				}
				to = append(to, x) // behind what has been read
				p.values++
			}
		}
	}
	if len(p.chunks) > 0 {
		p.chunks[k] = to
		for _, c := range p.chunks[k+1:] {
			scratch.Free(c)
		}
		p.chunks = p.chunks[:k+1]
	}
	scratch.Free(table)
	scratch.Free(h)
}

// merge adds others, which are used up, and drops all repeats, a part at a time.
func (s *distinctSet[T]) merge(others []*distinctSet[T], threads int) {
	parallel.Do(len(s.parts), threads, func(i int) {
		p := &s.parts[i]
		for _, o := range others {
			p.chunks, p.zero = append(p.chunks, o.parts[i].chunks...), p.zero || o.parts[i].zero
			o.parts[i] = valuePart[T]{}
		}
		p.drop(s.hash)
	})
}

// count is the number of values after a merge.
func (s *distinctSet[T]) count() (n int64) {
	for i := range s.parts {
		if n += int64(s.parts[i].values); s.parts[i].zero {
			n++
		}
	}
	return n
}

// each calls f with all values, some at a time.
func (s *distinctSet[T]) each(f func(vals []T)) {
	for i := range s.parts {
		if s.parts[i].zero {
			f(make([]T, 1))
		}
		for _, c := range s.parts[i].chunks {
			f(c)
		}
	}
}

func (s *distinctSet[T]) free() {
	for i := range s.parts {
		for _, c := range s.parts[i].chunks {
			scratch.Free(c)
		}
		s.parts[i] = valuePart[T]{}
	}
}

// The hashes of a block of values.

func hashInts(h []uint64, vals []int64) {
	for i, x := range vals {
		h[i] = mix(uint64(x))
	}
}

func hashWords(h []uint64, vals []uint64) {
	for i, x := range vals {
		h[i] = mix(x)
	}
}

func hashWides(h []uint64, vals []int128.Int) {
	for i, x := range vals {
		h[i] = mix(mix(x.Lo) ^ uint64(x.Hi))
	}
}
