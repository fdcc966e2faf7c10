package loops

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/loops/vector"
)

// distinctValues reduces the different values of each group: it collects them as distinctAcc does,
// and reduces them at the end.
type distinctValues struct {
	distinctAcc
	of *valueReduction
}

func newDistinctValues(w *worker, arg *vector.Node, r Reduction) (*distinctValues, error) {
	of, err := newValueReduction(w, arg, r)
	return &distinctValues{distinctAcc: *newDistinct(w, arg), of: of}, err
}

func (a *distinctValues) merge(from accumulator, to []int32) {
	a.distinctAcc.merge(&from.(*distinctValues).distinctAcc, to)
}

// reduce adds the values of all pairs to their groups.
func (a *distinctValues) reduce() {
	k, block := a.pairs, a.w.block
	v := &a.of.values
	v.I, v.W, v.F = v.I[:0], v.W[:0], v.F[:0]
	n := 0
	for p := range k.count {
		outer, null := a.pair(p)
		if null {
			continue
		}
		w := k.words[p*k.width:][:k.width]
		switch a.arg.Lane() {
		case vector.Wides:
			v.W = append(v.W, k.layout.wide(0, w))
		case vector.Floats:
			v.F = append(v.F, math.Float64frombits(w[k.layout.keys[0].word]))
		default:
			i, _ := k.layout.integer(0, w)
			v.I = append(v.I, i)
		}
		a.gids[n] = int32(outer)
		if n++; n == block {
			a.of.add(n, a.gids)
			v.I, v.W, v.F = v.I[:0], v.W[:0], v.F[:0]
			n = 0
		}
	}
	a.of.add(n, a.gids)
}

func (a *distinctValues) vector(name string, order []int32) (*field.Vector, error) {
	a.of.grow(len(a.count.n))
	a.reduce()
	return a.of.acc.vector(name, order)
}

func (a *distinctValues) vec(v *vector.Vec, n int) error {
	a.of.reset(n)
	a.reduce()
	return a.of.acc.vec(v, n)
}

func (a *distinctValues) dict() *field.Dictionary  { return nil }
func (a *distinctValues) proved() *vector.Interval { return a.of.acc.proved() }
func (a *distinctValues) lane() vector.Lane        { return a.of.acc.lane() }
