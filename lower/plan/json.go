package plan

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds the nesting of the input. DuckDB bounds expressions at a depth of
// 1,000, which is about three levels of text each.
const maxDepth = 10_000

// maxKeys bounds the attributes of an object. DuckDB's have about thirty.
const maxKeys = 64

type kind uint8

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindText
	kindList
	kindObject
)

var kindNames = [...]string{"null", "boolean", "number", "string", "list", "object"}

// value is a parsed piece of the input. Unlike JSON proper, numbers may be NaN, Infinity
// and -Infinity, as DuckDB writes them; they are kept as written.
type value struct {
	kind  kind
	text  string   // number as written; string decoded; true or false
	keys  []string // of an object, each once, parallel to items
	items []value
}

// parser reads one value from src. It fails by panicking with a *Malformed.
type parser struct {
	src   string
	pos   int
	depth int
}

func parseJSON(data []byte) value {
	p := &parser{src: string(data)}
	v := p.value()
	p.space()
	if p.pos != len(p.src) {
		p.fail("text after the end")
	}
	return v
}

func (p *parser) fail(format string, args ...any) {
	panic(&Malformed{Offset: p.pos, Reason: fmt.Sprintf(format, args...)})
}

func (p *parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// peek returns the next byte after white space, 0 at the end.
func (p *parser) peek() byte {
	p.space()
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *parser) expect(c byte) {
	if p.peek() != c {
		p.fail("expected %q", c)
	}
	p.pos++
}

func (p *parser) value() value {
	switch c := p.peek(); {
	case c == '{':
		return p.object()
	case c == '[':
		return p.list()
	case c == '"':
		return value{kind: kindText, text: p.text()}
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	case p.word("true"):
		return value{kind: kindBool, text: "true"}
	case p.word("false"):
		return value{kind: kindBool, text: "false"}
	case p.word("null"):
		return value{kind: kindNull}
	case p.word("NaN"):
		return value{kind: kindNumber, text: "NaN"}
	case p.word("Infinity"):
		return value{kind: kindNumber, text: "Infinity"}
	default:
		p.fail("expected a value")
		panic("unreachable")
	}
}

func (p *parser) word(w string) bool {
	if strings.HasPrefix(p.src[p.pos:], w) {
		p.pos += len(w)
		return true
	}
	return false
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deeply")
	}
	p.pos++
}

func (p *parser) object() value {
	v := value{kind: kindObject}
	p.enter()
	if p.peek() == '}' {
		p.pos++
		p.depth--
		return v
	}
	for {
		if p.peek() != '"' {
			p.fail("expected a key")
		}
		key := p.text()
		for _, k := range v.keys {
			if k == key {
				p.fail("key %q occurs twice", key)
			}
		}
		if len(v.keys) == maxKeys {
			p.fail("object with more than %d keys", maxKeys)
		}
		p.expect(':')
		v.keys = append(v.keys, key)
		v.items = append(v.items, p.value())
		if p.peek() != ',' {
			break
		}
		p.pos++
	}
	p.expect('}')
	p.depth--
	return v
}

func (p *parser) list() value {
	v := value{kind: kindList}
	p.enter()
	if p.peek() == ']' {
		p.pos++
		p.depth--
		return v
	}
	for {
		v.items = append(v.items, p.value())
		if p.peek() != ',' {
			break
		}
		p.pos++
	}
	p.expect(']')
	p.depth--
	return v
}

// number reads an optional sign, digits, a fraction and an exponent. Leading zeros
// pass: the conversion of the text decides what it means.
func (p *parser) number() value {
	start := p.pos
	if p.src[p.pos] == '-' {
		p.pos++
		if p.word("Infinity") {
			return value{kind: kindNumber, text: "-Infinity"}
		}
	}
	p.digits()
	if p.pos < len(p.src) && p.src[p.pos] == '.' {
		p.pos++
		p.digits()
	}
	if p.pos < len(p.src) && (p.src[p.pos] == 'e' || p.src[p.pos] == 'E') {
		p.pos++
		if p.pos < len(p.src) && (p.src[p.pos] == '+' || p.src[p.pos] == '-') {
			p.pos++
		}
		p.digits()
	}
	return value{kind: kindNumber, text: p.src[start:p.pos]}
}

func (p *parser) digits() {
	start := p.pos
	for p.pos < len(p.src) && '0' <= p.src[p.pos] && p.src[p.pos] <= '9' {
		p.pos++
	}
	if p.pos == start {
		p.fail("expected a digit")
	}
}

// text reads a string. Without escapes it shares the input's memory.
func (p *parser) text() string {
	p.pos++
	start := p.pos
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case c == '"':
			s := p.src[start:p.pos]
			p.pos++
			return p.valid(s)
		case c == '\\':
			return p.valid(p.escaped(start))
		case c < ' ':
			p.fail("control character in a string")
		default:
			p.pos++
		}
	}
	p.fail("string without an end")
	panic("unreachable")
}

// escaped goes on with a string that began at start and has an escape at pos.
func (p *parser) escaped(start int) string {
	var b strings.Builder
	b.WriteString(p.src[start:p.pos])
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		p.pos++
		switch {
		case c == '"':
			return b.String()
		case c == '\\':
			p.escape(&b)
		case c < ' ':
			p.fail("control character in a string")
		default:
			b.WriteByte(c)
		}
	}
	p.fail("string without an end")
	panic("unreachable")
}

func (p *parser) escape(b *strings.Builder) {
	if p.pos == len(p.src) {
		p.fail("string without an end")
	}
	c := p.src[p.pos]
	p.pos++
	switch c {
	case '"', '\\', '/':
		b.WriteByte(c)
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'u':
		r := p.hex4()
		if utf16.IsSurrogate(r) {
			if !p.word(`\u`) {
				p.fail("half a surrogate pair")
			}
			if r = utf16.DecodeRune(r, p.hex4()); r == utf8.RuneError {
				p.fail("half a surrogate pair")
			}
		}
		b.WriteRune(r)
	default:
		p.fail("unknown escape")
	}
}

func (p *parser) hex4() rune {
	if len(p.src)-p.pos < 4 {
		p.fail("short escape")
	}
	var r rune
	for range 4 {
		c := p.src[p.pos]
		p.pos++
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			p.fail("bad escape")
		}
	}
	return r
}

func (p *parser) valid(s string) string {
	if !utf8.ValidString(s) {
		p.fail("string is not UTF-8")
	}
	return s
}
