package loops

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// distinctOf reduces the different values of all tuples, of a lane whose values have a fixed size.
type distinctOf[T int64 | uint64 | int128.Int] struct {
	w      *worker
	arg    *vector.Node
	read   func(to []T, v *vector.Vec) []T // the values of a block, which may be v's own
	write  func(v *vector.Vec, vals []T)   // sets the lane of v
	buf    []T
	set    *distinctSet[T]
	others []*distinctSet[T] // to be merged
	of     *valueReduction   // nil for a count
	done   accumulator       // the result, once asked for
}

// newDistinctSet returns nil for other lanes.
func newDistinctSet(w *worker, arg *vector.Node, r Reduction) (accumulator, error) {
	var of *valueReduction
	if r.Fn != ir.Count {
		var err error
		if of, err = newValueReduction(w, arg, r); err != nil {
			return nil, err
		}
	}
	switch arg.Lane() {
	case vector.Ints:
		return &distinctOf[int64]{w: w, arg: arg, of: of, set: newSet(w.block, hashInts),
			read:  func(_ []int64, v *vector.Vec) []int64 { return v.I },
			write: func(v *vector.Vec, vals []int64) { v.I = vals }}, nil
	case vector.Wides:
		return &distinctOf[int128.Int]{w: w, arg: arg, of: of, set: newSet(w.block, hashWides),
			read:  func(_ []int128.Int, v *vector.Vec) []int128.Int { return v.W },
			write: func(v *vector.Vec, vals []int128.Int) { v.W = vals }}, nil
	case vector.Floats:
		return &distinctOf[uint64]{w: w, arg: arg, of: of, set: newSet(w.block, hashWords), read: floatWords, write: func(v *vector.Vec, vals []uint64) {
			v.F = make([]float64, len(vals))
			for t, x := range vals {
				v.F[t] = math.Float64frombits(x)
			}
		}}, nil
	}
	return nil, nil
}

func floatWords(to []uint64, v *vector.Vec) []uint64 {
	for t := range to {
		to[t] = floatWord(v.F[t])
	}
	return to
}

func (a *distinctOf[T]) grow(int)                          {}
func (a *distinctOf[T]) reset(int)                         { panic("loops: a set of distinct values begins anew") }
func (a *distinctOf[T]) update(f *vector.Frame, _ []int32) { a.updateAll(f) }
func (a *distinctOf[T]) merge(from accumulator, _ []int32) {
	a.others = append(a.others, from.(*distinctOf[T]).set)
}
func (a *distinctOf[T]) vec(v *vector.Vec, n int) error { return a.result().vec(v, n) }
func (a *distinctOf[T]) dict() *field.Dictionary        { return nil }

func (a *distinctOf[T]) free() {
	a.set.free()
	scratch.Free(a.buf)
	if a.of != nil {
		freeAll(a.of.list)
	}
}

func (a *distinctOf[T]) vector(name string, order []int32) (*field.Vector, error) {
	return a.result().vector(name, order)
}

func (a *distinctOf[T]) lane() vector.Lane {
	if a.of != nil {
		return a.of.acc.lane()
	}
	return vector.Ints
}

func (a *distinctOf[T]) proved() *vector.Interval {
	if a.of != nil {
		return a.of.acc.proved()
	}
	return (&countAcc{}).proved()
}

func (a *distinctOf[T]) updateAll(f *vector.Frame) {
	if a.buf == nil {
		a.buf = scratch.Make[T](a.w.block)
	}
	v := a.arg.Eval(f)
	vals := a.read(a.buf[:f.N], v)[:f.N]
	if v.Null != nil {
		n := 0
		for t, x := range vals {
			a.buf[n] = x
			n += int(1 - v.Null[t])
		}
		vals = a.buf[:n]
	}
	a.set.add(vals)
}

// result merges the sets and returns the accumulator of the result.
func (a *distinctOf[T]) result() accumulator {
	if a.done != nil {
		return a.done
	}
	a.set.merge(a.others, a.w.run.opt.Threads)
	if a.of == nil {
		a.done = &countAcc{n: []int64{a.set.count()}}
		return a.done
	}
	a.of.grow(1)
	a.set.each(func(vals []T) {
		for len(vals) > 0 {
			n := min(len(vals), a.w.block)
			a.write(&a.of.values, vals[:n])
			a.of.add(n, nil)
			vals = vals[n:]
		}
	})
	a.done = a.of.acc
	return a.done
}

// valueReduction reduces values that are at hand.
type valueReduction struct {
	acc    accumulator   // holds the result
	list   []accumulator // states to update
	values vector.Vec    // of the block to add, without NULL
	frame  vector.Frame
}

// newValueReduction is for values like those of a node.
func newValueReduction(w *worker, like *vector.Node, r Reduction) (*valueReduction, error) {
	t := vector.Temp{Type: like.Type().NotNull(), Lane: like.Lane()}
	if iv, ok := like.Interval(); ok {
		t.Proved = &iv
	}
	c := vector.NewCompiler(oneTemp{w, t}, w.block)
	arg, err := c.Expr(&ir.Iter{Name: "value", T: t.Type})
	if err != nil {
		return nil, err
	}
	all := w.accumulators(true)
	v := &valueReduction{}
	r.Distinct = false
	if v.acc, err = all.reduce(arg, r); err != nil {
		return nil, err
	}
	v.list = all.list
	v.frame.Temps = []*vector.Vec{&v.values}
	return v, nil
}

// oneTemp knows one temporary and nothing else.
type oneTemp struct {
	*worker
	temp vector.Temp
}

func (e oneTemp) Temp(string) (vector.Temp, bool) { return e.temp, true }

func (v *valueReduction) grow(n int) {
	for _, a := range v.list {
		a.grow(n)
	}
}

func (v *valueReduction) reset(n int) {
	for _, a := range v.list {
		a.reset(n)
	}
}

// add adds the n values to groups; nil is the first.
func (v *valueReduction) add(n int, gids []int32) {
	v.frame.N = n
	v.frame.Epoch++
	for _, a := range v.list {
		if gids == nil {
			a.updateAll(&v.frame)
		} else {
			a.update(&v.frame, gids[:n])
		}
	}
}
