package field

import (
	"fmt"
	"math/bits"

	"github.com/reffine-db/reffine/internal/hugepage"
	"github.com/reffine-db/reffine/ir"
)

// KeyPart is a column that rows are found by. With Nulls, NULL finds NULL; else no row is found by NULL,
// nor at NULL.
type KeyPart struct {
	Column string
	Nulls  bool
}

// KeyIndex is the reordering of a table by columns of any types: for each key, the rows that have it,
// ascending. Equality is DuckDB's: NaN equals NaN, and -0.0 equals 0.0. Each key of a row is coded as a
// number, and the numbers have an Index. It is immutable; it is read through Probe.
//
//	(a, b)  ─codes─▶ a - min(a), bits of b ─steps─▶ both in one word, or the first row with both ─▶ Index
type KeyIndex struct {
	keyBase
	steps []keyStep
	index *Index
}

// keyStep adds a code to the number that the steps before it made: behind its bits, or, where there is
// no room in a word, by numbering the pairs of both. The last step may have no code, and numbers words.
type keyStep struct {
	code  *keyCode
	pairs *firstRows // nil: shifted
}

// Unique reports that a key has at most one row.
func (x *KeyIndex) Unique() bool { return x.index.Unique }

// Perm maps positions to rows; nil when they are the rows.
func (x *KeyIndex) Perm() []int32 { return x.index.Perm }

// Longest returns the greatest number of rows a key has, at least 1.
func (x *KeyIndex) Longest() int64 { return x.index.Longest() }

// String describes the index. For explain.
func (x *KeyIndex) String() string {
	s := "numbered " + x.index.Level.String()
	if x.index.Unique {
		s += " unique"
	}
	return s
}

// KeyIndex returns the level over columns of any types: built at the first call, shared by later ones. An
// error is *OverLimit, or says that there is no such column.
func (t *Table) KeyIndex(parts ...KeyPart) (*KeyIndex, error) {
	var columns []*Column
	var nulls []bool
	for _, p := range parts {
		c := t.Column(p.Column)
		if c == nil {
			return nil, fmt.Errorf("field: %s has no column %q loaded", t.Name, p.Column)
		}
		columns, nulls = append(columns, c), append(nulls, p.Nulls && c.NullCount > 0)
	}
	const row = 24 // bytes, by about
	return cachedLevel(t, columns, nulls, row*int64(len(parts)), buildKeyIndex)
}

// buildKeyIndex numbers the keys of all rows.
func buildKeyIndex(columns []*Column, nulls []bool, threads int) *KeyIndex {
	x := &KeyIndex{keyBase: keyBase{columns: columns, nulls: nulls}}
	n := columns[0].Len
	absent := absentRows(columns, nulls)
	steps, number, used := keyNumbers(columns, nulls, absent, threads)
	if used > 63 || uint64(1)<<used > 64*uint64(n)+1<<16 { // far apart: numbers of rows are close
		words := &firstRows{a: number}
		number = words.all(absent, threads)
		steps = append(steps, keyStep{pairs: words})
	}
	x.steps = steps
	x.index = buildIndex(numbersColumn(number, absent, threads), threads)
	x.index.column = nil // nobody iterates
	x.bytes = x.index.Bytes()
	for _, s := range x.steps {
		if s.pairs != nil {
			x.bytes += s.pairs.bytes()
		}
		if s.code != nil && s.code.text != nil {
			x.bytes += s.code.text.bytes()
		}
	}
	return x
}

// keyNumbers numbers the keys of all rows that are not absent, in so many bits.
func keyNumbers(columns []*Column, nulls, absent []bool, threads int) (steps []keyStep, number []uint64, used uint) {
	n := columns[0].Len
	for p, c := range columns {
		for _, code := range codesOf(c, p, nulls[p]) {
			word := code.all(absent, threads)
			step := keyStep{code: &code}
			switch {
			case number == nil:
				number, used = word, code.bits
			case used+code.bits < 64:
				spread(n, threads, func(lo, hi int) {
					for i, w := range word[lo:hi] {
						number[lo+i] = number[lo+i]<<code.bits | w
					}
				})
				used += code.bits
			default:
				step.pairs = &firstRows{a: number, b: word}
				number, used = step.pairs.all(absent, threads), uint(bits.Len(uint(n)))
			}
			steps = append(steps, step)
		}
	}
	return steps, number, used
}

// numbersColumn is the column of the numbers of keys, NULL for rows that are not found.
func numbersColumn(number []uint64, absent []bool, threads int) *Column {
	v := &Vector{Type: ir.Of(ir.Int64).WithNull(absent != nil), Int: make([]int64, len(number)), Null: absent}
	spread(len(number), threads, func(lo, hi int) {
		for i, w := range number[lo:hi] {
			v.Int[lo+i] = int64(w)
		}
	})
	return encodeVector(v, threads)
}

// absentRows marks the rows that no key finds: those with NULL in a column where it is no value. nil: none.
func absentRows(columns []*Column, nulls []bool) []bool {
	var absent []bool
	for p, c := range columns {
		if nulls[p] || c.NullCount == 0 {
			continue
		}
		if absent == nil {
			absent = make([]bool, c.Len)
		}
		for i := range absent {
			absent[i] = absent[i] || c.Null(i)
		}
	}
	return absent
}

// all returns the numbers of all rows.
func (k *keyCode) all(absent []bool, threads int) []uint64 {
	if k.kind == textual {
		dst := k.text.all(absent, threads)
		for i := range dst {
			if k.col.Null(i) {
				dst[i] = 0
			}
		}
		return dst
	}
	dst := hugepage.Make[uint64](k.col.Len)
	spread(len(dst), threads, func(lo, hi int) { k.rows(dst[lo:hi], lo, hi) })
	return dst
}

// all enters all rows and returns their numbers.
func (x *firstRows) all(absent []bool, threads int) []uint64 {
	n := len(x.a)
	if x.col != nil {
		n = x.col.Len
	}
	dst := hugepage.Make[uint64](n)
	x.number(dst, absent, threads)
	return dst
}
