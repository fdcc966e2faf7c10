package randexpr

import (
	"strconv"

	"github.com/reffine-db/reffine/ir"
)

var (
	textType  = ir.Of(ir.Varchar)
	longType  = ir.Of(ir.Int64)
	floatType = ir.Of(ir.Float64)
)

// pick returns one of some values.
func pick[T any](g *Gen, list ...T) T { return list[g.Rand.IntN(len(list))] }

// word is a string constant.
func word(s string) X {
	v := ir.StringValue(s)
	return X{&ir.Const{Val: v}, Literal(v, v.Type)}
}

// number is a small integer constant.
func (g *Gen) number(t ir.Type, lo, hi int) X {
	v := ir.IntValue(t, int64(lo+g.Rand.IntN(hi-lo+1)))
	return X{&ir.Const{Val: v}, "(" + strconv.FormatInt(int64(v.Int.Lo), 10) + ")"}
}

// function grows a function with a result of type t; false where there is none.
func (g *Gen) function(t ir.Type, depth int) (X, bool) {
	var x X
	switch {
	case t.Kind == ir.Bool:
		x = g.functionTest(depth)
	case t == longType:
		x = g.functionCount(depth)
	case t.Kind == ir.Varchar:
		x = g.functionText(depth)
	case t == floatType || t.Kind == ir.Float32:
		x = g.functionFloat(t, depth)
	case t.Kind == ir.Date:
		x = g.functionDate(depth)
	case t.Kind == ir.Timestamp:
		x = g.functionTimestamp(depth)
	case t.Integer():
		x = g.functionBits(t, depth)
	default:
		return x, false
	}
	c := x.IR.(*ir.Call)
	return x, !g.Total || !c.Op.Fallible()
}

// instantType is a date or timestamp.
func (g *Gen) instantType() ir.Type { return pick(g, ir.Of(ir.Date), ir.Of(ir.Timestamp)) }

func (g *Gen) functionTest(depth int) X {
	b := ir.Of(ir.Bool)
	switch g.Rand.IntN(4) {
	case 0:
		p := word(pick(g, "a", "[a-z]+", "^x", "l+o", "(a|b)", `\d`, "[^a]$", ".", "ß"))
		if p.IR.(*ir.Const).Val.Str == "ß" {
			p = word("s.")
		}
		return call(ir.RegexpMatches, b, "regexp_matches($1, $2)", g.Expr(textType, depth), p, word(""))
	case 1:
		p := word(pick(g, "[a-z ]+", "a.*", ".*", `-?\d+`))
		return call(ir.RegexpFull, b, "regexp_full_match($1, $2)", g.Expr(textType, depth), p, word(""))
	case 2:
		return call(ir.Glob, b, "($1 GLOB $2)", g.Expr(textType, depth), word(pick(g, "*", "a*", "?b", "*[a-h]*", "[!a]*", "")))
	}
	op := pick(g, ir.IsNaN, ir.IsInf, ir.IsFinite)
	return call(op, b, op.String()+"($1)", g.Expr(pick(g, floatType, ir.Of(ir.Float32)), depth))
}

func (g *Gen) functionCount(depth int) X {
	d := g.instantType()
	switch g.Rand.IntN(5) {
	case 0:
		part := pick(g, "quarter", "decade", "century", "millennium", "era", "isodow", "doy", "week", "isoyear", "yearweek", "dow")
		return call(ir.DatePart, longType, "date_part($1, $2)", word(part), g.Expr(d, depth))
	case 1:
		part := pick(g, "hour", "minute", "second", "millisecond", "microsecond")
		return call(ir.DatePart, longType, part+"($2)", word(part), g.Expr(d, depth))
	case 2:
		part := pick(g, "year", "month", "day", "decade", "century", "millennium", "quarter", "isoyear", "week", "hour", "minute", "second", "millisecond")
		return call(ir.DateDiff, longType, "date_diff($1, $2, $3)", word(part), g.Expr(d, depth), g.Expr(d, depth))
	case 3:
		return call(ir.Position, longType, "instr($1, $2)", g.Expr(textType, depth), g.leaf(textType))
	}
	return call(ir.ByteLength, longType, "strlen($1)", g.Expr(textType, depth))
}

