package querytest

import "slices"

// largeQuery returns a query of a large table, the first one, at times joined with a small one by
// their keys: products stay out.
func (d *dice) largeQuery(tables []*table) *query {
	g := &gen{dice: d, tables: tables[1:], subs: pick(d, 0, 0, 0, 1), large: true}
	if last := tables[len(tables)-1]; last.made > 0 {
		g.tables, g.second = tables[1:len(tables)-1], last
	}
	q := &query{limit: -1}
	g.largeSource(q, tables[0])
	if g.chance(50) {
		q.where = g.condition(pick(g.dice, 1, 1, 2))
	}
	if g.second != nil && g.chance(25) {
		x := g.partners(g.second)
		if q.where != nil {
			x = form(of(boolean), "($ AND $)", q.where, x)
		}
		q.where = x
	}
	switch g.weighted(45, 30, 15, 10) {
	case 0:
		g.groups(q)
	case 1:
		g.rows(q)
	case 2:
		g.columns(q)
		q.distinct = true
	case 3:
		g.columns(q)
		g.largeMembers(q, tables[0])
	}
	if len(q.also) == 0 && g.chance(15) {
		q = g.outside(q)
	}
	g.finish(q)
	return q
}

// largeSource reads a large table, and perhaps another one by the keys.
func (g *gen) largeSource(q *query, t *table) {
	s, cols := g.reading(t)
	q.from, g.refs = []*source{s}, cols
	if !g.chance(40) {
		return
	}
	s, more := g.source(0)
	if g.second != nil && g.chance(50) {
		s, more = g.reading(g.second)
	}
	s.join = pick(g.dice, "JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "SEMI JOIN", "ANTI JOIN")
	left := cols[0]
	if same := slices.DeleteFunc(slices.Clone(cols), func(x *expr) bool { return x.typ.class() != more[0].typ.class() }); len(same) > 0 && (t.made < 20_000 || s.name == "t9") {
		left = pick(g.dice, same...)
	}
	if left.typ.class() != more[0].typ.class() { // a table of constants
		more[0] = leaf(left.typ, "TRY_CAST("+more[0].String()+" AS "+left.typ.String()+")")
	}
	s.on = g.kinJoin(cols, more)
	if s.on == nil || g.chance(40) {
		s.on = both(s.on, form(of(boolean), "($ = $)", left, more[0]))
	}
	if x := g.nearby(cols, more, s.join); x != nil {
		s.on = x
	}
	if g.chance(20) {
		g.refs = append(slices.Clone(cols), more...)
		s.on = form(of(boolean), "($ AND $)", s.on, g.condition(1))
	}
	q.from = append(q.from, s)
	if g.refs = cols; s.join != "SEMI JOIN" && s.join != "ANTI JOIN" {
		g.refs = append(slices.Clone(cols), more...)
	}
}

// both is the conjunction of two conditions, of which the first may be nil.
func both(x, y *expr) *expr {
	if x == nil {
		return y
	}
	return form(of(boolean), "($ AND $)", x, y)
}

// kinJoin returns equalities of columns of the same kin, nil when there are none or by chance.
func (g *gen) kinJoin(left, right []*expr) (on *expr) {
	for _, l := range left {
		for _, r := range right {
			if l.kin > 0 && l.kin == r.kin && g.chance(60) {
				on = both(on, form(of(boolean), "($ "+pick(g.dice, "=", "=", "=", "IS NOT DISTINCT FROM")+" $)", l, r))
			}
		}
	}
	return on
}

// nearby returns, at times, a condition without an equality: of values near each other, which makes some
// pairs a row, or, where pairs are not returned, any. nil: none.
func (g *gen) nearby(left, right []*expr, join string) *expr {
	if !g.chance(20) {
		return nil
	}
	if join == "SEMI JOIN" || join == "ANTI JOIN" {
		return g.inequality(left, right)
	}
	b := of(boolean)
	for range 40 {
		l, r := pick(g.dice, left...), pick(g.dice, right...)
		if l.typ == r.typ && l.typ.integral() && !l.inexact() && !r.inexact() {
			x := form(b, "($ BETWEEN $ AND $ + "+pick(g.dice, "0", "1", "3")+")", l, r, r)
			if y := g.inequality(left, right); y != nil && g.chance(30) {
				x = both(x, y)
			}
			return x
		}
	}
	return nil
}

// columns selects some columns, at times an expression.
func (g *gen) columns(q *query) {
	for range g.between(1, 4) {
		r := g.ref()
		if g.chance(15) {
			r = g.expr(r.typ, 1)
		}
		q.add(r)
	}
}

// largeMembers makes q a set operation of rows of the large table.
func (g *gen) largeMembers(q *query, t *table) {
	for range g.between(1, 2) {
		op := pick(g.dice, "UNION ALL", "UNION", "UNION ALL", "UNION", "EXCEPT", "INTERSECT", pick(g.dice, "EXCEPT ALL", "INTERSECT ALL"))
		m := &query{limit: -1}
		like := q.items
		refs := g.refs
		g.largeSource(m, t)
		if g.chance(70) {
			m.where = g.condition(1)
		}
		for i, it := range like {
			x := g.strict(func() *expr { return g.leaf(it.x.typ) })
			if it.x.sub == nil && len(it.x.kids) == 0 && g.chance(70) {
				if at := slices.IndexFunc(refs, func(r *expr) bool { return r == like[i].x }); at >= 0 && at < len(g.refs) && g.refs[at].typ == it.x.typ {
					x = g.refs[at]
				}
			}
			m.add(x)
		}
		g.refs = refs
		q.also = append(q.also, &member{op, m})
	}
}

// outside returns a query of the rows of a query: its groups, or its rows in part.
func (g *gen) outside(inner *query) *query {
	q := &query{limit: -1}
	if g.chance(40) {
		g.finish(inner)
	}
	s := &source{alias: g.fresh("a"), sub: inner}
	g.refs = nil
	for _, it := range inner.items {
		x := leaf(it.x.typ, s.alias+"."+it.name)
		x.loose, x.rough, x.samples, x.kin = it.x.inexact(), it.x.anyRough(), it.x.samples, it.x.kin
		g.refs = append(g.refs, x)
	}
	q.from = []*source{s}
	if g.strict(g.ref) == nil {
		g.rows(q)
		return q
	}
	if g.chance(40) {
		q.where = g.condition(1)
	}
	if g.chance(60) {
		g.groups(q)
	} else {
		g.rows(q)
	}
	return q
}

// reading returns an entry of FROM that reads a table, and its columns.
func (g *gen) reading(t *table) (*source, []*expr) {
	s := &source{alias: g.fresh("a"), name: t.name}
	var cols []*expr
	for i, c := range t.cols {
		x := leaf(c.typ, s.alias+"."+c.name)
		x.rough, x.samples, x.kin = c.rough, t.samples(i), c.kin
		cols = append(cols, x)
	}
	return s, cols
}

// partners returns a condition on the rows of a table that an integer of the row finds by their key.
func (g *gen) partners(t *table) *expr {
	outer := g.readable(func(x *expr) bool { return x.typ.integral() })
	key := pick(g.dice, outer...)
	refs := g.refs
	defer func() { g.refs = refs }()
	s, cols := g.reading(t)
	q := &query{limit: -1, from: []*source{s}}
	q.where = form(of(boolean), "($ = $)", cols[0], key)
	g.refs = cols
	if g.chance(40) {
		q.where = form(of(boolean), "($ AND $)", q.where, g.condition(1))
	}
	sub := &expr{sub: q}
	switch g.below(4) {
	case 0, 1:
		sub.typ = of(integer)
		q.add(leaf(of(integer), "1"))
		return form(of(boolean), pick(g.dice, "", "NOT ")+"EXISTS $", sub)
	case 2:
		q.where = nil
		if g.chance(60) {
			q.where = g.condition(1)
		}
		sub.typ = cols[0].typ
		q.add(cols[0])
		return form(of(boolean), "($ "+pick(g.dice, "", "NOT ")+"IN $)", key, sub)
	}
	x := pick(g.dice, cols...)
	q.grouped = true
	sub.typ = x.typ
	q.add(form(x.typ, pick(g.dice, "min", "max")+"($)", x))
	g.refs = refs
	return form(of(boolean), "($ "+pick(g.dice, "<", ">=", "<>")+" $)", g.near(x, x), sub)
}
