package querytest

import (
	"fmt"
	"strings"
)

// integral returns an integer.
func (g *gen) integral(t sqlType, depth int) *expr {
	x := func() *expr { return g.expr(t, depth-1) }
	// Arithmetic on narrow types mostly overflows.
	if t.kind != bigint && t.kind != hugeint && g.chance(70) {
		return g.leaf(t)
	}
	switch g.weighted(14, 10, 6, 4, 4, 3, 4, 5, 5, 5, 12) {
	case 10:
		return g.integerFunction(t, depth)
	case 0:
		return form(t, "($ + $)", x(), g.leaf(t))
	case 1:
		return form(t, "($ - $)", x(), g.leaf(t))
	case 2:
		return form(t, "($ * $)", g.leaf(t), g.leaf(t))
	case 3:
		return form(t, "($ // $)", x(), g.leaf(t))
	case 4:
		return form(t, "($ % $)", x(), g.leaf(t))
	case 5:
		return form(t, "(-$)", x())
	case 6:
		return form(t, "abs($)", x())
	case 7:
		return g.cast(form(of(bigint), "length($)", g.expr(of(varchar), depth-1)), t)
	case 8:
		part := pick(g.dice, "year($)", "month($)", "day($)", "extract(year FROM $)", "date_part('month', $)")
		return g.cast(form(of(bigint), part, g.expr(of(pick(g.dice, date, timestamp)), depth-1)), t)
	}
	from := g.castable(depth)
	return form(t, pick(g.dice, "CAST", "TRY_CAST")+"($ AS "+t.String()+")", from)
}

// castable returns something that casts to numbers, mostly.
func (g *gen) castable(depth int) *expr {
	return g.strict(func() *expr {
		switch g.below(6) {
		case 0:
			return g.expr(of(boolean), depth-1)
		case 1:
			return g.expr(g.decimalType(), depth-1)
		case 2:
			return g.expr(of(double), depth-1)
		case 3:
			return g.expr(of(varchar), 0)
		}
		return g.expr(of(pick(g.dice, tinyint, smallint, integer, bigint, utinyint, uinteger, ubigint, hugeint)), depth-1)
	})
}

// decimal returns a DECIMAL. Sums and products of DECIMALs are wider than t says, which only
// matters to who compares: DuckDB casts.
func (g *gen) decimal(t sqlType, depth int) *expr {
	x := func() *expr { return g.expr(t, depth-1) }
	switch g.weighted(10, 10, 8, 3, 3, 3, 6, 6) {
	case 7:
		return g.decimalFunction(t, depth)
	case 0:
		return form(t, "($ + $)", x(), g.leaf(t))
	case 1:
		return form(t, "($ - $)", x(), g.leaf(t))
	case 2:
		return form(t, "($ * $)", g.leaf(t), g.leaf(of(pick(g.dice, integer, tinyint))))
	case 3:
		return form(t, "($ * $)", g.leaf(t), g.leaf(g.decimalType()))
	case 4:
		return form(t, "(-$)", x())
	case 5:
		return form(t, "abs($)", x())
	}
	return form(t, pick(g.dice, "CAST", "TRY_CAST")+"($ AS "+t.String()+")", g.castable(depth))
}

// floating returns a float.
func (g *gen) floating(t sqlType, depth int) *expr {
	x := func() *expr { return g.expr(t, depth-1) }
	switch g.weighted(8, 8, 6, 6, 6, 2, 2, 6, 8) {
	case 8:
		return g.floatFunction(t, depth)
	case 0:
		return form(t, "($ + $)", x(), g.leaf(t))
	case 1:
		return form(t, "($ - $)", x(), g.leaf(t))
	case 2:
		return form(t, "($ * $)", x(), g.leaf(t))
	case 3:
		return form(t, "($ / $)", x(), divisor(g.leaf(t)))
	case 4:
		n := of(pick(g.dice, integer, bigint, double))
		return g.cast(form(of(double), "($ / $)", g.leaf(n), divisor(g.leaf(n))), t)
	case 5:
		return form(t, "(-$)", x())
	case 6:
		return form(t, "abs($)", x())
	}
	return form(t, pick(g.dice, "CAST", "TRY_CAST")+"($ AS "+t.String()+")", g.castable(depth))
}

// divisor makes zeros of a subquery's column positive: which of two zeros a group keeps is up to the order of rows.
func divisor(y *expr) *expr {
	if y.typ.floating() && strings.Contains(y.String(), ".x") {
		return form(y.typ, "($ + 0)", y)
	}
	return y
}

// varchar returns a string.
func (g *gen) varchar(depth int) *expr {
	t := of(varchar)
	x := func() *expr { return g.expr(t, depth-1) }
	switch g.weighted(8, 4, 4, 8, 4, 20) {
	case 5:
		return g.textFunction(depth)
	case 0:
		if g.chance(25) {
			return form(t, fmt.Sprintf("substring($, %d)", g.between(-5, 5)), x())
		}
		return form(t, fmt.Sprintf("substring($, %d, %d)", g.between(-3, 5), g.between(-1, 6)), x())
	case 1:
		return form(t, "lower($)", x())
	case 2:
		return form(t, "upper($)", x())
	case 3:
		return form(t, "($ || $)", x(), g.leaf(t))
	}
	from := pick(g.dice, of(integer), of(bigint), of(date), of(boolean), of(varchar), of(hugeint), of(timestamp), of(double), of(float), of(uuid), of(clock), g.decimalType())
	return form(t, "CAST($ AS VARCHAR)", g.expr(from, depth-1))
}

// date returns a date.
func (g *gen) date(depth int) *expr {
	t := of(date)
	switch g.below(4) {
	case 3:
		return g.dateFunction()
	case 0:
		return form(t, "CAST($ AS DATE)", g.expr(of(timestamp), depth-1))
	case 1:
		return form(t, fmt.Sprintf("($ + %d)", g.between(-40, 40)), g.leaf(t))
	}
	return g.leaf(t)
}

// timestamp returns a timestamp: date arithmetic, mostly.
func (g *gen) timestamp(depth int) *expr {
	t := of(timestamp)
	unit := pick(g.dice, "DAY", "MONTH", "YEAR", "DAY", "MONTH")
	switch g.below(6) {
	case 4, 5:
		return g.timestampFunction(depth)
	case 0, 1:
		return form(t, fmt.Sprintf("($ %s INTERVAL %d %s)", pick(g.dice, "+", "-"), g.between(0, 40), unit), g.expr(of(date), depth-1))
	case 2:
		return form(t, "CAST($ AS TIMESTAMP)", g.expr(of(date), depth-1))
	}
	return g.leaf(t)
}
