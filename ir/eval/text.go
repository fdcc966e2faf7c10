package eval

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// Length returns the number of characters (code points) of s.
func Length(s string) int64 {
	n := int64(0)
	for i := range len(s) {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// Substring returns n characters of s from the 1-based character from, with
// the engine's extensions: a negative from counts from the end, from 0 is one
// before the first character, a negative n takes the characters before from. False
// when from or n is out of the supported range.
func Substring(s string, from, n int64) (string, bool) {
	const limit = math.MaxUint32
	if from < -limit-1 || from > limit || n < -limit-1 || n > limit {
		return "", false
	}
	if n == 0 {
		return "", true
	}
	// [lo, hi) in characters; for a negative from, counted back from the end.
	lo := from - 1
	if from < 0 {
		lo = Length(s) + from
	}
	hi := lo + n
	if n < 0 {
		lo, hi = hi, lo
	}
	lo = max(lo, 0)
	if hi <= lo {
		return "", true
	}
	b := skip(s, lo)
	return s[b : b+skip(s[b:], hi-lo)], true
}

// skip returns the byte offset after n characters, or the length of s.
func skip(s string, n int64) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		i += charLen(s, i)
	}
	return i
}

// Like matches s against a pattern of % (any characters), _ (one character)
// and literal characters; there is no escape character.
func Like[S string | []byte](s S, pattern string) bool {
	i, p := 0, 0
	star, mark := -1, 0 // last %, and where its match ends
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '%':
			star, mark = p, i
			p++
			continue
		case p < len(pattern) && pattern[p] == '_':
			i += charLen(s, i)
			p++
			continue
		case p < len(pattern) && pattern[p] == s[i]:
			i++
			p++
			continue
		case star < 0:
			return false
		}
		mark += charLen(s, mark)
		i, p = mark, star+1
	}
	for p < len(pattern) && pattern[p] == '%' {
		p++
	}
	return p == len(pattern)
}

// charLen returns the number of bytes of the character at i.
func charLen[S string | []byte](s S, i int) int {
	n := 1
	for i+n < len(s) && s[i+n]&0xC0 == 0x80 {
		n++
	}
	return n
}

// Lower maps every character to lower case by its simple mapping.
func Lower(s string) string { return string(AppendLower(nil, s)) }

// Upper maps every character to upper case by its simple mapping.
func Upper(s string) string { return string(AppendUpper(nil, s)) }

// AppendLower appends Lower(s).
func AppendLower(b []byte, s string) []byte {
	for _, r := range s {
		b = utf8.AppendRune(b, lowerRune(r))
	}
	return b
}

// AppendUpper appends Upper(s).
func AppendUpper(b []byte, s string) []byte {
	for _, r := range s {
		b = utf8.AppendRune(b, upperRune(r))
	}
	return b
}

func lowerRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}

func upperRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}
	if r == 'ß' { // the engine has the one-character capital
		return 'ẞ'
	}
	return unicode.ToUpper(r)
}
