package loops

import (
	"cmp"
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/vector"
)

// minMax keeps the least or greatest value in DuckDB's order: NaN above all other doubles,
// strings by bytes (dictionary codes are in that order). mayBeEmpty says that a group can be without one.
func (w *worker) minMax(arg *vector.Node, greatest bool, t ir.Type, mayBeEmpty bool) (accumulator, error) {
	base := extreme{arg: arg, t: t, greatest: greatest, groups: groups{want: mayBeEmpty}}
	switch arg.Lane() {
	case vector.Ints, vector.Codes:
		a := &extremeInt{extreme: base, none: math.MaxInt64}
		if greatest {
			a.none = math.MinInt64
		}
		return a, nil
	}
	base.want = true
	switch arg.Lane() {
	case vector.Wides:
		return &extremeOf[int128.Int]{extreme: base, read: func(v *vector.Vec) []int128.Int { return v.W },
			groups: kernel.ExtremeWides, selected: kernel.ExtremeWide}, nil
	case vector.Floats:
		return &extremeOf[float64]{extreme: base, read: func(v *vector.Vec) []float64 { return v.F },
			groups: kernel.ExtremeFloats, selected: kernel.ExtremeFloat}, nil
	case vector.Bools:
		return &extremeOf[uint8]{extreme: base, read: func(v *vector.Vec) []uint8 { return v.B },
			groups: kernel.ExtremeGroups[uint8], selected: kernel.Extreme[uint8]}, nil
	case vector.Strings:
		return &extremeOf[string]{extreme: base, read: func(v *vector.Vec) []string { return v.S },
			groups: kernel.ExtremeGroups[string], selected: kernel.Extreme[string]}, nil
	}
	return nil, &Refusal{"AGGREGATE", "min or max of " + arg.Type().String()}
}

// compareFloat orders NaN above everything and equal to itself.
func compareFloat(a, b float64) int {
	switch {
	case a != a:
		if b != b {
			return 0
		}
		return 1
	case b != b:
		return -1
	}
	return cmp.Compare(a, b)
}

type extreme struct {
	arg      *vector.Node
	t        ir.Type
	greatest bool
	groups
}

func (a *extreme) lane() vector.Lane       { return a.arg.Lane() }
func (a *extreme) dict() *field.Dictionary { return a.arg.Dict() }
func (a *extreme) takesMask() bool         { return !a.arg.CanFail() }

func (a *extreme) proved() *vector.Interval {
	if iv, ok := a.arg.Interval(); ok {
		return &iv
	}
	return nil
}

// extremeInt is the extreme of integers and codes. A group without a value holds none, which is beyond
// all others.
type extremeInt struct {
	extreme
	none int64
	v    []int64
}

func (a *extremeInt) grow(n int) {
	have := len(a.v)
	a.v = scratch.Grow(a.v, n)
	a.empty(have)
	a.groups.grow(n)
}

func (a *extremeInt) reset(n int) {
	a.v = zeroed(a.v, n)
	a.empty(0)
	a.groups.reset(n)
}

// empty makes the groups from the first on empty.
func (a *extremeInt) empty(first int) {
	for i := first; i < len(a.v); i++ {
		a.v[i] = a.none
	}
}

func (a *extremeInt) free() { scratch.Free(a.v); a.groups.free() }

func (a *extremeInt) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	kernel.ExtremeInts(a.v, gids, v.I, v.Null, a.greatest)
	a.mark(gids, v.Null)
}

func (a *extremeInt) updateAll(f *vector.Frame) { a.updateMasked(f, nil, f.N, 0) }

func (a *extremeInt) updateMasked(f *vector.Frame, mask []uint64, count, g int) {
	if mask, count = a.arg.NotNull(f, mask, count); count > 0 {
		a.add(int32(g), a.arg.ExtremeSelected(f, mask, count, a.greatest))
		a.markOne(g)
	}
}

func (a *extremeInt) add(g int32, x int64) {
	if a.greatest {
		a.v[g] = max(a.v[g], x)
	} else {
		a.v[g] = min(a.v[g], x)
	}
}

func (a *extremeInt) merge(from accumulator, to []int32) {
	o := from.(*extremeInt)
	kernel.ExtremeInts(a.v, to, o.v, nil, a.greatest)
	a.groups.merge(&o.groups, to)
}

