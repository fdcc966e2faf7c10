package ir

import (
	"fmt"
	"strings"
)

// Infer returns the type DuckDB usually gives op applied to arguments of the
// given types, or an error when op is not defined on them. The result is
// nullable when an argument is (when all are, for operators that skip NULLs)
// and when the operator itself can make NULL from other values.
func Infer(op Op, args ...Type) (Type, error) {
	bad := func() (Type, error) { return Type{}, errOperands(op, args) }
	if op == BadOp || op >= numOps {
		return Type{}, fmt.Errorf("ir: unknown operator %d", op)
	}
	if n := opInfo[op].arity; n >= 0 && len(args) != n || n < 0 && len(args) < 2 {
		return Type{}, fmt.Errorf("ir: %s of %s", op, plural(len(args), "operand"))
	}
	anyNull, allNull, same := false, true, true
	for _, a := range args {
		if a.Kind == Invalid {
			return bad()
		}
		anyNull, allNull, same = anyNull || a.Null, allNull && a.Null, same && a.Same(args[0])
	}
	x := args[0].NotNull()
	switch op {
	case Add, Sub, Mul, Mod:
		t, ok := inferArith(op, x, args[1].NotNull())
		if !ok {
			return bad()
		}
		return t.WithNull(anyNull || op == Mod && !t.Float()), nil
	case Div:
		switch {
		case !x.Numeric() || !args[1].Numeric():
			return bad()
		case x.Kind == Float32 && same:
			return x.WithNull(anyNull), nil
		}
		return Of(Float64).WithNull(anyNull), nil
	case IntDiv:
		if !same || !x.Integer() && !x.Float() {
			return bad()
		}
		return x.Nullable(), nil
	case Neg, Abs:
		if !x.Numeric() {
			return bad()
		}
		return x.WithNull(anyNull), nil
	case Eq, Ne, Lt, Le, Gt, Ge:
		if !same {
			return bad()
		}
		return Of(Bool).WithNull(anyNull), nil
	case NotDistinct, Distinct:
		if !same {
			return bad()
		}
		return Of(Bool), nil
	case And, Or, Not:
		if !same || x.Kind != Bool {
			return bad()
		}
		return Of(Bool).WithNull(anyNull), nil
	case IsNull, IsNotNull:
		return Of(Bool), nil
	case Coalesce, Least, Greatest:
		if !same {
			return bad()
		}
		return x.WithNull(allNull), nil
	case Like, NotLike, ILike, Prefix, Suffix, Contains:
		if !same || x.Kind != Varchar {
			return bad()
		}
		return Of(Bool).WithNull(anyNull), nil
	case Substring:
		if x.Kind != Varchar || !args[1].Integer() || !args[2].Integer() {
			return bad()
		}
		return x.WithNull(anyNull), nil
	case Length:
		if x.Kind != Varchar {
			return bad()
		}
		return Of(Int64).WithNull(anyNull), nil
	case Lower, Upper, Concat:
		if !same || x.Kind != Varchar {
			return bad()
		}
		return x.WithNull(anyNull), nil
	case Year, Month, Day:
		if x.Kind != Date && x.Kind != Timestamp {
			return bad()
		}
		return Of(Int64).WithNull(anyNull), nil
	case AddMonths, AddDays:
		if x.Kind != Date && x.Kind != Timestamp || !args[1].Integer() {
			return bad()
		}
		return Of(Timestamp).WithNull(anyNull), nil
	}
	t, ok := inferFunction(op, args)
	if !ok {
		return bad()
	}
	return t, nil
}

// inferArith is Infer for + - * and % of two non-nullable types.
func inferArith(op Op, x, y Type) (Type, bool) {
	switch {
	case x.Kind == Decimal && y.Kind == Decimal:
		return inferDecimal(op, x, y)
	case x.Kind == Date && op == Sub && y.Kind == Date:
		return Of(Int64), true
	case x.Kind == Date && y.Integer(), op == Add && x.Integer() && y.Kind == Date:
		return Of(Date), op == Add || op == Sub
	}
	return x, x == y && x.Numeric()
}

// inferDecimal follows DuckDB: a product adds widths and scales, a sum takes
// the larger scale and one more digit than the larger integral part. Operands
// that fit 64 bits keep the result there (width 18), with an overflow check
// instead of a wider result, unless the scale alone needs more.
func inferDecimal(op Op, x, y Type) (Type, bool) {
	var width, scale int
	xw, xs, yw, ys := int(x.Width), int(x.Scale), int(y.Width), int(y.Scale)
	widest := max(xw, yw)
	narrow := widest <= 18
	switch op {
	case Mul:
		width, scale = xw+yw, xs+ys
		narrow = narrow && scale < 18
	case Mod:
		scale = max(xs, ys)
		return DecimalOf(uint8(min(38, max(xw-xs, yw-ys)+scale)), uint8(scale)), true
	default:
		scale = max(xs, ys)
		width = max(max(xw-xs, yw-ys)+scale, widest) + 1
	}
	if width > 18 && narrow {
		width = 18
	}
	return DecimalOf(uint8(min(38, width)), uint8(scale)), scale <= 38
}

// InferReduce returns the type DuckDB usually gives a reduction over values of
// type x, or an error when it is not defined on them. CountAll does not look
// at x, which is the zero Type for records.
func InferReduce(fn Reduction, x Type) (Type, error) {
	switch fn {
	case Count, CountAll:
		return Of(Int64), nil
	case Sum, SumNoOverflow, WSum:
		switch {
		case x.Integer() || x.Kind == Bool:
			return Of(Int128).Nullable(), nil
		case x.Float():
			return Of(Float64).Nullable(), nil
		case x.Kind == Decimal:
			return DecimalOf(38, x.Scale).Nullable(), nil
		}
	case Avg:
		if x.Numeric() {
			return Of(Float64).Nullable(), nil
		}
	case BitAndAll, BitOrAll, BitXorAll:
		if x.Integer() {
			return x.Nullable(), nil
		}
	case VarSamp, VarPop, StddevSamp, StddevPop, Product:
		if x.Kind == Float64 {
			return x.Nullable(), nil
		}
	case Min, Max, First, Any, Only, Last:
		if x.Kind != Invalid {
			return x.Nullable(), nil
		}
	default:
		return Type{}, fmt.Errorf("ir: unknown reduction %d", fn)
	}
	if x.Kind == Invalid {
		return Type{}, fmt.Errorf("ir: %s of records", fn)
	}
	return Type{}, fmt.Errorf("ir: %s of %s", fn, x.NotNull())
}

func errOperands(op Op, args []Type) error {
	var s []string
	for _, a := range args {
		if a.Kind == Invalid {
			s = append(s, "a field or record")
		} else {
			s = append(s, a.NotNull().String())
		}
	}
	return fmt.Errorf("ir: %s of %s", op, strings.Join(s, " and "))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
