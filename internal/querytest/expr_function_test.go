package querytest

import "fmt"

// Functions of one class each. What a function takes that it is an error to give it occurs, rarely.

// textFunction returns a string made by a function.
func (g *gen) textFunction(depth int) *expr {
	t := of(varchar)
	x := func() *expr { return g.expr(t, depth-1) }
	n := func() int { return g.between(-3, 6) }
	word := func() *expr { return g.constant(t) }
	switch g.below(14) {
	case 0:
		return form(t, pick(g.dice, "trim", "ltrim", "rtrim")+"($)", x())
	case 1:
		return form(t, pick(g.dice, "trim", "ltrim", "rtrim")+"($, $)", x(), word())
	case 2:
		return form(t, "replace($, $, $)", x(), word(), word())
	case 3:
		return form(t, fmt.Sprintf("%s($, %d)", pick(g.dice, "left", "right"), n()), x())
	case 4:
		return form(t, fmt.Sprintf("%s($, %d, $)", pick(g.dice, "lpad", "rpad"), g.between(-1, 9)), x(), pick(g.dice, leaf(t, "'*'"), leaf(t, "'ab'"), word()))
	case 5:
		return form(t, "concat($, $, $)", x(), g.leaf(t), g.leaf(of(pick(g.dice, integer, boolean, double, date))))
	case 6:
		return form(t, "concat_ws($, $, $)", g.leaf(t), x(), g.leaf(t))
	case 7:
		return form(t, fmt.Sprintf("repeat($, %d)", g.between(-1, 3)), x())
	case 8:
		if g.chance(30) {
			return form(t, fmt.Sprintf("split_part($, %s, %d)", pick(g.dice, "'a'", "'b'", "'%'", "' '", "'本'", "'ab'"), g.between(-2, 3)), x())
		}
		return form(t, "translate($, $, $)", x(), word(), word())
	case 9:
		return form(t, "regexp_replace($, "+g.pattern()+", "+pick(g.dice, "'x'", "''", `'<\0>'`)+pick(g.dice, ")", ", 'g')"), x())
	case 10:
		return form(t, "regexp_extract($, "+g.pattern()+")", x())
	case 11:
		return form(t, pick(g.dice, "dayname", "monthname")+"($)", g.leaf(of(pick(g.dice, date, timestamp))))
	case 12:
		format := pick(g.dice, "%Y-%m-%d", "%a %-d %b %y", "%H:%M:%S.%f", "%j %p %I", "100%%")
		return form(t, "strftime($, '"+format+"')", g.leaf(of(pick(g.dice, date, timestamp))))
	}
	return form(t, "md5($)", x())
}

// pattern returns a regular expression.
func (g *gen) pattern() string {
	return quoted(pick(g.dice, "[a-c]+", "a.", "^a", `b\z`, "(a|b)*", "x?", "[^a]", `\d+`, `\w`, "key1?", "日", "a{2}", "(?i)AB"))
}

// textCondition returns a condition on a string by a function.
func (g *gen) textCondition(depth int) *expr {
	x := g.expr(of(varchar), depth-1)
	switch g.below(3) {
	case 0:
		return form(of(boolean), "regexp_matches($, "+g.pattern()+pick(g.dice, ")", ")", ", 'i')"), x)
	case 1:
		return form(of(boolean), "($ SIMILAR TO "+g.pattern()+")", x)
	}
	return form(of(boolean), "($ GLOB "+quoted(pick(g.dice, "*", "a*", "?b*", "*[a-c]", "key?", ""))+")", x)
}

// integerFunction returns an integer made by a function.
func (g *gen) integerFunction(t sqlType, depth int) *expr {
	b := of(bigint)
	s := func() *expr { return g.expr(of(varchar), depth-1) }
	switch g.below(9) {
	case 0:
		part := pick(g.dice, "quarter", "week", "dayofweek", "isodow", "dayofyear", "isoyear", "yearweek", "century", "decade", "era", "hour", "minute", "second", "microsecond")
		return g.cast(form(b, part+"($)", g.expr(of(pick(g.dice, date, timestamp)), depth-1)), t)
	case 1:
		k := of(pick(g.dice, date, timestamp))
		part := pick(g.dice, "day", "week", "month", "quarter", "year", "decade", "century", "isoyear", "hour", "minute")
		return g.cast(form(b, "date_diff('"+part+"', $, $)", g.leaf(k), g.leaf(k)), t)
	case 2:
		return g.cast(form(b, pick(g.dice, "strlen", "unicode", "ascii")+"($)", s()), t)
	case 3:
		return g.cast(form(b, pick(g.dice, "position($ IN $)", "instr($, $)", "strpos($, $)"), g.constant(of(varchar)), s()), t)
	case 4:
		return form(t, pick(g.dice, "($ & $)", "($ | $)", "xor($, $)"), g.leaf(t), g.leaf(t))
	case 5:
		return form(t, "(~$)", g.leaf(t))
	case 6:
		return form(t, fmt.Sprintf("($ %s %d::%s)", pick(g.dice, ">>", ">>", "<<"), g.between(0, 4), t), g.leaf(t))
	case 7:
		n := of(pick(g.dice, integer, bigint, double, float, decimal))
		if n.kind == decimal {
			n = g.decimalType()
		}
		return g.cast(form(of(tinyint), "sign($)", g.leaf(n)), t)
	}
	return g.cast(form(t, fmt.Sprintf("round($, %d)", g.between(-2, 1)), g.leaf(of(pick(g.dice, integer, bigint)))), t)
}

