package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// textMaker builds the strings of a block in one buffer, the only allocation.
type textMaker struct {
	buf  []byte
	ends []int
}

// cut turns the buffer into consecutive strings; ends[t] is the end of string t.
func (m *textMaker) cut(dst []string) {
	text, lo := string(m.buf), 0
	for t := range dst {
		dst[t] = text[lo:m.ends[t]]
		lo = m.ends[t]
	}
}

// makeText builds a varchar operator that appends the text of tuple t, called
// for the tuples whose operands are not NULL.
func (s *scope) makeText(t ir.Type, args []*Node, text func(b []byte, args []*Vec, t int) []byte) *Node {
	n := s.newNode(t, Strings, s.block)
	n.typ.Null = false
	for _, a := range args {
		n.typ.Null = n.typ.Null || a.typ.Null
		n.fails = n.fails || a.fails
	}
	m := &textMaker{ends: make([]int, s.block)}
	vecs := make([]*Vec, len(args))
	n.run = func(f *Frame) {
		out := n.start(f)
		for i, a := range args {
			if vecs[i] = a.Eval(f); i == 0 {
				out.Null = vecs[0].Null
			} else {
				n.strict(f, out.Null, vecs[i].Null)
			}
		}
		m.buf = m.buf[:0]
		for t := range f.N {
			if !out.IsNull(t) {
				m.buf = text(m.buf, vecs, t)
			}
			m.ends[t] = len(m.buf)
		}
		m.cut(out.S)
	}
	return n
}

// format builds casts to varchar.
func (s *scope) format(x *Node, e *ir.Cast) *Node {
	return s.makeText(e.T, []*Node{x}, func(b []byte, args []*Vec, t int) []byte {
		return eval.AppendFormat(b, args[0].Value(x.lane, x.typ, t), x.typ)
	})
}

// mapCase builds lower and upper.
func (s *scope) mapCase(e *ir.Call, x *Node) *Node {
	app := eval.AppendLower
	if e.Op == ir.Upper {
		app = eval.AppendUpper
	}
	return s.makeText(e.T, []*Node{s.text(x)}, func(b []byte, args []*Vec, t int) []byte {
		return app(b, args[0].S[t])
	})
}

// concat builds s || t.
func (s *scope) concat(e *ir.Call, x, y *Node) *Node {
	return s.makeText(e.T, []*Node{s.text(x), s.text(y)}, func(b []byte, args []*Vec, t int) []byte {
		return append(append(b, args[0].S[t]...), args[1].S[t]...)
	})
}
