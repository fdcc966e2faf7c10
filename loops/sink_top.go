package loops

import (
	"cmp"
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// topRows is what an emit keeps of its rows when only the first few in some order are wanted: as many
// as may be among them, in one chunk. From time to time it drops the others, and from then on rows
// that come behind the last one kept, by the first key, are not even emitted.
type topRows struct {
	keep  int
	order []ir.OrderKey
	ords  []int32 // morsel of each row kept
	key   *vector.Node
	upTo  func(v *vector.Vec, sel []int32) int // selects the tuples that are not behind the last one kept; nil when unknown
}

const (
	maxTop   = 1 << 16 // rows kept at most; for more all rows are collected and sorted
	topSlack = 1 << 13 // rows beside them before the others are dropped
)

// cut returns the order and limit of the rows that a stage emits, nil when it emits for others to add to
// or all rows are wanted.
func (r *run) cut(st *Stage) *ir.Cut {
	out := r.nest.Out
	switch {
	case st.More || r.rows[st.Name] != nil:
		return nil
	case st.Cut != nil && st.Cut.Limit >= 0:
		return st.Cut
	case st.Cut == nil && st.Name == out.Field && out.Limit >= 0:
		return &ir.Cut{Order: out.Order, Limit: out.Limit, Offset: out.Offset}
	}
	return nil
}

// newTop returns what the sink keeps by its cut; nil for all rows.
func (s *emitSink) newTop() *topRows {
	if s.cut == nil || len(s.cut.Order) == 0 || s.cut.Limit > maxTop || s.cut.Offset > maxTop {
		return nil
	}
	t := &topRows{keep: int(s.cut.Limit + max(0, s.cut.Offset)), order: s.cut.Order}
	for i, e := range s.elems {
		if e.node != nil && e.node.CanFail() {
			return nil
		}
		if s.spec.Names[i] == t.order[0].Attr {
			t.key = e.node
		}
	}
	return t
}

// pushTop is the push of a sink with a top.
func (s *emitSink) pushTop(w *worker) push {
	t := s.top
	g := w.gatherer()
	sel := w.ints(w.block)
	s.chunks = []*chunk{{cols: s.empty()}}
	return func(f *vector.Frame) {
		if t.keep == 0 {
			return
		}
		if t.upTo != nil {
			switch n := t.upTo(t.key.Eval(f), sel[:f.N]); {
			case n == 0:
				return
			case n < f.N:
				f = g.take(f, sel[:n])
			}
		}
		s.emit(s.chunks[0].cols, f)
		w.check(f)
		for range f.N {
			t.ords = append(t.ords, int32(w.ord))
		}
		if len(t.ords) >= 2*t.keep+topSlack {
			s.prune()
		}
	}
}

// prune drops the rows that are not among those to keep.
func (s *emitSink) prune() {
	t, c := s.top, s.chunks[0]
	by := map[string]*field.Vector{}
	for _, v := range c.cols {
		by[v.Name] = v
	}
	o := newOrdering(by, t.order, len(t.ords))
	best := smallest(o.rows, t.keep, o.compare)
	t.upTo = upToOf(t.key, by[t.order[0].Attr], int(best[0].row), t.order[0])
	rows := make([]int32, len(best))
	for i, x := range best {
		rows[i] = x.row
	}
	slices.Sort(rows)
	for i, v := range c.cols {
		c.cols[i] = pickRows(v, rows)
	}
	t.ords = picked(t.ords, rows)
}

// topResult is the rows that all workers kept, in the order of the driving field.
func (s *emitSink) topResult() []*field.Vector {
	out := s.empty()
	var ords []int32
	for i, c := range s.chunks {
		for j, v := range c.cols {
			appendVector(out[j], v)
		}
		ords = append(ords, s.tops[i].ords...)
	}
	rows := make([]int32, len(ords))
	for i := range rows {
		rows[i] = int32(i)
	}
	slices.SortStableFunc(rows, func(a, b int32) int { return cmp.Compare(ords[a], ords[b]) })
	for j, v := range out {
		out[j] = pickRows(v, rows)
	}
	return out
}

// upToOf returns a selection of the tuples whose key is not behind that of a row of v, nil when there
// is none for the lane or the row's value.
func upToOf(n *vector.Node, v *field.Vector, row int, k ir.OrderKey) func(x *vector.Vec, sel []int32) int {
	if n == nil || v.Null != nil && v.Null[row] || v.From != nil && v.Rows[row] < 0 {
		return nil
	}
	switch lane := n.Lane(); {
	case lane == vector.Ints && v.Int != nil:
		last := v.Int[row]
		return func(x *vector.Vec, sel []int32) int { return selectInts(x, x.I, last, k, sel) }
	case lane == vector.Codes && v.From != nil:
		last := int64(v.Rows[row])
		return func(x *vector.Vec, sel []int32) int { return selectInts(x, x.I, last, k, sel) }
	case lane == vector.Floats:
		last := v.Float[row]
		return func(x *vector.Vec, sel []int32) int {
			return selectUpTo(x, k, sel, func(t int) int { return compareFloat(x.F[t], last) })
		}
	case lane == vector.Wides && v.Wide != nil:
		last := v.Wide[row]
		return func(x *vector.Vec, sel []int32) int {
			return selectUpTo(x, k, sel, func(t int) int { return x.W[t].Cmp(last) })
		}
	case lane == vector.Strings && v.Str != nil:
		last := v.Str[row]
		return func(x *vector.Vec, sel []int32) int {
			return selectUpTo(x, k, sel, func(t int) int { return cmp.Compare(x.S[t], last) })
		}
	}
	return nil
}

// selectInts is selectUpTo of integers, without a branch where none is NULL.
func selectInts(v *vector.Vec, x []int64, last int64, k ir.OrderKey, sel []int32) int {
	if v.Null != nil {
		return selectUpTo(v, k, sel, func(t int) int { return cmp.Compare(x[t], last) })
	}
	n := 0
	if x = x[:len(sel)]; k.Desc {
		for t, a := range x {
			sel[n] = int32(t)
			if a >= last {
				n++
			}
		}
		return n
	}
	for t, a := range x {
		sel[n] = int32(t)
		if a <= last {
			n++
		}
	}
	return n
}

// selectUpTo selects tuples by how their keys compare with the last one.
func selectUpTo(v *vector.Vec, k ir.OrderKey, sel []int32, compare func(t int) int) int {
	behind := 1
	if k.Desc {
		behind = -1
	}
	n := 0
	for t := range sel {
		sel[n] = int32(t)
		if v.IsNull(t) {
			if k.NullsFirst {
				n++
			}
		} else if compare(t) != behind {
			n++
		}
	}
	return n
}
