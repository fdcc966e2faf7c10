package dbgen

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed words.txt
var wordsText string

// A wordList is a weighted list: draw d in [1, len(byDraw)] selects words[byDraw[d-1]].
type wordList struct {
	words  [][]byte
	byDraw []uint8
}

// pick draws one word. The caller must not change its bytes.
func (l *wordList) pick(s *stream) []byte {
	return l.words[l.byDraw[s.between(1, int64(len(l.byDraw)))-1]]
}

// suffixed returns the list with the suffix on every word.
func (l *wordList) suffixed(suffix string) *wordList {
	r := &wordList{byDraw: l.byDraw}
	for _, w := range l.words {
		r.words = append(r.words, append(append([]byte(nil), w...), suffix...))
	}
	return r
}

// product returns all combinations of one word from each list, joined by spaces, the last list
// varying fastest, all of weight 1.
func product(lists ...*wordList) *wordList {
	r := &wordList{words: [][]byte{nil}}
	for i, l := range lists {
		var words [][]byte
		for _, head := range r.words {
			for _, w := range l.words {
				word := append([]byte(nil), head...)
				if i > 0 {
					word = append(word, ' ')
				}
				words = append(words, append(word, w...))
			}
		}
		r.words = words
	}
	for i := range r.words {
		r.byDraw = append(r.byDraw, uint8(i))
	}
	return r
}

// lists holds words.txt by name; it is parsed once and read-only afterwards.
var lists = sync.OnceValue(func() map[string]*wordList { return parseLists(wordsText) })

// list returns a list of words.txt; a name that is not there is a programming error.
func list(name string) *wordList {
	l := lists()[name]
	if l == nil {
		panic("dbgen: no word list " + name)
	}
	return l
}

// parseLists reads the format words.txt describes in its first lines and panics where text does
// not have it.
func parseLists(text string) map[string]*wordList {
	all := map[string]*wordList{}
	var current *wordList
	for _, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		weight, words, isEntry := strings.Cut(line, " ")
		if !isEntry {
			current = &wordList{}
			all[line] = current
			continue
		}
		n, err := strconv.Atoi(weight)
		if err != nil || current == nil {
			panic(fmt.Sprintf("dbgen: malformed word list line %q", line))
		}
		for _, w := range strings.Split(words, "/") {
			for range n {
				current.byDraw = append(current.byDraw, uint8(len(current.words)))
			}
			current.words = append(current.words, []byte(w))
		}
	}
	return all
}
