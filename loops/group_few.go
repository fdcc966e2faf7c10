package loops

import (
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/loops/vector"
)

// fewRanges turns a small dense index into group numbers themselves, where no key can be NULL:
// nothing is looked up and no group is new.
func (k *groupKeys) fewRanges() {
	if len(k.dense) > fewGroups {
		return
	}
	for _, n := range k.nodes {
		if n.Type().Null {
			return
		}
	}
	k.few, k.count = new([fewGroups]bool), len(k.dense)
}

// directRanges turns a larger dense index into group numbers too, where there are as many tuples and
// nothing says that most of them are left out.
func (k *groupKeys) directRanges() {
	if st := k.w.stage; k.few != nil || int64(len(k.dense)) > k.w.tuples || len(k.dense) < 1<<16 || !st.scans() {
		return
	}
	k.direct, k.count = true, len(k.dense)
}

// findDirect numbers the tuples of a block. The table says which groups have been met.
func (k *groupKeys) findDirect(f *vector.Frame, gids []int32) {
	at := k.place(f)
	if at == nil {
		clear(gids)
		return
	}
	met := k.dense
	for t, i := range at {
		gids[t] = int32(i)
		met[i] = 1
	}
}

// mergeDirect merges groups that have the same numbers here and there.
func (k *groupKeys) mergeDirect(o *groupKeys, to []int32) {
	parallel.Do(16, k.w.run.opt.Threads, func(p int) {
		lo, hi := len(to)*p/16, len(to)*(p+1)/16
		for g := lo; g < hi; g++ {
			to[g] = int32(g)
			k.dense[g] |= o.dense[g]
		}
	})
}

// findFew numbers the tuples of a block, also as bytes.
func (k *groupKeys) findFew(f *vector.Frame, gids []int32, small []uint8) {
	small = small[:len(gids)]
	at := k.place(f)
	if at == nil {
		clear(gids)
		clear(small)
		return
	}
	met := k.few
	for t, i := range at {
		g := uint8(i)
		small[t], gids[t] = g, int32(g)
		met[g&(fewGroups-1)] = true
	}
}

// mergeFew merges groups that have the same numbers here and there.
func (k *groupKeys) mergeFew(o *groupKeys, to []int32) {
	for g := range to {
		to[g] = int32(g)
		k.few[g] = k.few[g] || o.few[g]
	}
}
