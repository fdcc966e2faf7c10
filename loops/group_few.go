package loops

import "github.com/reffine-db/reffine/loops/vector"

// fewRanges turns a small dense index into group numbers themselves, where no key can be NULL:
// nothing is looked up and no group is new.
func (k *groupKeys) fewRanges() {
	if len(k.dense) > fewGroups || k.nulls >= 0 || len(k.nodes) > 2 {
		return
	}
	for _, n := range k.nodes {
		if n.Lane() != vector.Ints && n.Lane() != vector.Codes {
			return
		}
	}
	k.few, k.count = new([fewGroups]bool), len(k.dense)
}

// findFew numbers the tuples of a block, also as bytes.
func (k *groupKeys) findFew(f *vector.Frame, gids []int32, small []uint8) {
	a := k.nodes[0].Eval(f).I[:len(gids)]
	small = small[:len(gids)]
	lo := k.lo[0]
	met := k.few
	if len(k.nodes) == 1 {
		if f.Err != nil { // the values are void, and may be outside any range
			clear(gids)
			clear(small)
			return
		}
		for t, x := range a {
			g := uint8(x - lo)
			small[t], gids[t] = g, int32(g)
			met[g&(fewGroups-1)] = true
		}
		return
	}
	b := k.nodes[1].Eval(f).I[:len(gids)]
	if f.Err != nil {
		clear(gids)
		clear(small)
		return
	}
	stride := k.stride[1]
	lo += k.lo[1] * stride
	for t, x := range a {
		g := uint8(x + b[t]*stride - lo)
		small[t], gids[t] = g, int32(g)
		met[g&(fewGroups-1)] = true
	}
}

// fewKey returns the value of key d of a group: the index taken apart.
func (k *groupKeys) fewKey(d int, g int64) int64 {
	g /= k.stride[d]
	if d+1 < len(k.stride) {
		g %= k.stride[d+1] / k.stride[d]
	}
	return k.lo[d] + g
}

// mergeFew merges groups that have the same numbers here and there.
func (k *groupKeys) mergeFew(o *groupKeys, to []int32) {
	for g := range to {
		to[g] = int32(g)
		k.few[g] = k.few[g] || o.few[g]
	}
}
