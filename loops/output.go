package loops

import (
	"cmp"
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
)

// output orders, cuts and projects the rows of the output field.
func (r *run) output(rows []*field.Vector) ([]*field.Vector, error) {
	by := map[string]*field.Vector{}
	n := 0
	for _, v := range rows {
		by[v.Name] = v
		n = v.Len()
	}
	out := r.nest.Out
	order := sortedRows(n, by, out)
	cols := make([]*field.Vector, len(out.Columns))
	for i, c := range out.Columns {
		v := *by[c.Attr]
		if order != nil {
			v = *pickRows(&v, order)
		}
		v.Name = c.Name
		cols[i] = v.Plain()
	}
	return cols, nil
}

// sortedRows returns the rows of the result in order, nil for all rows as they are.
func sortedRows(n int, by map[string]*field.Vector, out ir.Output) []int32 {
	from, to := int64(0), int64(n)
	from = min(max(0, out.Offset), to)
	if out.Limit >= 0 && out.Limit < to-from {
		to = from + out.Limit
	}
	if len(out.Order) == 0 && from == 0 && to == int64(n) {
		return nil
	}
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	if len(out.Order) > 0 {
		for _, k := range out.Order {
			by[k.Attr] = by[k.Attr].Plain()
		}
		less := rowOrder(by, out.Order)
		if to < int64(n)/8 {
			rows = smallest(rows, int(to), less)
		}
		slices.SortStableFunc(rows, less)
	}
	return rows[from:to]
}

// smallest returns the k smallest rows, in no order: a bounded heap with the greatest on top.
func smallest(rows []int32, k int, compare func(a, b int32) int) []int32 {
	heap := append([]int32{}, rows[:k]...)
	if k == 0 {
		return heap
	}
	down := func(i int) {
		for {
			c := 2*i + 1
			if c >= k {
				return
			}
			if c+1 < k && compare(heap[c+1], heap[c]) > 0 {
				c++
			}
			if compare(heap[c], heap[i]) <= 0 {
				return
			}
			heap[i], heap[c] = heap[c], heap[i]
			i = c
		}
	}
	for i := k/2 - 1; i >= 0; i-- {
		down(i)
	}
	for _, r := range rows[k:] {
		if compare(r, heap[0]) < 0 {
			heap[0] = r
			down(0)
		}
	}
	return heap
}

// rowOrder compares two rows by the keys.
func rowOrder(by map[string]*field.Vector, keys []ir.OrderKey) func(a, b int32) int {
	type key struct {
		v       *field.Vector
		compare func(a, b int32) int
		sign    int
		null    int // result when only a is NULL
	}
	ks := make([]key, len(keys))
	for i, k := range keys {
		v := by[k.Attr]
		ks[i] = key{v: v, compare: valueOrder(v), sign: 1, null: 1}
		if k.Desc {
			ks[i].sign = -1
		}
		if k.NullsFirst {
			ks[i].null = -1
		}
	}
	return func(a, b int32) int {
		for _, k := range ks {
			if k.v.Null != nil {
				na, nb := k.v.Null[a], k.v.Null[b]
				switch {
				case na && nb:
					continue
				case na:
					return k.null
				case nb:
					return -k.null
				}
			}
			if c := k.compare(a, b); c != 0 {
				return c * k.sign
			}
		}
		return 0
	}
}

func valueOrder(v *field.Vector) func(a, b int32) int {
	switch {
	case v.Int != nil:
		return func(a, b int32) int { return cmp.Compare(v.Int[a], v.Int[b]) }
	case v.Wide != nil:
		return func(a, b int32) int { return v.Wide[a].Cmp(v.Wide[b]) }
	case v.Float != nil:
		return func(a, b int32) int { return compareFloat(v.Float[a], v.Float[b]) }
	}
	return func(a, b int32) int { return cmp.Compare(v.Str[a], v.Str[b]) }
}

// pickRows returns the given rows of v.
func pickRows(v *field.Vector, rows []int32) *field.Vector {
	out := &field.Vector{Name: v.Name, Type: v.Type, From: v.From}
	switch {
	case v.From != nil:
		out.Rows = picked(v.Rows, rows)
	case v.Int != nil:
		out.Int = picked(v.Int, rows)
	case v.Wide != nil:
		out.Wide = picked(v.Wide, rows)
	case v.Float != nil:
		out.Float = picked(v.Float, rows)
	default:
		out.Str = picked(v.Str, rows)
	}
	if v.Null != nil {
		out.Null = picked(v.Null, rows)
	}
	return out
}
