package querytest

import "strings"

// condition returns a condition: what filters, joins and CASE test.
func (g *gen) condition(depth int) *expr {
	return g.strict(func() *expr { return g.anyCondition(depth) })
}

func (g *gen) anyCondition(depth int) *expr {
	b := of(boolean)
	switch g.weighted(30, 18, 5, 7, 5, 9, 7, 9, 8, 3, 1) {
	case 10: // intervals
		x, y := g.leaf(of(timestamp)), g.leaf(of(timestamp))
		return form(b, "(($ - $) "+pick(g.dice, "<", ">=", "=")+" INTERVAL "+pick(g.dice, "0 DAY", "36 HOUR", "1 MONTH", "(-2) DAY")+")", x, y)
	case 0:
		x, y := g.pair(depth - 1)
		return form(b, "($ "+pick(g.dice, "=", "=", "=", "<>", "<", "<=", ">", ">=")+" $)", x, y)
	case 1:
		op := pick(g.dice, "AND", "AND", "OR")
		if g.chance(25) {
			return form(b, "($ "+op+" $ "+op+" $)", g.test(depth-1), g.test(depth-1), g.test(depth-1))
		}
		return form(b, "($ "+op+" $)", g.test(depth-1), g.test(depth-1))
	case 2:
		return form(b, "(NOT $)", g.test(depth-1))
	case 3:
		x, _ := g.pair(depth - 1)
		return form(b, "($ IS "+pick(g.dice, "", "NOT ")+"NULL)", x)
	case 4:
		x, y := g.pair(depth - 1)
		return form(b, "($ IS "+pick(g.dice, "", "NOT ")+"DISTINCT FROM $)", x, y)
	case 5:
		return g.inList(depth)
	case 6:
		x, y := g.pair(depth - 1)
		return form(b, "($ "+pick(g.dice, "", "", "NOT ")+"BETWEEN $ AND $)", x, y, g.near(y, x))
	case 7:
		if g.has(of(varchar)) {
			return g.matching(depth)
		}
		x, y := g.pair(depth - 1)
		return form(b, "($ <> $)", x, y)
	case 8:
		if g.subs > 0 {
			return g.existence(depth)
		}
	case 9:
		x := g.test(depth - 1)
		return form(b, "($) IS "+pick(g.dice, "TRUE", "NOT TRUE", "FALSE", "NOT FALSE"), x)
	}
	return g.leaf(b)
}

// pair returns two operands that compare: of one type, or of two of a class, which DuckDB casts.
func (g *gen) pair(depth int) (x, y *expr) {
	r := g.ref()
	if r == nil {
		t := g.columnType()
		return g.leaf(t), g.leaf(t)
	}
	t := r.typ
	x = r
	if depth > 0 && g.chance(35) {
		x = g.expr(t, depth)
	}
	if g.chance(45) {
		return x, g.near(x, r)
	}
	if rs := g.readable(func(y *expr) bool { return y != r && y.typ.class() == t.class() }); len(rs) > 0 && g.chance(70) {
		return x, pick(g.dice, rs...)
	}
	if depth > 0 && g.chance(50) {
		return x, g.expr(t, depth)
	}
	return x, g.near(x, r)
}

// near returns a constant to compare x with, mostly a value of the column.
func (g *gen) near(x, column *expr) *expr {
	if len(column.samples) == 0 || g.chance(25) {
		return g.constant(x.typ)
	}
	v := pick(g.dice, column.samples...)
	if v[0] != '\'' || x.typ.kind == varchar {
		return leaf(x.typ, v)
	}
	return leaf(x.typ, "CAST("+v+" AS "+x.typ.String()+")")
}

// inList returns membership in a list, mostly of constants.
func (g *gen) inList(depth int) *expr {
	x, _ := g.pair(depth - 1)
	kids := []*expr{x}
	for range pick(g.dice, 1, 2, 3, 5, 12, 40) {
		if g.chance(10) {
			kids = append(kids, g.leaf(x.typ))
		} else {
			kids = append(kids, g.near(x, x))
		}
	}
	text := "($ " + pick(g.dice, "", "", "NOT ") + "IN ($"
	for range kids[2:] {
		text += ", $"
	}
	return form(of(boolean), text+"))", kids...)
}

// matching returns a condition on a string.
func (g *gen) matching(depth int) *expr {
	if g.chance(20) {
		return g.textCondition(depth)
	}
	b, x := of(boolean), g.expr(of(varchar), depth-1)
	switch g.below(7) {
	case 6:
		pattern := pick(g.dice, "!%", "%!%", "%!%%", "a!_b", "!_%", "B!%%", "%!!%", "_!%", "%a!%", "!a%", "_!%%_", "!é%")
		return form(b, "($ "+pick(g.dice, "LIKE", "NOT LIKE", "ILIKE")+" $ ESCAPE '!')", x, leaf(of(varchar), quoted(pattern)))
	case 0:
		return form(b, pick(g.dice, "starts_with", "contains", "suffix", "prefix", "ends_with")+"($, $)", x, g.constant(of(varchar)))
	case 1:
		return form(b, "($ LIKE $)", x, g.leaf(of(varchar)))
	}
	if len(x.samples) > 0 && g.chance(60) {
		return g.searching(x)
	}
	pattern := pick(g.dice, "%", "_", "a%", "%b", "%a%", "a_b", "_%", "%_%a", "", "ab", "key%", "%1", "key1_", "é%", "_本%", "%a%b%", "\\%")
	op := pick(g.dice, "LIKE", "LIKE", "LIKE", "NOT LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE")
	return form(b, "($ "+op+" $)", x, leaf(of(varchar), quoted(pattern)))
}

// searching returns a condition on a string that looks for parts of some of its values.
func (g *gen) searching(x *expr) *expr {
	part := func() string {
		r := []rune(strings.ReplaceAll(strings.Trim(pick(g.dice, x.samples...), "'"), "''", "'"))
		if len(r) == 0 {
			return ""
		}
		lo := g.below(len(r))
		return string(r[lo:min(len(r), lo+pick(g.dice, 1, 1, 2, 3, 8, 20))])
	}
	b := of(boolean)
	if g.chance(25) {
		return form(b, pick(g.dice, "starts_with", "contains", "contains", "suffix")+"($, $)", x, leaf(of(varchar), quoted(part())))
	}
	pattern := pick(g.dice, "%", "%", "%", "") + part()
	for range pick(g.dice, 0, 1, 1, 2, 3) {
		pattern += pick(g.dice, "%", "%", "%", "_", "%_") + part()
	}
	pattern += pick(g.dice, "%", "%", "%", "", "_%")
	op := pick(g.dice, "LIKE", "LIKE", "LIKE", "NOT LIKE", "ILIKE")
	return form(b, "($ "+op+" $)", x, leaf(of(varchar), quoted(pattern)))
}