func (g *Gen) functionText(depth int) X {
	t, s := textType, func() X { return g.Expr(textType, depth) }
	switch g.Rand.IntN(12) {
	case 0:
		op := pick(g, ir.Trim, ir.LTrim, ir.RTrim)
		return call(op, t, op.String()+"($1, $2)", s(), g.leaf(t))
	case 1:
		return call(ir.Replace, t, "replace($1, $2, $3)", s(), g.leaf(t), g.leaf(t))
	case 2:
		op := pick(g, ir.Left, ir.Right)
		return call(op, t, op.String()+"($1, $2)", s(), g.number(longType, -6, 12))
	case 3:
		op := pick(g, ir.LPad, ir.RPad)
		return call(op, t, op.String()+"($1, $2, $3)", s(), g.number(ir.Of(ir.Int32), -2, 20), g.leaf(t))
	case 4:
		return call(ir.Reverse, t, "reverse($1)", s())
	case 5:
		return call(ir.Repeat, t, "repeat($1, $2)", s(), g.number(longType, -1, 4))
	case 6:
		if g.Rand.IntN(2) == 0 {
			return call(ir.SplitExtract, t, "string_split($1, $2)[$3]", s(), word("a"), g.number(longType, -2, 3))
		}
		return call(ir.Translate, t, "translate($1, $2, $3)", s(), g.leaf(t), g.leaf(t))
	case 7:
		return call(ir.ConcatWS, t, "concat_ws($1, $2, $3)", s(), g.leaf(t), s())
	case 8:
		p, r := word(pick(g, "[a-c]", "l+", "x?", "(.)(.)", "^a|b$")), word(pick(g, "_", "", `[\0]`))
		return call(ir.RegexpReplace, t, "regexp_replace($1, $2, $3, $4)", s(), p, r, word(pick(g, "g", "")))
	case 9:
		op := pick(g, ir.DayName, ir.MonthName)
		return call(op, t, op.String()+"($1)", g.Expr(g.instantType(), depth))
	case 10:
		format := pick(g, "%Y-%m-%d", "%a %A %b %B", "%H:%M:%S.%f %g", "%-d %-m %y %-y %j %-j", "%I %p %-I %w %u", "%V %%")
		return call(ir.Strftime, t, "strftime($1, $2)", g.Expr(g.instantType(), depth), word(format))
	}
	return call(ir.MD5, t, "md5($1)", s())
}

func (g *Gen) functionFloat(t ir.Type, depth int) X {
	x := func() X { return g.Expr(t, depth) }
	if g.Rand.IntN(3) == 0 || t != floatType {
		if g.Rand.IntN(2) == 0 {
			return call(ir.RoundTo, t, "round($1, $2)", x(), g.number(ir.Of(ir.Int32), -3, 5))
		}
		op := pick(g, ir.Floor, ir.Ceil, ir.Trunc, ir.Round)
		return call(op, t, op.String()+"($1)", x())
	}
	if g.Rand.IntN(4) == 0 {
		return call(ir.Epoch, t, "epoch($1)", g.Expr(g.instantType(), depth))
	}
	ops := []ir.Op{ir.Sqrt, ir.Cbrt, ir.Exp, ir.Ln, ir.Log10, ir.Log2, ir.Sin, ir.Cos, ir.Tan, ir.Asin, ir.Acos, ir.Atan, ir.Degrees, ir.Radians}
	if op := ops[g.Rand.IntN(len(ops))]; g.Rand.IntN(4) > 0 {
		return call(op, t, op.String()+"($1)", x())
	}
	op := pick(g, ir.Pow, ir.Atan2, ir.LogOf)
	return call(op, t, op.String()+"($1, $2)", x(), x())
}

func (g *Gen) functionDate(depth int) X {
	t := ir.Of(ir.Date)
	if g.Rand.IntN(2) == 0 {
		return call(ir.LastDay, t, "last_day($1)", g.Expr(g.instantType(), depth))
	}
	return call(ir.MakeDate, t, "make_date($1, $2, $3)", g.number(longType, -5000, 12000), g.number(longType, 0, 13), g.number(longType, 0, 31))
}

func (g *Gen) functionTimestamp(depth int) X {
	t := ir.Of(ir.Timestamp)
	if g.Rand.IntN(3) > 0 {
		part := pick(g, "millennium", "century", "decade", "year", "quarter", "month", "week", "isoyear", "day", "hour", "minute", "second", "millisecond")
		return call(ir.DateTrunc, t, "date_trunc($1, $2)", word(part), g.Expr(g.instantType(), depth))
	}
	n := g.number(longType, -1000000, 1000000)
	return call(ir.AddMicros, t, "($1 + to_microseconds($2))", g.Expr(g.instantType(), depth), n)
}

func (g *Gen) functionBits(t ir.Type, depth int) X {
	x := g.Expr(t, depth)
	if t.Kind == ir.Int8 && g.Rand.IntN(2) == 0 {
		if g.Rand.IntN(2) == 0 {
			return call(ir.Sign, t, "sign($1)", g.Expr(pick(g, ir.Of(ir.Int32), floatType, ir.Of(ir.Int128), ir.Of(ir.UInt64)), depth))
		}
		return call(ir.BitCount, t, "bit_count($1)", g.Expr(pick(g, t, ir.Of(ir.Int16), ir.Of(ir.Int32), longType, ir.Of(ir.Int128)), depth))
	}
	switch g.Rand.IntN(7) {
	case 0:
		return call(ir.BitAnd, t, "($1 & $2)", x, g.leaf(t))
	case 1:
		return call(ir.BitOr, t, "($1 | $2)", x, g.leaf(t))
	case 2:
		return call(ir.BitXor, t, "xor($1, $2)", x, g.leaf(t))
	case 3:
		return call(ir.BitNot, t, "(~ $1)", x)
	case 4:
		if t.Kind != ir.UInt64 && !t.Unsigned() {
			return call(ir.RoundTo, t, "round($1, $2)", x, g.number(ir.Of(ir.Int32), -3, 2))
		}
	case 5:
		n := g.constant(t)
		return call(ir.ShiftLeft, t, "($1 << $2)", x, n)
	}
	return call(ir.ShiftRight, t, "($1 >> $2)", x, g.constant(t))
}
