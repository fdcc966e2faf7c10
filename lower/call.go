package lower

import (
	"math"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// functions maps DuckDB's scalar functions of plain arguments to operators.
var functions = map[string]struct {
	op    ir.Op
	arity int
	on    ir.Kind // required kind of the first argument; Invalid for any numeric
	null  bool    // NULL also for arguments that are not
}{
	"+": {ir.Add, 2, ir.Invalid, false}, "-": {ir.Sub, 2, ir.Invalid, false}, "*": {ir.Mul, 2, ir.Invalid, false},
	"/": {ir.Div, 2, ir.Invalid, true}, "//": {ir.IntDiv, 2, ir.Invalid, true}, "%": {ir.Mod, 2, ir.Invalid, true}, "mod": {ir.Mod, 2, ir.Invalid, true},
	"abs": {ir.Abs, 1, ir.Invalid, false}, "@": {ir.Abs, 1, ir.Invalid, false},
	"~~": {ir.Like, 2, ir.Varchar, false}, "!~~": {ir.NotLike, 2, ir.Varchar, false}, "~~*": {ir.ILike, 2, ir.Varchar, false},
	"prefix": {ir.Prefix, 2, ir.Varchar, false}, "starts_with": {ir.Prefix, 2, ir.Varchar, false}, "^@": {ir.Prefix, 2, ir.Varchar, false},
	"suffix": {ir.Suffix, 2, ir.Varchar, false}, "ends_with": {ir.Suffix, 2, ir.Varchar, false}, "contains": {ir.Contains, 2, ir.Varchar, false},
	"substring": {ir.Substring, 3, ir.Varchar, false}, "substr": {ir.Substring, 3, ir.Varchar, false},
	"length": {ir.Length, 1, ir.Varchar, false}, "len": {ir.Length, 1, ir.Varchar, false},
	"lower": {ir.Lower, 1, ir.Varchar, false}, "lcase": {ir.Lower, 1, ir.Varchar, false},
	"upper": {ir.Upper, 1, ir.Varchar, false}, "ucase": {ir.Upper, 1, ir.Varchar, false},
	"||": {ir.Concat, 2, ir.Varchar, false},
}

// call lowers a function call, or refuses it by name.
func (l *lowerer) call(f *plan.Func, cols []ir.Expr) ir.Expr {
	switch f.Name {
	case "normalized_interval":
		return l.micros(f, cols)
	case "year", "month", "day":
		return l.datePart(f.Name, f, f.Args, cols)
	case "date_part":
		switch s, _ := literal(f, 0); s {
		case "year", "month", "day":
			return l.datePart(s, f, f.Args[1:], cols)
		}
	case "+", "-":
		if len(f.Args) == 1 && f.Name == "-" {
			return l.negate(f, cols)
		}
		if len(f.Args) == 2 && (f.Args[1].Type().ID == plan.Interval || f.Args[0].Type().ID == plan.Interval) {
			return l.addInterval(f, cols)
		}
		if len(f.Args) == 2 && (f.Args[0].Type().ID == plan.Date || f.Args[1].Type().ID == plan.Date) {
			return l.addDays(f, cols)
		}
	case "least", "greatest":
		return l.leastGreatest(f, cols)
	case "!~~*":
		return not(l.call(&plan.Func{Name: "~~*", T: f.T, Args: f.Args}, cols))
	case "like_escape", "not_like_escape", "ilike_escape", "not_ilike_escape":
		return l.likeEscape(f, cols)
	case "constant_or_null":
		return l.constantOrNull(f, cols)
	}
	spec, ok := functions[f.Name]
	if !ok {
		if x := l.function(f, cols); x != nil {
			return x
		}
		refuse("FUNCTION", "%s", f.Name)
	}
	if spec.op == ir.Substring && !certain(f.Args) {
		refuse("FUNCTION", "%s that may begin before the string, or goes backwards", f.Name)
	}
	args := l.exprs(f.Args, cols)
	if spec.op == ir.Substring && len(args) == 2 { // to the end: the engine's longest length
		args = append(args, &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), math.MaxUint32)})
	}
	if len(args) != spec.arity {
		refuse("FUNCTION", "%s", f.Name)
	}
	t := l.scalarType("FUNCTION", f.T)
	first := args[0].Type()
	if spec.on == ir.Invalid && !first.Numeric() || spec.on != ir.Invalid && first.Kind != spec.on {
		refuse("FUNCTION", "%s of %s", f.Name, f.Args[0].Type())
	}
	if spec.on == ir.Invalid && len(args) == 2 && !arithmetic(spec.op, first, args[1].Type(), t) {
		refuse("FUNCTION", "%s of %s and %s", f.Name, f.Args[0].Type(), f.Args[1].Type())
	}
	if spec.op == ir.Mod && t.Float() && (castToFloat(f.Args[0]) || castToFloat(f.Args[1])) {
		refuse("FUNCTION", "%% of other types in floating point")
	}
	if spec.op == ir.Abs && !first.Same(t) {
		refuse("FUNCTION", "abs of %s", f.Args[0].Type())
	}
	return call(spec.op, t.WithNull(spec.null), args...)
}

