package ir

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// SyntaxError says where IR text is wrong, counting lines and characters
// from 1.
type SyntaxError struct {
	Line, Col int
	Msg       string
}

// Error implements error.
func (e *SyntaxError) Error() string { return fmt.Sprintf("ir: %d:%d: %s", e.Line, e.Col, e.Msg) }

// tokenKind classes the tokens of IR text.
type tokenKind uint8

const (
	tokEnd    tokenKind = iota
	tokName             // identifier or back-quoted name; text is the name itself
	tokNumber           // digits with optional fraction and exponent
	tokString           // text is the unquoted string
	tokSymbol           // $1, $name; text includes the $
	tokPunct            // operator or bracket
)

// token is a piece of IR text at byte offset pos. A quoted name is never a
// keyword.
type token struct {
	kind   tokenKind
	text   string
	pos    int
	quoted bool
}

// String describes the token in an error message.
func (t token) String() string {
	switch t.kind {
	case tokEnd:
		return "end of text"
	case tokString:
		return "string " + strconv.Quote(t.text)
	case tokName:
		if t.quoted {
			return "`" + strings.ReplaceAll(t.text, "`", "``") + "`"
		}
	}
	return t.text
}

// puncts lists the punctuation tokens, longer ones before their prefixes.
var puncts = strings.Fields("<=> <= <> < >= > != = // / [ ] ( ) { } : , . ++ + - * % & |")

// lex splits text into tokens, ending with a tokEnd.
func lex(text string) ([]token, *SyntaxError) {
	var out []token
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		}
		t, n, msg := lexToken(text[i:])
		if msg != "" {
			return nil, errorAt(text, i, msg)
		}
		t.pos = i
		out = append(out, t)
		i += n
	}
	return append(out, token{kind: tokEnd, pos: len(text)}), nil
}

// lexToken reads one token at the start of s, which is not empty and not at
// white space. It returns the token's length in s, or an error message.
func lexToken(s string) (t token, n int, msg string) {
	switch c := s[0]; {
	case letter(c):
		n = span(s, 0)
		return token{kind: tokName, text: s[:n]}, n, ""
	case c == '`':
		return lexQuotedName(s)
	case c == '"':
		for n = 1; n < len(s) && s[n] != '"' && s[n] != '\n'; n++ {
			if s[n] == '\\' {
				n++
			}
		}
		if n >= len(s) || s[n] != '"' {
			return t, 0, "string without closing quote"
		}
		v, err := strconv.Unquote(s[:n+1])
		if err != nil {
			return t, 0, "malformed escape in string"
		}
		return token{kind: tokString, text: v}, n + 1, ""
	case c == '$':
		if n = span(s, 1); n == 1 {
			return t, 0, "expected a parameter's name or number after $"
		}
		return token{kind: tokSymbol, text: s[:n]}, n, ""
	case digit(c):
		n = lexNumber(s)
		return token{kind: tokNumber, text: s[:n]}, n, ""
	}
	for _, p := range puncts {
		if strings.HasPrefix(s, p) {
			return token{kind: tokPunct, text: p}, len(p), ""
		}
	}
	r, _ := utf8.DecodeRuneInString(s)
	return t, 0, fmt.Sprintf("unexpected character %q", r)
}

// span returns the end of the letters and digits of s from i on.
func span(s string, i int) int {
	for i < len(s) && (letter(s[i]) || digit(s[i])) {
		i++
	}
	return i
}

func lexQuotedName(s string) (token, int, string) {
	var b strings.Builder
	for n := 1; n < len(s); n++ {
		if s[n] == '`' {
			if n+1 == len(s) || s[n+1] != '`' {
				return token{kind: tokName, text: b.String(), quoted: true}, n + 1, ""
			}
			n++
		}
		b.WriteByte(s[n])
	}
	return token{}, 0, "name without closing back quote"
}

// lexNumber returns the length of the number that starts s.
func lexNumber(s string) int {
	digits := func(i int) int {
		for i < len(s) && digit(s[i]) {
			i++
		}
		return i
	}
	n := digits(0)
	if n+1 < len(s) && s[n] == '.' && digit(s[n+1]) {
		n = digits(n + 1)
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		e := n + 1
		if e < len(s) && (s[e] == '+' || s[e] == '-') {
			e++
		}
		if end := digits(e); end > e {
			n = end
		}
	}
	return n
}

// errorAt returns a SyntaxError at byte offset pos of text.
func errorAt(text string, pos int, msg string) *SyntaxError {
	before := text[:pos]
	line := strings.LastIndexByte(before, '\n') + 1
	return &SyntaxError{1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[line:]), msg}
}
