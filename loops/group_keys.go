package loops

import (
	"math"
	"math/bits"
	"strings"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// maxDense bounds the table of a dense group index, in entries.
const maxDense = 1 << 20

// groupKeys numbers groups by their keys, 0, 1, … in the order they are first met. A
// key value is one word (integers, codes, interned strings, float bits) or two (128
// bits); a last word holds NULL flags when a key can be NULL. Groups are found in one
// of four ways:
//
//	few    the keys' proved ranges multiply to at most fewGroups: the index is the number (group_few.go)
//	dense  the keys' proved ranges multiply to a small table
//	run    the key does not decrease along a morsel: compare with the last
//	hash   open addressing over the words
type groupKeys struct {
	nodes  []*vector.Node
	at     []int // first word of each key
	width  int   // words a group
	nulls  int   // word of the NULL flags, -1
	count  int
	words  []uint64 // width a group
	intern []*interner

	few     *[fewGroups]bool // few: which groups have been met; count is that of all indexes
	dense   []int32          // group + 1 by index
	lo      []int64
	stride  []int64
	run     bool
	ord     int
	last    int32
	edges   map[uint64]int32
	w       *worker
	table   []int32 // hash: group + 1
	scratch []uint64
	hashes  []uint64

	outerAt int     // word of the outer group, -1
	outer   []int32 // outer group of each tuple of the block to find
}

// interner numbers strings.
type interner struct {
	ids  map[string]uint64
	list []string
}

func (n *interner) id(s string) uint64 {
	k, ok := n.ids[s]
	if !ok {
		s = strings.Clone(s)
		k = uint64(len(n.list))
		n.ids[s] = k
		n.list = append(n.list, s)
	}
	return k
}

// newGroupKeys lays out the keys. Within another grouping the outer group, set before each find,
// is a key too.
func newGroupKeys(nodes []*vector.Node, run, within bool, w *worker) *groupKeys {
	k := &groupKeys{nodes: nodes, nulls: -1, w: w, ord: -1, outerAt: -1}
	k.intern = make([]*interner, len(nodes))
	for i, n := range nodes {
		k.at = append(k.at, k.width)
		k.width++
		switch n.Lane() {
		case vector.Wides:
			k.width++
		case vector.Strings:
			k.intern[i] = &interner{ids: map[string]uint64{}}
		}
	}
	for _, n := range nodes {
		if n.Type().Null && k.nulls < 0 {
			k.nulls = k.width
			k.width++
		}
	}
	if within {
		k.outerAt = k.width
		k.width++
	}
	k.scratch = make([]uint64, k.width*w.block)
	k.hashes = make([]uint64, w.block)
	switch {
	case !within && k.denseRanges():
		k.fewRanges()
	case run && !within && len(nodes) == 1 && nodes[0].Lane() == vector.Ints && k.nulls < 0:
		k.run, k.edges = true, map[uint64]int32{}
	default:
		k.table = make([]int32, 1024)
	}
	return k
}

// denseRanges lays out a dense index when the ranges are small enough.
func (k *groupKeys) denseRanges() bool {
	size := int64(1)
	for _, n := range k.nodes {
		var lo, span int64
		switch n.Lane() {
		case vector.Bools:
			span = 2
		case vector.Codes:
			span = int64(n.Dict().Len())
		case vector.Ints:
			iv, _ := n.Interval()
			a, b, ok := iv.Int64()
			if !ok || uint64(b)-uint64(a) >= maxDense {
				return false
			}
			lo, span = a, b-a+1
		default:
			return false
		}
		if n.Type().Null {
			span++ // the last one is NULL
		}
		k.lo = append(k.lo, lo)
		k.stride = append(k.stride, size)
		if size *= max(1, span); size > maxDense {
			return false
		}
	}
	k.dense = make([]int32, size)
	return true
}

// find sets gids[t] to the group of tuple t, and small[t] too when there are few; the result says
// whether it did.
func (k *groupKeys) find(f *vector.Frame, gids []int32, small []uint8) bool {
	if k.few != nil {
		k.findFew(f, gids, small)
		return true
	}
	k.findMany(f, gids)
	if k.count > fewGroups {
		return false
	}
	for t, g := range gids {
		small[t] = uint8(g)
	}
	return true
}

func (k *groupKeys) findMany(f *vector.Frame, gids []int32) {
	words := k.load(f)
	switch {
	case f.Err != nil: // the values are void, and may be outside any range
		if k.count == 0 && f.N > 0 {
			k.add(words, f.N, 0)
		}
		clear(gids)
	case k.dense != nil:
		k.findDense(words, gids)
	case k.run:
		k.findRun(words, gids)
	default:
		k.findHash(words, gids)
	}
}

// load lays the block's key words out, word by word: word i of tuple t at i*N+t.
func (k *groupKeys) load(f *vector.Frame) []uint64 {
	n := f.N
	w := k.scratch[:k.width*n]
	if k.nulls >= 0 {
		clear(w[k.nulls*n : (k.nulls+1)*n])
	}
	if k.outerAt >= 0 {
		for t, g := range k.outer {
			w[k.outerAt*n+t] = uint64(g)
		}
	}
	for i, node := range k.nodes {
		v := node.Eval(f)
		dst := w[k.at[i]*n:][:n]
		switch node.Lane() {
		case vector.Ints, vector.Codes:
			for t, x := range v.I[:n] {
				dst[t] = uint64(x)
			}
		case vector.Bools:
			for t, x := range v.B[:n] {
				dst[t] = uint64(x)
			}
		case vector.Wides:
			hi := w[(k.at[i]+1)*n:][:n]
			for t, x := range v.W[:n] {
				dst[t], hi[t] = x.Lo, uint64(x.Hi)
			}
		case vector.Floats:
			for t, x := range v.F[:n] {
				dst[t] = floatWord(x)
			}
		case vector.Strings:
			for t, s := range v.S[:n] {
				if !v.IsNull(t) {
					dst[t] = k.intern[i].id(s)
				}
			}
		}
		if v.Null == nil {
			continue
		}
		flags := w[k.nulls*n:][:n]
		for t, null := range v.Null[:n] {
			if null != 0 {
				flags[t] |= 1 << i
				dst[t] = 0
				if node.Lane() == vector.Wides {
					w[(k.at[i]+1)*n+t] = 0
				}
			}
		}
	}
	return w
}

// floatWord is the bits of x with one zero and one NaN.
func floatWord(x float64) uint64 {
	switch {
	case x == 0:
		return 0
	case x != x:
		return math.Float64bits(math.NaN())
	}
	return math.Float64bits(x)
}

// add appends the group of tuple t of a block of n.
func (k *groupKeys) add(words []uint64, n, t int) int32 {
	for i := range k.width {
		k.words = append(k.words, words[i*n+t])
	}
	k.count++
	return int32(k.count - 1)
}

func (k *groupKeys) findDense(words []uint64, gids []int32) {
	n := len(gids)
	at := k.hashes[:n]
	clear(at)
	for i, node := range k.nodes {
		lo, stride := uint64(k.lo[i]), uint64(k.stride[i])
		for t, x := range words[k.at[i]*n:][:n] {
			at[t] += (x - lo) * stride
		}
		if node.Type().Null {
			null := k.nullIndex(i)
			for t, fl := range words[k.nulls*n:][:n] {
				if fl>>i&1 != 0 {
					at[t] += lo*stride + null*stride
				}
			}
		}
	}
	table := k.dense
	for t, i := range at {
		g := table[i]
		if g == 0 {
			g = k.add(words, n, t) + 1
			table[i] = g
		}
		gids[t] = g - 1
	}
}

// nullIndex is the index of NULL along key i of the dense table.
func (k *groupKeys) nullIndex(i int) uint64 {
	size := uint64(len(k.dense))
	if i+1 < len(k.stride) {
		size = uint64(k.stride[i+1])
	}
	return size/uint64(k.stride[i]) - 1
}

func (k *groupKeys) findRun(words []uint64, gids []int32) {
	n := len(gids)
	if n == 0 {
		return
	}
	t := 0
	if k.ord != k.w.ord {
		k.edge()
		k.ord = k.w.ord
		g, ok := k.edges[words[0]]
		if !ok {
			g = k.add(words, n, 0)
			k.edges[words[0]] = g
		}
		k.last, gids[0], t = g, g, 1
	}
	last := k.words[k.last]
	for ; t < n; t++ {
		if x := words[t]; x != last {
			k.last, last = k.add(words, n, t), x
		}
		gids[t] = k.last
	}
}

// edge remembers the last group of a morsel: its key may go on in the next one.
func (k *groupKeys) edge() {
	if k.ord >= 0 {
		k.edges[k.words[k.last]] = k.last
	}
}

func (k *groupKeys) findHash(words []uint64, gids []int32) {
	n := len(gids)
	h := k.hashes[:n]
	for t, x := range words[:n] {
		h[t] = mix(x)
	}
	for i := 1; i < k.width; i++ {
		for t, x := range words[i*n:][:n] {
			h[t] = mix(h[t] ^ x)
		}
	}
	for t, x := range h {
		gids[t] = k.lookup(words, n, t, x)
	}
}

// mix is a multiply-xor hash of one word.
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, 0xe7037ed1a0b428db)
	return hi ^ lo
}

