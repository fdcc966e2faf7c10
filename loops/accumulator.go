package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/hugepage"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// accumulator is the state of one reduction for a number of groups: init, acc and merge of
// the paper (section 3.1), block-wise. It owns its memory.
type accumulator interface {
	grow(n int)                                                // at least n groups, new ones empty
	reset(n int)                                               // exactly n groups, all empty
	update(f *vector.Frame, gids []int32)                      // tuple t adds to group gids[t]
	updateAll(f *vector.Frame)                                 // all tuples add to group 0
	merge(from accumulator, to []int32)                        // group i of from adds to group to[i]
	vector(name string, groups []int32) (*field.Vector, error) // results, in the order of groups
	vec(v *vector.Vec, n int) error                            // results of groups 0..n-1, for a Let; v's lane is lane()
	lane() vector.Lane
	proved() *vector.Interval
	dict() *field.Dictionary
}

// masked is an accumulator that can add up the tuples of a bitmap.
type masked interface {
	takesMask() bool
	// updateMasked adds the tuples of mask, count of them and not 0, to group g. A nil mask is all tuples.
	updateMasked(f *vector.Frame, mask []uint64, count, g int)
}

// takeMasks returns the accumulators as masked ones, nil unless all are and bitmaps pay.
func takeMasks(list []accumulator) []masked {
	if simd.Active() == simd.Portable {
		return nil
	}
	out := make([]masked, len(list))
	for i, a := range list {
		m, ok := a.(masked)
		if !ok || !m.takesMask() {
			return nil
		}
		out[i] = m
	}
	return out
}

// freeAll gives back the memory of accumulators whose results have been taken.
func freeAll(list []accumulator) {
	for _, a := range list {
		if a, ok := a.(interface{ free() }); ok {
			a.free()
		}
	}
}

// looseTuples bounds the tuples of a nest that multiplies coordinates: none that could
// finish has more.
const looseTuples = 1 << 40

// accumulators are the states of one sink. Reductions that need the same state (sum and avg of the
// same argument, counts of what is never NULL) share it: update them all once a block.
type accumulators struct {
	w          *worker
	mayBeEmpty bool           // a group can end without a tuple
	single     bool           // there is one group, and it is not reset
	keys       []*vector.Node // of groups that are not reset
	list       []accumulator
	sums       map[sumKey]accumulator
	counts     map[*vector.Node]*countAcc // nil: of all tuples
}

// sumKey identifies a sum: results of one width share it.
type sumKey struct {
	arg  *vector.Node
	wide bool
}

func (w *worker) accumulators(mayBeEmpty bool) *accumulators {
	return &accumulators{w: w, mayBeEmpty: mayBeEmpty, sums: map[sumKey]accumulator{}, counts: map[*vector.Node]*countAcc{}}
}

func (s *accumulators) keep(a accumulator) accumulator {
	s.list = append(s.list, a)
	return a
}

// count returns the count of tuples whose argument is not NULL; nil counts all.
func (s *accumulators) count(arg *vector.Node) *countAcc {
	if arg != nil && !arg.Type().Null && !arg.CanFail() {
		arg = nil
	}
	a := s.counts[arg]
	if a == nil {
		a = &countAcc{w: s.w, arg: arg}
		s.counts[arg] = a
		s.keep(a)
	}
	return a
}

// add compiles a reduction and returns the accumulator that holds its result, which
// is in list or reads ones that are.
func (s *accumulators) add(r Reduction) (accumulator, error) {
	if r.Fn == ir.CountAll {
		return s.count(nil), nil
	}
	arg, err := s.w.compiler.Expr(r.Arg)
	if err != nil {
		return nil, err
	}
	if r.Distinct && r.Fn.Repeats() {
		a, err := s.distinct(arg, r)
		if err != nil {
			return nil, err
		}
		return s.keep(a), nil
	}
	return s.reduce(arg, r)
}

// distinct is a reduction of the different values of an argument.
func (s *accumulators) distinct(arg *vector.Node, r Reduction) (accumulator, error) {
	if s.single && r.Fn == ir.Count {
		if a := newDistinctBits(s.w, arg); a != nil {
			return a, nil
		}
	}
	if s.keys != nil && r.Fn == ir.Count {
		if a := newDistinctPairs(s.w, s.keys, arg); a != nil {
			return a, nil
		}
	}
	if s.single {
		if a, err := newDistinctSet(s.w, arg, r); a != nil || err != nil {
			return a, err
		}
	}
	if r.Fn == ir.Count {
		return newDistinct(s.w, arg), nil
	}
	return newDistinctValues(s.w, arg, r)
}

// reduce is a reduction of all values of an argument.
func (s *accumulators) reduce(arg *vector.Node, r Reduction) (accumulator, error) {
	w := s.w
	if r.Fn.Moment() {
		return s.keep(&momentAcc{arg: arg, fn: r.Fn}), nil
	}
	switch r.Fn {
	case ir.Count:
		return s.count(arg), nil
	case ir.Sum, ir.SumNoOverflow:
		a, err := s.sum(arg, r.T)
		if wide, ok := a.(*sumWide); ok && r.Fn == ir.SumNoOverflow {
			wide.narrow = true
		}
		return a, err
	case ir.Avg:
		return s.avg(arg, r.Arg.Type())
	case ir.Min, ir.Max:
		a, err := w.minMax(arg, r.Fn == ir.Max, r.T, arg.Type().Null || s.mayBeEmpty)
		if err != nil {
			return nil, err
		}
		return s.keep(a), nil
	case ir.First, ir.Any:
		return s.keep(w.first(arg, r.T, firstBase{skipNull: r.Fn == ir.Any})), nil
	case ir.Only:
		return s.keep(w.first(arg, r.T, firstBase{only: true})), nil
	case ir.Last:
		return s.keep(w.last(arg, r.T)), nil
	case ir.BitAndAll, ir.BitOrAll, ir.BitXorAll:
		return s.keep(newBits(arg, r)), nil
	case ir.Product:
		return s.keep(&productAcc{sumFloat{arg: arg, t: r.T, groups: groups{want: true}}}), nil
	}
	return nil, &Refusal{"AGGREGATE", "reduction " + r.Fn.String()}
}

