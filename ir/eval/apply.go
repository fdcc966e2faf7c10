package eval

import (
	"strings"

	"github.com/reffine-db/reffine/ir"
)

// Apply applies an operator to evaluated operands; t is the result type. The
// operands have the types Check accepts.
func Apply(op ir.Op, args []ir.Value, t ir.Type) (ir.Value, error) {
	switch op {
	case ir.And, ir.Or:
		return connect(op, args), nil
	case ir.IsNull:
		return ir.BoolValue(!args[0].Valid), nil
	case ir.IsNotNull:
		return ir.BoolValue(args[0].Valid), nil
	case ir.NotDistinct:
		return ir.BoolValue(notDistinct(args[0], args[1])), nil
	case ir.Distinct:
		return ir.BoolValue(!notDistinct(args[0], args[1])), nil
	case ir.Coalesce:
		for _, a := range args {
			if a.Valid {
				a.Type = t.NotNull()
				return a, nil
			}
		}
		return ir.NullOf(t), nil
	case ir.Least, ir.Greatest:
		return extreme(op, args, t), nil
	case ir.ConcatWS:
		return concatWS(args, t), nil
	}
	for i := range args {
		if !args[i].Valid {
			return ir.NullOf(t), nil
		}
	}
	switch op {
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.IntDiv, ir.Mod:
		return arith(op, args[0], args[1], t)
	case ir.Neg, ir.Abs:
		return sign(op, args[0], t)
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		return ir.BoolValue(holds(op, Compare(args[0], args[1]))), nil
	case ir.Not:
		return ir.BoolValue(args[0].Int.IsZero()), nil
	case ir.Like:
		return ir.BoolValue(Like(args[0].Str, args[1].Str)), nil
	case ir.NotLike:
		return ir.BoolValue(!Like(args[0].Str, args[1].Str)), nil
	case ir.ILike:
		return ir.BoolValue(Like(Lower(args[0].Str), Lower(args[1].Str))), nil
	case ir.Prefix:
		return ir.BoolValue(strings.HasPrefix(args[0].Str, args[1].Str)), nil
	case ir.Suffix:
		return ir.BoolValue(strings.HasSuffix(args[0].Str, args[1].Str)), nil
	case ir.Contains:
		return ir.BoolValue(strings.Contains(args[0].Str, args[1].Str)), nil
	case ir.Substring:
		from, ok1 := args[1].Int.Int64()
		n, ok2 := args[2].Int.Int64()
		s, ok := Substring(args[0].Str, from, n)
		if !ok || !ok1 || !ok2 {
			return ir.Value{}, &Error{"substring", "offset or length out of range"}
		}
		return ir.StringValue(s), nil
	case ir.Length:
		return ir.IntValue(t, Length(args[0].Str)), nil
	case ir.Lower:
		return ir.StringValue(Lower(args[0].Str)), nil
	case ir.Upper:
		return ir.StringValue(Upper(args[0].Str)), nil
	case ir.Concat:
		return ir.StringValue(args[0].Str + args[1].Str), nil
	case ir.Year, ir.Month, ir.Day:
		return datePart(op, args[0], t), nil
	case ir.AddMonths, ir.AddDays:
		return addInterval(op, args[0], args[1], t)
	}
	return applyFunction(op, args, t)
}
