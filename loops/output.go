package loops

import (
	"cmp"
	"math"
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
	order := r.sortedRows(n, by, &ir.Cut{Order: out.Order, Limit: out.Limit, Offset: out.Offset})
	cols := make([]*field.Vector, len(out.Columns))
	for i, c := range out.Columns {
		v := *by[c.Attr]
		if order != nil {
			v = *pickRows(&v, order)
		}
		v.Name = c.Name
		cols[i] = v.Plain()
		if v.Type.Float() && orders(out, c.Attr) {
			cols[i] = plainZeros(cols[i])
		}
	}
	return cols, nil
}

// orders reports whether the rows are all that there are, ordered by an attribute among others. DuckDB
// takes such a column from the sorted keys, which have no negative zero.
func orders(out ir.Output, attr string) bool {
	return out.Limit < 0 && out.Offset == 0 && slices.ContainsFunc(out.Order, func(k ir.OrderKey) bool { return k.Attr == attr })
}

// plainZeros returns v with zeros that are positive.
func plainZeros(v *field.Vector) *field.Vector {
	w := *v
	w.Float = make([]float64, len(v.Float))
	for i, x := range v.Float {
		w.Float[i] = x + 0 // -0 + 0 is 0
	}
	return &w
}

// cutRows orders and cuts the rows of a field.
func (r *run) cutRows(rows []*field.Vector, cut *ir.Cut) []*field.Vector {
	by := map[string]*field.Vector{}
	for _, v := range rows {
		by[v.Name] = v
	}
	order := r.sortedRows(rows[0].Len(), by, cut)
	if order == nil {
		return rows
	}
	out := make([]*field.Vector, len(rows))
	for i, v := range rows {
		out[i] = pickRows(v, order)
	}
	return out
}

// sortedRows returns the rows that are kept in their order, nil for all rows as they are. Rows that
// compare equal stay in their order.
func (r *run) sortedRows(n int, by map[string]*field.Vector, out *ir.Cut) []int32 {
	from, to := int64(0), int64(n)
	from = min(max(0, out.Offset), to)
	if out.Limit >= 0 && out.Limit < to-from {
		to = from + out.Limit
	}
	if len(out.Order) == 0 && from == 0 && to == int64(n) {
		return nil
	}
	rows := make([]int32, n)
	if len(out.Order) == 0 {
		for i := range rows {
			rows[i] = int32(i)
		}
		return rows[from:to]
	}
	var among []int32 // rows that may be kept, ascending; nil for all
	if to < int64(n)/8 && n > topSlack {
		among = candidates(by[out.Order[0].Attr], out.Order[0], n, int(to))
		few := map[string]*field.Vector{}
		for _, k := range out.Order {
			few[k.Attr] = pickRows(by[k.Attr], among)
		}
		by, n = few, len(among)
	}
	o := newOrdering(by, out.Order, n)
	if to < int64(n)/8 {
		o.rows = smallest(o.rows, int(to), o.compare)
	}
	o.sort(r.opt.Threads)
	rows = rows[:len(o.rows)]
	for i, x := range o.rows {
		if rows[i] = x.row; among != nil {
			rows[i] = among[x.row]
		}
	}
	return rows[from:to]
}

// candidates returns the rows that are not behind the first k by one key, ascending.
func candidates(v *field.Vector, key ir.OrderKey, n, k int) []int32 {
	if v.From != nil && !ranks(v) {
		v = v.Plain()
	}
	of := newOrdinals(v, key, n).of
	last := uint64(math.MaxUint64)
	if k > 0 {
		last = smallest(of, k, cmp.Compare[uint64])[0]
	}
	var rows []int32
	for i, x := range of {
		if x <= last {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// smallest returns the k smallest of all, in no order: a bounded heap with the greatest on top.
func smallest[T any](all []T, k int, compare func(a, b T) int) []T {
	heap := slices.Clone(all[:k])
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
	for _, x := range all[k:] {
		if compare(x, heap[0]) < 0 {
			heap[0] = x
			down(0)
		}
	}
	return heap
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
