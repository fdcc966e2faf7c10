package loops

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// distinctValues reduces the different values of each group: it collects them as distinctAcc does,
// and reduces them at the end.
type distinctValues struct {
	distinctAcc
	red Reduction
}

func newDistinctValues(w *worker, arg *vector.Node, r Reduction) *distinctValues {
	return &distinctValues{distinctAcc: *newDistinct(w, arg), red: r}
}

func (a *distinctValues) merge(from accumulator, to []int32) {
	a.distinctAcc.merge(&from.(*distinctValues).distinctAcc, to)
}

// states returns the reduction of each of n groups.
func (a *distinctValues) states(n int) []state {
	out := make([]state, n)
	for i := range out {
		out[i].r = a.red
	}
	k := a.pairs
	t := a.arg.Type().NotNull()
	for p := range k.count {
		outer, null := a.pair(p)
		if null {
			continue
		}
		w := k.words[p*k.width:][:k.width]
		x := ir.Value{Type: t, Valid: true}
		switch a.arg.Lane() {
		case vector.Wides:
			x.Int = k.layout.wide(0, w)
		case vector.Floats:
			x.Float = math.Float64frombits(w[k.layout.keys[0].word])
		default:
			i, _ := k.layout.integer(0, w)
			x.Int = int128.Of(i)
		}
		out[outer].addValue(x)
	}
	return out
}

func (a *distinctValues) vector(name string, order []int32) (*field.Vector, error) {
	states := a.states(len(a.count.n))
	v := newVector(name, a.red.T, 0)
	for _, i := range order {
		x, err := states[i].value()
		if err != nil {
			return nil, err
		}
		v.Append(x)
	}
	return v, nil
}

func (a *distinctValues) vec(v *vector.Vec, n int) error { return vecOf(a, v, n) }
func (a *distinctValues) dict() *field.Dictionary        { return nil }
func (a *distinctValues) proved() *vector.Interval       { return nil }

func (a *distinctValues) lane() vector.Lane {
	switch {
	case a.red.T.Float():
		return vector.Floats
	case wideVector(a.red.T):
		return vector.Wides
	}
	return vector.Ints
}
