package eval

import (
	"github.com/reffine-db/reffine/ir"
)

// Check returns an *Unsupported error when e contains an operation this package
// does not evaluate exactly as the engine, or operands of types no lowering
// produces. It looks at scalar operations only, not at what a leaf stands for.
func Check(e ir.Expr) error {
	var err error
	ir.Walk(e, func(x ir.Expr) bool {
		if err == nil {
			err = checkNode(x)
		}
		return err == nil
	})
	return err
}

func checkNode(e ir.Expr) error {
	switch e := e.(type) {
	case *ir.Call:
		return checkCall(e)
	case *ir.Cast:
		return CanCast(e.X.Type(), e.T, e.Try)
	case *ir.Case:
		for _, w := range e.Whens {
			if w.Cond.Type().Kind != ir.Bool {
				return refuse("case", "condition is not a bool")
			}
			if !alike(w.Then.Type(), e.T) {
				return refuse("case", "branches of different types")
			}
		}
		if !alike(e.Else.Type(), e.T) {
			return refuse("case", "branches of different types")
		}
	case *ir.In:
		for _, x := range e.List {
			if !comparable(e.X.Type(), x.Type()) {
				return refuse("in", "elements of another type")
			}
		}
	}
	return nil
}

func refuse(op, reason string) error { return &Unsupported{op, reason} }

// alike reports that a value of type a is a value of type t unchanged.
func alike(a, t ir.Type) bool {
	return a.Same(t) || a.Kind == ir.Decimal && t.Kind == ir.Decimal && a.Scale == t.Scale && a.Width <= t.Width
}

// comparable reports that Compare orders values of the two types.
func comparable(a, b ir.Type) bool {
	switch {
	case a.Integer():
		return b.Integer()
	case a.Kind == ir.Decimal:
		return b.Kind == ir.Decimal && a.Scale == b.Scale
	case a.Float():
		return a.Kind == b.Kind
	case a.Kind == ir.Enum:
		return a.Same(b)
	}
	return a.Kind == b.Kind && a.Kind != ir.Invalid
}

// arity gives the number of operands, -1 for one or more.
func arity(op ir.Op) int {
	switch op {
	case ir.And, ir.Or, ir.Coalesce, ir.Least, ir.Greatest:
		return -1
	case ir.Substring:
		return 3
	case ir.Neg, ir.Not, ir.IsNull, ir.IsNotNull, ir.Abs, ir.Length, ir.Lower, ir.Upper, ir.Year, ir.Month, ir.Day:
		return 1
	}
	return 2
}

func checkCall(e *ir.Call) error {
	if e.Op.Function() {
		return checkFunction(e)
	}
	if n := arity(e.Op); n >= 0 && len(e.Args) != n || len(e.Args) == 0 {
		return refuse(e.Op.String(), "wrong number of operands")
	}
	if ok, reason := callTypes(e); !ok {
		if reason == "" {
			reason = "operand types"
		}
		for _, a := range e.Args {
			reason += " " + a.Type().NotNull().String()
		}
		return refuse(e.Op.String(), reason+" to "+e.T.NotNull().String())
	}
	return nil
}

// checkFunction requires operands and a result as the function's signature says.
func checkFunction(e *ir.Call) error {
	types := make([]ir.Type, len(e.Args))
	for i, a := range e.Args {
		types[i] = a.Type()
	}
	want, err := ir.Infer(e.Op, types...)
	if err != nil || !want.Same(e.T) && (want.Kind != ir.Decimal || e.T.Kind != ir.Decimal) {
		return refuse(e.Op.String(), "operand types")
	}
	return nil
}

