package field

import (
	"sort"

	"github.com/reffine-db/reffine/internal/hugepage"
)

// planStrings decides between a dictionary and the strings themselves.
func (a *assembly) planStrings() {
	c := a.col
	plan := stringPlan{rows: c.Len}
	coded, text := true, int64(0)
	distinct := map[string]bool{}
	seen := map[*localDictionary]bool{}
	for i := range a.parts {
		p := &a.parts[i]
		for j := range p.strs {
			coded = coded && p.strs[j].codes != nil
		}
		if !coded {
			break
		}
		if seen[p.dict] {
			continue
		}
		seen[p.dict] = true
		for _, s := range p.dict.strs {
			if !distinct[s] {
				distinct[s] = true
				text += int64(len(s))
			}
		}
		coded = len(distinct) <= plan.cap() && text <= maxDictionaryText
	}
	if !coded {
		a.planText()
		return
	}
	sorted := make([]string, 0, len(distinct))
	for s := range distinct {
		sorted = append(sorted, s)
	}
	if len(sorted) == 0 && c.Len > 0 {
		sorted = append(sorted, "")
	}
	sort.Strings(sorted)
	c.Dict = newDictionary(sorted)
	c.Max = int64(max(len(sorted)-1, 0))
	if len(sorted) <= 256 {
		c.U8 = hugepage.Make[uint8](c.Len)
	} else {
		c.Storage, c.U16 = U16, hugepage.Make[uint16](c.Len)
	}
	a.remap = map[*localDictionary][]uint16{}
	for d := range seen {
		to := make([]uint16, max(d.len(), 1)) // a part of NULLs has codes 0
		for i, s := range d.strs {
			to[i] = uint16(sort.SearchStrings(sorted, s))
		}
		a.remap[d] = to
	}
}

// copyCodes maps the local codes of part i to the column's.
func (a *assembly) copyCodes(i int) {
	p, at := &a.parts[i], a.at[i]
	to := a.remap[p.dict]
	for j := range p.strs {
		codes := p.strs[j].codes
		if a.col.Storage == U8 {
			dst := a.col.U8[at : at+len(codes)]
			for k, v := range codes {
				dst[k] = uint8(to[v])
			}
		} else {
			dst := a.col.U16[at : at+len(codes)]
			for k, v := range codes {
				dst[k] = to[v]
			}
		}
		at += len(codes)
	}
}

// wideText is the length of text from which offsets need 64 bits. Tests lower it.
var wideText int64 = 1 << 32

// planText lays out the text of a Str column.
func (a *assembly) planText() {
	c := a.col
	c.Storage = Str
	a.textAt = make([]int64, len(a.parts)+1)
	for i := range a.parts {
		a.textAt[i+1] = a.textAt[i]
		for j := range a.parts[i].strs {
			a.textAt[i+1] += a.parts[i].strs[j].textLen(a.parts[i].dict)
		}
	}
	total := a.textAt[len(a.parts)]
	c.Text = hugepage.Make[byte](int(total))
	if total < wideText {
		c.Offsets = hugepage.Make[uint32](c.Len + 1)
	} else {
		c.Offsets64 = hugepage.Make[int64](c.Len + 1)
	}
}

// textLen returns the bytes of all strings of a piece.
func (p *stringPiece) textLen(d *localDictionary) int64 {
	if p.codes == nil {
		return int64(len(p.text))
	}
	n := int64(0)
	for i, code := range p.codes {
		if p.valid == nil || isValid(p.valid, i) {
			n += int64(len(d.strs[code]))
		}
	}
	return n
}

func (a *assembly) copyStrings(i int) {
	if a.col.Offsets64 != nil {
		copyText(a, i, a.col.Offsets64)
	} else {
		copyText(a, i, a.col.Offsets)
	}
}

// copyText copies the strings of part i and sets the offsets of their ends.
func copyText[O uint32 | int64](a *assembly, i int, offsets []O) {
	row, at := a.at[i]+1, a.textAt[i]
	text, d := a.col.Text, a.parts[i].dict
	for j := range a.parts[i].strs {
		p := &a.parts[i].strs[j]
		if p.codes == nil {
			copy(text[at:], p.text)
			for k, end := range p.ends {
				offsets[row+k] = O(at + int64(end))
			}
			at += int64(len(p.text))
		} else {
			for k, code := range p.codes {
				if p.valid == nil || isValid(p.valid, k) {
					at += int64(copy(text[at:], d.strs[code]))
				}
				offsets[row+k] = O(at)
			}
		}
		row += p.rows
		p.text, p.ends, p.codes = nil, nil, nil
	}
}
