package lower

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/lower/plan"
)

// plainFunctions maps DuckDB's scalar functions to operators that take the same operands.
var plainFunctions = map[string]ir.Op{
	"last_day": ir.LastDay, "dayname": ir.DayName, "monthname": ir.MonthName, "make_date": ir.MakeDate,
	"strlen": ir.ByteLength, "replace": ir.Replace, "instr": ir.Position, "strpos": ir.Position, "position": ir.Position,
	"left": ir.Left, "right": ir.Right, "lpad": ir.LPad, "rpad": ir.RPad, "reverse": ir.Reverse, "repeat": ir.Repeat,
	"unicode": ir.CodePoint, "ord": ir.CodePoint, "chr": ir.Chr, "translate": ir.Translate, "md5": ir.MD5, "concat_ws": ir.ConcatWS,
	"~~~":  ir.Glob,
	"sign": ir.Sign, "floor": ir.Floor, "ceil": ir.Ceil, "ceiling": ir.Ceil,
	"sqrt": ir.Sqrt, "cbrt": ir.Cbrt, "exp": ir.Exp, "ln": ir.Ln, "log10": ir.Log10, "log2": ir.Log2,
	"pow": ir.Pow, "power": ir.Pow, "**": ir.Pow, "^": ir.Pow,
	"sin": ir.Sin, "cos": ir.Cos, "tan": ir.Tan, "asin": ir.Asin, "acos": ir.Acos, "atan": ir.Atan, "atan2": ir.Atan2,
	"degrees": ir.Degrees, "radians": ir.Radians, "isnan": ir.IsNaN, "isinf": ir.IsInf, "isfinite": ir.IsFinite,
	"&": ir.BitAnd, "|": ir.BitOr, "xor": ir.BitXor, "~": ir.BitNot, "<<": ir.ShiftLeft, ">>": ir.ShiftRight, "bit_count": ir.BitCount,
}

// dateParts maps the functions that take a part of a date or time to the part.
var dateParts = map[string]string{
	"quarter": "quarter", "week": "week", "weekofyear": "week", "dayofweek": "dow", "weekday": "dow", "isodow": "isodow",
	"dayofyear": "doy", "dayofmonth": "day", "isoyear": "isoyear", "yearweek": "yearweek", "decade": "decade", "century": "century",
	"millennium": "millennium", "era": "era", "hour": "hour", "minute": "minute", "second": "second",
	"millisecond": "millisecond", "microsecond": "microsecond", "epoch_us": "epoch_us",
}

// partNames maps the spellings of parts that functions take as an argument.
var partNames = map[string]string{
	"years": "year", "yr": "year", "y": "year", "yrs": "year", "mon": "month", "months": "month", "mons": "month",
	"days": "day", "d": "day", "dayofmonth": "day", "decades": "decade", "dec": "decade", "decs": "decade", "centuries": "century", "cent": "century", "c": "century",
	"quarters": "quarter", "weeks": "week", "w": "week", "weekofyear": "week",
	"hours": "hour", "h": "hour", "hr": "hour", "hrs": "hour", "minutes": "minute", "min": "minute", "mins": "minute", "m": "minute",
	"seconds": "second", "s": "second", "sec": "second", "secs": "second",
	"milliseconds": "millisecond", "ms": "millisecond", "msec": "millisecond", "msecs": "millisecond",
	"microseconds": "microsecond", "us": "microsecond", "usec": "microsecond", "usecs": "microsecond", "usecond": "microsecond", "useconds": "microsecond",
}