// castToFloat reports an operand that is a number of another type made a float. The remainder of such a
// division by zero is NULL in DuckDB, and NaN where the operands are floats; the plan does not tell which
// function was bound.
func castToFloat(e plan.Expr) bool {
	c, ok := e.(*plan.Cast)
	return ok && c.X.Type().ID != plan.Float && c.X.Type().ID != plan.Double
}

// certain reports that a substring is of constants that duckdb knows one answer for: what lies before
// the string it answers one way where its statistics say that the column is ASCII, and another way
// elsewhere. It is from the front, of nothing, of the last character, or from near the end to the end.
func certain(args []plan.Expr) bool {
	n := [2]int64{0, math.MaxUint32}
	for i, x := range args[1:] {
		c, ok := x.(*plan.Const)
		if !ok || i == len(n) {
			return false
		}
		if c.Value == nil {
			return true
		}
		if n[i], ok = c.Value.(int64); !ok {
			return false
		}
	}
	return n[1] >= 0 && (n[0] >= -1 || n[1] == 0 || n[1] >= -n[0])
}

// arithmetic reports whether the operand and result types are a combination the
// loops have: integers and floats of one type, decimals with matching scales.
func arithmetic(op ir.Op, a, b, t ir.Type) bool {
	if t.Kind != ir.Decimal {
		return a.Same(b) && a.Same(t) || op == ir.Div && a.Same(b) && t.Float()
	}
	if a.Kind != ir.Decimal || b.Kind != ir.Decimal {
		return false
	}
	switch op {
	case ir.Add, ir.Sub, ir.Mod:
		return a.Scale == t.Scale && b.Scale == t.Scale
	case ir.Mul:
		return a.Scale+b.Scale == t.Scale
	}
	return false
}

func (l *lowerer) negate(f *plan.Func, cols []ir.Expr) ir.Expr {
	x := l.expr(f.Args[0], cols)
	t := l.scalarType("FUNCTION", f.T)
	if !x.Type().Numeric() || !x.Type().Same(t) {
		refuse("FUNCTION", "- of %s", f.Args[0].Type())
	}
	return call(ir.Neg, t, x)
}

func (l *lowerer) datePart(part string, f *plan.Func, args []plan.Expr, cols []ir.Expr) ir.Expr {
	ops := map[string]ir.Op{"year": ir.Year, "month": ir.Month, "day": ir.Day}
	op, ok := ops[part]
	if !ok || len(args) != 1 || f.T.ID != plan.BigInt {
		refuse("FUNCTION", "date_part %s", part)
	}
	x := l.expr(args[0], cols)
	if k := x.Type().Kind; k != ir.Date && k != ir.Timestamp {
		refuse("FUNCTION", "%s of %s", part, args[0].Type())
	}
	return call(op, ir.Of(ir.Int64), x)
}

// addDays lowers date ± days, a date, and date - date, a number of days.
func (l *lowerer) addDays(f *plan.Func, cols []ir.Expr) ir.Expr {
	op := map[string]ir.Op{"+": ir.Add, "-": ir.Sub}[f.Name]
	args, t := l.exprs(f.Args, cols), l.scalarType("FUNCTION", f.T)
	if want, err := ir.Infer(op, args[0].Type(), args[1].Type()); err != nil || !want.Same(t) {
		refuse("FUNCTION", "%s of %s and %s", f.Name, f.Args[0].Type(), f.Args[1].Type())
	}
	return call(op, t, args...)
}

// leastGreatest skip NULL arguments: NULL only when all are.
func (l *lowerer) leastGreatest(f *plan.Func, cols []ir.Expr) ir.Expr {
	op := map[string]ir.Op{"least": ir.Least, "greatest": ir.Greatest}[f.Name]
	args, t := l.exprs(f.Args, cols), l.scalarType("FUNCTION", f.T)
	null := true
	for _, a := range args {
		if !a.Type().Same(t) {
			refuse("FUNCTION", "%s of mixed types", f.Name)
		}
		null = null && a.Type().Null
	}
	if len(args) < 2 {
		refuse("FUNCTION", "%s of one argument", f.Name)
	}
	return &ir.Call{Op: op, Args: args, T: t.WithNull(null)}
}

// constantOrNull is what the engine leaves of a condition that statistics decide: the first
// argument unless another one is NULL.
func (l *lowerer) constantOrNull(f *plan.Func, cols []ir.Expr) ir.Expr {
	args := l.exprs(f.Args, cols)
	var null []ir.Expr
	for _, a := range args[1:] {
		if a.Type().Null {
			null = append(null, &ir.Call{Op: ir.IsNull, Args: []ir.Expr{a}, T: ir.Of(ir.Bool)})
		}
	}
	if len(null) == 0 {
		return args[0]
	}
	t := args[0].Type().Nullable()
	c := &ir.Case{Else: args[0], T: t}
	for _, n := range null {
		c.Whens = append(c.Whens, ir.When{Cond: n, Then: &ir.Const{Val: ir.NullOf(t)}})
	}
	return c
}