// lookup finds or adds the group of tuple t, with hash x.
func (k *groupKeys) lookup(words []uint64, n, t int, x uint64) int32 {
	mask := uint64(len(k.table) - 1)
next:
	for i := x & mask; ; i = (i + 1) & mask {
		g := k.table[i]
		if g == 0 {
			if 2*(k.count+1) > len(k.table) {
				k.rehash()
				return k.lookup(words, n, t, x)
			}
			g = k.add(words, n, t)
			k.table[i] = g + 1
			return g
		}
		have := k.words[int(g-1)*k.width:]
		for j := range k.width {
			if have[j] != words[j*n+t] {
				continue next
			}
		}
		return g - 1
	}
}

func (k *groupKeys) rehash() {
	k.table = make([]int32, 4*len(k.table))
	mask := uint64(len(k.table) - 1)
	for g := range k.count {
		w := k.words[g*k.width:][:k.width]
		h := mix(w[0])
		for _, x := range w[1:] {
			h = mix(h ^ x)
		}
		i := h & mask
		for k.table[i] != 0 {
			i = (i + 1) & mask
		}
		k.table[i] = int32(g) + 1
	}
}

// merge adds the groups of o and returns the group here of each of them. outer maps o's
// outer groups to those here.
func (k *groupKeys) merge(o *groupKeys, outer []int32) []int32 {
	to := make([]int32, o.count)
	if k.few != nil {
		k.mergeFew(o, to)
		return to
	}
	w := make([]uint64, k.width)
	k.edge()
	o.edge()
	atEdge := map[int32]bool{}
	for _, g := range o.edges {
		atEdge[g] = true
	}
	for g := range o.count {
		copy(w, o.words[g*o.width:][:o.width])
		for i, in := range o.intern {
			if in != nil && (o.nulls < 0 || w[o.nulls]>>i&1 == 0) {
				w[k.at[i]] = k.intern[i].id(in.list[w[k.at[i]]])
			}
		}
		if k.outerAt >= 0 {
			w[k.outerAt] = uint64(outer[w[k.outerAt]])
		}
		switch {
		case k.run:
			h, ok := k.edges[w[0]]
			if !ok || !atEdge[int32(g)] {
				h = k.add(w, 1, 0)
				if atEdge[int32(g)] {
					k.edges[w[0]] = h
				}
			}
			to[g] = h
		case k.dense != nil:
			k.findDense(w, to[g:g+1])
		default:
			k.findHash(w, to[g:g+1])
		}
	}
	return to
}

