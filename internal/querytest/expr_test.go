package querytest

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// gen makes queries over tables.
type gen struct {
	*dice
	tables []*table
	ctes   []*cte
	names  int     // aliases given so far
	subs   int     // subqueries that may still come
	refs   []*expr // what can be read here
	outer  []*expr // what can be read of enclosing queries
	loose  bool    // inexact values may be read here
	large  bool    // the large table is in the query
	second *table  // a further large one with few rows a key; or nil
}

// fresh returns a new alias.
func (g *gen) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// readable returns the references that satisfy a condition, those of enclosing queries in some cases.
func (g *gen) readable(fits func(*expr) bool) (out []*expr) {
	from := g.refs
	if len(g.outer) > 0 && (len(from) == 0 || g.chance(35)) {
		from = g.outer
	}
	for _, r := range from {
		if fits(r) && (g.loose || !r.inexact()) {
			out = append(out, r)
		}
	}
	return out
}

// strict runs f where inexact values may not be read.
func (g *gen) strict(f func() *expr) *expr {
	loose := g.loose
	g.loose = false
	x := f()
	g.loose = loose
	return x
}

// ref returns a reference of any type, nil when there is none.
func (g *gen) ref() *expr {
	if rs := g.readable(func(*expr) bool { return true }); len(rs) > 0 {
		return pick(g.dice, rs...)
	}
	return nil
}

// leaf returns a reference or a constant of the type.
func (g *gen) leaf(t sqlType) *expr {
	if g.chance(80) {
		if rs := g.readable(func(r *expr) bool { return r.typ == t }); len(rs) > 0 {
			return pick(g.dice, rs...)
		}
	}
	if g.chance(50) {
		if rs := g.readable(func(r *expr) bool { return r.typ.class() == t.class() && r.typ != t }); len(rs) > 0 {
			return g.cast(pick(g.dice, rs...), t)
		}
	}
	r := g.ref()
	switch {
	case r == nil || g.chance(25):
	case t.kind == boolean && !r.inexact():
		return form(t, "($ "+pick(g.dice, "=", "<>", "<", ">=")+" $)", r, g.near(r, r))
	case t.kind == varchar && r.typ.kind != varchar && (r.typ.kind < clock || r.typ.kind == uuid || r.typ.kind == enum) && !r.inexact():
		return form(t, "CAST($ AS VARCHAR)", r)
	case t.kind == date && r.typ.kind == timestamp:
		return form(t, "CAST($ AS DATE)", r)
	}
	return g.constant(t)
}

// has reports whether a column of the type can be read.
func (g *gen) has(t sqlType) bool {
	return len(g.readable(func(r *expr) bool { return r.typ == t })) > 0
}

// cast converts within a class. Conversions to narrower types mostly try.
func (g *gen) cast(x *expr, t sqlType) *expr {
	if x.typ == t {
		return x
	}
	name := "CAST"
	if g.chance(50) {
		name = "TRY_CAST"
	}
	return form(t, name+"($ AS "+t.String()+")", x)
}

// constant returns a constant of the type, in one of its spellings.
func (g *gen) constant(t sqlType) *expr {
	if g.chance(3) {
		return leaf(t, "CAST(NULL AS "+t.String()+")")
	}
	plain := g.chance(70)
	switch {
	case t.integral():
		if plain {
			return leaf(t, strconv.Itoa(g.between(0, pick(g.dice, 3, 10, 100))))
		}
		lo, hi := t.bounds()
		return leaf(t, "CAST('"+pick(g.dice, big.NewInt(1), big.NewInt(5), lo, hi).String()+"' AS "+t.String()+")")
	case t.kind == decimal:
		s := unscaled(big.NewInt(int64(g.between(0, 9))), t.scale)
		if plain {
			return leaf(t, strings.Trim(s, "'"))
		}
		return leaf(t, "CAST("+s+" AS "+t.String()+")")
	case t.floating():
		s := pick(g.dice, "0", "0.5", "1.5", "-2", "10", "100", "NaN", "-inf")
		return leaf(t, "CAST('"+s+"' AS "+t.String()+")")
	}
	switch t.kind {
	case boolean:
		return leaf(t, pick(g.dice, "true", "false"))
	case varchar:
		return leaf(t, quoted(pick(g.dice, words...)))
	case date:
		return leaf(t, "DATE "+quoted(pick(g.dice, day(g.below(100)), day(g.below(2000)), pick(g.dice, edgeDates...))))
	}
	if t.kind >= clock {
		return leaf(t, "CAST("+g.plain(t, g.below(40))+" AS "+t.String()+")")
	}
	return leaf(t, "TIMESTAMP "+quoted(day(g.below(pick(g.dice, 100, 2000)))+pick(g.dice, " 00:00:00", " 12:30:00")))
}

// expr returns an expression of the type, at most depth operators deep.
func (g *gen) expr(t sqlType, depth int) *expr {
	if depth <= 0 || g.chance(25) {
		return g.leaf(t)
	}
	if g.chance(25) {
		return g.common(t, depth)
	}
	switch {
	case t.kind >= clock:
		return g.leaf(t)
	case t.kind == boolean:
		return g.condition(depth)
	case t.integral():
		return g.integral(t, depth)
	case t.kind == decimal:
		return g.decimal(t, depth)
	case t.floating():
		return g.floating(t, depth)
	}
	switch t.kind {
	case varchar:
		return g.varchar(depth)
	case date:
		return g.date(depth)
	}
	return g.timestamp(depth)
}

// common returns an expression that every type has.
func (g *gen) common(t sqlType, depth int) *expr {
	switch g.weighted(5, 3, 2, 2, 2, 1) {
	case 0:
		return form(t, "CASE WHEN $ THEN $ ELSE $ END", g.test(depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
	case 1:
		return form(t, "coalesce($, $)", g.expr(t, depth-1), g.leaf(t))
	case 2:
		return form(t, "CASE WHEN $ THEN $ WHEN $ THEN $ END", g.test(depth-1), g.leaf(t), g.test(depth-1), g.leaf(t))
	case 3:
		if g.subs > 0 && !t.floating() {
			return g.scalarSubquery(t)
		}
	case 4:
		if t.kind != boolean {
			return form(t, pick(g.dice, "least", "greatest")+"($, $)", g.expr(t, depth-1), g.leaf(t))
		}
	case 5:
		x, y := g.strict(func() *expr { return g.leaf(t) }), g.strict(func() *expr { return g.leaf(t) })
		return form(t, "nullif($, $)", x, y)
	}
	return g.leaf(t)
}

// test returns a condition on exact values.
func (g *gen) test(depth int) *expr {
	return g.strict(func() *expr { return g.expr(of(boolean), depth) })
}
