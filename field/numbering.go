package field

import (
	"fmt"
	"slices"

	"github.com/reffine-db/reffine/internal/hugepage"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/ir"
)

// Numbering numbers the keys of a table's rows, by columns of any types, in the order of the first row that
// has each: what is grouped by the key is grouped by a dense number. NULL is a value like others, NaN equals NaN, and
// -0.0 equals 0.0. It is immutable.
//
//	name     b a b c a
//	Number   0 1 0 2 1
//	First    0 1 3
type Numbering struct {
	keyBase
	Number *Column // of each row, an integer; Sorted when no two rows have one key
	First  []int32 // the first row that has each key
	Null   int64   // the number of NULL, the key of one column; -1 where no row is
}

// Numbering returns the numbering of the keys of some columns: built at the first call, shared by later
// ones. An error is *OverLimit, or says that there is no such column.
func (t *Table) Numbering(names ...string) (*Numbering, error) {
	var columns []*Column
	var nulls []bool
	for _, name := range names {
		c := t.Column(name)
		if c == nil {
			return nil, fmt.Errorf("field: %s has no column %q loaded", t.Name, name)
		}
		columns, nulls = append(columns, c), append(nulls, c.NullCount > 0)
	}
	const row = 4 + 4 // bytes
	return cachedLevel(t, columns, nulls, row, buildNumbering)
}

// String describes the numbering. For explain.
func (x *Numbering) String() string { return fmt.Sprintf("numbered, %d keys", len(x.First)) }

func buildNumbering(columns []*Column, nulls []bool, threads int) *Numbering {
	steps, number, _ := keyNumbers(columns, nulls, nil, threads)
	if last := steps[len(steps)-1]; last.pairs == nil && (len(steps) > 1 || last.code.kind != textual) {
		number = (&firstRows{a: number}).all(nil, threads)
	}
	codes, first := consecutive(number, threads)
	c := &Column{Type: ir.Of(ir.Int64), Len: len(codes), Storage: U32, Factor: 1, U32: codes,
		Max: int64(max(1, len(first)) - 1), Sorted: len(first) == len(codes)}
	null := int64(-1)
	if len(columns) == 1 && nulls[0] {
		null = int64(slices.IndexFunc(first, func(row int32) bool { return columns[0].Null(int(row)) }))
	}
	return &Numbering{keyBase: keyBase{columns: columns, nulls: nulls, bytes: int64(4*len(codes) + 4*len(first))}, Number: c, First: first, Null: null}
}

// consecutive replaces numbers, each the first row that has it, by 0, 1, …
func consecutive(number []uint64, threads int) (codes []uint32, first []int32) {
	n := len(number)
	pieces := min(threads, n>>14+1)
	starts := make([]int, pieces+1)
	each := func(f func(piece, lo, hi int)) {
		parallel.Do(pieces, threads, func(p int) { f(p, n*p/pieces, n*(p+1)/pieces) })
	}
	each(func(p, lo, hi int) {
		for i, x := range number[lo:hi] {
			if x == uint64(lo+i) {
				starts[p+1]++
			}
		}
	})
	for p := range pieces {
		starts[p+1] += starts[p]
	}
	codes, first = hugepage.Make[uint32](n), hugepage.Make[int32](starts[pieces])
	each(func(p, lo, hi int) {
		next := starts[p]
		for i, x := range number[lo:hi] {
			if x == uint64(lo+i) {
				codes[lo+i], first[next] = uint32(next), int32(lo+i)
				next++
			}
		}
	})
	each(func(_, lo, hi int) {
		for i, x := range number[lo:hi] {
			if x != uint64(lo+i) {
				codes[lo+i] = codes[x]
			}
		}
	})
	return codes, first
}
