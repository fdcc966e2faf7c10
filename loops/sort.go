package loops

import (
	"cmp"
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/ir"
)

// ordering is rows to be sorted. Of each row's keys, as much as fits is one number that orders as they
// do: first its bits decide, then the keys left, then the row.
type ordering struct {
	rows []ranked
	rest []func(a, b int32) int
}

// ranked is a row with the front of its keys.
type ranked struct {
	front uint64
	row   int32
}

// newOrdering ranks n rows by the keys.
func newOrdering(by map[string]*field.Vector, keys []ir.OrderKey, n int) *ordering {
	o := &ordering{rows: make([]ranked, n)}
	for i := range o.rows {
		o.rows[i].row = int32(i)
	}
	free := 64
	for _, k := range keys {
		v := by[k.Attr]
		if v.From != nil && !ranks(v) {
			v = v.Plain()
			by[k.Attr] = v
		}
		exact := false
		if free > 0 {
			x := newOrdinals(v, k, n)
			exact = x.exact && x.width <= free
			drop := max(0, x.width-free)
			free -= x.width - drop
			for i := range o.rows {
				o.rows[i].front = o.rows[i].front<<(x.width-drop) | x.of[i]>>drop
			}
		}
		if !exact { // the bits that follow decide nothing
			free = 0
			o.rest = append(o.rest, keyOrder(v, k))
		}
	}
	return o
}

func (o *ordering) compare(a, b ranked) int {
	if a.front != b.front {
		if a.front < b.front {
			return -1
		}
		return 1
	}
	for _, compare := range o.rest {
		if c := compare(a.row, b.row); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.row, b.row)
}

// sortedAlone is the number of rows up to which one thread sorts.
const sortedAlone = 1 << 13

// sort sorts parts of the rows on all threads and merges them.
func (o *ordering) sort(threads int) {
	n := len(o.rows)
	if threads < 2 || n < sortedAlone {
		slices.SortFunc(o.rows, o.compare)
		return
	}
	at := make([]int, threads+1)
	for i := range at {
		at[i] = n * i / threads
	}
	parallel.Do(threads, threads, func(i int) { slices.SortFunc(o.rows[at[i]:at[i+1]], o.compare) })
	from, to := o.rows, make([]ranked, n)
	for len(at) > 2 {
		var next []int
		pairs := len(at) / 2
		parallel.Do(pairs, threads, func(i int) {
			lo, mid := at[2*i], at[2*i+1]
			hi := at[min(2*i+2, len(at)-1)]
			o.merge(to[lo:hi], from[lo:mid], from[mid:hi])
		})
		for i := 0; i < len(at); i += 2 {
			next = append(next, at[i])
		}
		if next[len(next)-1] != n {
			next = append(next, n)
		}
		at, from, to = next, to, from
	}
	o.rows = from
}

func (o *ordering) merge(to, a, b []ranked) {
	for len(a) > 0 && len(b) > 0 {
		if o.compare(a[0], b[0]) <= 0 {
			to[0], a = a[0], a[1:]
		} else {
			to[0], b = b[0], b[1:]
		}
		to = to[1:]
	}
	copy(to[copy(to, a):], b)
}

// ranks reports that the rows of a vector whose values are still in a column order as the values.
func ranks(v *field.Vector) bool { return v.From.Sorted && v.From.Unique() }

// keyOrder compares two rows by a key.
func keyOrder(v *field.Vector, k ir.OrderKey) func(a, b int32) int {
	compare := valueOrder(v)
	if k.Desc {
		ascending := compare
		compare = func(a, b int32) int { return ascending(b, a) }
	}
	null := nullsOf(v)
	if null == nil {
		return compare
	}
	first := 1
	if k.NullsFirst {
		first = -1
	}
	return func(a, b int32) int {
		switch na, nb := null(a), null(b); {
		case na && nb:
			return 0
		case na:
			return first
		case nb:
			return -first
		}
		return compare(a, b)
	}
}

// nullsOf returns which rows are NULL, nil when none is.
func nullsOf(v *field.Vector) func(row int32) bool {
	switch {
	case v.From != nil && slices.ContainsFunc(v.Rows, func(r int32) bool { return r < 0 }):
		return func(row int32) bool { return v.Rows[row] < 0 }
	case v.Null != nil:
		return func(row int32) bool { return v.Null[row] }
	}
	return nil
}

func valueOrder(v *field.Vector) func(a, b int32) int {
	switch {
	case v.From != nil:
		return func(a, b int32) int { return cmp.Compare(v.Rows[a], v.Rows[b]) }
	case v.Int != nil:
		return func(a, b int32) int { return cmp.Compare(v.Int[a], v.Int[b]) }
	case v.Wide != nil:
		return func(a, b int32) int { return v.Wide[a].Cmp(v.Wide[b]) }
	case v.Float != nil:
		return func(a, b int32) int { return compareFloat(v.Float[a], v.Float[b]) }
	}
	return func(a, b int32) int { return cmp.Compare(v.Str[a], v.Str[b]) }
}
