package loops

import (
	"math"
	"math/bits"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// sum chooses the narrowest exact accumulator: 64 bits when the proved bounds of the
// argument times the tuples fit, else 128.
func (w *worker) sum(arg *vector.Node, t ir.Type, seen groups) (accumulator, error) {
	if t.Float() {
		if arg.Lane() != vector.Floats {
			return nil, &Refusal{"AGGREGATE", "a double sum of integers"}
		}
		return &sumFloat{arg: arg, t: t, groups: seen}, nil
	}
	iv, ok := arg.Interval()
	if !ok {
		return nil, &Refusal{"AGGREGATE", "sum of " + arg.Type().String()}
	}
	short := false
	if lo, hi, fits := iv.Int64(); fits && arg.Lane() == vector.Ints {
		most := math.MaxInt64 / int64(w.block)
		short = -most <= lo && hi <= most
		n := int128.Of(w.tuples)
		a, ok1 := int128.Of(min(lo, 0)).Mul(n)
		b, ok2 := int128.Of(max(hi, 0)).Mul(n)
		total := vector.Interval{Lo: a, Hi: b}
		if _, _, small := total.Int64(); ok1 && ok2 && small {
			return &sumInt{w: w, arg: arg, t: t, groups: seen, total: total}, nil
		}
	}
	return &sumWide{arg: arg, t: t, groups: seen, short: short}, nil
}

// sumInt sums in 64 bits; total bounds every result.
type sumInt struct {
	w   *worker
	arg *vector.Node
	t   ir.Type
	groups
	total vector.Interval
	s     []int64
}

func (a *sumInt) grow(n int)  { a.s = scratch.Grow(a.s, n); a.groups.grow(n) }
func (a *sumInt) free()       { scratch.Free(a.s); a.groups.free() }
func (a *sumInt) reset(n int) { a.s = zeroed(a.s, n); a.groups.reset(n) }

func (a *sumInt) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	x, s := v.I[:len(gids)], a.s
	if v.Null == nil {
		if few := a.w.few; few != nil {
			simd.SumGroupsI64(s, few, x)
		} else {
			for t, g := range gids {
				s[g] += x[t]
			}
		}
	} else {
		null := v.Null[:len(gids)]
		for t, g := range gids {
			s[g] += x[t] & (int64(null[t]) - 1)
		}
	}
	a.mark(gids, v.Null)
}

func (a *sumInt) updateAll(f *vector.Frame) { a.updateMasked(f, nil, f.N, 0) }

func (a *sumInt) takesMask() bool { return !a.arg.CanFail() }

func (a *sumInt) updateMasked(f *vector.Frame, mask []uint64, count, g int) {
	if mask, count = a.arg.NotNull(f, mask, count); count > 0 {
		a.s[g] += a.arg.SumSelected(f, mask, count)
		a.markOne(g)
	}
}

func (a *sumInt) merge(from accumulator, to []int32) {
	o := from.(*sumInt)
	for i, t := range to {
		a.s[t] += o.s[i]
	}
	a.groups.merge(&o.groups, to)
}

func (a *sumInt) vector(name string, order []int32) (*field.Vector, error) {
	v := &field.Vector{Name: name, Type: a.t, Null: a.nulls(order)}
	if wideVector(a.t) {
		v.Wide = scratch.Make[int128.Int](len(order))
		for k, i := range order {
			v.Wide[k] = int128.Of(a.s[i])
		}
		return v, nil
	}
	v.Int = scratch.Make[int64](len(order))
	for k, i := range order {
		v.Int[k] = a.s[i]
	}
	return v, nil
}

// wideVector reports whether a field.Vector of type t holds 128-bit values.
func wideVector(t ir.Type) bool { return t.Wide() || t.Kind == ir.UInt64 }

func (a *sumInt) vec(v *vector.Vec, n int) error {
	v.I = a.s[:n]
	a.mask(v, n)
	return nil
}

func (a *sumInt) lane() vector.Lane        { return vector.Ints }
func (a *sumInt) proved() *vector.Interval { return &a.total }
func (a *sumInt) dict() *field.Dictionary  { return nil }

// sumWide sums in 128 bits, checked: where the order of values decides whether a sum on the way overflows,
// that is an error. Values of 128 bits are summed by their sign.
type sumWide struct {
	arg *vector.Node
	t   ir.Type
	groups
	s        []int128.Int
	negative []int128.Int // of negative values of 128 bits
	short    bool         // a block adds up in 64 bits
	narrow   bool         // DuckDB adds in 64 bits, and takes them to suffice: where they do not, it answers
	bad      bool
}

func (a *sumWide) grow(n int) {
	a.s = extend(a.s, n)
	if a.arg.Lane() != vector.Ints {
		a.negative = extend(a.negative, n)
	}
	a.groups.grow(n)
}

func (a *sumWide) reset(n int) {
	a.s = zeroed(a.s, n)
	if a.arg.Lane() != vector.Ints {
		a.negative = zeroed(a.negative, n)
	}
	a.groups.reset(n)
}

// add64 adds a 64-bit value. It cannot leave 128 bits in looseTuples steps.
func add64(s *int128.Int, x int64) {
	lo, c := bits.Add64(s.Lo, uint64(x), 0)
	s.Lo, s.Hi = lo, s.Hi+x>>63+int64(c)
}

func (a *sumWide) add(i int32, x int128.Int) {
	to := a.s
	if x.Hi < 0 && a.negative != nil {
		to = a.negative
	}
	s, ok := to[i].Add(x)
	to[i] = s
	a.bad = a.bad || !ok
}

// total returns the sum of a group.
func (a *sumWide) total(i int32) int128.Int {
	if a.negative == nil {
		return a.s[i]
	}
	s, _ := a.s[i].Add(a.negative[i]) // of different signs
	return s
}

