package vector

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
)

// cast builds a conversion. Between integer-represented types only a change of
// scale costs anything, and the range is checked only when it is not proved.
func (s *scope) cast(x *Node, e *ir.Cast) (*Node, error) {
	from, t := x.typ, e.T.WithNull(x.typ.Null)
	scalable := func(t ir.Type) bool { return t.Integer() || t.Kind == ir.Decimal }
	switch {
	case from.Same(t):
		return x, nil
	case scalable(from) && scalable(t) && !e.Try:
		return s.rescale(x, t), nil
	case scalable(from) && t.Float() && x.lane == Ints:
		return s.toFloat(x, t), nil
	case from.Float() && t.Kind == ir.Float64:
		return alias(x, t, x.iv), nil
	case from.Kind == ir.Date && t.Kind == ir.Timestamp && dateFits(x):
		return s.scaleUp(x, t, 86400*1000000, true), nil
	case t.Kind == ir.Varchar:
		return s.format(x, e), nil
	case from.Kind == ir.Bool && t.Integer():
		return s.ofBool(x, t), nil
	case from.Kind == ir.Varchar && t.Integer():
		if n := s.ofText(x, e, t); n != nil {
			return n, nil
		}
	}
	src := e.X.Type()
	fits := e.Try && !eval.CastFails(src, t, true) || from.Kind == ir.Bool && t.Kind != ir.Decimal || t.Kind == ir.Bool && from.Kind != ir.Varchar ||
		from.Kind == ir.Timestamp && t.Kind == ir.Date
	fails := !fits
	return s.boxedBy(t, typeInterval(t), fails, []*Node{x}, func(v []ir.Value) (ir.Value, error) {
		return eval.Cast(v[0], src, e.T, e.Try)
	}), nil
}

// dateFits reports dates whose timestamps are finite and in range.
func dateFits(x *Node) bool {
	return x.iv.Within(Between(-106751990, 106751990))
}

// rescale converts between integers and decimals.
func (s *scope) rescale(x *Node, t ir.Type) *Node {
	limit := typeInterval(t)
	lo, ok1 := eval.Rescale(x.iv.Lo, int(x.typ.Scale), int(t.Scale))
	hi, ok2 := eval.Rescale(x.iv.Hi, int(x.typ.Scale), int(t.Scale))
	iv, exact := Interval{Lo: lo, Hi: hi}, ok1 && ok2
	proved := exact && iv.Within(limit)
	if !exact {
		iv = limit
	}
	iv = iv.Clip(limit)
	up := int(t.Scale) - int(x.typ.Scale)
	switch {
	case up == 0 && proved:
		return alias(x, t, iv)
	case x.lane == Ints && proved && iv.Fits64() && up > 0 && up <= 18:
		p, _ := int128.Pow10(up).Int64()
		return s.scaleUp(x, t, p, true)
	case x.lane == Ints && limit.Fits64() && up > 0 && up <= 18:
		p, _ := int128.Pow10(up).Int64()
		return s.scaleUp(x, t, p, false)
	case x.lane == Ints && iv.Fits64() && up <= 0 && up >= -18:
		return s.scaleDown(x, t, iv, proved, -up)
	}
	if x.lane == Ints && proved && up > 0 && up <= 18 {
		p, _ := int128.Pow10(up).Int64()
		return s.scaleUpWide(x, t, iv, p)
	}
	return s.rescaleWide(x, t, iv, proved)
}

// scaleUp multiplies by a power of ten.
func (s *scope) scaleUp(x *Node, t ir.Type, p int64, proved bool) *Node {
	limit := typeInterval(t)
	iv, exact := x.iv.Mul(Between(p, p))
	if !exact {
		iv = limit
	}
	iv = iv.Clip(limit)
	n := s.newNode(t, Ints, s.block)
	n.iv, n.fails = iv, x.fails || !proved
	lo, hi, _ := limit.Int64()
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		out.Null = a.Null
		if proved {
			kernel.MulVC(out.I, a.I, p)
		} else if kernel.MulCheckedVC(out.I, a.I, p, lo, hi) {
			n.blameCast(f, x, limit, func(t int) (int128.Int, bool) { return int128.Of(a.I[t]).Mul(int128.Of(p)) })
		}
	}
	return n
}

// scaleUpWide multiplies by a power of ten and leaves 64 bits; it is proved to stay in the type.
func (s *scope) scaleUpWide(x *Node, t ir.Type, iv Interval, p int64) *Node {
	n := s.newNode(t, Wides, s.block)
	n.iv, n.fails, n.scaled, n.by = iv, x.fails, x, p
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		out.Null = a.Null
		kernel.MulWideningVC(out.W, a.I, p)
	}
	return n
}

// scaleDown divides by 10^digits, half away from zero; digits may be 0 (only
// the range is checked).
func (s *scope) scaleDown(x *Node, t ir.Type, iv Interval, proved bool, digits int) *Node {
	limit := typeInterval(t)
	n := s.newNode(t, Ints, s.block)
	n.iv, n.fails = iv, x.fails || !proved
	p, _ := int128.Pow10(digits).Int64()
	check := limit.Clip(typeInterval(ir.Of(ir.Int64)))
	lo, hi, _ := check.Int64()
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		out.Null = a.Null
		kernel.RoundDivVC(out.I, a.I, p)
		if !proved && kernel.OutsideV(out.I, lo, hi) {
			n.blameCast(f, x, limit, func(t int) (int128.Int, bool) { return int128.Of(out.I[t]), true })
		}
	}
	return n
}

// rescaleWide is the 128-bit form.
func (s *scope) rescaleWide(x *Node, t ir.Type, iv Interval, proved bool) *Node {
	limit := typeInterval(t)
	w := s.widen(x)
	n := s.newNode(t, Wides, s.block)
	n.iv, n.fails = iv, x.fails || !proved
	from, to := int(x.typ.Scale), int(t.Scale)
	n.run = func(f *Frame) {
		a := w.Eval(f)
		out := n.start(f)
		out.Null = a.Null
		bad := false
		for t, v := range a.W {
			r, ok := eval.Rescale(v, from, to)
			bad = bad || !ok || !limit.Has(r)
			out.W[t] = r
		}
		if bad {
			n.blameCast(f, x, limit, func(t int) (int128.Int, bool) { return eval.Rescale(a.W[t], from, to) })
		}
	}
	if iv.Fits64() {
		return s.narrow(n)
	}
	return n
}

// blameCast fails the frame when a tuple that is not NULL left the limit.
func (n *Node) blameCast(f *Frame, x *Node, limit Interval, result func(t int) (int128.Int, bool)) {
	for t := range f.N {
		if n.out.IsNull(t) {
			continue
		}
		if r, ok := result(t); !ok || !limit.Has(r) {
			f.fail("cast", x.typ.NotNull().String()+" value out of range of "+n.typ.NotNull().String())
			return
		}
	}
}

// toFloat converts 64-bit integers and decimals to floats, as eval.ToFloat.
func (s *scope) toFloat(x *Node, t ir.Type) *Node {
	n := s.newNode(t, Floats, s.block)
	n.fails = x.fails
	from := x.typ
	exact := t.Kind == ir.Float64 && x.iv.Within(Between(-1<<53, 1<<53))
	p := int128.Pow10(int(from.Scale)).Float64()
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		out.Null = a.Null
		if exact {
			kernel.QuoFloatVC(out.F, a.I, p)
			return
		}
		for t, v := range a.I {
			out.F[t] = eval.ToFloat(int128.Of(v), from, n.typ)
		}
	}
	return n
}
