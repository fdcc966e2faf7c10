package loops

import (
	"math/big"
	"runtime"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// avg is a sum and a count, divided at the end as DuckDB does.
func (s *accumulators) avg(arg *vector.Node, t ir.Type) (accumulator, error) {
	st := ir.Of(ir.Int128)
	if t.Float() {
		st = ir.Of(ir.Float64)
	}
	sum, err := s.sum(arg, st)
	if err != nil {
		return nil, err
	}
	return &avgAcc{sum: sum, count: s.count(arg), arg: t}, nil
}

// avgAcc reads a sum and a count that are updated on their own.
type avgAcc struct {
	sum   accumulator
	count *countAcc
	arg   ir.Type
}

func (a *avgAcc) grow(int)                      {}
func (a *avgAcc) reset(int)                     {}
func (a *avgAcc) update(*vector.Frame, []int32) {}
func (a *avgAcc) updateAll(*vector.Frame)       {}
func (a *avgAcc) merge(accumulator, []int32)    {}

func (a *avgAcc) vector(name string, order []int32) (*field.Vector, error) {
	s, err := a.sum.vector(name, order)
	if err != nil {
		return nil, err
	}
	defer release(s)
	v := &field.Vector{Name: name, Type: ir.Of(ir.Float64), Float: scratch.Make[float64](len(order))}
	for k, i := range order {
		n := a.count.n[i]
		switch {
		case n == 0:
			if v.Null == nil {
				v.Null = make([]bool, len(order))
			}
			v.Null[k] = true
		case s.Float != nil:
			v.Float[k] = s.Float[k] / float64(n)
		case s.Wide != nil:
			v.Float[k] = average(s.Wide[k], n, a.arg)
		default:
			v.Float[k] = average(int128.Of(s.Int[k]), n, a.arg)
		}
	}
	v.Type.Null = v.Null != nil
	return v, nil
}

func (a *avgAcc) vec(v *vector.Vec, n int) error {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	r, err := a.vector("", order)
	if err != nil {
		return err
	}
	v.F, v.Null = r.Float, nil
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

func (a *avgAcc) lane() vector.Lane        { return vector.Floats }
func (a *avgAcc) proved() *vector.Interval { return nil }
func (a *avgAcc) dict() *field.Dictionary  { return nil }

// longDouble is the precision of C's long double on this platform, in which DuckDB divides.
var longDouble = func() uint {
	switch {
	case runtime.GOARCH == "amd64" || runtime.GOARCH == "386":
		return 64
	case runtime.GOOS == "darwin" || runtime.GOOS == "windows":
		return 53
	}
	return 113
}()

// average is DuckDB's avg of n integers or decimals of type t with the given sum:
// divided in double for 16-bit values, in long double (rounded to double at the end) otherwise.
func average(sum int128.Int, n int64, t ir.Type) float64 {
	if t.Kind == ir.Int16 || t.Kind == ir.Int8 || t.Kind == ir.Decimal && t.Width <= 4 {
		d := float64(n)
		if t.Kind == ir.Decimal {
			d *= int128.Pow10(int(t.Scale)).Float64()
		}
		return sum.Float64() / d
	}
	d := new(big.Float).SetPrec(longDouble).SetInt64(n)
	if t.Kind == ir.Decimal {
		d.Mul(d, new(big.Float).SetPrec(longDouble).SetFloat64(int128.Pow10(int(t.Scale)).Float64()))
	}
	v := new(big.Float).SetPrec(longDouble)
	if x, ok := sum.Int64(); ok {
		v.SetInt64(x)
	} else {
		v.SetInt(sum.Big())
	}
	f, _ := v.Quo(v, d).Float64()
	return f
}