// decimalFunction returns a rounded DECIMAL.
func (g *gen) decimalFunction(t sqlType, depth int) *expr {
	x := g.leaf(g.decimalType())
	switch g.below(3) {
	case 0:
		return g.cast(form(t, fmt.Sprintf("round($, %d)", g.between(-2, 4)), x), t)
	case 1:
		return g.cast(form(t, "round($)", x), t)
	}
	return g.cast(form(t, pick(g.dice, "floor", "ceil", "trunc")+"($)", x), t)
}

// floatFunction returns a float made by a function.
func (g *gen) floatFunction(t sqlType, depth int) *expr {
	x := func() *expr { return g.leaf(of(double)) }
	switch g.below(8) {
	case 0:
		return form(t, pick(g.dice, "floor", "ceil", "trunc", "round")+"($)", g.expr(t, depth-1))
	case 1:
		return form(t, fmt.Sprintf("round($, %d)", g.between(-2, 3)), g.expr(t, depth-1))
	case 2:
		return g.cast(form(of(double), pick(g.dice, "exp", "cbrt", "atan", "degrees", "radians")+"($)", x()), t)
	case 3:
		return g.cast(form(of(double), "sqrt(abs($))", x()), t)
	case 4:
		return g.cast(form(of(double), pick(g.dice, "ln", "log10", "log2", "log")+"(abs($) + 1)", x()), t)
	case 5:
		return g.cast(form(of(double), "pow($, $)", x(), x()), t)
	case 6:
		return g.cast(form(of(double), pick(g.dice, "sqrt", "ln", "sin", "asin")+"($)", x()), t)
	}
	return g.cast(form(of(double), "epoch($)", g.leaf(of(pick(g.dice, date, timestamp)))), t)
}

// dateFunction returns a date made by a function.
func (g *gen) dateFunction() *expr {
	t := of(date)
	if g.chance(50) {
		return form(t, "last_day($)", g.leaf(of(pick(g.dice, date, timestamp))))
	}
	return form(t, fmt.Sprintf("make_date($, %d, %d)", g.between(1, 12), g.between(1, 29)), g.leaf(of(bigint)))
}

// timestampFunction returns a timestamp made by a function.
func (g *gen) timestampFunction(depth int) *expr {
	t, k := of(timestamp), of(pick(g.dice, date, timestamp))
	switch g.below(3) {
	case 0:
		part := pick(g.dice, "day", "week", "month", "quarter", "year", "decade", "century", "isoyear", "hour", "minute", "second")
		return form(t, "date_trunc('"+part+"', $)", g.expr(k, depth-1))
	case 1:
		unit := pick(g.dice, "HOUR", "MINUTE", "SECOND", "DAY", "MONTH")
		return form(t, fmt.Sprintf("($ %s INTERVAL %d %s)", pick(g.dice, "+", "-"), g.between(0, 100), unit), g.expr(k, depth-1))
	}
	return form(t, "($ "+pick(g.dice, "+", "-")+" INTERVAL ($) "+pick(g.dice, "DAY", "MONTH", "YEAR")+")", g.leaf(k), g.leaf(of(pick(g.dice, tinyint, integer))))
}

// rareAggregate returns one of the aggregates that are seldom used; nil when there is nothing for it.
func (g *gen) rareAggregate(r *expr) *expr {
	switch g.below(7) {
	case 0:
		if x := g.summand(); x != nil {
			a := sum(x)
			a.parts[0] = "sum(DISTINCT "
			return a
		}
	case 1:
		if x := g.summand(); x != nil {
			a := form(of(double), "avg(DISTINCT $)", x)
			a.loose = mayBeFloat(x)
			return a
		}
	case 2:
		if x := g.summand(); x != nil {
			a := form(of(double), pick(g.dice, "stddev", "stddev_pop", "var_samp", "var_pop", "variance")+"("+pick(g.dice, "", "", "DISTINCT ")+"$)", x)
			a.loose = true
			return a
		}
	case 3:
		return form(of(boolean), pick(g.dice, "bool_and", "bool_or", "min", "max")+"($)", g.test(1))
	case 4:
		return form(of(hugeint), pick(g.dice, "countif", "count_if", "sum")+"($)", g.test(1))
	case 5:
		if rs := g.readable(func(r *expr) bool { return r.typ.integral() }); len(rs) > 0 {
			x := pick(g.dice, rs...)
			return form(x.typ, pick(g.dice, "bit_and", "bit_or", "bit_xor")+"("+pick(g.dice, "", "", "DISTINCT ")+"$)", x)
		}
	case 6:
		if rs := g.readable(func(r *expr) bool { return r.typ.kind >= clock }); len(rs) > 0 {
			x := pick(g.dice, rs...)
			return form(x.typ, pick(g.dice, "min", "max")+"($)", x)
		}
	}
	return nil
}