func (a *sumWide) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	if a.arg.Lane() == vector.Ints {
		for t, g := range gids {
			if v.Null == nil || v.Null[t] == 0 {
				add64(&a.s[g], v.I[t])
			}
		}
	} else {
		for t, g := range gids {
			if v.Null == nil || v.Null[t] == 0 {
				a.add(g, v.W[t])
			}
		}
	}
	a.mark(gids, v.Null)
}

func (a *sumWide) updateAll(f *vector.Frame) { a.updateMasked(f, nil, f.N, 0) }

func (a *sumWide) takesMask() bool { return !a.arg.CanFail() }

func (a *sumWide) updateMasked(f *vector.Frame, mask []uint64, count, g int) {
	mask, count = a.arg.NotNull(f, mask, count)
	if count == 0 {
		return
	}
	a.markOne(g)
	if a.arg.Lane() != vector.Ints {
		x := a.arg.Eval(f).W
		kernel.EachBit(mask, f.N, func(t int) { a.add(int32(g), x[t]) })
		return
	}
	var s int128.Int
	if a.short {
		s = int128.Of(a.arg.SumSelected(f, mask, count))
	} else {
		x := a.arg.Eval(f).I
		kernel.EachBit(mask, f.N, func(t int) { add64(&s, x[t]) })
	}
	a.add(int32(g), s)
}

func (a *sumWide) merge(from accumulator, to []int32) {
	o := from.(*sumWide)
	for i, t := range to {
		a.add(t, o.s[i])
		if o.negative != nil {
			a.add(t, o.negative[i])
		}
	}
	a.bad = a.bad || o.bad
	a.groups.merge(&o.groups, to)
}

func (a *sumWide) err() error {
	if a.bad {
		return overflowOf(a.narrow)
	}
	return nil
}

func overflowOf(narrow bool) error {
	if narrow {
		return &eval.Error{Op: "sum", Msg: "overflow of 64 bits"}
	}
	return &eval.Error{Op: "sum", Msg: "overflow of 128 bits"}
}

func (a *sumWide) vector(name string, order []int32) (*field.Vector, error) {
	v := &field.Vector{Name: name, Type: a.t, Null: a.nulls(order)}
	if !wideVector(a.t) {
		v.Int = scratch.Make[int64](len(order))
		for k, i := range order {
			x, ok := a.total(i).Int64()
			if !ok {
				return nil, overflowOf(true)
			}
			v.Int[k] = x
		}
		return v, a.err()
	}
	v.Wide = scratch.Make[int128.Int](len(order))
	for k, i := range order {
		v.Wide[k] = a.total(i)
	}
	a.check(v.Wide)
	return v, a.err()
}

func (a *sumWide) vec(v *vector.Vec, n int) error {
	v.W = a.s[:n]
	if a.negative != nil {
		v.W = make([]int128.Int, n)
		for i := range v.W {
			v.W[i] = a.total(int32(i))
		}
	}
	a.check(v.W)
	a.mask(v, n)
	return a.err()
}

// check looks for totals that a narrow sum does not hold.
func (a *sumWide) check(totals []int128.Int) {
	if !a.narrow {
		return
	}
	for _, x := range totals {
		_, ok := x.Int64()
		a.bad = a.bad || !ok
	}
}

func (a *sumWide) lane() vector.Lane        { return vector.Wides }
func (a *sumWide) proved() *vector.Interval { return nil }
func (a *sumWide) dict() *field.Dictionary  { return nil }

// sumFloat sums doubles, in the order the tuples come.
type sumFloat struct {
	arg *vector.Node
	t   ir.Type
	groups
	s []float64
}

func (a *sumFloat) grow(n int)  { a.s = scratch.Grow(a.s, n); a.groups.grow(n) }
func (a *sumFloat) free()       { scratch.Free(a.s); a.groups.free() }
func (a *sumFloat) reset(n int) { a.s = zeroed(a.s, n); a.groups.reset(n) }

func (a *sumFloat) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	for t, g := range gids {
		if v.Null == nil || v.Null[t] == 0 {
			a.s[g] += v.F[t]
		}
	}
	a.mark(gids, v.Null)
}

func (a *sumFloat) updateAll(f *vector.Frame) { a.updateMasked(f, nil, f.N, 0) }

func (a *sumFloat) takesMask() bool { return !a.arg.CanFail() }

func (a *sumFloat) updateMasked(f *vector.Frame, mask []uint64, count, g int) {
	if mask, count = a.arg.NotNull(f, mask, count); count == 0 {
		return
	}
	s, x := a.s[g], a.arg.Eval(f).F
	kernel.EachBit(mask, f.N, func(t int) { s += x[t] })
	a.s[g] = s
	a.markOne(g)
}

func (a *sumFloat) merge(from accumulator, to []int32) {
	o := from.(*sumFloat)
	for i, t := range to {
		a.s[t] += o.s[i]
	}
	a.groups.merge(&o.groups, to)
}

func (a *sumFloat) vector(name string, order []int32) (*field.Vector, error) {
	v := &field.Vector{Name: name, Type: a.t, Float: scratch.Make[float64](len(order)), Null: a.nulls(order)}
	for k, i := range order {
		v.Float[k] = a.s[i]
	}
	return v, nil
}

func (a *sumFloat) vec(v *vector.Vec, n int) error {
	v.F = a.s[:n]
	a.mask(v, n)
	return nil
}

func (a *sumFloat) lane() vector.Lane        { return vector.Floats }
func (a *sumFloat) proved() *vector.Interval { return nil }
func (a *sumFloat) dict() *field.Dictionary  { return nil }
