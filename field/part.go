package field

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/scratch"
)

// encoder turns chunks of DuckDB's physical layout into the parts of a column.
// One goroutine uses it. The four implementations are by family of types:
// intEncoder, wideEncoder, floatEncoder, stringEncoder.
type encoder interface {
	// append encodes n values at data. valid has a bit set for each value that is
	// not NULL and is nil when all are. Both are borrowed.
	append(data unsafe.Pointer, valid []uint64, n int)
	// take returns what was appended since the last take.
	take() part
}

// part is consecutive values of a column as an encoder leaves them, in one of
// the four slices of pieces. The memory belongs to the encoder's arena.
type part struct {
	rows, nulls int
	nullRuns    []nullRun

	ints   []intPiece
	wides  [][]int128.Int
	lo, hi int128.Int // of wides that are not NULL; hi < lo when there are none
	floats [][]float64
	strs   []stringPiece
	dict   *localDictionary // of the coded pieces of strs
}

// nullRun is the validity of rows [at, at+rows) of a part that has NULLs there.
type nullRun struct {
	at, rows, nulls int
	valid           []uint64
}

// each calls f with the position in the part of each NULL.
func (r *nullRun) each(f func(i int)) {
	for w := range r.valid {
		for nulls := r.nullWord(w); nulls != 0; nulls &= nulls - 1 {
			f(r.at + w*64 + bits.TrailingZeros64(nulls))
		}
	}
}

// nullWord returns the NULLs of 64 rows as set bits.
func (r *nullRun) nullWord(w int) uint64 {
	nulls := ^r.valid[w]
	if w == r.rows/64 {
		nulls &= 1<<(uint(r.rows)&63) - 1
	}
	return nulls
}

// addNulls counts a chunk's rows and NULLs. It returns nil when there are no
// NULLs, otherwise a copy of the validity, which the part keeps.
func (p *part) addNulls(mem *arena, valid []uint64, n int) (kept []uint64) {
	at := p.rows
	p.rows += n
	if valid == nil {
		return nil
	}
	words := (n + 63) / 64
	nulls := n
	for w, x := range valid[:words] {
		if w == n/64 {
			x &= 1<<(uint(n)&63) - 1
		}
		nulls -= bits.OnesCount64(x)
	}
	if nulls == 0 {
		return nil
	}
	kept = unsafe.Slice((*uint64)(mem.alloc(8*words)), words)
	copy(kept, valid)
	p.nulls += nulls
	p.nullRuns = append(p.nullRuns, nullRun{at: at, rows: n, nulls: nulls, valid: kept})
	return kept
}

var (
	minWide = int128.Int{Hi: math.MinInt64}
	maxWide = int128.Int{Hi: math.MaxInt64, Lo: math.MaxUint64}
)

// take returns the part and resets it.
func (p *part) take() part {
	t := *p
	*p = part{dict: t.dict, lo: maxWide, hi: minWide}
	return t
}

// arena hands out memory without pointers, all freed together: by release, or when nothing refers to
// it. One goroutine uses it.
type arena struct {
	free  []uint64
	total int64 // bytes handed out by blocks
	lent  [][]uint64
}

// take returns new memory.
func (a *arena) take(words int64) []uint64 {
	a.total += words * 8
	m := scratch.Make[uint64](int(words))
	a.lent = append(a.lent, m)
	return m
}

// release gives all memory back. Nothing may refer to it.
func (a *arena) release() {
	for _, m := range a.lent {
		scratch.Free(m)
	}
	a.lent, a.free = nil, nil
}

// Blocks double in size from the first to arenaBlock bytes.
const (
	arenaFirst = 4 << 10
	arenaBlock = 1 << 20
)

// alloc returns n bytes, aligned to 8, not cleared when n is small.
func (a *arena) alloc(n int) unsafe.Pointer {
	words := (n + 7) / 8
	if words > len(a.free) {
		size := min(max(a.total, arenaFirst), arenaBlock) / 8
		if words > int(size)/8 { // does not deserve to waste the rest of a block
			return unsafe.Pointer(unsafe.SliceData(a.take(int64(words))))
		}
		a.free = a.take(size)
	}
	p := unsafe.Pointer(unsafe.SliceData(a.free))
	a.free = a.free[words:]
	return p
}