// order lists the groups that have been met.
func (k *groupKeys) order() []int32 {
	var out []int32
	for g := range k.count {
		if k.few == nil || k.few[g] {
			out = append(out, int32(g))
		}
	}
	return out
}

// vector returns the values of determining key d of the given groups.
func (k *groupKeys) vector(name string, t ir.Type, d int, order []int32) *field.Vector {
	node := k.nodes[d]
	if node.Lane() == vector.Codes {
		v := &field.Vector{Name: name, Type: t, From: node.Dict().Strings(), Rows: make([]int32, len(order))}
		k.integers(d, order, func(i int, x int64) { v.Rows[i] = int32(x) }, func(i int) { v.Rows[i] = -1 })
		return v
	}
	v := newVector(name, t, len(order))
	null := func(i int) {
		if v.Null == nil {
			v.Null = make([]bool, len(order))
		}
		v.Null[i] = true
	}
	switch {
	case node.Lane() == vector.Ints || node.Lane() == vector.Bools:
		if v.Wide != nil {
			k.integers(d, order, func(i int, x int64) { v.Wide[i] = int128.Of(x) }, null)
		} else {
			k.integers(d, order, func(i int, x int64) { v.Int[i] = x }, null)
		}
		return v
	}
	for i, g := range order {
		w := k.words[int(g)*k.width:]
		if k.isNull(w, d) {
			null(i)
			continue
		}
		switch x := w[k.at[d]]; node.Lane() {
		case vector.Wides:
			setVector(v, i, int128.Int{Hi: int64(w[k.at[d]+1]), Lo: x}, nil)
		case vector.Floats:
			v.Float[i] = math.Float64frombits(x)
		case vector.Strings:
			v.Str[i] = k.intern[d].list[x]
		}
	}
	return v
}

func (k *groupKeys) isNull(words []uint64, d int) bool {
	return k.nulls >= 0 && words[k.nulls]>>d&1 != 0
}

// integers calls set, or null, with the values of key d of groups, one after the other.
func (k *groupKeys) integers(d int, order []int32, set func(i int, x int64), null func(i int)) {
	for i, g := range order {
		if k.few != nil {
			set(i, k.fewKey(d, int64(g)))
			continue
		}
		if w := k.words[int(g)*k.width:]; k.isNull(w, d) {
			null(i)
		} else {
			set(i, int64(w[k.at[d]]))
		}
	}
}
