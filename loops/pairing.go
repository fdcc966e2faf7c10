package loops

import (
	"math"
	"sort"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
	"github.com/reffine-db/reffine/spaces"
)

// pairing is the rows of a field as a Band or a Cross pairs them with tuples: numbered in the order in
// which they are read, without those that conditions on them alone drop. The workers share it.
type pairing struct {
	order *field.Ordering // nil: the order of the field
	kept  []int32         // by position of order: rows kept before it; nil when all are
	rows  []int32         // by number; nil when the number is the row
	n     int32
	tests []*ranking // by condition that compares an attribute
}

// ranking is the positions of rows in the ordering by an attribute, and bounds of those before and behind
// each number. They narrow a span where the attribute ascends or descends, about, in the order in which rows
// are read, as the ends of intervals do in the order of their beginnings.
type ranking struct {
	of []uint32 // by number; the greatest for NULL
	// By number: the greatest up to it and from it on, and the least.
	greatest, greatestAfter, least, leastAfter []uint32
}

// newRanking returns that of ranks by number; lo and hi say at which ends it will be asked to narrow.
func newRanking(of []uint32, lo, hi bool) *ranking {
	x := &ranking{of: of}
	n := len(of)
	if lo {
		x.greatest, x.greatestAfter = make([]uint32, n), make([]uint32, n)
		m := uint32(0)
		for i, r := range of {
			if r != math.MaxUint32 {
				m = max(m, r)
			}
			x.greatest[i] = m
		}
		m = 0
		for i := n - 1; i >= 0; i-- {
			if of[i] != math.MaxUint32 {
				m = max(m, of[i])
			}
			x.greatestAfter[i] = m
		}
	}
	if hi {
		x.least, x.leastAfter = make([]uint32, n), make([]uint32, n)
		m := uint32(math.MaxUint32)
		for i, r := range of {
			m = min(m, r)
			x.least[i] = m
		}
		m = math.MaxUint32
		for i := n - 1; i >= 0; i-- {
			m = min(m, of[i])
			x.leastAfter[i] = m
		}
	}
	return x
}

// narrow returns the part of the span [from, to) outside of which no rank is in [lo, hi).
func (x *ranking) narrow(from, to int32, lo, hi uint32) (int32, int32) {
	within := func(from, to int32, past func(i int32) bool) int32 {
		return from + int32(sort.Search(int(to-from), func(i int) bool { return past(from + int32(i)) }))
	}
	if g, after := x.greatest, x.greatestAfter; g != nil {
		from = within(from, to, func(i int32) bool { return g[i] >= lo })
		to = within(from, to, func(i int32) bool { return after[i] < lo })
	}
	if l, after := x.least, x.leastAfter; l != nil {
		from = within(from, to, func(i int32) bool { return l[i] < hi })
		to = within(from, to, func(i int32) bool { return after[i] >= hi })
	}
	return from, to
}

// compared is a condition on a pair of a tuple and a row: attribute op value, where the value is the
// tuple's. It holds for a range of an ordering by the attribute, or with Ne for what is not in it.
type compared struct {
	order *field.Ordering
	op    ir.Op
	at    *vector.Node
}

// few is the number of tuples up to which an ordering does not pay that is not at hand.
const few = 16

// orderedKey is an attribute of the row of an iterator.
type orderedKey struct {
	stage    *Stage
	table    *field.Table
	it, attr string
}

// pays reports whether so many tuples may come that an ordering of a field pays, or is at hand.
func (w *worker) pays(it string, t *field.Table, attr string) bool {
	key := orderedKey{w.stage, t, it, attr}
	yes, decided := w.run.ordered[key]
	if !decided {
		yes = max(w.tuples, w.driven) > few || t.Ordered(attr)
		w.run.ordered[key] = yes
	}
	return yes
}

// comparedTo takes from conditions those that compare an attribute of the row of it with a value of the
// tuple.
func (w *worker) comparedTo(it, name string, conds []ir.Expr) (list []compared, taken, rest []ir.Expr, err error) {
	t := w.run.tables[name]
	access := &ir.Access{Field: name, Args: []ir.Expr{&ir.Iter{Name: it, T: ir.Of(ir.Int64)}}}
	for _, c := range conds {
		var order *field.Ordering
		attr, op, at := spaces.Compared(c, access, it)
		if attr == nil {
			if order, op, at, err = w.computedTo(it, t, c); err != nil {
				return nil, nil, nil, err
			}
		}
		if attr == nil && order == nil || op == ir.Eq || attr != nil && (t.Column(attr.Name) == nil || !w.pays(it, t, attr.Name)) {
			rest = append(rest, c)
			continue
		}
		node, err := w.compiler.Expr(at)
		if err != nil {
			return nil, nil, nil, err
		}
		if node.CanFail() {
			rest = append(rest, c)
			continue
		}
		if attr != nil {
			if order, err = t.Ordering(attr.Name); err != nil {
				return nil, nil, nil, err
			}
		}
		list, taken = append(list, compared{order, op, node}), append(taken, c)
	}
	return list, taken, rest, nil
}

