package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
	"github.com/reffine-db/reffine/spaces"
)

// pairs is a Band or a Cross at work: each tuple with the rows of a span of a pairing's numbers at which
// all conditions hold that compare an attribute.
type pairs struct {
	w *worker
	*pairing
	lo, hi *counter // ends of the span; nil where it is open
	tests  []pairTest
	from   []int32 // the spans of the block
	to     []int32
	upTo   []int32 // see search
	begun  []int32
	bits   []uint64 // of the numbers looked at
	more   []uint64
	count  *innerCount
	tally  *tally // nil unless the run is analyzed
	asked  asked
	out    *pairWriter
}

// pairTest is a condition: the rank of a row is in [from, to), or with not outside and no NULL.
type pairTest struct {
	*ranking
	lo, hi   *counter // nil: 0, all
	not      bool
	all      uint32   // ranks there are
	valid    []uint64 // buffer; nil when each row has one
	from, to []int32
}

// asked is what the steps around a pairing want of it, if not its pairs.
type asked struct {
	hit   []uint8 // by tuple: set to 1 when it has a pair; more of it are not needed
	total []int64 // by tuple: increased by the number of its pairs
	last  bool    // no step follows
}

// limitsOf returns the expressions of a band.
func (s *Band) limits() (out []ir.Expr) {
	for _, l := range []*spaces.Limit{s.Of.Lo, s.Of.Hi} {
		if l != nil {
			out = append(out, l.At)
		}
	}
	return out
}

// band binds the rows in a range of an ordering.
func (w *worker) band(s *Band, own []ir.Expr, tests []compared, a asked) (func(push) push, error) {
	t := w.run.tables[s.Field]
	if !w.pays(s.It, t, s.Of.Attr) {
		return w.testedBand(s, own, tests)
	}
	order, err := t.Ordering(s.Of.Attr)
	if err != nil {
		return nil, err
	}
	end := func(l *spaces.Limit, equal bool) (*counter, error) {
		if l == nil {
			return nil, nil
		}
		at, err := w.compiler.Expr(l.At)
		if err != nil {
			return nil, err
		}
		return w.counter(order, at, equal), nil
	}
	lo, err := end(s.Of.Lo, s.Of.Lo != nil && s.Of.Lo.Strict)
	if err != nil {
		return nil, err
	}
	hi, err := end(s.Of.Hi, s.Of.Hi != nil && !s.Of.Hi.Strict)
	if err != nil {
		return nil, err
	}
	return w.pair(s, s.It, s.Field, order, lo, hi, own, tests, a)
}

// testedBand is a band for few tuples, without an ordering.
func (w *worker) testedBand(s *Band, own []ir.Expr, tests []compared) (func(push) push, error) {
	pairs, err := w.pair(s, s.It, s.Field, nil, nil, nil, own, tests, asked{})
	if err != nil {
		return nil, err
	}
	access := &ir.Access{Field: s.Field, Args: []ir.Expr{&ir.Iter{Name: s.It, T: ir.Of(ir.Int64)}}}
	tested, err := w.filter(&Filter{s.Of.Conjuncts(access)})
	return func(next push) push { return pairs(tested(next)) }, err
}

// cross binds every row of a field at which the conditions hold.
func (w *worker) cross(s *Cross, own []ir.Expr, tests []compared, a asked) (func(push) push, error) {
	return w.pair(s, s.It, s.Field, nil, nil, nil, own, tests, a)
}

func (w *worker) pair(s Step, it, name string, order *field.Ordering, lo, hi *counter, own []ir.Expr, tests []compared, a asked) (func(push) push, error) {
	x := &pairs{w: w, lo: lo, hi: hi, asked: a, count: w.meter.innerCount(), from: w.ints(w.block), to: w.ints(w.block)}
	if a.hit != nil && !a.last {
		x.upTo, x.begun = w.ints(w.block), w.ints(w.block)
	}
	if a.last && a.total != nil {
		w.totalled = true
	}
	x.bits, x.more = make([]uint64, simd.Words(w.block)), make([]uint64, simd.Words(w.block))
	if w.meter != nil {
		x.tally = w.meter.of(s)
	}
	x.out = w.pairWriter()
	slot := w.bindSlot(it, name)
	var err error
	if x.pairing, err = w.pairing(s, it, name, order, own, tests); err != nil {
		return nil, err
	}
	w.multiply(int64(x.n))
	x.out.bind(slot, x.rows)
	for i, c := range tests {
		t := pairTest{ranking: x.pairing.tests[i], all: uint32(c.order.Len), from: w.ints(w.block), to: w.ints(w.block)}
		if c.order.Len < w.fields[slot].Rows {
			t.valid = make([]uint64, len(x.bits))
		}
		switch c.op {
		case ir.Lt, ir.Le:
			t.hi = w.counter(c.order, c.at, c.op == ir.Le)
		case ir.Gt, ir.Ge:
			t.lo = w.counter(c.order, c.at, c.op == ir.Gt)
		default:
			t.lo, t.hi, t.not = w.counter(c.order, c.at, false), w.counter(c.order, c.at, true), true
		}
		x.tests = append(x.tests, t)
	}
	return func(next push) push {
		x.out.next = next
		return x.run
	}, nil
}