// function lowers a call of one of the functions of package eval; nil when it is none.
func (l *lowerer) function(f *plan.Func, cols []ir.Expr) ir.Expr {
	switch f.Name {
	case "trim", "ltrim", "rtrim":
		return l.trim(f, cols)
	case "concat":
		return l.apply(ir.ConcatWS, f, append([]ir.Expr{text("")}, l.exprs(f.Args, cols)...))
	case "ascii": // 0 of the empty string
		x := l.apply(ir.CodePoint, f, l.exprs(f.Args, cols))
		return &ir.Case{
			Whens: []ir.When{{Cond: compare(plan.Less, x, number(0)), Then: number(0)}},
			Else:  x, T: x.Type(),
		}
	case "log":
		if len(f.Args) == 2 {
			return l.apply(ir.LogOf, f, l.exprs(f.Args, cols))
		}
		return l.apply(ir.Log10, f, l.exprs(f.Args, cols))
	case "round", "trunc":
		return l.round(f, cols)
	case "epoch":
		return l.apply(ir.Epoch, f, l.exprs(f.Args, cols))
	case "date_part", "date_trunc", "datetrunc", "date_diff", "datediff":
		return l.withPart(f, cols)
	case plan.SplitExtract:
		if sep, ok := literal(f, 1); !ok || sep == "" {
			refuse("FUNCTION", "string_split by a separator that is empty, or not constant")
		}
		return l.apply(ir.SplitExtract, f, l.exprs(f.Args, cols))
	case "strftime":
		return l.strftime(f, cols)
	case "regexp_matches", "regexp_full_match", "regexp_replace", "regexp_extract":
		return l.regexp(f, cols)
	}
	if part, ok := dateParts[f.Name]; ok && len(f.Args) == 1 {
		return l.apply(ir.DatePart, f, append([]ir.Expr{text(part)}, l.exprs(f.Args, cols)...))
	}
	if op, ok := plainFunctions[f.Name]; ok {
		return l.apply(op, f, l.exprs(f.Args, cols))
	}
	return nil
}

func number(n int64) ir.Expr { return &ir.Const{Val: ir.IntValue(ir.Of(ir.Int32), n)} }

func text(s string) ir.Expr { return &ir.Const{Val: ir.StringValue(s)} }

// apply calls a function, or refuses operands that it does not take.
func (l *lowerer) apply(op ir.Op, f *plan.Func, args []ir.Expr) ir.Expr {
	types := make([]ir.Type, len(args))
	for i, a := range args {
		types[i] = a.Type()
	}
	want, err := ir.Infer(op, types...)
	t := l.scalarType("FUNCTION", f.T)
	if err != nil || !want.Same(t) && (op != ir.RoundTo || want.Kind != ir.Decimal || t.Kind != ir.Decimal) {
		refuse("FUNCTION", "%s of these types", f.Name)
	}
	if part, ok := args[0].(*ir.Const); ok && op == ir.DatePart && !eval.HasDatePart(part.Val.Str, types[1]) {
		refuse("FUNCTION", "%s of %s", f.Name, types[1].NotNull())
	}
	return &ir.Call{Op: op, Args: args, T: t.WithNull(want.Null)}
}

// literal returns the string constant that argument i is; false when there is no such argument or it is
// something else.
func literal(f *plan.Func, i int) (string, bool) {
	if i >= len(f.Args) {
		return "", false
	}
	c, ok := f.Args[i].(*plan.Const)
	if !ok {
		return "", false
	}
	s, ok := c.Value.(string)
	return s, ok
}

func (l *lowerer) trim(f *plan.Func, cols []ir.Expr) ir.Expr {
	op := map[string]ir.Op{"trim": ir.Trim, "ltrim": ir.LTrim, "rtrim": ir.RTrim}[f.Name]
	args := l.exprs(f.Args, cols)
	if len(args) == 1 {
		args = append(args, text(eval.Spaces))
	}
	return l.apply(op, f, args)
}

// round lowers rounding to whole numbers, or to a number of digits.
func (l *lowerer) round(f *plan.Func, cols []ir.Expr) ir.Expr {
	args := l.exprs(f.Args, cols)
	if len(args) == 1 {
		return l.apply(map[string]ir.Op{"round": ir.Round, "trunc": ir.Trunc}[f.Name], f, args)
	}
	if f.Name == "trunc" {
		refuse("FUNCTION", "trunc to digits")
	}
	t := l.scalarType("FUNCTION", f.T)
	if x := args[0].Type(); x.Kind == ir.Decimal {
		c, ok := args[1].(*ir.Const)
		if !ok || !c.Val.Valid {
			refuse("FUNCTION", "round to digits that are not constant")
		}
		digits, _ := c.Val.Int.Int64()
		switch {
		case x.Same(t) && digits >= 0: // no digit is lost
			return args[0]
		case digits <= -int64(x.Width-x.Scale): // 0, in DuckDB even of NULL
			refuse("FUNCTION", "round to digits before the first")
		}
	}
	return l.apply(ir.RoundTo, f, args)
}

