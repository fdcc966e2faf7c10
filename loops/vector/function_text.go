package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
)

// concatWS builds strings joined by a constant separator, in one buffer a block; nil for another one.
func (s *scope) concatWS(e *ir.Call, args []*Node) *Node {
	sep, ok := args[0].Const()
	if !ok || !sep.Valid {
		return nil
	}
	parts := make([]*Node, len(args)-1)
	n := s.newNode(e.T.NotNull(), Strings, s.block)
	for i, a := range args[1:] {
		parts[i] = s.text(a)
		n.fails = n.fails || a.fails
	}
	m := &textMaker{ends: make([]int, s.block)}
	vecs := make([]*Vec, len(parts))
	n.run = func(f *Frame) {
		out := n.start(f)
		for i, p := range parts {
			vecs[i] = p.Eval(f)
		}
		m.buf = m.buf[:0]
		for t := range f.N {
			some := false
			for _, v := range vecs {
				if v.IsNull(t) {
					continue
				}
				if some {
					m.buf = append(m.buf, sep.Str...)
				}
				m.buf, some = append(m.buf, v.S[t]...), true
			}
			m.ends[t] = len(m.buf)
		}
		m.cut(out.S)
	}
	return n
}

// strftime builds the text of dates and timestamps that are finite; nil for others.
func (s *scope) strftime(e *ir.Call, args []*Node) *Node {
	format, ok := args[1].Const()
	x := args[0]
	if !ok || !format.Valid || !near(x) {
		return nil
	}
	write := eval.Formatter(format.Str, x.typ)
	if write == nil {
		return nil
	}
	return s.makeText(e.T, []*Node{x}, func(b []byte, v []*Vec, t int) []byte { return write(b, v[0].I[t]) })
}

// ofBool builds the integers 0 and 1 of truth values.
func (s *scope) ofBool(x *Node, t ir.Type) *Node {
	n := s.elementwise(t, Ints, []*Node{x}, func(out *Vec, a []*Vec) {
		for t, v := range a[0].B[:len(out.I)] {
			out.I[t] = int64(v)
		}
	})
	n.iv = Between(0, 1)
	return n
}

// ofText builds integers of strings: of digits at once, of other spellings by ir/eval.
func (s *scope) ofText(x *Node, e *ir.Cast, t ir.Type) *Node {
	x = s.text(x)
	lo, hi, ok := typeInterval(t).Int64()
	if !ok {
		return nil
	}
	src := e.X.Type()
	n := s.newNode(t.Nullable(), Ints, s.block)
	n.iv, n.fails = Between(lo, hi), true
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		nulls := n.mask(f)
		clear(nulls)
		if a.Null != nil {
			copy(nulls, a.Null)
		}
		for t, text := range a.S[:f.N] {
			out.I[t] = lo
			if nulls[t] != 0 {
				continue
			}
			if v, ok := shortDigits(text); ok && v >= lo && v <= hi {
				out.I[t] = v
				continue
			}
			v, err := eval.Cast(ir.StringValue(text), src, e.T, e.Try)
			switch {
			case err != nil:
				if f.Err == nil {
					f.Err = err
				}
				nulls[t] = 1
			case !v.Valid:
				nulls[t] = 1
			default:
				out.I[t], _ = v.Int.Int64()
			}
		}
		if kernel.AnyMask(nulls) {
			out.Null = nulls
		}
	}
	return n
}

// shortDigits parses up to 18 digits behind a minus sign.
func shortDigits(s string) (v int64, ok bool) {
	neg := len(s) > 0 && s[0] == '-'
	if neg {
		s = s[1:]
	}
	if len(s) == 0 || len(s) > 18 {
		return 0, false
	}
	for i := range len(s) {
		d := s[i] - '0'
		if d > 9 {
			return 0, false
		}
		v = 10*v + int64(d)
	}
	if neg {
		v = -v
	}
	return v, true
}