// callTypes checks operand and result types of a call.
func callTypes(e *ir.Call) (ok bool, reason string) {
	t := e.T
	arg := func(i int) ir.Type { return e.Args[i].Type() }
	every := func(f func(ir.Type) bool) bool {
		for i := range e.Args {
			if !f(arg(i)) {
				return false
			}
		}
		return true
	}
	is := func(kinds ...ir.Kind) func(ir.Type) bool {
		return func(a ir.Type) bool {
			for _, k := range kinds {
				if a.Kind == k {
					return true
				}
			}
			return false
		}
	}
	switch e.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.IntDiv, ir.Mod:
		return arithTypes(e.Op, arg(0), arg(1), t), ""
	case ir.Neg, ir.Abs:
		if e.Op == ir.Neg && t.Unsigned() {
			return false, "negation wraps around for"
		}
		return arg(0).Same(t) && t.Numeric(), ""
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge, ir.NotDistinct, ir.Distinct:
		return comparable(arg(0), arg(1)) && t.Kind == ir.Bool, ""
	case ir.And, ir.Or, ir.Not:
		return every(is(ir.Bool)) && t.Kind == ir.Bool, ""
	case ir.IsNull, ir.IsNotNull:
		return t.Kind == ir.Bool, ""
	case ir.Coalesce, ir.Least, ir.Greatest:
		return every(func(a ir.Type) bool { return alike(a, t) }), ""
	case ir.Like, ir.NotLike, ir.ILike, ir.Prefix, ir.Suffix, ir.Contains:
		return every(is(ir.Varchar)) && t.Kind == ir.Bool, ""
	case ir.Substring:
		return arg(0).Kind == ir.Varchar && arg(1).Integer() && arg(2).Integer() && t.Kind == ir.Varchar, ""
	case ir.Length:
		return arg(0).Kind == ir.Varchar && t.Kind == ir.Int64, ""
	case ir.Lower, ir.Upper, ir.Concat:
		return every(is(ir.Varchar)) && t.Kind == ir.Varchar, ""
	case ir.Year, ir.Month, ir.Day:
		return is(ir.Date, ir.Timestamp)(arg(0)) && t.Kind == ir.Int64, ""
	case ir.AddMonths, ir.AddDays:
		return is(ir.Date, ir.Timestamp)(arg(0)) && arg(1).Integer() && t.Kind == ir.Timestamp, ""
	}
	return false, "unknown operator on"
}

// arithTypes checks binary arithmetic.
func arithTypes(op ir.Op, a, b, t ir.Type) bool {
	switch {
	case t.Float():
		return a.Same(t) && b.Same(t)
	case op == ir.Div:
		return false
	case t.Kind == ir.Decimal:
		if a.Kind != ir.Decimal || b.Kind != ir.Decimal || op == ir.IntDiv {
			return false
		}
		if op == ir.Mul {
			return a.Scale+b.Scale == t.Scale
		}
		return a.Scale == t.Scale && b.Scale == t.Scale
	case t.Kind == ir.Date:
		return op == ir.Add && (a.Kind == ir.Date && b.Integer() || a.Integer() && b.Kind == ir.Date) ||
			op == ir.Sub && a.Kind == ir.Date && b.Integer()
	case a.Kind == ir.Date:
		return op == ir.Sub && b.Kind == ir.Date && t.Kind == ir.Int64
	}
	return t.Integer() && a.Integer() && b.Integer()
}

// CastFails reports whether a cast may raise an error: it is not a TRY_CAST, or it is one of values of which
// this package does not always know what the engine makes of them.
func CastFails(from, to ir.Type, try bool) bool {
	return !try || from.Kind == ir.Varchar || from.Float() && to.Integer()
}

// CanCast returns an *Unsupported error when casts from one type to the other
// are not evaluated exactly.
func CanCast(from, to ir.Type, try bool) error {
	no := func(why string) error {
		return refuse("cast", from.NotNull().String()+" to "+to.NotNull().String()+": "+why)
	}
	number := func(t ir.Type) bool { return t.Numeric() || t.Kind == ir.Bool }
	switch {
	case from.Kind == ir.Invalid || to.Kind == ir.Invalid:
		return no("not a scalar")
	case from.Same(to):
		return nil
	case from.Kind == ir.Varchar && to.Kind <= ir.Timestamp:
		return nil
	case to.Kind == ir.Varchar && (from.Kind <= ir.Time || from.Kind == ir.UUID || from.Kind == ir.UHugeInt || from.Kind == ir.TimestampS || from.Kind == ir.Enum):
		return nil
	case number(from) && number(to):
		return nil
	case from.Kind == ir.Timestamp && to.Kind == ir.Time, (from.Kind == ir.TimestampS || from.Kind == ir.TimestampMS) && to.Kind == ir.Timestamp:
		return nil
	case from.Kind == ir.Date && to.Kind == ir.Timestamp, from.Kind == ir.Timestamp && to.Kind == ir.Date:
		return nil
	}
	return no("not supported")
}
