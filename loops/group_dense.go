package loops

import (
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// maxDense bounds the table of a dense group index, in entries; maxDirect where there are as many tuples.
const (
	maxDense  = 1 << 20
	maxDirect = 1 << 26
)

// denseRanges lays out a dense index when the ranges are small enough. Groups that are runs need a large
// one less: they take no more memory than there are of them.
func (k *groupKeys) denseRanges(run bool) bool {
	size, most := int64(1), int64(maxDense)
	if k.w.stage.scans() && !run {
		most = max(most, min(maxDirect, k.w.tuples))
	}
	for _, n := range k.nodes {
		lo, span, ok := rangeOf(n)
		if !ok || span > uint64(most) {
			return false
		}
		k.lo = append(k.lo, lo)
		k.stride = append(k.stride, size)
		if size *= int64(max(1, span)); size > most {
			return false
		}
	}
	k.dense = scratch.Make[int32](int(size))
	return true
}

// rangeOf returns the least value that a key may have and the number of different ones, of which the
// last is NULL where that may be.
func rangeOf(n *vector.Node) (lo int64, span uint64, ok bool) {
	switch n.Lane() {
	case vector.Bools:
		span = 2
	case vector.Codes:
		span = uint64(n.Dict().Len())
	case vector.Ints:
		iv, _ := n.Interval()
		a, b, fits := iv.Int64()
		if span = uint64(b) - uint64(a) + 1; !fits || span > 1<<62 || span == 0 {
			return 0, 0, false
		}
		lo = a
	default:
		return 0, 0, false
	}
	if n.Type().Null {
		span++
	}
	return lo, span, true
}

// span is the number of values of key d in the index.
func (k *groupKeys) span(d int) int64 {
	if d+1 < len(k.stride) {
		return k.stride[d+1] / k.stride[d]
	}
	return int64(len(k.dense)) / k.stride[d]
}

// place computes the index of each tuple of a block, and returns nil when the values are void.
func (k *groupKeys) place(f *vector.Frame) []int64 {
	at := k.index[:f.N]
	clear(at)
	for d, n := range k.nodes {
		v := n.Eval(f)
		lo, stride := k.lo[d], k.stride[d]
		if n.Lane() == vector.Bools {
			for t, x := range v.B[:f.N] {
				at[t] += int64(x) * stride
			}
		} else {
			for t, x := range v.I[:f.N] {
				at[t] += (x - lo) * stride
			}
		}
		if v.Null == nil {
			continue
		}
		null := k.span(d) - 1
		for t, isNull := range v.Null[:f.N] {
			if isNull != 0 {
				x := int64(0)
				if n.Lane() == vector.Bools {
					x = int64(v.B[t])
				} else {
					x = v.I[t] - lo
				}
				at[t] += (null - x) * stride
			}
		}
	}
	if f.Err != nil {
		return nil
	}
	return at
}

func (k *groupKeys) findDense(f *vector.Frame, gids []int32) {
	at := k.place(f)
	if at == nil {
		k.void(gids)
		return
	}
	table := k.dense
	step := simd.PrefetchStep(table, len(at))
	for ; len(at) > 0; at, gids = at[step:], gids[step:] {
		step = min(step, len(at))
		simd.PrefetchKeys(table, at[:step], simd.Numbering{Inverse: 1})
		for t, i := range at[:step] {
			g := table[i]
			if g == 0 {
				g = k.begin(uint64(i)) + 1
				table[i] = g
			}
			gids[t] = g - 1
		}
	}
}

// indexed returns the value of key d at an index.
func (k *groupKeys) indexed(d int, i int64) (x int64, null bool) {
	if k.stride[d] != 1 {
		i /= k.stride[d]
	}
	if d+1 < len(k.stride) {
		i %= k.span(d)
	}
	return k.lo[d] + i, k.nodes[d].Type().Null && i == k.span(d)-1
}

// mergeDense adds the groups of o.
func (k *groupKeys) mergeDense(o *groupKeys, to []int32) {
	for g, i := range o.words {
		h := k.dense[i]
		if h == 0 {
			h = k.begin(i) + 1
			k.dense[i] = h
		}
		to[g] = h - 1
	}
}
