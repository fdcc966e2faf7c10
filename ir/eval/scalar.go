package eval

import (
	"github.com/reffine-db/reffine/ir"
)

// Env resolves the leaves of an expression for one tuple of coordinates.
type Env interface {
	Iter(name string) (ir.Value, error)    // an iterator or a temporary
	Sym(name string) (ir.Value, error)     // a parameter or bound
	Attr(a *ir.Attr) (ir.Value, error)     // X.name; NULL where X is φ
	Access(a *ir.Access) (ir.Value, error) // the unnamed scalar at a coordinate; NULL where φ
	Exists(e *ir.Exists) (bool, error)
	Reduce(r *ir.Reduce) (ir.Value, error)
}

// NoEnv is the environment of constant expressions: every leaf is an
// *Unsupported error.
type NoEnv struct{}

// Iter refuses.
func (NoEnv) Iter(name string) (ir.Value, error) { return ir.Value{}, notConstant("iterator " + name) }

// Sym refuses.
func (NoEnv) Sym(name string) (ir.Value, error) { return ir.Value{}, notConstant("symbol " + name) }

// Attr refuses.
func (NoEnv) Attr(a *ir.Attr) (ir.Value, error) {
	return ir.Value{}, notConstant("attribute " + a.Name)
}

// Access refuses.
func (NoEnv) Access(a *ir.Access) (ir.Value, error) {
	return ir.Value{}, notConstant("access to " + a.Field)
}

// Exists refuses.
func (NoEnv) Exists(*ir.Exists) (bool, error) { return false, notConstant("existence") }

// Reduce refuses.
func (NoEnv) Reduce(r *ir.Reduce) (ir.Value, error) {
	return ir.Value{}, notConstant("reduction " + r.Fn.String())
}

func notConstant(what string) error { return &Unsupported{what, "not a constant"} }

// Scalar evaluates e. The result's type is e's (nullable exactly when it is
// NULL). And, Or and In evaluate all their operands, so an error in any of them is
// an error; Case and Coalesce evaluate only what they need.
func Scalar(e ir.Expr, env Env) (ir.Value, error) {
	switch e := e.(type) {
	case *ir.Const:
		return e.Val, nil
	case *ir.Iter:
		return env.Iter(e.Name)
	case *ir.Sym:
		return env.Sym(e.Name)
	case *ir.Attr:
		return env.Attr(e)
	case *ir.Access:
		return env.Access(e)
	case *ir.Exists:
		b, err := env.Exists(e)
		return ir.BoolValue(b), err
	case *ir.Reduce:
		return env.Reduce(e)
	case *ir.Call:
		return scalarCall(e, env)
	case *ir.Cast:
		v, err := Scalar(e.X, env)
		if err != nil {
			return ir.Value{}, err
		}
		return Cast(v, e.X.Type(), e.T, e.Try)
	case *ir.Case:
		for _, w := range e.Whens {
			c, err := Scalar(w.Cond, env)
			if err != nil {
				return ir.Value{}, err
			}
			if c.True() {
				return retyped(w.Then, env, e.T)
			}
		}
		return retyped(e.Else, env, e.T)
	case *ir.In:
		return scalarIn(e, env)
	case *ir.Range, *ir.Record, *ir.Forall:
		return ir.Value{}, &Unsupported{"expression", "field-valued where a scalar is needed"}
	}
	panic("eval: unknown expression")
}

// retyped evaluates e as a value of type t, which has e's representation.
func retyped(e ir.Expr, env Env, t ir.Type) (ir.Value, error) {
	v, err := Scalar(e, env)
	v.Type = t.WithNull(!v.Valid)
	return v, err
}

// maxArgs is the number of operands evaluated without allocation.
const maxArgs = 4

func scalarCall(e *ir.Call, env Env) (ir.Value, error) {
	if e.Op == ir.Coalesce {
		for _, a := range e.Args {
			v, err := retyped(a, env, e.T)
			if err != nil || v.Valid {
				return v, err
			}
		}
		return ir.NullOf(e.T), nil
	}
	var room [maxArgs]ir.Value
	args := room[:0]
	for _, a := range e.Args {
		v, err := Scalar(a, env)
		if err != nil {
			return ir.Value{}, err
		}
		args = append(args, v)
	}
	return Apply(e.Op, args, e.T)
}

// scalarIn is x in (list): true when an element equals x, NULL when none does
// and x or an element is NULL.
func scalarIn(e *ir.In, env Env) (ir.Value, error) {
	x, err := Scalar(e.X, env)
	if err != nil {
		return ir.Value{}, err
	}
	found, null := false, false
	for _, l := range e.List {
		v, err := Scalar(l, env)
		if err != nil {
			return ir.Value{}, err
		}
		switch {
		case !v.Valid || !x.Valid:
			null = true
		case Compare(x, v) == 0:
			found = true
		}
	}
	if null && !found {
		return ir.NullOf(ir.Of(ir.Bool)), nil
	}
	return ir.BoolValue(found), nil
}