func (a *extremeInt) vector(name string, order []int32) (*field.Vector, error) {
	v := newVector(name, a.t, len(order))
	v.Null = a.nulls(order)
	dict := a.arg.Dict()
	for k, i := range order {
		if v.Null != nil && v.Null[k] {
			continue
		}
		switch x := a.v[i]; {
		case dict != nil:
			v.Str[k] = dict.Str(int(x))
		case v.Wide != nil:
			v.Wide[k] = int128.Of(x)
		default:
			v.Int[k] = x
		}
	}
	return v, nil
}

func (a *extremeInt) vec(v *vector.Vec, n int) error {
	v.I, v.Dict = a.v[:n], a.arg.Dict()
	a.mask(v, n)
	if v.Null == nil {
		return nil
	}
	// What stands for no value has to be a code, or within the proved bounds.
	lo := int64(0)
	if iv, ok := a.arg.Interval(); ok {
		lo, _ = iv.Lo.Int64()
	}
	for i, null := range v.Null {
		if null != 0 {
			v.I[i] = lo
		}
	}
	return nil
}

// extremeOf is the extreme of other values.
type extremeOf[T any] struct {
	extreme
	read     func(v *vector.Vec) []T
	groups   func(best []T, seen []uint8, gids []int32, x []T, null []uint8, greatest bool)
	selected func(x []T, mask []uint64, greatest bool) T
	v        []T
	one      [1]T // a value and its group, to be added
	to       [1]int32
}

func (a *extremeOf[T]) grow(n int)  { a.v = extend(a.v, n); a.extreme.grow(n) }
func (a *extremeOf[T]) reset(n int) { a.v = zeroed(a.v, n); a.extreme.reset(n) }

func (a *extremeOf[T]) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	a.groups(a.v, a.seen, gids, a.read(v), v.Null, a.greatest)
}

func (a *extremeOf[T]) updateAll(f *vector.Frame) { a.updateMasked(f, nil, f.N, 0) }

func (a *extremeOf[T]) updateMasked(f *vector.Frame, mask []uint64, count, g int) {
	if mask, count = a.arg.NotNull(f, mask, count); count > 0 {
		a.one[0], a.to[0] = a.selected(a.read(a.arg.Eval(f))[:f.N], mask, a.greatest), int32(g)
		a.groups(a.v, a.seen, a.to[:], a.one[:], nil, a.greatest)
	}
}

func (a *extremeOf[T]) merge(from accumulator, to []int32) {
	o := from.(*extremeOf[T])
	null := make([]uint8, len(to))
	for i := range null {
		null[i] = 1 - o.seen[i]
	}
	a.groups(a.v, a.seen, to, o.v, null, a.greatest)
}

func (a *extremeOf[T]) vector(name string, order []int32) (*field.Vector, error) {
	v := newVector(name, a.t, len(order))
	v.Null = a.nulls(order)
	for k, i := range order {
		setVector(v, k, any(a.v[i]), nil)
	}
	return v, nil
}

func (a *extremeOf[T]) vec(v *vector.Vec, n int) error {
	switch x := any(a.v[:n]).(type) {
	case []int128.Int:
		v.W = x
	case []float64:
		v.F = x
	case []string:
		v.S = x
	case []uint8:
		v.B = x
	}
	v.Dict = nil
	a.mask(v, n)
	return nil
}

// newVector returns a vector of n zero values of type t.
func newVector(name string, t ir.Type, n int) *field.Vector {
	v := &field.Vector{Name: name, Type: t}
	switch {
	case t.Text():
		v.Str = make([]string, n)
	case t.Float():
		v.Float = scratch.Make[float64](n)
	case wideVector(t):
		v.Wide = scratch.Make[int128.Int](n)
	default:
		v.Int = scratch.Make[int64](n)
	}
	return v
}

// setVector stores a lane value at k; a code is stored as its string.
func setVector(v *field.Vector, k int, x any, dict *field.Dictionary) {
	switch x := x.(type) {
	case int64:
		switch {
		case dict != nil && v.Str != nil:
			if int(x) < dict.Len() {
				v.Str[k] = dict.Str(int(x))
			}
		case v.Wide != nil:
			v.Wide[k] = int128.Of(x)
		default:
			v.Int[k] = x
		}
	case int128.Int:
		if v.Wide != nil {
			v.Wide[k] = x
		} else {
			v.Int[k] = int64(x.Lo)
		}
	case float64:
		v.Float[k] = x
	case string:
		v.Str[k] = x
	case uint8:
		v.Int[k] = int64(x)
	}
}
