package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/vector"
)

// first keeps the value of the first tuple of each group in the order of the driving
// field; with skipNull, the first that is not NULL; with only, an error when there is another.
func (w *worker) first(arg *vector.Node, t ir.Type, base firstBase) accumulator {
	base.w, base.arg, base.t = w, arg, t
	switch arg.Lane() {
	case vector.Wides:
		return &firstOf[int128.Int]{firstBase: base, read: func(v *vector.Vec) []int128.Int { return v.W }}
	case vector.Floats:
		return &firstOf[float64]{firstBase: base, read: func(v *vector.Vec) []float64 { return v.F }}
	case vector.Strings:
		return &firstOf[string]{firstBase: base, read: func(v *vector.Vec) []string { return v.S }}
	case vector.Bools:
		return &firstOf[uint8]{firstBase: base, read: func(v *vector.Vec) []uint8 { return v.B }}
	}
	return &firstOf[int64]{firstBase: base, read: func(v *vector.Vec) []int64 { return v.I }}
}

// errSeveral is the error of an only with several coordinates.
var errSeveral = &eval.Error{Op: "only", Msg: "more than one row"}

type firstBase struct {
	w        *worker
	arg      *vector.Node
	t        ir.Type
	skipNull bool
	only     bool
	several  bool    // only: a group has another tuple
	null     []uint8 // 1: the value is NULL
	ord      []int32 // morsel of the value, plus one; 0: none
}

func (a *firstBase) lane() vector.Lane       { return a.arg.Lane() }
func (a *firstBase) dict() *field.Dictionary { return a.arg.Dict() }

func (a *firstBase) proved() *vector.Interval {
	if iv, ok := a.arg.Interval(); ok {
		return &iv
	}
	return nil
}

// missing reports a group without a value, or with NULL.
func (a *firstBase) missing(g int32) bool { return a.ord[g] == 0 || a.null[g] != 0 }

// firstOf holds borrowed values: strings alias the column they were read from.
type firstOf[T any] struct {
	firstBase
	read func(v *vector.Vec) []T
	v    []T
}

func (a *firstOf[T]) grow(n int) {
	a.v, a.null, a.ord = extend(a.v, n), extend(a.null, n), extend(a.ord, n)
}

func (a *firstOf[T]) reset(n int) {
	a.v, a.null, a.ord = zeroed(a.v, n), zeroed(a.null, n), zeroed(a.ord, n)
}

func (a *firstOf[T]) update(f *vector.Frame, gids []int32) {
	var v *vector.Vec
	for t, g := range gids {
		if a.ord[g] != 0 {
			a.several = true
			continue
		}
		if v == nil {
			v = a.arg.Eval(f)
		}
		a.set(g, v, t)
	}
}

func (a *firstOf[T]) set(g int32, v *vector.Vec, t int) {
	null := v.IsNull(t)
	if null && a.skipNull {
		return
	}
	a.v[g], a.null[g], a.ord[g] = a.read(v)[t], 0, int32(a.w.ord)+1
	if null {
		a.null[g] = 1
	}
}

func (a *firstOf[T]) updateAll(f *vector.Frame) {
	if a.ord[0] != 0 && f.N > 0 || f.N > 1 {
		a.several = true
	}
	for t := 0; t < f.N && a.ord[0] == 0; t++ {
		a.set(0, a.arg.Eval(f), t)
	}
}

func (a *firstOf[T]) merge(from accumulator, to []int32) {
	o := from.(*firstOf[T])
	a.several = a.several || o.several
	for i, t := range to {
		if o.ord[i] != 0 && a.ord[t] != 0 {
			a.several = true
		}
		if o.ord[i] != 0 && (a.ord[t] == 0 || o.ord[i] < a.ord[t]) {
			a.v[t], a.null[t], a.ord[t] = o.v[i], o.null[i], o.ord[i]
		}
	}
}

// lastOf keeps the value of the last tuple of each group.
type lastOf[T any] struct{ firstOf[T] }

// last is first from the end.
func (w *worker) last(arg *vector.Node, t ir.Type) accumulator {
	switch a := w.first(arg, t, firstBase{}).(type) {
	case *firstOf[int128.Int]:
		return &lastOf[int128.Int]{*a}
	case *firstOf[float64]:
		return &lastOf[float64]{*a}
	case *firstOf[string]:
		return &lastOf[string]{*a}
	case *firstOf[uint8]:
		return &lastOf[uint8]{*a}
	case *firstOf[int64]:
		return &lastOf[int64]{*a}
	}
	panic("loops: last of an unknown lane")
}

func (a *lastOf[T]) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	for t, g := range gids {
		if int32(a.w.ord)+1 >= a.ord[g] {
			a.set(g, v, t)
		}
	}
}

func (a *lastOf[T]) updateAll(f *vector.Frame) {
	if f.N > 0 && int32(a.w.ord)+1 >= a.ord[0] {
		a.set(0, a.arg.Eval(f), f.N-1)
	}
}

func (a *lastOf[T]) merge(from accumulator, to []int32) {
	o := from.(*lastOf[T])
	for i, t := range to {
		if o.ord[i] > a.ord[t] {
			a.v[t], a.null[t], a.ord[t] = o.v[i], o.null[i], o.ord[i]
		}
	}
}

func (a *firstOf[T]) vector(name string, order []int32) (*field.Vector, error) {
	if a.only && a.several {
		return nil, errSeveral
	}
	v := newVector(name, a.t, len(order))
	for k, i := range order {
		if a.missing(i) {
			if v.Null == nil {
				v.Null = make([]bool, len(order))
			}
			v.Null[k] = true
			continue
		}
		setVector(v, k, any(a.v[i]), a.arg.Dict())
	}
	return v, nil
}

func (a *firstOf[T]) vec(v *vector.Vec, n int) error {
	if a.only && a.several {
		return errSeveral
	}
	*v = vector.Vec{Dict: a.arg.Dict()}
	v.Null = make([]uint8, n)
	for i := range v.Null {
		if a.missing(int32(i)) {
			v.Null[i] = 1
		}
	}
	switch x := any(a.v[:n]).(type) {
	case []int64:
		v.I = x
		// A group without a value holds 0, which may lie outside the proved bounds.
		if iv, ok := a.arg.Interval(); ok {
			lo, _ := iv.Lo.Int64()
			for i, null := range v.Null {
				if null != 0 {
					x[i] = lo
				}
			}
		}
	case []int128.Int:
		v.W = x
	case []float64:
		v.F = x
	case []string:
		v.S = x
	case []uint8:
		v.B = x
	}
	return nil
}
