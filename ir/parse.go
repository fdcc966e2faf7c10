package ir

import (
	"fmt"
	"strconv"
)

// Parse reads a program in the text form of the package comment. It resolves
// names and gives every expression its type; Check says whether the program
// makes sense beyond that. An error is a *SyntaxError.
func Parse(text string) (_ *Program, err error) {
	defer catch(&err)
	ps := newParser(text, newScope(nil))
	p := &Program{Out: Output{Limit: -1}}
	output := false
	for ps.peek().kind != tokEnd {
		switch {
		case output:
			ps.fail("expected end of text after output")
		case ps.word("field"):
			p.Inputs = append(p.Inputs, ps.input())
		case ps.word("param"):
			p.Params = append(p.Params, ps.param())
		case ps.word("output"):
			p.Out = ps.output()
			output = true
		default:
			p.Defs = append(p.Defs, ps.def())
		}
	}
	if !output {
		p.Out = p.defaultOutput(ps.scope)
	}
	return p, nil
}

// MustParse returns the program of text, which must parse and pass Check: for
// tests and examples.
func MustParse(text string) *Program {
	p, err := Parse(text)
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		panic(err)
	}
	return p
}

// ParseExpr reads an expression over the fields, definitions and parameters of
// p, which may be nil, and the given free iterators.
func ParseExpr(p *Program, text string, iters ...Coord) (_ Expr, err error) {
	defer catch(&err)
	ps := newParser(text, fullScope(p, iters))
	e := ps.whole()
	if ps.peek().kind != tokEnd {
		ps.expected("an operator or end of text")
	}
	return e, nil
}

// ParseType reads a scalar type: "int32", "decimal(15,2) null".
func ParseType(text string) (t Type, err error) {
	defer catch(&err)
	ps := newParser(text, newScope(nil))
	t = ps.scalarType()
	if ps.peek().kind != tokEnd {
		ps.expected("end of text")
	}
	return t, nil
}

// parser is a recursive-descent parser over the tokens of text. It stops at
// the first error by a panic with a *SyntaxError, which catch turns into a
// result.
type parser struct {
	text    string
	toks    []token
	next    int // index of the next token
	nesting int // depth of recursion
	heights map[Expr]int
	scope   *scope
}

func newParser(text string, s *scope) *parser {
	toks, err := lex(text)
	if err != nil {
		panic(err)
	}
	return &parser{text: text, toks: toks, heights: map[Expr]int{}, scope: s}
}

func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *SyntaxError:
		*err = r
	default:
		panic(r)
	}
}

// maxDepth bounds the depth of an expression, maxNesting the depth of the
// parser's recursion: parentheses that make no node count for the latter only.
// The printer adds at most one pair a node, so what it prints of a parsed
// expression parses.
const (
	maxDepth   = 1000
	maxNesting = 4 * maxDepth
)

func (ps *parser) peek() token { return ps.toks[ps.next] }

// ahead returns the token n after the next.
func (ps *parser) ahead(n int) token { return ps.toks[min(ps.next+n, len(ps.toks)-1)] }

func (ps *parser) take() token {
	t := ps.peek()
	if t.kind != tokEnd {
		ps.next++
	}
	return t
}

func (ps *parser) fail(format string, args ...any) { ps.failAt(ps.peek(), format, args...) }

func (ps *parser) failAt(t token, format string, args ...any) {
	panic(errorAt(ps.text, t.pos, fmt.Sprintf(format, args...)))
}

func (ps *parser) expected(what string) { ps.fail("expected %s, found %s", what, ps.peek()) }

// must fails at t with a message of this package.
func (ps *parser) must(t token, err error) {
	if err != nil {
		msg := err.Error()
		if len(msg) > 4 && msg[:4] == "ir: " {
			msg = msg[4:]
		}
		ps.failAt(t, "%s", msg)
	}
}

func isPunct(t token, text string) bool { return t.kind == tokPunct && t.text == text }

func isWord(t token, text string) bool { return t.kind == tokName && !t.quoted && t.text == text }

// punct takes the next token if it is that punctuation.
func (ps *parser) punct(text string) bool {
	ok := isPunct(ps.peek(), text)
	if ok {
		ps.next++
	}
	return ok
}

// word takes the next token if it is that unquoted word.
func (ps *parser) word(text string) bool {
	ok := isWord(ps.peek(), text)
	if ok {
		ps.next++
	}
	return ok
}

func (ps *parser) needPunct(text string) {
	if !ps.punct(text) {
		ps.expected(text)
	}
}

// list takes comma-separated items up to and including the closing bracket.
func (ps *parser) list(closing string, item func()) {
	if ps.punct(closing) {
		return
	}
	for {
		item()
		switch {
		case ps.punct(closing):
			return
		case !ps.punct(","):
			ps.expected(", or " + closing)
		}
	}
}

func (ps *parser) needWord(text string) {
	if !ps.word(text) {
		ps.expected(text)
	}
}

// name takes the name of a field, definition or iterator.
func (ps *parser) name(what string) string {
	t := ps.peek()
	if t.kind == tokName && !t.quoted && reserved[t.text] {
		ps.fail("expected %s, found the reserved word %s (quote it: `%s`)", what, t, t.text)
	}
	return ps.attr(what)
}

// attr takes a name that may be a reserved word.
func (ps *parser) attr(what string) string {
	if ps.peek().kind != tokName {
		ps.expected(what)
	}
	return ps.take().text
}

func (ps *parser) str(what string) string {
	if ps.peek().kind != tokString {
		ps.expected(what)
	}
	return ps.take().text
}

// count takes a non-negative integer.
func (ps *parser) count(what string) int64 {
	t := ps.peek()
	n, err := strconv.ParseInt(t.text, 10, 64)
	if t.kind != tokNumber || err != nil {
		ps.expected(what)
	}
	ps.next++
	return n
}

// integer takes an integer with an optional sign.
func (ps *parser) integer() int64 {
	at, sign := ps.peek(), ""
	if ps.punct("-") {
		sign = "-"
	}
	t := ps.take()
	n, err := strconv.ParseInt(sign+t.text, 10, 64)
	if t.kind != tokNumber || err != nil {
		ps.failAt(at, "expected an integer, found %s%s", sign, t)
	}
	return n
}
