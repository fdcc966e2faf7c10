package eval

import (
	"strings"
	"unicode/utf8"

	"github.com/reffine-db/reffine/ir"
)

// glob matches patterns of bytes: * any, ? one, [a-z] one of a range, [!a] none of it, \ takes
// the next literally.
func glob(args []ir.Value, _ ir.Type) (ir.Value, error) {
	s, p := args[0].Str, args[1].Str
	if strings.ContainsRune(p, '[') && strings.IndexFunc(p, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return failure(ir.Glob, "a range of bytes that are not ASCII")
	}
	return ir.BoolValue(globMatch(s, p)), nil
}

func globMatch(s, p string) bool {
	for s != "" && p != "" {
		switch p[0] {
		case '*':
			if p = strings.TrimLeft(p, "*"); p == "" {
				return true
			}
			for ; s != ""; s = s[1:] {
				if globMatch(s, p) {
					return true
				}
			}
			return false
		case '?':
			p = p[1:]
		case '[':
			rest, ok := globBracket(s[0], p[1:])
			if !ok {
				return false
			}
			p = rest
		case '\\':
			if p = p[1:]; p == "" || p[0] != s[0] {
				return false
			}
			p = p[1:]
		default:
			if p[0] != s[0] {
				return false
			}
			p = p[1:]
		}
		s = s[1:]
	}
	return s == "" && strings.TrimLeft(p, "*") == ""
}

// globBracket matches one byte against what follows [, and returns what follows ].
func globBracket(c byte, p string) (rest string, ok bool) {
	invert := strings.HasPrefix(p, "!")
	if invert {
		p = p[1:]
	}
	found := invert
	for i := 0; i < len(p); {
		if p[i] == ']' && i > 0 {
			return p[i+1:], found
		}
		if i+1 == len(p) {
			break
		}
		matches := p[i] == c
		if p[i+1] == '-' {
			if i+2 == len(p) {
				break
			}
			matches = c >= p[i] && c <= p[i+2]
			i += 3
		} else {
			i++
		}
		if matches {
			found = !invert
		}
	}
	return "", false
}