// pairing returns that of a step, made by the first worker that asks.
func (w *worker) pairing(s Step, it, name string, order *field.Ordering, own []ir.Expr, tests []compared) (*pairing, error) {
	if p := w.run.pairings[s]; p != nil {
		return p, nil
	}
	t := w.run.tables[name]
	p := &pairing{order: order, n: int32(t.Rows)}
	if order != nil {
		p.n, p.rows = int32(order.Len), order.Perm
	}
	if len(own) > 0 {
		if err := w.keepOwn(p, w.slots[it], own); err != nil {
			return nil, err
		}
	}
	for _, c := range tests {
		ranks := c.order.Ranks(w.run.opt.Threads)
		if p.rows != nil {
			of := make([]uint32, p.n)
			for i, r := range p.rows {
				of[i] = ranks[r]
			}
			ranks = of
		}
		p.tests = append(p.tests, newRanking(ranks, c.op == ir.Gt || c.op == ir.Ge, c.op == ir.Lt || c.op == ir.Le))
	}
	w.run.pairings[s] = p
	return p, nil
}

// keepOwn drops the rows at which the conditions do not hold.
func (w *worker) keepOwn(p *pairing, slot int, own []ir.Expr) error {
	inner, err := w.innerFilter(slot, own)
	if err != nil {
		return err
	}
	inner.count = nil
	rows := make([]int32, 0, p.n)
	numbers, at := w.ints(w.block), w.ints(w.block)
	if p.order != nil {
		p.kept = make([]int32, p.n+1)
	}
	for lo := int32(0); lo < p.n && w.run.ctx.Err() == nil; lo += int32(w.block) {
		n := int(min(int32(w.block), p.n-lo))
		for i := range n {
			numbers[i] = lo + int32(i)
			at[i] = numbers[i]
			if p.rows != nil {
				at[i] = p.rows[numbers[i]]
			}
		}
		k := inner.keep(numbers[:n], at[:n])
		rows = append(rows, at[:k]...)
		if p.kept != nil {
			for _, i := range numbers[:k] {
				p.kept[i+1] = 1
			}
		}
	}
	for i := range max(0, len(p.kept)-1) {
		p.kept[i+1] += p.kept[i]
	}
	p.rows, p.n = rows, int32(len(rows))
	return nil
}

// counter counts, for each tuple, the positions of an ordering whose value is less than the tuple's, or
// with equal at most that.
type counter struct {
	order  *field.Ordering
	at     *vector.Node
	equal  bool
	byCode []int32 // by code of the tuples' strings
	n      []int32
}

func (w *worker) counter(order *field.Ordering, at *vector.Node, equal bool) *counter {
	c := &counter{order: order, at: at, equal: equal, n: w.ints(w.block)}
	if at.Lane() == vector.Codes {
		for code := range at.Dict().Len() {
			c.byCode = append(c.byCode, order.CountText(at.Dict().Str(code), equal))
		}
	}
	return c
}

// count returns the counts, and which of them are void because the value is NULL.
func (c *counter) count(f *vector.Frame) (n []int32, null []uint8) {
	v, n := c.at.Eval(f), c.n[:f.N]
	switch c.at.Lane() {
	case vector.Ints:
		c.order.CountInts(v.I[:f.N], c.equal, n)
	case vector.Wides:
		for t, x := range v.W[:f.N] {
			n[t] = countInt(c.order, x, c.equal)
		}
	case vector.Floats:
		for t, x := range v.F[:f.N] {
			n[t] = c.order.CountFloat(x, c.equal)
		}
	case vector.Strings:
		for t, s := range v.S[:f.N] {
			n[t] = c.order.CountText(s, c.equal)
		}
	case vector.Codes:
		for t, code := range v.I[:f.N] {
			n[t] = 0
			if uint64(code) < uint64(len(c.byCode)) { // the code of a NULL may be none
				n[t] = c.byCode[code]
			}
		}
	case vector.Bools:
		panic("loops: no ordering by truth values")
	}
	return n, v.Null
}

// countInt is the count for an integer that may be beyond 64 bits.
func countInt(x *field.Ordering, v int128.Int, equal bool) int32 {
	k, fits := v.Int64()
	switch {
	case fits:
		return x.CountInt(k, equal)
	case v.Sign() < 0:
		return 0
	}
	return int32(x.Len)
}

// countValue is the count for a value that is not NULL.
func countValue(x *field.Ordering, v ir.Value, equal bool) int32 {
	switch {
	case v.Type.Text():
		return x.CountText(v.Str, equal)
	case v.Type.Float():
		return x.CountFloat(v.Float, equal)
	}
	return countInt(x, v.Int, equal)
}
