package field

import (
	"encoding/binary"
	"hash/maphash"
	"sync/atomic"
	"unsafe"
)

// duckString is DuckDB's string_t: the length in the low half of the first
// word, then up to 12 bytes inline or 4 bytes of prefix and a pointer.
type duckString struct{ w0, w1 uint64 }

const inlineBytes = 12

// inlineMask clears the bytes of an inline string_t beyond its length.
var inlineMask = func() (m [inlineBytes + 1]duckString) {
	for n := range m {
		m[n] = duckString{^uint64(0), ^uint64(0)}
		if n < 4 {
			m[n].w0 = 1<<(32+8*n) - 1
		}
		if n < inlineBytes {
			m[n].w1 = 1<<(8*max(n-4, 0)) - 1
		}
	}
	return
}()

func (s *duckString) len() int { return int(uint32(s.w0)) }

// bytes returns the string's bytes, borrowed from s and from DuckDB.
func (s *duckString) bytes() []byte {
	n := s.len()
	if n <= inlineBytes {
		return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(s), 4)), n)
	}
	return unsafe.Slice(*(**byte)(unsafe.Add(unsafe.Pointer(s), 8)), n)
}

// duckStringOf returns s as a string_t that borrows its bytes.
func duckStringOf(s string) (d duckString) {
	b := (*[16]byte)(unsafe.Pointer(&d))
	binary.NativeEndian.PutUint32(b[:], uint32(len(s)))
	copy(b[4:], s)
	if len(s) > inlineBytes {
		d.w1 = 0
		*(*unsafe.Pointer)(unsafe.Pointer(&d.w1)) = unsafe.Pointer(unsafe.StringData(s))
	}
	return d
}

// stringPiece is up to chunkRows strings: codes of the part's local dictionary,
// or the strings themselves.
type stringPiece struct {
	rows  int
	codes []uint16 // 0 where NULL
	valid []uint64 // of codes; nil: no NULLs
	ends  []uint32 // end of each string in text
	text  []byte
}

// maxPieceText is where copied strings start another piece. It keeps offsets in
// a piece below 4 GiB: a string of DuckDB is shorter than 2 GiB.
const maxPieceText = 1 << 30

// stringPlan is shared by the encoders of one string column.
type stringPlan struct {
	rows     int         // expected, of the whole column
	overflow atomic.Bool // too many distinct strings: no dictionary
}

// cap returns the distinct strings a dictionary may have: never more than the
// rows make worthwhile.
func (p *stringPlan) cap() int { return min(maxDictionary, max(256, p.rows/4)) }

// stringEncoder codes strings by a dictionary of its own until the column turns
// out to have too many, then copies them.
type stringEncoder struct {
	mem  *arena
	part part
	plan *stringPlan
}

func newStringEncoder(mem *arena, plan *stringPlan) *stringEncoder {
	return &stringEncoder{mem: mem, plan: plan, part: part{dict: &localDictionary{mem: mem}}}
}

func (e *stringEncoder) append(data unsafe.Pointer, valid []uint64, n int) {
	values := unsafe.Slice((*duckString)(data), n)
	valid = e.part.addNulls(e.mem, valid, n)
	if !e.plan.overflow.Load() {
		if codes := e.code(values, valid); codes != nil {
			e.part.strs = append(e.part.strs, stringPiece{rows: n, codes: codes, valid: valid})
			return
		}
		e.plan.overflow.Store(true)
	}
	e.copy(values, valid)
}

func (e *stringEncoder) take() part { return e.part.take() }

// code returns the local codes of a chunk (0 for NULL), nil when there are too
// many strings.
func (e *stringEncoder) code(values []duckString, valid []uint64) []uint16 {
	codes := unsafe.Slice((*uint16)(e.mem.alloc(2*len(values))), len(values))
	d, limit := e.part.dict, e.plan.cap()
	var last duckString
	lastCode, known := uint16(0), false
	for i := range values {
		if valid != nil && !isValid(valid, i) {
			codes[i] = 0
			continue
		}
		v := values[i]
		if !known || v != last {
			id := d.id(&v)
			if id >= limit || d.text > maxDictionaryText {
				return nil
			}
			last, lastCode, known = values[i], uint16(id), true
		}
		codes[i] = lastCode
	}
	return codes
}

// copy appends the strings of a chunk (empty for NULL), in several pieces if
// they are huge.
func (e *stringEncoder) copy(values []duckString, valid []uint64) {
	for lo := 0; lo < len(values); {
		hi, total := lo, 0
		for ; hi < len(values) && (total < maxPieceText || hi == lo); hi++ {
			if valid == nil || isValid(valid, hi) {
				total += values[hi].len()
			}
		}
		p := stringPiece{rows: hi - lo, ends: unsafe.Slice((*uint32)(e.mem.alloc(4*(hi-lo))), hi-lo)}
		p.text = unsafe.Slice((*byte)(e.mem.alloc(total)), total)
		at := 0
		for i := lo; i < hi; i++ {
			if valid == nil || isValid(valid, i) {
				at += copy(p.text[at:], values[i].bytes())
			}
			p.ends[i-lo] = uint32(at)
		}
		e.part.strs = append(e.part.strs, p)
		lo = hi
	}
}

// localDictionary gives consecutive numbers to distinct strings, which it
// copies. One goroutine uses it.
type localDictionary struct {
	mem   *arena
	strs  []string
	keys  []duckString // inline strings as they are; of longer ones only the first word counts
	slots []dictSlot   // power of two long
	text  int64
}

type dictSlot struct {
	hash uint32
	id   uint32 // number+1, 0 when empty
}

var hashSeed = maphash.MakeSeed()

func (d *localDictionary) len() int { return len(d.strs) }

// id returns the number of s, a new one when s is new.
func (d *localDictionary) id(s *duckString) int {
	n := s.len()
	inline := n <= inlineBytes
	var h uint64
	if inline {
		s.w0 &= inlineMask[n].w0
		s.w1 &= inlineMask[n].w1
		h = (s.w0*0x9e3779b97f4a7c15 ^ s.w1) * 0xd6e8feb86659fd93
		h ^= h >> 32
	} else {
		h = maphash.Bytes(hashSeed, s.bytes())
	}
	if len(d.strs) >= len(d.slots)/2 {
		d.grow()
	}
	mask := uint32(len(d.slots) - 1)
	for i := uint32(h); ; i++ {
		slot := &d.slots[i&mask]
		if slot.id == 0 {
			*slot = dictSlot{uint32(h), uint32(len(d.strs) + 1)}
			d.keys = append(d.keys, *s)
			d.strs = append(d.strs, d.keep(s.bytes()))
			return len(d.strs) - 1
		}
		if slot.hash != uint32(h) {
			continue
		}
		k := int(slot.id - 1)
		if d.keys[k].w0 == s.w0 && (inline && d.keys[k].w1 == s.w1 || !inline && d.strs[k] == string(s.bytes())) {
			return k
		}
	}
}

func (d *localDictionary) keep(b []byte) string {
	p := d.mem.alloc(len(b))
	copy(unsafe.Slice((*byte)(p), len(b)), b)
	d.text += int64(len(b))
	return unsafe.String((*byte)(p), len(b))
}

func (d *localDictionary) grow() {
	old := d.slots
	d.slots = make([]dictSlot, max(64, 2*len(old)))
	mask := uint32(len(d.slots) - 1)
	for _, s := range old {
		if s.id == 0 {
			continue
		}
		i := s.hash
		for d.slots[i&mask].id != 0 {
			i++
		}
		d.slots[i&mask] = s
	}
}
