package vector

import (
	"math"
	"strings"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// matcher tests one string against a constant pattern.
type matcher struct {
	kind  matchKind
	text  string   // exact, prefix, suffix, contains
	parts []string // pieces: literal parts in order, between %
	not   bool
}

type matchKind uint8

const (
	matchExact matchKind = iota
	matchPrefix
	matchSuffix
	matchContains
	matchPieces // %a%b%c%
	matchLike   // anything else
)

// newMatcher classifies a LIKE pattern.
func newMatcher(pattern string, not bool) matcher {
	if strings.Contains(pattern, "_") {
		return matcher{kind: matchLike, text: pattern, not: not}
	}
	body := strings.Trim(pattern, "%")
	head, tail := strings.HasPrefix(pattern, "%"), strings.HasSuffix(pattern, "%")
	switch {
	case !strings.Contains(body, "%"):
		m := matcher{kind: matchExact, text: body, not: not}
		switch {
		case head && tail:
			m.kind = matchContains
		case head:
			m.kind = matchSuffix
		case tail:
			m.kind = matchPrefix
		}
		return m
	case head && tail:
		m := matcher{kind: matchPieces, not: not}
		for _, p := range strings.Split(body, "%") {
			if p != "" {
				m.parts = append(m.parts, p)
			}
		}
		return m
	}
	return matcher{kind: matchLike, text: pattern, not: not}
}

// run writes the mask of the strings that match.
func (m *matcher) run(dst []uint8, a []string) {
	for t, s := range a {
		dst[t] = uint8(b2i(m.match(s) != m.not))
	}
}

func (m *matcher) match(s string) bool {
	switch m.kind {
	case matchExact:
		return s == m.text
	case matchPrefix:
		return strings.HasPrefix(s, m.text)
	case matchSuffix:
		return strings.HasSuffix(s, m.text)
	case matchContains:
		return strings.Contains(s, m.text)
	case matchPieces:
		return inOrder(s, m.parts)
	}
	return eval.Like(s, m.text)
}

// inOrder reports whether s has the parts, one behind the other.
func inOrder(s string, parts []string) bool {
	for _, p := range parts {
		i := strings.Index(s, p)
		if i < 0 {
			return false
		}
		s = s[i+len(p):]
	}
	return true
}

// match builds LIKE and its relatives; a pattern that is not constant goes
// value by value.
func (s *scope) match(e *ir.Call, x, pattern *Node) *Node {
	p, ok := pattern.Const()
	if !ok || !p.Valid {
		return s.boxed(e, []*Node{x, pattern})
	}
	var m matcher
	switch e.Op {
	case ir.Like, ir.NotLike:
		m = newMatcher(p.Str, e.Op == ir.NotLike)
	case ir.Prefix:
		m = matcher{kind: matchPrefix, text: p.Str}
	case ir.Suffix:
		m = matcher{kind: matchSuffix, text: p.Str}
	case ir.Contains:
		m = matcher{kind: matchContains, text: p.Str}
	default:
		panic("vector: not a pattern match: " + e.Op.String())
	}
	x = s.text(x)
	n := s.newNode(ir.Of(ir.Bool).WithNull(x.typ.Null), Bools, s.block)
	n.fails = x.fails
	var text *searcher
	if simd.Active() != simd.Portable {
		text = newSearcher(&m, x)
	}
	n.run = func(f *Frame) {
		if text != nil && x.epoch != f.Epoch {
			if slot := &f.Slots[x.leaf.slot]; slot.Dense {
				text.run(n.start(f).B, int(slot.Base))
				n.strict(f, x.onlyNulls(f, slot), nil)
				return
			}
		}
		a := x.Eval(f)
		m.run(n.start(f).B, a.S)
		n.strict(f, a.Null, nil)
	}
	return n
}

// ilike builds LIKE on lower-cased operands.
func (s *scope) ilike(e *ir.Call, x, pattern *Node) *Node {
	p, ok := pattern.Const()
	if !ok || !p.Valid {
		return s.boxed(e, []*Node{x, pattern})
	}
	lowered := eval.Lower(p.Str)
	x = s.text(x)
	n := s.newNode(ir.Of(ir.Bool).WithNull(x.typ.Null), Bools, s.block)
	n.fails = x.fails
	var buf []byte
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		for t, v := range a.S {
			buf = eval.AppendLower(buf[:0], v)
			out.B[t] = uint8(b2i(eval.Like(buf, lowered)))
		}
		n.strict(f, a.Null, nil)
	}
	return n
}

// substring builds substring(s, from, length); the results alias the operand.
func (s *scope) substring(e *ir.Call, args []*Node) *Node {
	x, from, length := s.text(args[0]), args[1], args[2]
	supported := Between(-math.MaxUint32-1, math.MaxUint32)
	if from.lane != Ints || length.lane != Ints || !from.iv.Within(supported) || !length.iv.Within(supported) {
		return s.boxed(e, args)
	}
	n := s.newNode(e.T.WithNull(x.typ.Null || from.typ.Null || length.typ.Null), Strings, s.block)
	n.fails = x.fails || from.fails || length.fails
	n.run = func(f *Frame) {
		a, b, c := x.Eval(f), from.Eval(f), length.Eval(f)
		out := n.start(f)
		for t, v := range a.S {
			out.S[t], _ = eval.Substring(v, b.I[t], c.I[t])
		}
		if n.strict(f, a.Null, b.Null); c.Null != nil {
			n.addNulls(f, c.Null)
		}
	}
	return n
}

// length builds the number of characters.
func (s *scope) length(e *ir.Call, x *Node) *Node {
	x = s.text(x)
	n := s.newNode(e.T.WithNull(x.typ.Null), Ints, s.block)
	n.iv, n.fails = Between(0, math.MaxUint32), x.fails
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		for t, v := range a.S {
			out.I[t] = eval.Length(v)
		}
		out.Null = a.Null
	}
	return n
}
