package loops

import (
	"cmp"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// minMax keeps the least or greatest value in DuckDB's order: NaN above all other doubles,
// strings by bytes (dictionary codes are in that order).
func (w *worker) minMax(arg *vector.Node, greatest bool, t ir.Type) (accumulator, error) {
	base := extreme{arg: arg, t: t, groups: groups{want: true}}
	switch arg.Lane() {
	case vector.Ints, vector.Codes:
		return &extremeOf[int64]{extreme: base, read: func(v *vector.Vec) []int64 { return v.I }, better: ordered(cmp.Compare[int64], greatest)}, nil
	case vector.Wides:
		return &extremeOf[int128.Int]{extreme: base, read: func(v *vector.Vec) []int128.Int { return v.W }, better: ordered(int128.Int.Cmp, greatest)}, nil
	case vector.Floats:
		return &extremeOf[float64]{extreme: base, read: func(v *vector.Vec) []float64 { return v.F }, better: ordered(compareFloat, greatest)}, nil
	case vector.Bools:
		return &extremeOf[uint8]{extreme: base, read: func(v *vector.Vec) []uint8 { return v.B }, better: ordered(cmp.Compare[uint8], greatest)}, nil
	case vector.Strings:
		return &extremeOf[string]{extreme: base, read: func(v *vector.Vec) []string { return v.S }, better: ordered(cmp.Compare[string], greatest)}, nil
	}
	return nil, &Refusal{"AGGREGATE", "min or max of " + arg.Type().String()}
}

func ordered[T any](compare func(a, b T) int, greatest bool) func(a, b T) bool {
	if greatest {
		return func(a, b T) bool { return compare(a, b) > 0 }
	}
	return func(a, b T) bool { return compare(a, b) < 0 }
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
	arg *vector.Node
	t   ir.Type
	groups
}

func (a *extreme) lane() vector.Lane       { return a.arg.Lane() }
func (a *extreme) dict() *field.Dictionary { return a.arg.Dict() }

func (a *extreme) proved() *vector.Interval {
	if iv, ok := a.arg.Interval(); ok {
		return &iv
	}
	return nil
}

type extremeOf[T any] struct {
	extreme
	read   func(v *vector.Vec) []T
	better func(a, b T) bool
	v      []T
}

func (a *extremeOf[T]) grow(n int)  { a.v = extend(a.v, n); a.groups.grow(n) }
func (a *extremeOf[T]) reset(n int) { a.v = zeroed(a.v, n); a.groups.reset(n) }

func (a *extremeOf[T]) add(g int32, x T) {
	if a.seen[g] == 0 || a.better(x, a.v[g]) {
		a.v[g], a.seen[g] = x, 1
	}
}

func (a *extremeOf[T]) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	x := a.read(v)
	for t, g := range gids {
		if v.Null == nil || v.Null[t] == 0 {
			a.add(g, x[t])
		}
	}
}

func (a *extremeOf[T]) updateAll(f *vector.Frame) {
	v := a.arg.Eval(f)
	for t, x := range a.read(v)[:f.N] {
		if v.Null == nil || v.Null[t] == 0 {
			a.add(0, x)
		}
	}
}

func (a *extremeOf[T]) merge(from accumulator, to []int32) {
	o := from.(*extremeOf[T])
	for i, t := range to {
		if o.seen[i] != 0 {
			a.add(t, o.v[i])
		}
	}
}

func (a *extremeOf[T]) vector(name string, order []int32) (*field.Vector, error) {
	v := newVector(name, a.t, len(order))
	v.Null = a.nulls(order)
	for k, i := range order {
		setVector(v, k, any(a.v[i]), a.arg.Dict())
	}
	return v, nil
}

func (a *extremeOf[T]) vec(v *vector.Vec, n int) error {
	switch x := any(a.v[:n]).(type) {
	case []int64:
		v.I = x
	case []int128.Int:
		v.W = x
	case []float64:
		v.F = x
	case []string:
		v.S = x
	case []uint8:
		v.B = x
	}
	v.Dict = a.arg.Dict()
	if v.Dict != nil || a.arg.Lane() != vector.Ints {
		a.mask(v, n)
		return nil
	}
	// A group without a value holds 0, which may lie outside the proved bounds.
	if iv, ok := a.arg.Interval(); ok {
		lo, _ := iv.Lo.Int64()
		for i, s := range a.seen[:n] {
			if s == 0 {
				v.I[i] = lo
			}
		}
	}
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
		v.Float = make([]float64, n)
	case wideVector(t):
		v.Wide = make([]int128.Int, n)
	default:
		v.Int = make([]int64, n)
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
