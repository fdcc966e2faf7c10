package field

import (
	"sort"
	"sync"
	"unsafe"

	"github.com/reffine-db/reffine/ir"
)

// Dictionary is the set of strings of a dictionary-coded column, ascending in
// memcmp order, without repetition: comparing codes compares strings. It has at
// least one string when its column has rows (the empty one if all are NULL) and at
// most 65,536.
type Dictionary struct {
	Offsets []uint32 // Len+1
	Text    []byte

	once    sync.Once
	strings *Column
}

// A dictionary-coded column has at most maxDictionary distinct strings, of
// about maxDictionaryText bytes in all.
const (
	maxDictionary     = 1 << 16
	maxDictionaryText = 1 << 28
)

// newDictionary returns the dictionary of strings already ascending and distinct.
func newDictionary(sorted []string) *Dictionary {
	total := 0
	for _, s := range sorted {
		total += len(s)
	}
	d := &Dictionary{Offsets: make([]uint32, len(sorted)+1), Text: make([]byte, 0, total)}
	for i, s := range sorted {
		d.Text = append(d.Text, s...)
		d.Offsets[i+1] = uint32(len(d.Text))
	}
	return d
}

// Len returns the number of strings.
func (d *Dictionary) Len() int { return len(d.Offsets) - 1 }

// Str returns the string of a code, borrowed.
func (d *Dictionary) Str(code int) string {
	b := d.Text[d.Offsets[code]:d.Offsets[code+1]]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Strings returns the dictionary as a column: code i is row i. It is what vectors of codes are From.
func (d *Dictionary) Strings() *Column {
	d.once.Do(func() {
		c := &Column{Type: ir.Of(ir.Varchar), Len: d.Len(), Storage: Str, Factor: 1, Offsets: d.Offsets, Text: d.Text, Sorted: true, dictOf: d}
		c.lazy.uniqueOnce.Do(func() { c.lazy.unique = true })
		d.strings = c
	})
	return d.strings
}

// Rank returns the number of strings less than s: codes below it are < s, and
// those from it on are >= s.
func (d *Dictionary) Rank(s string) int {
	return sort.Search(d.Len(), func(i int) bool { return d.Str(i) >= s })
}

// Find returns the code of s and whether s is in the dictionary.
func (d *Dictionary) Find(s string) (code int, ok bool) {
	i := d.Rank(s)
	return i, i < d.Len() && d.Str(i) == s
}

func (d *Dictionary) bytes() int { return 4*len(d.Offsets) + len(d.Text) }
