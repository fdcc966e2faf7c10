package lower

import (
	"regexp"
	"strings"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// escapes are the functions of LIKE with ESCAPE: whether they ignore case, and whether they are negated.
var escapes = map[string]struct{ fold, not bool }{
	"like_escape": {false, false}, "not_like_escape": {false, true}, "ilike_escape": {true, false}, "not_ilike_escape": {true, true},
}

// likeEscape lowers LIKE with an escape character, of a constant pattern: to LIKE without one where the pattern takes no
// wildcard literally, to the test for a part of the string where it has a single literal, else to a regular expression.
//
//	s LIKE 'a!!%' ESCAPE '!'     like(s, "a!%")
//	s LIKE '%50!%%' ESCAPE '!'   contains(s, "50%")
//	s LIKE '_!%%' ESCAPE '!'     regexp_full_match(s, ".%.*", "s")
func (l *lowerer) likeEscape(f *plan.Func, cols []ir.Expr) ir.Expr {
	pattern, ok1 := literal(f, 1)
	escape, ok2 := literal(f, 2)
	kind := escapes[f.Name]
	switch {
	case !ok1 || !ok2:
		refuse("FUNCTION", "%s of a pattern that is not constant", f.Name)
	case len(escape) > 1 || escape == "%" || escape == "_" || kind.fold && strings.ToUpper(escape) != strings.ToLower(escape):
		refuse("FUNCTION", "%s with this escape character", f.Name)
	}
	x := l.expr(f.Args[0], cols)
	if kind.fold {
		x, pattern = call(ir.Lower, ir.Of(ir.Varchar), x), strings.ToLower(pattern)
		for _, r := range pattern {
			if r > 127 {
				refuse("FUNCTION", "%s of a pattern that is not ASCII", f.Name)
			}
		}
	}
	p, ok := parsePattern(pattern, escape)
	if !ok {
		refuse("FUNCTION", "%s of a pattern that ends with the escape character", f.Name)
	}
	return l.matching(x, p, kind.not)
}

// piece is a part of a LIKE pattern: a literal, or a wildcard.
type piece struct {
	text string
	any  bool // of any characters
	one  bool // of one
}

// parsePattern splits a pattern into pieces; false when its last character is an escaping one.
func parsePattern(pattern, escape string) (out []piece, ok bool) {
	var text strings.Builder
	end := func() {
		if text.Len() > 0 {
			out = append(out, piece{text: text.String()})
			text.Reset()
		}
	}
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case escape != "" && c == escape[0]:
			if i++; i == len(pattern) {
				return nil, false
			}
			text.WriteByte(pattern[i])
		case c == '%':
			end()
			if len(out) == 0 || !out[len(out)-1].any {
				out = append(out, piece{any: true})
			}
		case c == '_':
			end()
			out = append(out, piece{one: true})
		default:
			text.WriteByte(c)
		}
	}
	end()
	return out, true
}

// matching is the test for a pattern.
func (l *lowerer) matching(x ir.Expr, p []piece, negated bool) ir.Expr {
	test := func(op ir.Op, s string) ir.Expr {
		r := call(op, ir.Of(ir.Bool), x, text(s))
		if negated {
			return not(r)
		}
		return r
	}
	var plain, re strings.Builder
	wild := false
	for _, c := range p {
		switch {
		case c.any:
			plain.WriteString("%")
			re.WriteString(".*")
		case c.one:
			plain.WriteString("_")
			re.WriteString(".")
		default:
			wild = wild || strings.ContainsAny(c.text, "%_")
			plain.WriteString(c.text)
			re.WriteString(regexp.QuoteMeta(c.text))
		}
	}
	if !wild {
		if negated {
			return call(ir.NotLike, ir.Of(ir.Bool), x, text(plain.String()))
		}
		return test(ir.Like, plain.String())
	}
	switch {
	case len(p) == 1:
		return test(ir.Eq, p[0].text)
	case len(p) == 2 && p[0].any:
		return test(ir.Suffix, p[1].text)
	case len(p) == 2 && p[1].any:
		return test(ir.Prefix, p[0].text)
	case len(p) == 3 && p[0].any && p[2].any:
		return test(ir.Contains, p[1].text)
	}
	return l.fullMatch(x, re.String(), negated)
}

// fullMatch is the test for a regular expression of all the string, of which . is any character.
func (l *lowerer) fullMatch(x ir.Expr, re string, negated bool) ir.Expr {
	f := &plan.Func{Name: "regexp_full_match", T: plan.Type{ID: plan.Boolean}, Args: []plan.Expr{
		&plan.ColumnRef{T: plan.Type{ID: plan.Varchar}}, constantText(re), constantText("s"),
	}}
	r := l.regexp(f, []ir.Expr{x})
	if negated {
		return not(r)
	}
	return r
}

func constantText(s string) plan.Expr { return &plan.Const{T: plan.Type{ID: plan.Varchar}, Value: s} }
