package querytest

// below runs f in a subquery: what can be read here becomes the outer scope when the
// subquery is correlated.
func (g *gen) nested(f func()) {
	refs, outer, loose := g.refs, g.outer, g.loose
	g.subs--
	g.outer = nil
	if g.chance(65) {
		for _, r := range refs {
			if !r.inexact() {
				g.outer = append(g.outer, r)
			}
		}
	}
	g.refs, g.loose = nil, false
	f()
	g.refs, g.outer, g.loose = refs, outer, loose
}

// inner starts the query of a subquery: one or two sources and a condition, which may equate with
// a column of the outer query.
func (g *gen) inner() *query {
	q := &query{limit: -1}
	outer := g.outer
	g.outer = nil
	s, cols := g.source(0)
	q.from, g.refs = []*source{s}, cols
	if g.chance(15) {
		s, more := g.source(0)
		s.join, s.on = "JOIN", g.joinCondition(cols, more)
		q.from = append(q.from, s)
		g.refs = append(append([]*expr{}, cols...), more...)
	}
	g.outer = outer
	switch n := g.weighted(60, 20, 20); {
	case len(outer) == 0:
	case n == 0:
		q.where = g.equality(outer, g.refs)
	case n == 1:
		q.where = g.inequality(outer, g.refs)
	}
	if q.where == nil || g.chance(35) {
		x := g.condition(g.between(1, 2))
		if q.where != nil {
			x = form(of(boolean), "($ AND $)", q.where, x)
		}
		q.where = x
	}
	return q
}

// scalarSubquery returns an aggregate in parentheses, cast to the type.
func (g *gen) scalarSubquery(t sqlType) *expr {
	x := &expr{}
	g.nested(func() {
		q := g.inner()
		outer := g.outer
		g.outer = nil
		if g.chance(6) { // an error when there are several rows
			for _, r := range g.refs {
				if r.typ.class() == t.class() && !r.inexact() {
					g.outer = outer
					q.add(r)
					x.typ, x.sub = r.typ, q
					return
				}
			}
		}
		q.grouped = true
		var a *expr
		for range 8 {
			a = g.aggregate()
			if a.typ.class() == t.class() && !a.loose {
				break
			}
		}
		g.outer = outer
		if a.loose || a.typ.class() != t.class() {
			a = nil
			for _, r := range g.refs {
				if r.typ.class() == t.class() && !r.inexact() {
					a = form(r.typ, pick(g.dice, "min", "max")+"($)", r)
				}
			}
		}
		if a == nil {
			x = nil
			return
		}
		q.add(a)
		x.typ, x.sub = a.typ, q
	})
	if x == nil {
		return g.constant(t)
	}
	return g.cast(x, t)
}

// existence returns EXISTS or membership in a query, or a comparison with all or any of its rows.
func (g *gen) existence(depth int) *expr {
	b := of(boolean)
	left, _ := g.pair(depth - 1)
	second := g.ref()
	x := &expr{}
	var text string
	kids := []*expr{}
	g.nested(func() {
		q := g.inner()
		x.sub = q
		kind := g.weighted(35, 45, 10, 10)
		if kind > 0 {
			var same []*expr
			for _, r := range g.refs {
				if r.typ.class() == left.typ.class() && !r.inexact() {
					same = append(same, r)
				}
			}
			if len(same) == 0 {
				kind = 0
			} else {
				x.typ = same[0].typ
				q.add(pick(g.dice, same...))
			}
		}
		switch kind {
		case 0:
			q.add(leaf(of(integer), "1"))
			text = pick(g.dice, "", "NOT ") + "EXISTS $"
		case 1:
			text = "($ " + pick(g.dice, "", "NOT ") + "IN $)"
			kids = append(kids, left)
			if second != nil && g.chance(8) {
				for _, r := range g.refs {
					if r.typ == second.typ && !r.inexact() {
						text, kids = "(($, $) "+pick(g.dice, "", "NOT ")+"IN $)", append(kids, second)
						q.add(r)
						break
					}
				}
			}
		case 2:
			text = "($ " + pick(g.dice, "=", "<>", "<", ">=") + pick(g.dice, " ANY ", " ALL ") + "$)"
			kids = append(kids, left)
		case 3:
			q.distinct = g.chance(50)
			text = "($ " + pick(g.dice, "", "NOT ") + "IN $)"
			kids = append(kids, left)
		}
		if g.chance(8) {
			g.members(q, 0)
		}
	})
	return form(b, text, append(kids, x)...)
}