// run pairs the tuples of a block.
func (x *pairs) run(f *vector.Frame) {
	from, to := x.from[:f.N], x.to[:f.N]
	spans(f, x.lo, x.hi, from, to, int32(x.positions()))
	if x.kept != nil {
		for t := range from {
			from[t], to[t] = x.kept[from[t]], x.kept[max(from[t], to[t])]
		}
	}
	for i := range x.tests {
		test := &x.tests[i]
		null := spans(f, test.lo, test.hi, test.from[:f.N], test.to[:f.N], int32(test.all))
		for t := range from {
			if null != nil && null[t] != 0 || test.all == 0 || !test.not && test.from[t] >= test.to[t] {
				to[t] = from[t]
			} else if !test.not && to[t]-from[t] > wide {
				from[t], to[t] = test.narrow(from[t], to[t], uint32(test.from[t]), uint32(test.to[t]))
			}
		}
	}
	x.w.check(f)
	switch {
	case x.asked.last && x.asked.hit != nil:
		n := 0
		for t := range from {
			if from[t] < to[t] && x.any(t, from[t], to[t]) {
				x.asked.hit[t] = 1
				n++
			}
		}
		x.answered(n)
	case x.asked.last && x.asked.total != nil:
		n := 0
		for t := range from {
			k := x.all(t, from[t], to[t])
			x.asked.total[t] += int64(k)
			n += k
		}
		x.answered(n)
	case x.asked.hit != nil:
		x.search(f, from, to)
	default:
		x.emit(f, from, to)
	}
}

// answered counts pairs that no frame is made of.
func (x *pairs) answered(n int) {
	if x.tally != nil {
		x.tally.out += int64(n)
	}
	if x.count != nil && x.count.whole {
		x.count.kept.out += int64(n)
	}
}

// positions returns the number of positions that spans are of, before rows are left out.
func (x *pairs) positions() int {
	if x.order != nil {
		return x.order.Len
	}
	return int(x.n)
}

// spans writes the ranges between two counters, empty where a value is NULL, which the result tells if it
// is the case of any.
func spans(f *vector.Frame, lo, hi *counter, from, to []int32, all int32) (null []uint8) {
	for t := range from {
		from[t], to[t] = 0, all
	}
	if hi != nil {
		n, void := hi.count(f)
		copy(to, n)
		null = void
	}
	if lo != nil {
		n, void := lo.count(f)
		copy(from, n)
		for t, v := range void {
			if t < len(to) && v != 0 {
				to[t] = from[t]
			}
		}
		if null == nil {
			null = void
		}
	}
	for t := range from {
		if null != nil && null[t] != 0 || to[t] < from[t] {
			to[t] = from[t]
		}
	}
	return null
}

// search emits the pairs of tuples that have none yet, more and more at a time, until one of each is
// found that passes what follows.
func (x *pairs) search(f *vector.Frame, from, to []int32) {
	upTo, begun := x.upTo[:f.N], x.begun[:f.N]
	copy(upTo, to)
	for step := int32(16); ; step = min(4*step, 1<<20) {
		left := false
		for t := range from {
			if x.asked.hit[t] != 0 {
				from[t] = upTo[t]
			}
			to[t] = min(upTo[t], from[t]+step)
			left = left || from[t] < to[t]
		}
		if !left || x.over(0) {
			return
		}
		copy(begun, to)
		x.emit(f, from, to)
		copy(from, begun)
	}
}

// over reports that n more pairs, about, are not worth it: nobody wants them. It asks the context now and
// then, and fails the worker when that has ended, for the loops around to stop too.
func (x *pairs) over(n int) bool {
	w := x.w
	if w.paired += n + 64; w.paired >= 1<<17 && w.err == nil {
		w.paired, w.err = 0, w.run.ctx.Err()
	}
	return w.err != nil || w.sated
}

