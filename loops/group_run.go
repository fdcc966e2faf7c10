package loops

import "github.com/reffine-db/reffine/loops/vector"

// runKeys is how groups are found when the one key does not decrease along the driving loop: a tuple is
// of the last group or begins one.
type runKeys struct {
	ord   int // morsel of the last block
	last  int32
	edges map[uint64]int32 // groups at the ends of morsels, which may go on in another, by key
}

func (k *groupKeys) findRun(f *vector.Frame, gids []int32) {
	keys := k.nodes[0].Eval(f).I[:f.N]
	switch {
	case f.Err != nil:
		k.void(gids)
		return
	case f.N == 0:
		return
	}
	r := k.runs
	t := 0
	if r.ord != k.w.ord {
		k.edge()
		r.ord = k.w.ord
		g, ok := r.edges[uint64(keys[0])]
		if !ok {
			g = k.begin(uint64(keys[0]))
			r.edges[uint64(keys[0])] = g
		}
		r.last, gids[0], t = g, g, 1
	}
	last, g := k.words[r.last], r.last
	for ; t < len(keys); t++ {
		if x := uint64(keys[t]); x != last {
			g, last = k.begin(x), x
		}
		gids[t] = g
	}
	r.last = g
}

// begin appends the group of a key.
func (k *groupKeys) begin(x uint64) int32 {
	if len(k.words) < cap(k.words) {
		k.words = append(k.words, x)
		k.count++
		return int32(k.count - 1)
	}
	return k.add(&keyBatch{words: []uint64{x}}, 0)
}

// edge remembers the last group of a morsel: its key may go on in the next one.
func (k *groupKeys) edge() {
	if r := k.runs; r.ord >= 0 {
		r.edges[k.words[r.last]] = r.last
	}
}

// mergeRun adds the groups of o. Only those at the ends of morsels can be in both.
func (k *groupKeys) mergeRun(o *groupKeys, to []int32) {
	k.edge()
	o.edge()
	ends := map[int32]bool{}
	for _, g := range o.runs.edges {
		ends[g] = true
	}
	for g, x := range o.words {
		end := ends[int32(g)]
		if end {
			if h, ok := k.runs.edges[x]; ok {
				to[g] = h
				continue
			}
		}
		to[g] = k.begin(x)
		if end {
			k.runs.edges[x] = to[g]
		}
	}
}
