package loops

import "github.com/reffine-db/reffine/loops/vector"

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
