package loops

import (
	"hash/maphash"
	"math"
	"math/bits"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/loops/vector"
)

// keyLayout says how the keys of a hash group are words. Keys with a proved range are packed into the
// first one, in as many bits as they need, as long as there is room, and NULL is the last of their
// codes; a key that is not packed has a word of its own (128 bits have two, a string has its hash),
// and a bit of the last word when it can be NULL.
type keyLayout struct {
	keys  []keyPlace
	width int
	nulls int // word of the NULL bits, -1
	outer keyPlace
}

// keyPlace is where a key is.
type keyPlace struct {
	word   int
	packed bool
	shift  uint
	mask   uint64
	lo     int64  // packed: of code 0
	null   uint64 // packed: the code of NULL
}

// outerBits is enough for a group number.
const outerBits = 31

func newKeyLayout(nodes []*vector.Node, within bool) *keyLayout {
	l := &keyLayout{keys: make([]keyPlace, len(nodes)), nulls: -1, outer: keyPlace{word: -1}}
	used := uint(0)
	if within {
		l.outer, used = keyPlace{packed: true, mask: 1<<outerBits - 1}, outerBits
	}
	for d, n := range nodes {
		lo, span, ok := rangeOf(n)
		if !ok {
			continue
		}
		width := uint(bits.Len64(max(span, 1) - 1))
		if used+width > 64 {
			continue
		}
		l.keys[d] = keyPlace{packed: true, shift: used, mask: 1<<width - 1, lo: lo, null: math.MaxUint64}
		if n.Type().Null {
			l.keys[d].null = span - 1
		}
		used += width
		l.width = 1
	}
	if within {
		l.width = 1
	}
	for d, n := range nodes {
		if l.keys[d].packed {
			continue
		}
		l.keys[d].word = l.width
		if l.width++; n.Lane() == vector.Wides {
			l.width++
		}
	}
	for d, n := range nodes {
		if n.Type().Null && !l.keys[d].packed && l.nulls < 0 {
			l.nulls = l.width
			l.width++
		}
	}
	l.width = max(1, l.width) // keys that have one value
	return l
}

// integer takes key d out of the words of a group.
func (l *keyLayout) integer(d int, words []uint64) (x int64, null bool) {
	p := &l.keys[d]
	if !p.packed {
		return int64(words[p.word]), l.isNull(d, words)
	}
	code := words[0] >> p.shift & p.mask
	return p.lo + int64(code), code == p.null
}

// isNull reports NULL for a key that is not packed.
func (l *keyLayout) isNull(d int, words []uint64) bool {
	return l.nulls >= 0 && words[l.nulls]>>d&1 != 0
}

// keyBatch is the words of some tuples, or groups: word i of tuple t at words[i*word+t*tuple].
type keyBatch struct {
	words       []uint64
	word, tuple int
	texts       []keyTexts // by key
}

// keyTexts is the strings of a key, of groups or of the tuples of a block: rows of a column, or strings.
type keyTexts struct {
	col  *field.Column
	rows []int32
	slot *vector.Slot // has the rows of a block
	strs []string
}

// at returns string i.
func (x *keyTexts) at(i int) string {
	if x.strs != nil {
		return x.strs[i]
	}
	return x.col.Str(int(x.rows[i]))
}

// row returns the row of string i.
func (x *keyTexts) row(i int) int32 {
	if x.slot != nil {
		return x.slot.At(i)
	}
	return x.rows[i]
}

// seed is that of the hashes of strings: one for the process, so that the words of all workers
// compare.
var seed = maphash.MakeSeed()

// load lays out the keys of a block.
func (k *groupKeys) load(f *vector.Frame) *keyBatch {
	l, b, n := k.layout, &k.batch, f.N
	b.word = n
	w := b.words[:k.width*n]
	clear(w[:n])
	if l.nulls >= 0 {
		clear(w[l.nulls*n:][:n])
	}
	if l.outer.packed {
		for t, g := range k.outer {
			w[t] = uint64(uint32(g))
		}
	}
	for d, node := range k.nodes {
		v := node.Eval(f)
		p := &l.keys[d]
		if p.packed {
			pack(w[:n], p, node.Lane(), v)
			continue
		}
		dst := w[p.word*n:][:n]
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
			hi := w[(p.word+1)*n:][:n]
			for t, x := range v.W[:n] {
				dst[t], hi[t] = x.Lo, uint64(x.Hi)
			}
		case vector.Floats:
			for t, x := range v.F[:n] {
				dst[t] = floatWord(x)
			}
		case vector.Strings:
			b.texts[d].strs = v.S[:n]
			if _, slot, ok := node.Leaf(); ok {
				b.texts[d].slot = &f.Slots[slot]
			}
			for t, s := range v.S[:n] {
				dst[t] = maphash.String(seed, s)
			}
		}
		if v.Null == nil || !node.Type().Null { // or none is NULL
			continue
		}
		flags := w[l.nulls*n:][:n]
		for t, null := range v.Null[:n] {
			if null != 0 {
				flags[t] |= 1 << d
				dst[t] = 0
				if node.Lane() == vector.Wides {
					w[(p.word+1)*n+t] = 0
				}
			}
		}
	}
	return b
}

// pack adds the codes of a key to the first word.
func pack(w []uint64, p *keyPlace, lane vector.Lane, v *vector.Vec) {
	if v.Null == nil && lane != vector.Bools {
		for t, x := range v.I[:len(w)] {
			w[t] |= uint64(x-p.lo) & p.mask << p.shift
		}
		return
	}
	for t := range w {
		code := p.null
		if v.Null == nil || v.Null[t] == 0 {
			if lane == vector.Bools {
				code = uint64(v.B[t])
			} else {
				code = uint64(v.I[t] - p.lo)
			}
		}
		w[t] |= code & p.mask << p.shift
	}
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

// wide takes a 128-bit key out of the words of a group.
func (l *keyLayout) wide(d int, words []uint64) int128.Int {
	at := l.keys[d].word
	return int128.Int{Hi: int64(words[at+1]), Lo: words[at]}
}
