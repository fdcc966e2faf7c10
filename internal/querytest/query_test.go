package querytest

import (
	"fmt"
	"slices"
)

// query returns a whole query.
func (d *dice) query(tables []*table) *query {
	g := &gen{dice: d, tables: tables, subs: pick(d, 0, 0, 1, 2)}
	var ctes []*cte
	if d.chance(20) {
		for range d.between(1, 2) {
			c := &cte{name: fmt.Sprintf("w%d", len(ctes)), hint: pick(d, "", "", "MATERIALIZED ", "NOT MATERIALIZED ")}
			small := !g.large
			c.q = g.selection(d.below(2))
			if g.chance(20) {
				g.finish(c.q)
			}
			c.large = small && g.large
			ctes = append(ctes, c)
			g.ctes = ctes
		}
	}
	q := g.selection(2)
	q.ctes = ctes
	g.finish(q)
	return q
}

// finish adds an order and limits where the result stays determined.
func (g *gen) finish(q *query) {
	if g.chance(6) && g.distinctOn(q) {
		return
	}
	if g.chance(45) {
		names := make([]orderKey, 0, len(q.items))
		for _, it := range q.items {
			if !it.x.inexact() {
				names = append(names, orderKey{it.name, g.chance(40), g.chance(50)})
			}
		}
		shuffle(g.dice, names)
		if len(names) > 1 && g.chance(20) { // leaves equal rows in any order
			names = names[:g.between(1, len(names)-1)]
		}
		q.order = names
	}
	// DuckDB 1.5.6 loses rows of UNION ALL under ORDER BY and LIMIT when planned with the optimizers that
	// cannot be serialized turned off.
	all := slices.ContainsFunc(q.also, func(m *member) bool { return m.op == "UNION ALL" })
	if q.determined() && !all && g.chance(40) {
		q.limit = pick(g.dice, 0, 1, 2, 5, 5, 10, 10, 100)
		q.offset = pick(g.dice, 0, 0, 0, 1, 3)
	}
}

// selection returns a query without order; nesting bounds the queries in its FROM.
func (g *gen) selection(nesting int) *query {
	refs := g.refs
	defer func() { g.refs = refs }()
	q := &query{limit: -1}
	g.refs = nil
	g.join(q, nesting)
	if g.chance(55) {
		q.where = g.condition(pick(g.dice, 1, 1, 2, 2, 3))
	}
	switch g.weighted(55, 35, 10) {
	case 0:
		g.rows(q)
		if r := g.strict(g.ref); r != nil && g.chance(20) {
			q.first = g.strict(func() *expr { return g.expr(r.typ, g.below(3)) })
			if len(q.first.kids) == 0 { // a bare constant would be a position
				q.first = r
			}
		}
	case 1:
		g.groups(q)
	case 2:
		g.rows(q)
		q.distinct = true
	}
	if g.chance(15) {
		g.members(q, nesting)
	}
	return q
}

// rows selects expressions over the rows.
func (g *gen) rows(q *query) {
	for range g.between(1, 4) {
		r := g.ref()
		switch {
		case r == nil:
			r = g.constant(g.columnType())
		case g.chance(45):
			t := r.typ
			if g.chance(30) {
				t = g.columnType()
			}
			r = g.expr(t, g.between(1, 3))
		}
		q.add(r)
	}
}

// add appends an item.
func (q *query) add(x *expr) {
	q.items = append(q.items, &item{x, fmt.Sprintf("x%d", len(q.items))})
}

