package eval_test

import (
	"errors"
	"testing"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

func TestCheckRefuses(t *testing.T) {
	leaf := func(t ir.Type) ir.Expr { return &ir.Iter{Name: "x", T: t} }
	i32, i64, u8, text := ir.Of(ir.Int32), ir.Of(ir.Int64), ir.Of(ir.UInt8), ir.Of(ir.Varchar)
	d2, d3, date, boolean := ir.DecimalOf(9, 2), ir.DecimalOf(9, 3), ir.Of(ir.Date), ir.Of(ir.Bool)
	call := func(op ir.Op, t ir.Type, args ...ir.Type) ir.Expr {
		c := &ir.Call{Op: op, T: t}
		for _, a := range args {
			c.Args = append(c.Args, leaf(a))
		}
		return c
	}
	for name, e := range map[string]ir.Expr{
		"scales differ":          call(ir.Add, d3, d2, d3),
		"scales compared":        call(ir.Lt, boolean, d2, d3),
		"product scale":          call(ir.Mul, d2, d2, d2),
		"integer and decimal":    call(ir.Lt, boolean, i32, d2),
		"division of integers":   call(ir.Div, i32, i32, i32),
		"unsigned negation":      call(ir.Neg, u8, u8),
		"date plus date":         call(ir.Add, date, date, date),
		"like of a number":       call(ir.Like, boolean, i32, text),
		"and of a number":        call(ir.And, boolean, i32, boolean),
		"year of a number":       call(ir.Year, i64, i32),
		"arity":                  call(ir.Add, i32, i32),
		"text to time":           &ir.Cast{X: leaf(text), T: ir.Of(ir.Time)},
		"function of a number":   call(ir.Trim, text, i32, text),
		"function to another":    call(ir.Trim, i32, text, text),
		"date to number":         &ir.Cast{X: leaf(date), T: i32},
		"branches of a case":     &ir.Case{Whens: []ir.When{{Cond: leaf(boolean), Then: leaf(i32)}}, Else: leaf(i64), T: i64},
		"condition of a case":    &ir.Case{Whens: []ir.When{{Cond: leaf(i32), Then: leaf(i32)}}, Else: leaf(i32), T: i32},
		"element of another":     &ir.In{X: leaf(i32), List: []ir.Expr{leaf(d2)}},
		"inside another":         call2(ir.Not, boolean, call(ir.Lt, boolean, d2, d3)),
		"coalesce of two types":  call(ir.Coalesce, i64, i32, i64),
		"comparison of families": call(ir.Eq, boolean, date, text),
	} {
		var refusal *eval.Unsupported
		if err := eval.Check(e); !errors.As(err, &refusal) {
			t.Errorf("%s: %v", name, err)
		} else if refusal.Op == "" || refusal.Reason == "" {
			t.Errorf("%s: empty refusal %+v", name, refusal)
		}
	}
}

func call2(op ir.Op, t ir.Type, args ...ir.Expr) ir.Expr {
	return &ir.Call{Op: op, Args: args, T: t}
}

func TestLeavesNeedAnEnvironment(t *testing.T) {
	i32 := ir.Of(ir.Int32)
	access := &ir.Access{Field: "F", Args: []ir.Expr{&ir.Iter{Name: "i", T: i32}}, T: i32}
	for _, e := range []ir.Expr{
		&ir.Iter{Name: "i", T: i32}, &ir.Sym{Name: "$1", T: i32}, access, &ir.Attr{X: access, Name: "a", T: i32},
		&ir.Exists{X: access}, &ir.Reduce{Fn: ir.Sum, Over: access, T: i32}, &ir.Range{Field: "F", Lo: access, Hi: access},
	} {
		var refusal *eval.Unsupported
		if _, err := eval.Scalar(e, eval.NoEnv{}); !errors.As(err, &refusal) {
			t.Errorf("%s: %v", ir.String(e), err)
		}
	}
}
