package loops

import (
	"math"
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// emitSink collects rows, a chunk a morsel, so that the result can be put in the order
// of the driving field.
type emitSink struct {
	w      *worker
	spec   *Emit
	cut    *ir.Cut // of the rows; nil for all of them
	elems  []emitted
	chunks []*chunk
	top    *topRows   // in the one chunk; nil for all rows
	tops   []*topRows // of merged chunks
	values int64      // emitted so far
}

// emitted is where a value of a row comes from: an expression, or a materialized field, whose values
// are handed on as they are.
type emitted struct {
	node *vector.Node
	from *field.Vector
	slot int
}

// maxValues bounds the values one worker may emit: results are held in memory whole, and one
// that large is better streamed by the engine that owns the data.
const maxValues = 1 << 25

type chunk struct {
	ord  int
	rows int
	cols []*field.Vector
}

func (s *emitSink) open(w *worker) (push, error) {
	s.w = w
	for _, x := range s.spec.Elems {
		e := emitted{}
		if e.from, e.slot = w.materialized(x); e.from == nil {
			n, err := w.compiler.Expr(x)
			if err != nil {
				return nil, err
			}
			e.node = n
		}
		s.elems = append(s.elems, e)
	}
	if s.top = s.newTop(); s.top != nil {
		s.tops = []*topRows{s.top}
		return s.pushTop(w), nil
	}
	enough := s.enough()
	return func(f *vector.Frame) {
		if enough >= 0 && s.has(w.ord) >= enough {
			w.sated = true
			return
		}
		if s.values += int64(f.N * len(s.elems)); s.values > maxValues {
			w.err = &Refusal{"RESULT", "too many rows to hold in memory"}
			return
		}
		c := s.current(w.ord, f.N)
		s.emit(c.cols, f)
		c.rows += f.N
		w.check(f)
	}, nil
}

// emit appends the rows of a block.
func (s *emitSink) emit(cols []*field.Vector, f *vector.Frame) {
	for i, e := range s.elems {
		if e.from != nil {
			appendSlot(cols[i], e.from, &f.Slots[e.slot], f.N)
		} else {
			appendLane(cols[i], e.node, e.node.Eval(f), f.N)
		}
	}
}

// enough returns how many rows, in the order of the driving field, are all that is wanted; -1 for all.
func (s *emitSink) enough() int {
	if s.cut == nil || len(s.cut.Order) > 0 {
		return -1
	}
	return int(min(s.cut.Limit+max(0, s.cut.Offset), math.MaxInt32))
}

// has returns the number of rows emitted in a morsel, the current one.
func (s *emitSink) has(ord int) int {
	if k := len(s.chunks); k > 0 && s.chunks[k-1].ord == ord {
		return s.chunks[k-1].rows
	}
	return 0
}

// materialized returns the vector of a materialized field that x reads at the position of a slot, or nil.
func (w *worker) materialized(x ir.Expr) (*field.Vector, int) {
	name, acc, it := attribute(x)
	if acc == nil || w.absent[it] {
		return nil, 0
	}
	slot, ok := w.slots[it]
	t := w.run.tables[acc.Field]
	if !ok || t == nil || w.fields[slot] != t {
		return nil, 0
	}
	return t.Vector(name), slot
}

// attribute takes F[it].name apart, or F[it], whose name is ""; acc is nil for any other expression.
func attribute(x ir.Expr) (name string, acc *ir.Access, it string) {
	if a, ok := x.(*ir.Attr); ok {
		name, x = a.Name, a.X
	}
	acc, ok := x.(*ir.Access)
	if !ok || len(acc.Args) != 1 {
		return "", nil, ""
	}
	i, ok := acc.Args[0].(*ir.Iter)
	if !ok {
		return "", nil, ""
	}
	return name, acc, i.Name
}

// current returns the chunk of the morsel. Its first block has n rows, and the others are expected to
// have as many.
func (s *emitSink) current(ord, n int) *chunk {
	if k := len(s.chunks); k > 0 && s.chunks[k-1].ord == ord {
		return s.chunks[k-1]
	}
	c := &chunk{ord: ord, cols: s.empty()}
	for _, v := range c.cols {
		reserve(v, n*((s.w.length+s.w.block-1)/s.w.block))
	}
	s.chunks = append(s.chunks, c)
	return c
}

// reserve makes room for n values, in memory that release may give back.
func reserve(v *field.Vector, n int) {
	switch {
	case v.From != nil:
		v.Rows = scratch.Make[int32](n)[:0]
	case v.Int != nil:
		v.Int = scratch.Make[int64](n)[:0]
	case v.Wide != nil:
		v.Wide = scratch.Make[int128.Int](n)[:0]
	case v.Float != nil:
		v.Float = scratch.Make[float64](n)[:0]
	default:
		v.Str = make([]string, 0, n)
	}
}

// release gives back the values of a vector that nobody uses. Its rows may be shared with others of
// the same sink.
func release(v *field.Vector) {
	scratch.Free(v.Int)
	scratch.Free(v.Wide)
	scratch.Free(v.Float)
}

func (s *emitSink) empty() []*field.Vector {
	cols := make([]*field.Vector, len(s.elems))
	for i, e := range s.elems {
		switch {
		case e.from != nil:
			cols[i] = emptyLike(e.from, s.spec.Names[i])
		case e.node.Lane() == vector.Codes:
			cols[i] = &field.Vector{Name: s.spec.Names[i], Type: e.node.Type(), From: e.node.Dict().Strings()}
		default:
			cols[i] = newVector(s.spec.Names[i], e.node.Type(), 0)
		}
	}
	return cols
}

func (s *emitSink) merge(others []sink) error {
	for _, o := range others {
		s.chunks = append(s.chunks, o.(*emitSink).chunks...)
		s.tops = append(s.tops, o.(*emitSink).tops...)
	}
	return nil
}

func (s *emitSink) result() ([]*field.Vector, error) {
	if s.top != nil {
		return s.topResult(), nil
	}
	slices.SortStableFunc(s.chunks, func(a, b *chunk) int { return a.ord - b.ord })
	if len(s.chunks) == 1 {
		return s.chunks[0].cols, nil
	}
	out := s.empty()
	var starts []int
	rows, null := 0, make([]bool, len(out))
	for _, c := range s.chunks {
		starts = append(starts, rows)
		for i, v := range c.cols {
			null[i] = null[i] || v.Null != nil
			if i == 0 {
				rows += v.Len()
			}
		}
	}
	for i, v := range out {
		reserve(v, rows)
		v.Rows, v.Int, v.Wide, v.Float, v.Str = upTo(v.Rows, rows), upTo(v.Int, rows), upTo(v.Wide, rows), upTo(v.Float, rows), upTo(v.Str, rows)
		if null[i] {
			v.Null = make([]bool, rows)
		}
	}
	parallel.Do(len(s.chunks), s.w.run.opt.Threads, func(k int) {
		for i, v := range s.chunks[k].cols {
			copyVector(out[i], v, starts[k])
			scratch.Free(v.Rows)
			release(v)
		}
	})
	return out, nil
}

// upTo is s[:n], nil for nil.
func upTo[T any](s []T, n int) []T {
	if s == nil {
		return nil
	}
	return s[:n]
}

// copyVector sets the values of v from lo on to those of w.
func copyVector(v, w *field.Vector, lo int) {
	switch {
	case v.From != nil:
		copy(v.Rows[lo:], w.Rows)
	case v.Int != nil:
		copy(v.Int[lo:], w.Int)
	case v.Wide != nil:
		copy(v.Wide[lo:], w.Wide)
	case v.Float != nil:
		copy(v.Float[lo:], w.Float)
	default:
		copy(v.Str[lo:], w.Str)
	}
	if v.Null != nil {
		copy(v.Null[lo:], w.Null)
	}
}

// appendLane appends n values of a node to v.
func appendLane(v *field.Vector, node *vector.Node, x *vector.Vec, n int) {
	before := v.Len()
	switch node.Lane() {
	case vector.Ints:
		if wideVector(v.Type) {
			for _, k := range x.I[:n] {
				v.Wide = append(v.Wide, int128.Of(k))
			}
		} else {
			v.Int = append(v.Int, x.I[:n]...)
		}
	case vector.Wides:
		if wideVector(v.Type) {
			v.Wide = append(v.Wide, x.W[:n]...)
		} else {
			for _, k := range x.W[:n] {
				v.Int = append(v.Int, int64(k.Lo))
			}
		}
	case vector.Floats:
		v.Float = append(v.Float, x.F[:n]...)
	case vector.Strings:
		v.Str = append(v.Str, x.S[:n]...)
	case vector.Codes:
		for t, k := range x.I[:n] {
			if x.Null != nil && x.Null[t] != 0 {
				k = -1
			}
			v.Rows = append(v.Rows, int32(k))
		}
		return
	case vector.Bools:
		for _, b := range x.B[:n] {
			v.Int = append(v.Int, int64(b))
		}
	}
	if x.Null != nil && v.Null == nil {
		v.Null = make([]bool, before, before+n)
	}
	if v.Null != nil {
		for t := range n {
			v.Null = append(v.Null, x.Null != nil && x.Null[t] != 0)
		}
	}
}

// emptyLike returns a vector without values to which those of v can be appended.
func emptyLike(v *field.Vector, name string) *field.Vector {
	if v.From != nil {
		return &field.Vector{Name: name, Type: v.Type, From: v.From}
	}
	return newVector(name, v.Type, 0)
}

// appendSlot appends the values of w at the n positions of a slot to v.
func appendSlot(v, w *field.Vector, slot *vector.Slot, n int) {
	if slot.Dense {
		appendVector(v, slice(w, int(slot.Base), int(slot.Base)+n))
		return
	}
	appendVector(v, pickRows(w, slot.Pos[:n]))
}

// slice returns values [lo, hi) of v, shared.
func slice(v *field.Vector, lo, hi int) *field.Vector {
	w := &field.Vector{Name: v.Name, Type: v.Type, From: v.From}
	switch {
	case v.From != nil:
		w.Rows = v.Rows[lo:hi]
	case v.Int != nil:
		w.Int = v.Int[lo:hi]
	case v.Wide != nil:
		w.Wide = v.Wide[lo:hi]
	case v.Float != nil:
		w.Float = v.Float[lo:hi]
	default:
		w.Str = v.Str[lo:hi]
	}
	if v.Null != nil {
		w.Null = v.Null[lo:hi]
	}
	return w
}

// appendVector appends w to v.
func appendVector(v, w *field.Vector) {
	if w.Null != nil && v.Null == nil {
		v.Null = make([]bool, v.Len())
	}
	if v.Null != nil {
		if w.Null != nil {
			v.Null = append(v.Null, w.Null...)
		} else {
			v.Null = append(v.Null, make([]bool, w.Len())...)
		}
	}
	v.Int = append(v.Int, w.Int...)
	v.Wide = append(v.Wide, w.Wide...)
	v.Float = append(v.Float, w.Float...)
	v.Str = append(v.Str, w.Str...)
	v.Rows = append(v.Rows, w.Rows...)
}