// sum returns the shared sum of an argument.
func (s *accumulators) sum(arg *vector.Node, t ir.Type) (accumulator, error) {
	key := sumKey{arg, wideVector(t)}
	if a := s.sums[key]; a != nil {
		return a, nil
	}
	a, err := s.w.sum(arg, t, groups{want: arg.Type().Null || s.mayBeEmpty})
	if err != nil {
		return nil, err
	}
	s.sums[key] = a
	return s.keep(a), nil
}

// groups tells which groups have a value, for reductions that are NULL without one.
type groups struct {
	want bool
	seen []uint8
}

func (g *groups) grow(n int) {
	if g.want {
		g.seen = scratch.Grow(g.seen, n)
	}
}

func (g *groups) free() { scratch.Free(g.seen) }

func (g *groups) reset(n int) {
	if g.want {
		g.seen = zeroed(g.seen, n)
	}
}

func (g *groups) mark(gids []int32, null []uint8) {
	if !g.want {
		return
	}
	seen := g.seen
	if null == nil {
		for _, i := range gids {
			seen[i] = 1
		}
		return
	}
	for t, i := range gids {
		seen[i] |= 1 - null[t]
	}
}

// markOne tells that a group has a value.
func (g *groups) markOne(i int) {
	if g.want {
		g.seen[i] = 1
	}
}

func (g *groups) merge(from *groups, to []int32) {
	if g.want {
		for i, t := range to {
			g.seen[t] |= from.seen[i]
		}
	}
}

// nulls returns the NULL flags of results, nil when none is NULL.
func (g *groups) nulls(order []int32) []bool {
	if !g.want {
		return nil
	}
	var out []bool
	for k, i := range order {
		if g.seen[i] == 0 {
			if out == nil {
				out = make([]bool, len(order))
			}
			out[k] = true
		}
	}
	return out
}

// mask writes the NULL flags of groups 0..n-1 to v.
func (g *groups) mask(v *vector.Vec, n int) {
	v.Null = nil
	if !g.want {
		return
	}
	for _, s := range g.seen[:n] {
		if s == 0 {
			v.Null = make([]uint8, n)
			break
		}
	}
	if v.Null != nil {
		for i, s := range g.seen[:n] {
			v.Null[i] = 1 - s
		}
	}
}

// extend returns s with at least n elements, new ones zero.
func extend[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	if n <= cap(s) {
		return s[:n]
	}
	t := hugepage.Make[T](max(n, 2*cap(s)))[:n]
	copy(t, s)
	return t
}

// zeroed returns s with exactly n zero elements.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// fewGroups is the number of groups up to which their numbers are also given as bytes, for
// vector instructions.
const fewGroups = 64

// countAcc counts tuples, or those whose argument is not NULL.
type countAcc struct {
	w   *worker
	arg *vector.Node
	n   []int64
}

func (a *countAcc) grow(n int)  { a.n = scratch.Grow(a.n, n) }
func (a *countAcc) free()       { scratch.Free(a.n) }
func (a *countAcc) reset(n int) { a.n = zeroed(a.n, n) }

func (a *countAcc) update(f *vector.Frame, gids []int32) {
	if a.arg != nil {
		if null := a.arg.Eval(f).Null; null != nil {
			for t, g := range gids {
				a.n[g] += int64(1 - null[t])
			}
			return
		}
	}
	if few := a.w.few; few != nil {
		simd.CountGroups(a.n, few)
		return
	}
	n := a.n
	for _, g := range gids {
		n[g]++
	}
}

func (a *countAcc) updateAll(f *vector.Frame) { a.updateMasked(f, nil, f.N, 0) }

func (a *countAcc) takesMask() bool { return a.arg == nil || !a.arg.CanFail() }

func (a *countAcc) updateMasked(f *vector.Frame, mask []uint64, count, g int) {
	if a.arg != nil {
		_, count = a.arg.NotNull(f, mask, count)
	}
	a.n[g] += int64(count)
}

func (a *countAcc) merge(from accumulator, to []int32) {
	for i, t := range to {
		a.n[t] += from.(*countAcc).n[i]
	}
}

func (a *countAcc) vector(name string, order []int32) (*field.Vector, error) {
	v := &field.Vector{Name: name, Type: ir.Of(ir.Int64), Int: scratch.Make[int64](len(order))}
	for k, i := range order {
		v.Int[k] = a.n[i]
	}
	return v, nil
}

func (a *countAcc) vec(v *vector.Vec, n int) error {
	v.I, v.Null = a.n[:n], nil
	return nil
}

func (a *countAcc) lane() vector.Lane        { return vector.Ints }
func (a *countAcc) proved() *vector.Interval { iv := vector.Between(0, looseTuples); return &iv }
func (a *countAcc) dict() *field.Dictionary  { return nil }
