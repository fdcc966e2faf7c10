package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// distinctAcc counts the different values of each group: the groups of (group, value) pairs.
type distinctAcc struct {
	arg   *vector.Node
	pairs *groupKeys
	count countAcc
	gids  []int32
	zero  []int32
	w     *worker
}

func newDistinct(w *worker, arg *vector.Node) *distinctAcc {
	a := &distinctAcc{arg: arg, w: w, gids: w.ints(w.block), zero: w.ints(w.block)}
	a.pairs = newGroupKeys([]*vector.Node{arg}, false, true, w)
	return a
}

func (a *distinctAcc) grow(n int) { a.count.grow(n) }
func (a *distinctAcc) free()      { a.count.free(); a.pairs.free() }

func (a *distinctAcc) reset(n int) {
	a.pairs = newGroupKeys([]*vector.Node{a.arg}, false, true, a.w)
	a.count.reset(n)
}

func (a *distinctAcc) update(f *vector.Frame, gids []int32) {
	before := a.pairs.count
	a.pairs.outer = gids
	a.pairs.findMany(f, a.gids[:f.N])
	a.tally(before)
}

// tally counts the pairs added since there were n.
func (a *distinctAcc) tally(n int) {
	k := a.pairs
	for ; n < k.count; n++ {
		if outer, null := a.pair(n); !null {
			a.count.n[outer]++
		}
	}
}

// pair returns the group of a pair and whether its value is NULL.
func (a *distinctAcc) pair(n int) (outer int, null bool) {
	l, words := a.pairs.layout, a.pairs.words[n*a.pairs.width:][:a.pairs.width]
	if l.keys[0].packed {
		_, null = l.integer(0, words)
	} else {
		null = l.isNull(0, words)
	}
	return int(words[0] & l.outer.mask), null
}

func (a *distinctAcc) updateAll(f *vector.Frame) { a.update(f, a.zero[:f.N]) }

func (a *distinctAcc) merge(from accumulator, to []int32) {
	before := a.pairs.count
	a.pairs.merge([]*groupKeys{from.(*distinctAcc).pairs}, [][]int32{to})
	a.tally(before)
}

func (a *distinctAcc) vector(name string, order []int32) (*field.Vector, error) {
	return a.count.vector(name, order)
}
func (a *distinctAcc) vec(v *vector.Vec, n int) error { return a.count.vec(v, n) }
func (a *distinctAcc) lane() vector.Lane              { return vector.Ints }
func (a *distinctAcc) proved() *vector.Interval       { return a.count.proved() }
func (a *distinctAcc) dict() *field.Dictionary        { return nil }

// canonical makes equal floats identical: one zero, one NaN (as a string, since a NaN is
// not equal to itself as a map key).
func canonical(x ir.Value) ir.Value {
	if x.Float == 0 {
		x.Float = 0
	}
	if x.Float != x.Float {
		x.Float, x.Str = 0, "nan"
	}
	return x
}
