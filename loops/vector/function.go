package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
)

// function builds an operator that is a function: by block where there is a form for it, else value by
// value.
func (s *scope) function(e *ir.Call, args []*Node) *Node {
	if f, ok := eval.FloatFunctionOf(e.Op); ok {
		return s.floatFunction(e, f, args)
	}
	if n := s.blockFunction(e, args); n != nil {
		return n
	}
	if apply := eval.FunctionOf(e.Op); apply != nil {
		return s.valueFunction(e, args, apply)
	}
	return s.boxed(e, args)
}

// valueFunction builds a function value by value: of boxed operands, the constant ones boxed once.
func (s *scope) valueFunction(e *ir.Call, args []*Node, apply func([]ir.Value, ir.Type) (ir.Value, error)) *Node {
	iv := resultInterval(e, args)
	n := s.newNode(e.T.Nullable(), laneOf(e.T, iv), s.block)
	n.iv, n.fails = iv, e.Op.Fallible() && !safe(e.Op, args)
	vals, vecs := make([]ir.Value, len(args)), make([]*Vec, 0, len(args))
	var varying []int
	for i, a := range args {
		n.fails = n.fails || a.fails
		if c, ok := a.Const(); ok && c.Valid {
			vals[i] = c
		} else {
			varying = append(varying, i)
		}
	}
	n.run = func(f *Frame) {
		out := n.start(f)
		nulls := n.mask(f)
		clear(nulls)
		vecs = vecs[:0]
		for _, i := range varying {
			v := args[i].Eval(f)
			vecs = append(vecs, v)
			if v.Null != nil {
				kernel.OrMask(nulls, nulls, v.Null[:f.N])
			}
		}
		for t := range f.N {
			if nulls[t] != 0 {
				out.set(n.lane, t, ir.Value{})
				continue
			}
			for k, i := range varying {
				vals[i] = vecs[k].Value(args[i].lane, args[i].typ, t)
			}
			v, err := apply(vals, e.T)
			if err != nil && f.Err == nil {
				f.Err = err
			}
			if err != nil || !v.Valid {
				nulls[t], v = 1, ir.Value{}
			}
			out.set(n.lane, t, v)
		}
		if kernel.AnyMask(nulls) {
			out.Null = nulls
		}
	}
	return n
}

// floatFunction builds a function of doubles.
func (s *scope) floatFunction(e *ir.Call, fn eval.FloatFunction, args []*Node) *Node {
	n := s.newNode(e.T.NotNull(), Floats, s.block)
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

// partOf builds a part of finite dates and timestamps; nil for others.
func (s *scope) partOf(e *ir.Call, args []*Node) *Node {
	part, ok := args[0].Const()
	x := args[1]
	if !ok || !part.Valid || x.typ.Kind == ir.Time || !x.iv.Within(finite(x.typ)) || eval.IsoPart(part.Str) && !near(x) {
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
	n := s.newNode(e.T.WithNull(x.typ.Null), Ints, s.block)
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
