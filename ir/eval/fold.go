package eval

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
)

// Fold simplifies an expression bottom-up without changing its value:
//
//	2:int32 + 3:int32                           5:int32
//	true & p & p2                               p & p2
//	p & false                                   false
//	case when false then x when true then y …   y
//	coalesce(null:int32, x, 1:int32)            coalesce(x, 1:int32)
//	null:int32 + x                              null:int32
//
// Constant sub-expressions whose evaluation is an error, or is not supported,
// stay, and so does NULL + x of an x that may fail. An operand absorbed by false & … or true | … is
// dropped with the errors it might have raised, as the engine's optimizer does; so is a branch
// of a case that is never taken. Nullability of the type never grows.
func Fold(e ir.Expr) ir.Expr {
	return ir.Rewrite(e, foldNode)
}

// foldNode folds a node whose children are folded.
func foldNode(e ir.Expr) ir.Expr {
	switch e := e.(type) {
	case *ir.Call:
		return foldCall(e)
	case *ir.Cast:
		if e.X.Type() == e.T {
			return e.X
		}
		return foldConstant(e, e.X)
	case *ir.Case:
		return foldCase(e)
	case *ir.In:
		if c, ok := constant(e.X); ok && !c.Valid && !slices.ContainsFunc(e.List, MayFail) {
			return null(ir.Of(ir.Bool))
		}
		return foldConstant(e, append([]ir.Expr{e.X}, e.List...)...)
	}
	return e
}

// foldConstant evaluates e when the operands are constants.
func foldConstant(e ir.Expr, operands ...ir.Expr) ir.Expr {
	for _, x := range operands {
		if _, ok := constant(x); !ok {
			return e
		}
	}
	if Check(e) != nil {
		return e
	}
	v, err := Scalar(e, NoEnv{})
	if err != nil {
		return e
	}
	return &ir.Const{Val: v}
}

// constant returns the value of a constant expression.
func constant(e ir.Expr) (ir.Value, bool) {
	c, ok := e.(*ir.Const)
	if !ok {
		return ir.Value{}, false
	}
	return c.Val, true
}

func null(t ir.Type) ir.Expr { return &ir.Const{Val: ir.NullOf(t)} }

func foldCall(e *ir.Call) ir.Expr {
	switch e.Op {
	case ir.And, ir.Or:
		return foldConnective(e)
	case ir.Coalesce:
		return foldCoalesce(e)
	case ir.Not:
		if n, ok := e.Args[0].(*ir.Call); ok && n.Op == ir.Not {
			return n.Args[0]
		}
	case ir.IsNull, ir.IsNotNull, ir.Least, ir.Greatest, ir.NotDistinct, ir.Distinct, ir.ConcatWS:
	default:
		isNull := func(a ir.Expr) bool { c, ok := constant(a); return ok && !c.Valid }
		if slices.ContainsFunc(e.Args, isNull) && !slices.ContainsFunc(e.Args, MayFail) {
			return null(e.T)
		}
	}
	return foldConstant(e, e.Args...)
}

// MayFail reports whether computing e may be an error, which must not get lost with it: anything
// but reading and comparing may.
func MayFail(e ir.Expr) bool {
	fails := false
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Cast:
			fails = fails || CastFails(x.X.Type(), x.T, x.Try)
		case *ir.Call:
			fails = fails || x.Op >= ir.Add && x.Op <= ir.Neg || x.Op == ir.Abs || x.Op == ir.AddMonths || x.Op == ir.AddDays || x.Op.Fallible()
		case *ir.Forall, *ir.Reduce:
			fails = true
		}
		return !fails
	})
	return fails
}

// foldConnective drops neutral operands, answers with an absorbing one and
// flattens nested connectives of the same kind.
func foldConnective(e *ir.Call) ir.Expr {
	absorbing := e.Op == ir.Or
	var keep []ir.Expr
	changed, sawNull := false, false
	for _, a := range e.Args {
		if n, ok := a.(*ir.Call); ok && n.Op == e.Op {
			keep, changed = append(keep, n.Args...), true
			continue
		}
		c, ok := constant(a)
		switch {
		case !ok:
			keep = append(keep, a)
		case !c.Valid:
			if sawNull {
				changed = true
				continue
			}
			sawNull = true
			keep = append(keep, a)
		case c.True() == absorbing:
			return &ir.Const{Val: ir.BoolValue(absorbing)}
		default:
			changed = true
		}
	}
	switch len(keep) {
	case 0:
		return &ir.Const{Val: ir.BoolValue(!absorbing)}
	case 1:
		return keep[0]
	}
	if !changed {
		return e
	}
	isNull := false
	for _, a := range keep {
		isNull = isNull || a.Type().Null
	}
	return &ir.Call{Op: e.Op, Args: keep, T: e.T.WithNull(isNull)}
}

// foldCoalesce drops NULL constants and everything after a value that is never
// NULL.
func foldCoalesce(e *ir.Call) ir.Expr {
	var keep []ir.Expr
	for _, a := range e.Args {
		c, ok := constant(a)
		if ok && !c.Valid {
			continue
		}
		keep = append(keep, a)
		if ok {
			break
		}
	}
	switch {
	case len(keep) == 0:
		return null(e.T)
	case len(keep) == 1:
		return convert(keep[0], e.T)
	case len(keep) == len(e.Args):
		return e
	}
	return &ir.Call{Op: ir.Coalesce, Args: keep, T: e.T}
}

// foldCase drops branches that are never taken and stops at one that always is.
func foldCase(e *ir.Case) ir.Expr {
	var whens []ir.When
	last := e.Else
	for _, w := range e.Whens {
		c, ok := constant(w.Cond)
		if !ok {
			whens = append(whens, w)
		} else if c.True() {
			last = w.Then
			break
		}
	}
	if len(whens) == 0 {
		return convert(last, e.T)
	}
	if len(whens) == len(e.Whens) && last == e.Else {
		return e
	}
	return &ir.Case{Whens: whens, Else: last, T: e.T}
}

// convert gives a branch the type of the whole, which has its representation:
// constants are retyped, others need no conversion unless the types differ.
func convert(e ir.Expr, t ir.Type) ir.Expr {
	if c, ok := constant(e); ok {
		c.Type = t.WithNull(!c.Valid)
		return &ir.Const{Val: c}
	}
	if e.Type().Same(t) {
		return e
	}
	return &ir.Cast{X: e, T: t.WithNull(e.Type().Null)}
}