// withPart lowers functions whose first argument names a part of a date or time.
func (l *lowerer) withPart(f *plan.Func, cols []ir.Expr) ir.Expr {
	part, ok := literal(f, 0)
	if !ok {
		refuse("FUNCTION", "%s of a part that is not constant", f.Name)
	}
	if p, ok := dateParts[part]; ok {
		part = p
	} else if p, ok := partNames[part]; ok {
		part = p
	}
	args := append([]ir.Expr{text(part)}, l.exprs(f.Args[1:], cols)...)
	switch f.Name {
	case "date_part":
		return l.apply(ir.DatePart, f, args)
	case "date_trunc", "datetrunc":
		if !eval.CanTruncate(part) {
			refuse("FUNCTION", "%s %s", f.Name, part)
		}
		return l.apply(ir.DateTrunc, f, args)
	}
	if len(args) != 3 || !args[1].Type().Same(args[2].Type()) || !eval.CanDiffer(part, args[1].Type()) {
		refuse("FUNCTION", "%s %s", f.Name, part)
	}
	return l.apply(ir.DateDiff, f, args)
}

func (l *lowerer) strftime(f *plan.Func, cols []ir.Expr) ir.Expr {
	at := 1
	if f.Args[0].Type().ID == plan.Varchar {
		at = 0
	}
	format, ok := literal(f, at)
	if !ok || len(f.Args) != 2 || !eval.CheckFormat(format) {
		refuse("FUNCTION", "strftime with this format")
	}
	return l.apply(ir.Strftime, f, []ir.Expr{l.expr(f.Args[1-at], cols), text(format)})
}

// regexp lowers functions of regular expressions, which must be constant.
func (l *lowerer) regexp(f *plan.Func, cols []ir.Expr) ir.Expr {
	pattern, ok := literal(f, 1)
	options, at := "", 2
	args := []ir.Expr{l.expr(f.Args[0], cols), text(pattern)}
	switch f.Name {
	case "regexp_replace":
		rewrite, constant := literal(f, 2)
		ok, at = ok && constant, 3
		args = append(args, text(rewrite))
	case "regexp_extract":
		group := int64(0)
		if at = 3; len(f.Args) > 2 {
			c, constant := f.Args[2].(*plan.Const)
			if constant {
				group, constant = c.Value.(int64)
			}
			ok = ok && constant
		}
		args = append(args, &ir.Const{Val: ir.IntValue(ir.Of(ir.Int32), group)})
	}
	if len(f.Args) > at {
		var constant bool
		options, constant = literal(f, at)
		ok = ok && constant && len(f.Args) == at+1
	}
	if !ok {
		refuse("FUNCTION", "%s with arguments that are not constant", f.Name)
	}
	re, all, err := eval.Regexp(pattern, options)
	switch {
	case err != nil:
		refuse("FUNCTION", "%s: %s", f.Name, err)
	case all && f.Name != "regexp_replace":
		refuse("FUNCTION", "%s of all matches", f.Name)
	}
	switch f.Name {
	case "regexp_replace":
		if !eval.CheckRewrite(args[2].(*ir.Const).Val.Str, re.NumSubexp()) {
			refuse("FUNCTION", "regexp_replace with this rewrite")
		}
	case "regexp_extract":
		if g, _ := args[2].(*ir.Const).Val.Int.Int64(); g < 0 || g > int64(re.NumSubexp()) {
			refuse("FUNCTION", "regexp_extract of a group that is not there")
		}
	}
	op := map[string]ir.Op{"regexp_matches": ir.RegexpMatches, "regexp_full_match": ir.RegexpFull, "regexp_replace": ir.RegexpReplace,
		"regexp_extract": ir.RegexpExtract}[f.Name]
	return l.apply(op, f, append(args, text(options)))
}