// narrow is the number of positions below which a span is gone through one by one.
const narrow = 64

// chunk is the numbers of a span looked at together.
func (x *pairs) chunk(lo, to int32) (hi int32) { return min(to, lo+int32(x.w.block)) }

// holds writes which of the numbers [lo, hi), a chunk, pass all tests with tuple t, and returns how many.
func (x *pairs) holds(t int, lo, hi int32) int {
	n := int(hi - lo)
	bits := x.bits[:simd.Words(n)]
	for i := range x.tests {
		to := bits
		if i > 0 {
			to = x.more[:len(bits)]
		}
		x.tests[i].mask(to, t, lo, hi)
		if i > 0 {
			simd.And(bits, bits, to)
		}
	}
	return simd.Count(bits)
}

// mask writes which of the numbers [lo, hi) pass the test with tuple t.
func (p *pairTest) mask(bits []uint64, t int, lo, hi int32) {
	ranks, from, to := p.of[lo:hi], uint32(p.from[t]), uint32(p.to[t])
	switch {
	case !p.not:
		simd.RangeU32(bits, ranks, from, to-from-1)
	case from == to: // all but NULL
		simd.RangeU32(bits, ranks, 0, p.all-1)
	default: // those before and those behind
		simd.RangeU32(bits, ranks, from, to-from-1)
		simd.Not(bits, bits, len(ranks))
		if p.valid != nil {
			rest := p.valid[:len(bits)]
			simd.RangeU32(rest, ranks, 0, p.all-1)
			simd.And(bits, bits, rest)
		}
	}
}

// passes is mask for one number.
func (p *pairTest) passes(t int, i int32) bool {
	r, from, to := p.of[i], uint32(p.from[t]), uint32(p.to[t])
	if p.not {
		return r-from >= to-from && r < p.all
	}
	return r-from < to-from
}

// any reports whether a number in [from, to) passes with tuple t.
func (x *pairs) any(t int, from, to int32) bool {
	if len(x.tests) == 0 {
		return true
	}
	for lo, step := from, int32(narrow); lo < to; step = int32(x.w.block) {
		hi := min(x.chunk(lo, to), lo+step)
		if x.holds(t, lo, hi) > 0 {
			return true
		}
		if lo = hi; x.over(int(step)) {
			return false
		}
	}
	return false
}

// all returns how many numbers in [from, to) pass with tuple t.
func (x *pairs) all(t int, from, to int32) int {
	if len(x.tests) == 0 {
		return int(to - from)
	}
	n := 0
	for lo := from; lo < to && !x.over(x.w.block); {
		hi := x.chunk(lo, to)
		n += x.holds(t, lo, hi)
		lo = hi
	}
	return n
}

// emit hands on the pairs of all tuples, in the order of those.
func (x *pairs) emit(f *vector.Frame, from, to []int32) {
	o := x.out
	o.begin(f)
	before := o.written
	looked := 0
	for t := range from {
		width := int(to[t] - from[t])
		if width <= 0 {
			continue
		}
		looked += width
		switch {
		case len(x.tests) == 0 && width < o.wide:
			o.span(t, from[t], to[t])
		case len(x.tests) == 0:
			for lo := from[t]; lo < to[t] && !x.over(x.w.block); lo += int32(x.w.block) {
				o.run(t, lo, x.chunk(lo, to[t]))
			}
		case width < min(narrow, o.wide):
			for i := from[t]; i < to[t]; i++ {
				if x.passes(t, i) {
					o.one(t, i)
				}
			}
		default:
			for lo := from[t]; lo < to[t] && !x.over(x.w.block); lo += int32(x.w.block) {
				hi := x.chunk(lo, to[t])
				if n := x.holds(t, lo, hi); n > 0 {
					o.some(t, lo, hi, x.bits[:simd.Words(int(hi-lo))], n)
				}
			}
		}
		if x.over(width) {
			break
		}
	}
	o.flush()
	if c := x.count; c != nil {
		c.of.out += int64(looked)
		c.kept.in += int64(looked)
		if c.whole {
			c.kept.out += o.written - before
		}
	}
}

// passes reports whether all tests hold for a pair.
func (x *pairs) passes(t int, i int32) bool {
	for k := range x.tests {
		if !x.tests[k].passes(t, i) {
			return false
		}
	}
	return true
}
