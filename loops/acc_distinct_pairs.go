package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// distinctPairs counts the different values of each group where the keys of groups and the values are
// numbered together: each number belongs to one group.
type distinctPairs struct {
	numbers *field.Numbering
	arg     *field.Column
	node    *vector.Node // the number
	group   []int32      // of each number met, plus one
}

// newDistinctPairs returns nil where no numbering pays.
func newDistinctPairs(w *worker, keys []*vector.Node, arg *vector.Node) *distinctPairs {
	x, slot := w.numbering(append(keys[:len(keys):len(keys)], arg)...)
	if x == nil {
		return nil
	}
	col, _, _ := arg.Leaf()
	return &distinctPairs{numbers: x, arg: col, node: w.compiler.Column(x.Number, slot), group: scratch.Make[int32](len(x.First))}
}

func (a *distinctPairs) grow(int)                 {}
func (a *distinctPairs) free()                    { scratch.Free(a.group) }
func (a *distinctPairs) reset(int)                { panic("loops: the groups of a table begin anew") }
func (a *distinctPairs) updateAll(*vector.Frame)  { panic("loops: a table without groups") }
func (a *distinctPairs) lane() vector.Lane        { return vector.Ints }
func (a *distinctPairs) proved() *vector.Interval { return (&countAcc{}).proved() }
func (a *distinctPairs) dict() *field.Dictionary  { return nil }

func (a *distinctPairs) update(f *vector.Frame, gids []int32) {
	at, group := a.node.Eval(f).I[:len(gids)], a.group
	step := simd.PrefetchStep(group, len(at))
	for ; len(at) > 0; at, gids = at[step:], gids[step:] {
		step = min(step, len(at))
		simd.PrefetchKeys(group, at[:step], simd.Numbering{Inverse: 1})
		for t, i := range at[:step] {
			group[i] = gids[t] + 1
		}
	}
}

func (a *distinctPairs) merge(from accumulator, to []int32) {
	for i, g := range from.(*distinctPairs).group {
		if g != 0 {
			a.group[i] = to[g-1] + 1
		}
	}
}

func (a *distinctPairs) vector(name string, order []int32) (*field.Vector, error) {
	n := int32(0)
	for _, g := range order {
		n = max(n, g+1)
	}
	return a.counts(int(n)).vector(name, order)
}

func (a *distinctPairs) vec(v *vector.Vec, n int) error { return a.counts(n).vec(v, n) }

// counts counts the numbers of each group.
func (a *distinctPairs) counts(groups int) *countAcc {
	c := &countAcc{n: make([]int64, groups)}
	for i, g := range a.group {
		if g != 0 && !a.arg.Null(int(a.numbers.First[i])) {
			c.n[g-1]++
		}
	}
	return c
}
