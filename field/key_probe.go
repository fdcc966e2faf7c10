package field

// KeyProbe looks keys up in a KeyIndex, a block at a time. It belongs to one goroutine.
type KeyProbe struct {
	x      *KeyIndex
	number []uint64
	word   []uint64
	absent []uint8
	here   []uint8 // of the code at hand
	codes  []int64
	found  []int32
	words  []keyWords // by step
}

// keyWords finds strings; those that are codes of a dictionary once each.
type keyWords struct {
	dict *Dictionary
	at   []int32 // by code of dict, -1 for none
}

// Probe returns a way to look up to block keys up.
func (x *KeyIndex) Probe(block int) *KeyProbe {
	return &KeyProbe{
		x: x, number: make([]uint64, block), word: make([]uint64, block), absent: make([]uint8, block), here: make([]uint8, block),
		codes: make([]int64, block), found: make([]int32, block), words: make([]keyWords, len(x.steps)),
	}
}

// Locate sets rows[i] to the row that has key i, -1 when there is none. The index must be Unique. keys
// has the values of each part.
func (p *KeyProbe) Locate(keys []Keys, rows []int32) {
	codes, absent := p.find(keys, len(rows))
	p.x.index.Locate(codes, rows)
	for i, a := range absent {
		if a != 0 {
			rows[i] = -1
		}
	}
}

// Segments sets lo[i], hi[i] to the positions of the rows that have key i.
func (p *KeyProbe) Segments(keys []Keys, lo, hi []int32) {
	codes, absent := p.find(keys, len(lo))
	p.x.index.Segments(codes, lo, hi)
	for i, a := range absent {
		if a != 0 {
			hi[i] = lo[i]
		}
	}
}

// find returns the numbers of n keys, and 1 for those that no row has, whose number means nothing.
func (p *KeyProbe) find(keys []Keys, n int) ([]int64, []uint8) {
	number, absent := p.number[:n], p.absent[:n]
	clear(absent)
	for s := range p.x.steps {
		step := &p.x.steps[s]
		if step.code != nil {
			dst := p.word[:n]
			if s == 0 {
				dst = number
			}
			p.code(step.code, dst, &keys[step.code.part], &p.words[s])
		}
		switch {
		case step.pairs != nil:
			p.pairs(step, number, absent)
		case s > 0:
			for i, w := range p.word[:n] {
				number[i] = number[i]<<step.code.bits | w
			}
		}
	}
	codes := p.codes[:n]
	for i, w := range number {
		codes[i] = int64(w)
	}
	return codes, absent
}

// code sets dst to the numbers of one code.
func (p *KeyProbe) code(k *keyCode, dst []uint64, keys *Keys, words *keyWords) {
	here := p.here[:len(dst)]
	clear(here)
	k.keys(dst, here, keys, words)
	if keys.Null != nil && k.kind != missing {
		unmatched := uint8(1)
		if p.x.nulls[k.part] {
			unmatched = 0
		}
		for i, null := range keys.Null[:len(dst)] {
			if null != 0 {
				dst[i], here[i] = 0, unmatched
			}
		}
	}
	for i, a := range here {
		p.absent[i] |= a
	}
}

// pairs replaces numbers by those of pairs with the words at hand, or by their own.
func (p *KeyProbe) pairs(step *keyStep, number []uint64, absent []uint8) {
	var hashes [ahead]uint64
	for lo := 0; lo < len(number); lo += ahead {
		hi := min(lo+ahead, len(number))
		a, b := number[lo:hi], p.word[lo:hi]
		if step.code == nil {
			clear(b)
		}
		for i, w := range a {
			hashes[i&(ahead-1)] = hashPair(w, b[i])
		}
		step.pairs.findPairs(hashes[:len(a)], a, b, p.found[lo:hi])
	}
	for i, r := range p.found[:len(number)] {
		number[i] = uint64(r)
		absent[i] |= uint8(uint32(r) >> 31)
	}
}

// keys is keyCode.keys for strings.
func (w *keyWords) keys(k *keyCode, dst []uint64, absent []uint8, keys *Keys) {
	put := func(i int, r int32) {
		dst[i] = uint64(r)
		absent[i] |= uint8(uint32(r) >> 31)
	}
	if keys.Dict != nil {
		if w.dict != keys.Dict {
			w.translate(k, keys.Dict)
		}
		for i, c := range keys.Int[:len(dst)] {
			if uint64(c) < uint64(len(w.at)) {
				put(i, w.at[c])
			} else { // the code of a NULL may be none
				put(i, -1)
			}
		}
		return
	}
	if k.kind == coded {
		for i, s := range keys.Str[:len(dst)] {
			put(i, k.find(s))
		}
		return
	}
	var found [ahead]int32
	for lo := 0; lo < len(dst); lo += ahead {
		hi := min(lo+ahead, len(dst))
		k.text.findStrings(keys.Str[lo:hi], found[:hi-lo])
		for i, r := range found[:hi-lo] {
			put(lo+i, r)
		}
	}
}

// translate looks the strings of a dictionary up.
func (w *keyWords) translate(k *keyCode, dict *Dictionary) {
	w.dict, w.at = dict, make([]int32, dict.Len())
	for c := range w.at {
		w.at[c] = int32(c)
		if k.kind != coded || dict != k.col.Dict {
			w.at[c] = k.find(dict.Str(c))
		}
	}
}

// find returns the number of one string, -1 for one that no row has.
func (k *keyCode) find(s string) int32 {
	if k.kind == coded {
		if c, ok := k.col.Dict.Find(s); ok {
			return int32(c)
		}
		return -1
	}
	return k.text.find(hashString(s), func(r int) bool { return k.text.col.Str(r) == s })
}
