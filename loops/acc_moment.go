package loops

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/vector"
)

// moment is a running mean and sum of squared distances from it (Welford's method), in the engine's
// order of operations.
type moment struct {
	n          uint64
	mean, dist float64
}

func (m *moment) add(x float64) {
	m.n++
	d := (x - m.mean) / float64(m.n)
	next := m.mean + d
	step := float64((x - next) * (x - m.mean))
	m.mean, m.dist = next, m.dist+step
}

func (m *moment) merge(o moment) {
	switch {
	case m.n == 0:
		*m = o
	case o.n > 0:
		a, b, n := float64(m.n), float64(o.n), float64(m.n+o.n)
		delta := o.mean - m.mean
		m.mean = math.FMA(b/n, delta, m.mean)
		m.dist = o.dist + m.dist + float64(delta*delta*b*a/n)
		m.n += o.n
	}
}

// result returns a variance or standard deviation. One that is not finite is an error.
func (m *moment) result(fn ir.Reduction) (x float64, null bool, err error) {
	switch {
	case m.n == 0, m.n == 1 && (fn == ir.VarSamp || fn == ir.StddevSamp):
		return 0, true, nil
	case fn == ir.VarSamp || fn == ir.StddevSamp:
		x = m.dist / float64(m.n-1)
	case m.n > 1:
		x = m.dist / float64(m.n)
	}
	if fn == ir.StddevSamp || fn == ir.StddevPop {
		x = math.Sqrt(x)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, false, &eval.Error{Op: fn.String(), Msg: "out of range"}
	}
	return x, false, nil
}

// momentAcc is the moments of groups.
type momentAcc struct {
	arg *vector.Node
	fn  ir.Reduction
	m   []moment
}

func (a *momentAcc) grow(n int)  { a.m = extend(a.m, n) }
func (a *momentAcc) reset(n int) { a.m = zeroed(a.m, n) }

func (a *momentAcc) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	for t, g := range gids {
		if v.Null == nil || v.Null[t] == 0 {
			a.m[g].add(v.F[t])
		}
	}
}

func (a *momentAcc) updateAll(f *vector.Frame) {
	v := a.arg.Eval(f)
	for t, x := range v.F[:f.N] {
		if v.Null == nil || v.Null[t] == 0 {
			a.m[0].add(x)
		}
	}
}

func (a *momentAcc) merge(from accumulator, to []int32) {
	for i, t := range to {
		a.m[t].merge(from.(*momentAcc).m[i])
	}
}

func (a *momentAcc) vector(name string, order []int32) (*field.Vector, error) {
	v := &field.Vector{Name: name, Type: ir.Of(ir.Float64), Float: scratch.Make[float64](len(order))}
	for k, i := range order {
		x, null, err := a.m[i].result(a.fn)
		if err != nil {
			return nil, err
		}
		if v.Float[k] = x; null {
			if v.Null == nil {
				v.Null = make([]bool, len(order))
			}
			v.Null[k] = true
		}
	}
	v.Type.Null = v.Null != nil
	return v, nil
}

func (a *momentAcc) vec(v *vector.Vec, n int) error { return vecOf(a, v, n) }
func (a *momentAcc) lane() vector.Lane              { return vector.Floats }
func (a *momentAcc) proved() *vector.Interval       { return nil }
func (a *momentAcc) dict() *field.Dictionary        { return nil }

// vecOf is vec by way of vector, of floats, or of integers in the lane that a has.
func vecOf(a accumulator, v *vector.Vec, n int) error {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	r, err := a.vector("", order)
	if err != nil {
		return err
	}
	v.I, v.W, v.F, v.Null = r.Int, r.Wide, r.Float, nil
	if r.Null != nil {
		v.Null = make([]uint8, n)
		for i, null := range r.Null {
			if null {
				v.Null[i] = 1
			}
		}
	}
	return nil
}

// productAcc multiplies doubles, in the order the tuples come.
type productAcc struct{ sumFloat }

func (a *productAcc) mul(g int32, x float64) {
	if a.seen[g] == 0 {
		a.s[g], a.seen[g] = 1, 1
	}
	a.s[g] *= x
}

func (a *productAcc) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	for t, g := range gids {
		if v.Null == nil || v.Null[t] == 0 {
			a.mul(g, v.F[t])
		}
	}
}

func (a *productAcc) updateAll(f *vector.Frame) { a.updateMasked(f, nil, f.N, 0) }

func (a *productAcc) updateMasked(f *vector.Frame, mask []uint64, count, g int) {
	if mask, count = a.arg.NotNull(f, mask, count); count > 0 {
		x := a.arg.Eval(f).F
		kernel.EachBit(mask, f.N, func(t int) { a.mul(int32(g), x[t]) })
	}
}

func (a *productAcc) merge(from accumulator, to []int32) {
	o := from.(*productAcc)
	for i, t := range to {
		if o.seen[i] != 0 {
			a.mul(t, o.s[i])
		}
	}
}