// join fills FROM and leaves the columns that can be read in refs.
func (g *gen) join(q *query, nesting int) {
	n := 1 + g.weighted(45, 35, 15, 5)
	for i := range n {
		s, cols := g.source(nesting)
		if i == 0 {
			q.from, g.refs = append(q.from, s), cols
			continue
		}
		s.join = pick(g.dice, "JOIN", "JOIN", "JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "SEMI JOIN", "ANTI JOIN", "CROSS JOIN")
		left := g.refs
		if s.join == "CROSS JOIN" && i > 1 {
			s.join = "JOIN"
		}
		if s.join != "CROSS JOIN" {
			s.on = g.joinCondition(left, cols)
		}
		switch s.join {
		case "SEMI JOIN", "ANTI JOIN":
			g.refs = left
		default:
			g.refs = append(append([]*expr{}, left...), cols...)
		}
		q.from = append(q.from, s)
	}
}

// source returns an entry of FROM and its columns.
func (g *gen) source(nesting int) (*source, []*expr) {
	s := &source{alias: g.fresh("a")}
	var cols []*expr
	of := func(q *query) {
		for i, it := range q.items {
			x := leaf(it.x.typ, s.alias+"."+it.name)
			x.loose, x.rough, x.samples, x.kin = it.x.inexact(), it.x.anyRough(), it.x.samples, it.x.kin
			for _, m := range q.also {
				x.rough = x.rough || m.q.items[i].x.anyRough()
			}
			cols = append(cols, x)
		}
	}
	switch {
	case g.chance(5):
		s.rows, cols = g.values(s.alias)
	case len(g.ctes) > 0 && g.chance(50):
		c := pick(g.dice, g.ctes...)
		if c.large && g.chance(70) { // not several times, mostly
			c = g.ctes[0]
		}
		s.name = c.name
		of(c.q)
	case nesting > 0 && g.chance(20):
		outer := g.outer
		g.outer = nil // not LATERAL
		s.sub = g.selection(nesting - 1)
		if g.chance(30) {
			g.finish(s.sub)
		}
		g.outer = outer
		of(s.sub)
	default:
		t := g.table()
		s.name = t.name
		for i, c := range t.cols {
			x := leaf(c.typ, s.alias+"."+c.name)
			x.rough, x.samples, x.kin = c.rough, t.samples(i), c.kin
			cols = append(cols, x)
		}
	}
	return s, cols
}

// table returns a table, the large one at most once in a query.
func (g *gen) table() *table {
	for {
		t := pick(g.dice, g.tables...)
		if len(t.rows) < 100 || !g.large {
			g.large = g.large || len(t.rows) >= 100
			return t
		}
	}
}

// joinCondition returns equalities between two sides, at times with another condition.
func (g *gen) joinCondition(left, right []*expr) *expr {
	var x *expr
	and := func(y *expr) {
		if x == nil {
			x = y
		} else {
			x = form(of(boolean), "($ AND $)", x, y)
		}
	}
	if g.chance(15) {
		if y := g.inequality(left, right); y != nil {
			if and(y); g.chance(60) {
				return x
			}
		}
	}
	for range pick(g.dice, 1, 1, 1, 1, 1, 2, 3) {
		if y := g.equality(left, right); y != nil && (x == nil || x.String() != y.String()) {
			and(y)
		}
	}
	if x == nil || g.chance(20) {
		outer := g.outer
		g.refs, g.outer = append(append([]*expr{}, left...), right...), nil
		and(g.condition(1))
		g.outer = outer
	}
	return x
}

// equality returns a condition that equates a column of each side, nil when none compare.
func (g *gen) equality(left, right []*expr) *expr {
	for range 40 {
		l, r := pick(g.dice, left...), pick(g.dice, right...)
		switch g.weighted(45, 35, 20) {
		case 0:
			l, r = left[0], right[0]
		case 1:
			if same := slices.DeleteFunc(slices.Clone(right), func(x *expr) bool { return x.kin != l.kin }); l.kin > 0 && len(same) > 0 {
				r = pick(g.dice, same...)
			}
		}
		if l.typ.class() != r.typ.class() || l.inexact() || r.inexact() || l.typ != r.typ && g.chance(60) {
			continue
		}
		if !meet(l, r) && g.chance(80) {
			continue
		}
		op := pick(g.dice, "=", "=", "=", "=", "=", "=", "IS NOT DISTINCT FROM")
		if g.chance(50) {
			l, r = r, l
		}
		if g.chance(8) && l.typ.integral() {
			l = form(l.typ, "($ + 1)", l)
		}
		return form(of(boolean), "($ "+op+" $)", l, r)
	}
	return nil
}

// inequality returns a condition that compares columns of the sides and equates none, nil when none
// compare: one comparison, several, or a value between two.
func (g *gen) inequality(left, right []*expr) *expr {
	b := of(boolean)
	var x *expr
	for range 40 {
		l, r := pick(g.dice, left...), pick(g.dice, right...)
		if l.typ.class() != r.typ.class() || l.inexact() || r.inexact() || l.typ != r.typ && g.chance(60) {
			continue
		}
		if g.chance(50) {
			l, r = r, l
		}
		if g.chance(15) && l.typ.integral() {
			l = form(l.typ, "($ + 1)", l)
		}
		y := form(b, "($ "+pick(g.dice, "<", "<=", ">", ">=", "<", "<=", ">", ">=", "<>")+" $)", l, r)
		if g.chance(20) {
			var ends []*expr
			for _, e := range append(append([]*expr{}, left...), right...) {
				if e.typ == r.typ && !e.inexact() {
					ends = append(ends, e)
				}
			}
			if len(ends) > 0 {
				y = form(b, "($ BETWEEN $ AND $)", l, r, pick(g.dice, ends...))
			}
		}
		if x != nil {
			x = form(b, "($ AND $)", x, y)
		} else {
			x = y
		}
		if g.chance(55) {
			break
		}
	}
	return x
}

// meet reports that two columns have a value in common, as far as samples tell.
func meet(l, r *expr) bool {
	for _, v := range l.samples {
		if slices.Contains(r.samples, v) {
			return true
		}
	}
	return false
}
