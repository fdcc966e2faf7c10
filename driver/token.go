package driver

import "strings"

// tokenKind is the lexical class of a token of SQL text.
type tokenKind uint8

const (
	tokenWord      tokenKind = iota // a bare identifier or keyword
	tokenQuoted                     // "…"
	tokenString                     // '…', E'…', $tag$…$tag$
	tokenNumber                     // anything that starts with a digit
	tokenParameter                  // ?, ?1, $1, $name
	tokenPunct                      // one byte of anything else
)

// token is a piece of SQL text, text[start:end].
type token struct {
	kind       tokenKind
	start, end int
}

// tokenize splits SQL text as DuckDB's lexer does, as far as finding comments,
// quotations, words, parameters and the ends of statements goes. It reports
// false for text whose end lies within a quotation or comment, or that holds a
// NUL byte, at which DuckDB stops reading.
func tokenize(text string) ([]token, bool) {
	if strings.IndexByte(text, 0) >= 0 {
		return nil, false
	}
	var out []token
	for i := 0; i < len(text); {
		c := text[i]
		start := i
		switch {
		case isSpace(c):
			i++
			continue
		case strings.HasPrefix(text[i:], "--"):
			i = lineEnd(text, i)
			continue
		case strings.HasPrefix(text[i:], "/*"):
			i = commentEnd(text, i)
			if i < 0 {
				return nil, false
			}
			continue
		case c == '\'':
			i = quoteEnd(text, i, '\'', false)
			out = append(out, token{tokenString, start, i})
		case (c == 'e' || c == 'E') && strings.HasPrefix(text[i+1:], "'"):
			i = quoteEnd(text, i+1, '\'', true)
			out = append(out, token{tokenString, start, i})
		case c == '"':
			i = quoteEnd(text, i, '"', false)
			out = append(out, token{tokenQuoted, start, i})
		case c == '$':
			var kind tokenKind
			i, kind = dollarEnd(text, i)
			out = append(out, token{kind, start, i})
		case c == '?':
			for i++; i < len(text) && isDigit(text[i]); i++ {
			}
			out = append(out, token{tokenParameter, start, i})
		case isWordStart(c):
			for i++; i < len(text) && (isWordPart(text[i]) || text[i] == '$'); i++ {
			}
			out = append(out, token{tokenWord, start, i})
		case isDigit(c):
			for i++; i < len(text) && (isWordPart(text[i]) || text[i] == '.'); i++ {
			}
			out = append(out, token{tokenNumber, start, i})
		default:
			i++
			out = append(out, token{tokenPunct, start, i})
		}
		if i < 0 {
			return nil, false
		}
	}
	return out, true
}

// lineEnd returns the position after the line that holds i.
func lineEnd(text string, i int) int {
	for ; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' {
			return i + 1
		}
	}
	return i
}

// commentEnd returns the position after the block comment that starts at i, or
// -1. Block comments nest.
func commentEnd(text string, i int) int {
	depth := 0
	for i < len(text) {
		switch {
		case strings.HasPrefix(text[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(text[i:], "*/"):
			depth--
			i += 2
			if depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return -1
}

// quoteEnd returns the position after the quotation that starts at i, or -1. A
// doubled quote stands for itself, and so does any byte after a backslash when
// backslash is set.
func quoteEnd(text string, i int, quote byte, backslash bool) int {
	for i++; i < len(text); i++ {
		switch {
		case backslash && text[i] == '\\':
			i++
		case text[i] != quote:
		case i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return -1
}

// dollarEnd returns the position after the dollar sign at i and what belongs to
// it: a quotation $tag$…$tag$ (-1 when it does not end), a parameter $1 or
// $name, or nothing.
func dollarEnd(text string, i int) (int, tokenKind) {
	j := i + 1
	if j < len(text) && isDigit(text[j]) {
		for j < len(text) && isDigit(text[j]) {
			j++
		}
		return j, tokenParameter
	}
	for j < len(text) && isWordPart(text[j]) {
		j++
	}
	if j < len(text) && text[j] == '$' {
		tag := text[i : j+1]
		end := strings.Index(text[j+1:], tag)
		if end < 0 {
			return -1, tokenString
		}
		return j + 1 + end + len(tag), tokenString
	}
	if j == i+1 {
		return j, tokenPunct
	}
	return j, tokenParameter
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isWordPart(c byte) bool { return isWordStart(c) || isDigit(c) }
