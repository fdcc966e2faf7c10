package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// function builds an operator that is a function: by block where there is a form for it, else value by
// value.
func (s *scope) function(e *ir.Call, args []*Node) *Node {
	if f, ok := eval.FloatFunctionOf(e.Op); ok {
		return s.floatFunction(e, f, args)
	}
	switch e.Op {
	case ir.Floor, ir.Ceil, ir.Trunc, ir.Round:
		if e.T.Float() {
			return s.roundFloat(e, args[0])
		}
	case ir.DatePart:
		if n := s.partOf(e, args); n != nil {
			return n
		}
	}
	return s.boxed(e, args)
}

// floatFunction builds a function of doubles.
func (s *scope) floatFunction(e *ir.Call, fn eval.FloatFunction, args []*Node) *Node {
	n := newNode(e.T.NotNull(), Floats, s.block)
	n.fails = fn.Invalid != nil
	for _, a := range args {
		n.fails = n.fails || a.fails
		n.typ.Null = n.typ.Null || a.typ.Null
	}
	x, y := args[0], args[len(args)-1]
	zeros := make([]float64, s.block)
	n.run = func(f *Frame) {
		a, b := x.Eval(f), y.Eval(f)
		out := n.start(f)
		n.strict(f, a.Null, b.Null)
		second := zeros[:f.N]
		if fn.Binary != nil {
			second = b.F[:f.N]
			fn.Binary(out.F, a.F[:f.N], second)
		} else {
			fn.Unary(out.F, a.F[:f.N])
		}
		if fn.Invalid == nil {
			return
		}
		for t, v := range a.F[:f.N] {
			if fn.Invalid(v, second[t]) && !out.IsNull(t) {
				f.fail(e.Op.String(), "undefined")
				return
			}
		}
	}
	return n
}

var roundings = map[ir.Op]eval.Rounding{ir.Floor: eval.Floor, ir.Ceil: eval.Ceil, ir.Trunc: eval.Trunc, ir.Round: eval.HalfAway}

// roundFloat builds the rounding of floats to whole numbers.
func (s *scope) roundFloat(e *ir.Call, x *Node) *Node {
	n := newNode(e.T.WithNull(x.typ.Null), Floats, s.block)
	n.fails = x.fails
	how := roundings[e.Op]
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		out.Null = a.Null
		for t, v := range a.F[:f.N] {
			out.F[t] = eval.RoundFloat(how, v)
		}
	}
	return n
}

// partOf builds a part of finite dates and timestamps; nil for others.
func (s *scope) partOf(e *ir.Call, args []*Node) *Node {
	part, ok := args[0].Const()
	x := args[1]
	if !ok || !part.Valid || x.typ.Kind == ir.Time || !x.iv.within(finite(x.typ)) {
		return nil
	}
	perDay := int64(1)
	if x.typ.Kind == ir.Timestamp {
		perDay = 86400 * 1000000
	}
	ofDay, ofTime := eval.DatePartOf(part.Str), eval.TimePartOf(part.Str)
	if ofDay == nil && (ofTime == nil || perDay == 1) {
		return nil
	}
	n := newNode(e.T.WithNull(x.typ.Null), Ints, s.block)
	n.iv, n.fails = typeInterval(e.T), x.fails
	if ofDay == nil {
		n.iv = Between(0, 60*1000000)
	}
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		out.Null = a.Null
		for t, v := range a.I[:f.N] {
			day := dayOf(v, perDay)
			if ofDay != nil {
				out.I[t] = ofDay(day)
			} else {
				out.I[t] = ofTime(v - day*perDay)
			}
		}
	}
	return n
}
