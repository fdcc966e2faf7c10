package querytest

// groups makes a query with aggregates: keys, aggregates and expressions over both.
func (g *gen) groups(q *query) {
	q.grouped = true
	rows := g.refs
	for range g.weighted(25, 45, 20, 10) {
		if k := g.key(); k != nil {
			q.group = append(q.group, k)
		}
	}
	aggs := g.grouping(q)
	for range g.between(1, 3) {
		aggs = append(aggs, g.aggregate())
	}
	if len(q.group) > 0 && q.sets.kind == "" && g.chance(8) {
		k := pick(g.dice, q.group...)
		aggs = append(aggs, form(k.typ, pick(g.dice, "any_value", "first")+"($)", k))
	}
	over := append(append([]*expr{}, q.group...), aggs...)
	g.refs = over
	for _, k := range q.group {
		if g.chance(85) {
			q.add(k)
		}
	}
	for _, a := range aggs {
		q.add(a)
	}
	if g.chance(30) {
		loose := g.loose
		g.loose = true
		r := pick(g.dice, over...)
		q.add(g.over(r))
		g.loose = loose
	}
	if len(q.group) > 0 && g.chance(30) {
		q.having = g.condition(g.between(1, 2))
	}
	g.refs = rows
}

// over returns an expression of the type of a value, loose only where arithmetic stays close.
func (g *gen) over(r *expr) *expr {
	if !r.inexact() {
		return g.strict(func() *expr { return g.expr(r.typ, 2) })
	}
	return form(r.typ, pick(g.dice, "($ + 1)", "(2 * $)", "($ / 4)", "coalesce($, 0)", "(-$)"), r)
}

// key returns a group key: mostly a column, never a bare constant, which would be a position.
func (g *gen) key() *expr {
	r := g.strict(g.ref)
	if r == nil || g.chance(80) {
		return r
	}
	x := g.strict(func() *expr { return g.expr(r.typ, 2) })
	if len(x.kids) == 0 {
		return r
	}
	return x
}

// aggregate returns an aggregate of the rows that can be read.
func (g *gen) aggregate() *expr {
	subs := g.subs
	g.subs = 0
	x := g.strict(g.bareAggregate)
	g.subs = subs
	if g.chance(15) {
		kids := append(append([]*expr{}, x.kids...), g.test(1))
		parts := append([]string{}, x.parts...)
		parts[len(parts)-1] += " FILTER (WHERE "
		f := *x
		f.kids, f.parts = kids, append(parts, ")")
		return &f
	}
	return x
}

func (g *gen) bareAggregate() *expr {
	r := g.ref()
	if r == nil {
		return leaf(of(bigint), "count(*)")
	}
	if g.chance(15) {
		if a := g.rareAggregate(r); a != nil {
			return a
		}
	}
	switch g.weighted(12, 12, 26, 14, 18, 12, 2, 6) {
	case 0:
		return leaf(of(bigint), "count(*)")
	case 1:
		return form(of(bigint), "count($)", g.argument(r))
	case 2:
		if x := g.summand(); x != nil {
			return sum(x)
		}
	case 3:
		if x := g.summand(); x != nil {
			a := form(of(double), "avg($)", x)
			a.loose = mayBeFloat(x)
			return a
		}
	case 4:
		return form(r.typ, pick(g.dice, "min", "max")+"($)", g.argument(r))
	case 5:
		return form(of(bigint), "count(DISTINCT $)", g.argument(r))
	case 6:
		return form(r.typ, pick(g.dice, "min", "max")+"(DISTINCT $)", r)
	case 7: // of the same value for all rows that have the extreme: which of them counts is up to the order of rows
		if !r.typ.floating() && r.typ.kind != boolean {
			return form(of(varchar), pick(g.dice, "arg_min", "arg_max", "min_by", "max_by")+"(CAST($ AS VARCHAR), $)", r, r)
		}
	}
	return form(r.typ, "max($)", r)
}

// argument returns what an aggregate of a column aggregates: itself, or an expression of its type.
func (g *gen) argument(r *expr) *expr {
	if g.chance(70) {
		return r
	}
	return g.expr(r.typ, 2)
}

// sum returns the sum of a number, with DuckDB's type.
func sum(x *expr) *expr {
	t := of(hugeint)
	switch {
	case x.typ.kind == decimal:
		t = sqlType{decimal, 38, x.typ.scale}
	case x.typ.floating():
		t = of(double)
	}
	a := form(t, "sum($)", x)
	a.loose = mayBeFloat(x)
	return a
}

// mayBeFloat reports that DuckDB may compute x as a float: DECIMALs that get too wide become DOUBLE.
func mayBeFloat(x *expr) bool {
	return x.typ.floating() || x.typ.kind == decimal && len(x.samples) == 0
}

// summand returns a number to add up, nil when there is none. Floats are such that the order of
// addition matters little.
func (g *gen) summand() *expr {
	rs := g.readable(func(r *expr) bool { return r.typ.numeric() && !(r.typ.floating() && r.anyRough()) })
	if len(rs) == 0 {
		return nil
	}
	r := pick(g.dice, rs...)
	switch {
	case r.typ.floating():
		if g.chance(30) {
			return form(r.typ, "($ "+pick(g.dice, "+", "-", "*")+" $)", r, r)
		}
		if g.chance(20) {
			return form(r.typ, "CASE WHEN $ THEN $ ELSE 0 END", g.test(1), r)
		}
	case g.chance(30):
		return g.expr(r.typ, 2)
	}
	return r
}
