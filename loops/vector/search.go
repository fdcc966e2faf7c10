package vector

import (
	"math/bits"
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// searcher finds the strings of a run of rows that match a pattern with a part in the middle. The strings
// of a column lie one behind the other, so their text is searched as a whole, for two bytes of the part
// that are rare, at their distance: where there are both, a string is looked at.
type searcher struct {
	m     *matcher
	col   *field.Column
	parts []string
	k     int    // the part looked for
	part  string // "" before the first block
	i, j  int    // of the rare bytes in part
	found []uint64
}

// searchBytes is the text searched at a time.
const searchBytes = 1 << 15

// newSearcher returns nil where the pattern or the column has no such form.
func newSearcher(m *matcher, x *Node) *searcher {
	if x.leaf == nil || x.leaf.col.Storage != field.Str || x.leaf.col.Rows != nil {
		return nil
	}
	s := &searcher{m: m, col: x.leaf.col, parts: m.parts, found: make([]uint64, simd.Words(searchBytes))}
	if m.kind == matchContains {
		s.parts = []string{m.text}
	}
	if !slices.ContainsFunc(s.parts, func(p string) bool { return len(p) > 1 }) {
		return nil
	}
	return s
}

// choose picks the part and its bytes that are rarest in a sample.
func (s *searcher) choose(sample []byte) {
	var count [256]int
	for _, b := range sample[:min(len(sample), 1<<14)] {
		count[b]++
	}
	best := -1
	for k, p := range s.parts {
		for j := 1; j < len(p); j++ {
			for i := range j {
				if c := (count[p[i]] + 1) * (count[p[j]] + 1); best < 0 || c < best {
					best, s.k, s.part, s.i, s.j = c, k, p, i, j
				}
			}
		}
	}
}

// run writes the mask of the rows from base on.
func (s *searcher) run(dst []uint8, base int) {
	for t := range dst {
		dst[t] = uint8(b2i(s.m.not))
	}
	if s.col.Offsets64 != nil {
		search(s, dst, s.col.Offsets64[base:base+len(dst)+1], base)
	} else {
		search(s, dst, s.col.Offsets[base:base+len(dst)+1], base)
	}
}

// search looks for the part between offsets, and then for the parts before and behind it.
func search[O uint32 | int64](s *searcher, dst []uint8, offsets []O, base int) {
	text := s.col.Text[offsets[0]:offsets[len(offsets)-1]]
	if s.part == "" {
		s.choose(text)
	}
	row, first := 0, offsets[0]
	end := func() int { return int(offsets[row+1] - first) }
	hit := uint8(b2i(!s.m.not))
	places := len(text) - len(s.part) + 1
	for from := 0; from < places; from += searchBytes {
		n := min(searchBytes, places-from)
		x, y := text[from+s.i:from+s.i+n], text[from+s.j:from+s.j+n]
		found := s.found[:simd.Words(n)]
		simd.PairU8(found, x, y, s.part[s.i], s.part[s.j])
		for w, word := range found {
			for ; word != 0; word &= word - 1 {
				at := from + 64*w + bits.TrailingZeros64(word)
				for end() <= at {
					row++
				}
				behind := at + len(s.part)
				if behind > end() || dst[row] == hit || string(text[at:behind]) != s.part {
					continue
				}
				str := s.col.Str(base + row)
				at -= int(offsets[row] - first)
				if inOrder(str[:at], s.parts[:s.k]) && inOrder(str[at+len(s.part):], s.parts[s.k+1:]) {
					dst[row] = hit
				}
			}
		}
	}
}
