package dbgen

import (
	"fmt"
	"strings"
	"sync"
)

// All comments are cut from one text, a run of sentences from a small grammar over weighted word
// lists, drawn from a generator of its own. DuckDB's text is the start of the official one.
const (
	officialPool = 300 << 20
	duckdbPool   = 10 << 20
	poolSeed     = 933588178
)

// A pool is the text all comments of a database are cut from. It does not depend on the scale
// factor and is read-only once made.
type pool struct {
	text []byte
}

// newPool generates the first size bytes of the text, its segments on up to threads goroutines.
func newPool(size, threads int) *pool {
	p := &pool{text: make([]byte, size)}
	var wait sync.WaitGroup
	free := make(chan struct{}, max(threads, 1))
	for i := range poolMarks {
		if int(poolMarks[i].offset) >= size {
			break
		}
		free <- struct{}{}
		wait.Go(func() {
			p.fill(i)
			<-free
		})
	}
	wait.Wait()
	return p
}

// fill generates the sentences from mark i to the next one or the end of the text, where the last
// sentence is cut. Passing the next mark means that the marks or the word lists are damaged.
func (p *pool) fill(i int) {
	w := sentenceWriter{grammar: english(), state: uint64(poolMarks[i].state)}
	pos, end := int(poolMarks[i].offset), len(p.text)
	if i+1 < len(poolMarks) {
		end = min(end, int(poolMarks[i+1].offset))
	}
	for pos < end {
		pos += copy(p.text[pos:], w.sentence())
	}
	if pos != end {
		panic(fmt.Sprintf("dbgen: text segment %d ends at %d, not at its mark %d", i, pos, end))
	}
}

// lengths is the range of lengths of a comment column.
type lengths struct{ low, high int64 }

// around returns the lengths from 0.4 to 1.6 times the average, truncated.
func around(average float64) lengths {
	return lengths{int64(average * 0.4), int64(average * 1.6)}
}

// cut draws a comment. The bytes belong to the pool and must not be changed.
func (p *pool) cut(s *stream, l lengths) []byte {
	offset := s.between(0, int64(len(p.text))-l.high)
	return p.text[offset : offset+s.between(l.low, l.high)]
}

// wordSize bounds a word together with what follows it up to the next word.
const wordSize = 24

// A padded word is copied as a whole; only its first size bytes count.
type paddedWord struct {
	text [wordSize]byte
	size int
}

// A slot is the place of one drawn word.
type slot struct {
	byDraw []uint8
	words  []paddedWord
}

// A phrase is a part of a sentence: perhaps a leading word, then the words of a form.
type phrase struct {
	lead  *slot    // nil when there is none
	abuts bool     // the lead directly follows the previous word
	forms [][]slot // by draw; nil when the lead is all
}

// A grammar holds, by draw, the phrases of each form of sentence.
type grammar struct {
	sentences [][]phrase
}

// english compiles the grammar of words.txt. Letters stand for word lists and phrases: N is a noun
// or a noun phrase, V a verb or a verb phrase, J an adjective, D an adverb, X an auxiliary, P a
// preposition with its noun phrase, T the closing mark.
var english = sync.OnceValue(func() *grammar {
	words := map[string]*slot{
		"N":  newSlot(list("nouns"), " "),
		"V":  newSlot(list("verbs"), " "),
		"J":  newSlot(list("adjectives"), " "),
		"J,": newSlot(list("adjectives"), ", "),
		"D":  newSlot(list("adverbs"), " "),
		"X":  newSlot(list("auxiliaries"), " "),
	}
	forms := func(name string) (byDraw [][]slot) {
		l := list(name)
		for _, i := range l.byDraw {
			var form []slot
			for _, symbol := range strings.Fields(string(l.words[i])) {
				form = append(form, *words[symbol])
			}
			byDraw = append(byDraw, form)
		}
		return byDraw
	}
	noun, verb := forms("noun-phrases"), forms("verb-phrases")
	phrases := map[string]phrase{
		"N": {forms: noun},
		"V": {forms: verb},
		"P": {lead: newSlot(list("prepositions"), " the "), forms: noun},
		"T": {lead: newSlot(list("terminators"), " "), abuts: true},
	}
	g := &grammar{}
	l := list("sentences")
	for _, i := range l.byDraw {
		var form []phrase
		for _, symbol := range strings.Fields(string(l.words[i])) {
			form = append(form, phrases[symbol])
		}
		g.sentences = append(g.sentences, form)
	}
	return g
})

func newSlot(l *wordList, suffix string) *slot {
	s := &slot{byDraw: l.byDraw}
	for _, w := range l.suffixed(suffix).words {
		padded := paddedWord{size: len(w)}
		if copy(padded.text[:], w) != len(w) {
			panic(fmt.Sprintf("dbgen: word %q is too long", w))
		}
		s.words = append(s.words, padded)
	}
	return s
}

// A sentenceWriter produces one sentence after the other.
type sentenceWriter struct {
	grammar *grammar
	state   uint64
	size    int
	buf     [1024]byte
}

// sentence returns the next sentence with the space after it, valid until the next call.
func (w *sentenceWriter) sentence() []byte {
	w.size = 0
	for _, p := range w.grammar.sentences[w.draw(len(w.grammar.sentences))] {
		if p.abuts {
			w.size--
		}
		if p.lead != nil {
			w.word(p.lead)
		}
		if p.forms != nil {
			form := p.forms[w.draw(len(p.forms))]
			for i := range form {
				w.word(&form[i])
			}
		}
	}
	return w.buf[:w.size]
}

func (w *sentenceWriter) word(s *slot) {
	word := &s.words[s.byDraw[w.draw(len(s.byDraw))]]
	*(*[wordSize]byte)(w.buf[w.size:]) = word.text
	w.size += word.size
}

// draw returns a number in [0, n).
func (w *sentenceWriter) draw(n int) int {
	w.state = mulMod(w.state, multiplier)
	return int(scaled(w.state, int64(n)))
}
