package querytest

import (
	"fmt"
	"slices"
	"strings"
)

// members makes q a set operation, when its items are exact.
func (g *gen) members(q *query, nesting int) {
	for _, it := range q.items {
		if it.x.inexact() {
			return
		}
	}
	q.first = nil
	for range g.between(1, 2) {
		op := pick(g.dice, "UNION ALL", "UNION ALL", "UNION ALL", "UNION", "EXCEPT", "INTERSECT", "EXCEPT ALL", "INTERSECT ALL")
		q.also = append(q.also, &member{op, g.member(q, nesting)})
	}
}

// member returns a query with items of the types of another's.
func (g *gen) member(like *query, nesting int) *query {
	refs := g.refs
	defer func() { g.refs = refs }()
	q := &query{limit: -1}
	g.refs = nil
	if g.chance(85) {
		g.join(q, max(0, nesting-1))
		if g.chance(40) {
			q.where = g.condition(g.between(1, 2))
		}
	}
	q.grouped = g.chance(10)
	for _, it := range like.items {
		t := it.x.typ
		x := g.strict(func() *expr { return g.expr(t, pick(g.dice, 0, 0, 0, 1, 2)) })
		if q.grouped {
			x = form(t, pick(g.dice, "min", "max")+"($)", x)
		}
		q.add(x)
	}
	if !q.grouped && g.chance(15) {
		q.distinct = true
	}
	if nesting > 0 && g.chance(15) {
		q.also = append(q.also, &member{pick(g.dice, "UNION ALL", "UNION", "EXCEPT", "INTERSECT ALL"), g.member(like, 0)})
	}
	return q
}

// values returns a table of constants and its columns.
func (g *gen) values(alias string) (rows [][]*expr, cols []*expr) {
	for i := range g.between(1, 3) {
		t := g.columnType()
		x := leaf(t, fmt.Sprintf("%s.c%d", alias, i))
		x.rough = t.floating()
		cols = append(cols, x)
	}
	for range g.between(1, 5) {
		var row []*expr
		for _, c := range cols {
			k := g.constant(c.typ)
			if g.chance(10) {
				k = leaf(c.typ, "NULL")
			}
			row = append(row, form(c.typ, "CAST($ AS "+c.typ.String()+")", k))
		}
		rows = append(rows, row)
	}
	return rows, cols
}

// grouping chooses how the keys make groups, and returns GROUPING calls.
func (g *gen) grouping(q *query) (calls []*expr) {
	if len(q.group) == 0 || !g.chance(25) {
		return nil
	}
	q.sets.kind = pick(g.dice, "ROLLUP", "CUBE", "GROUPING SETS")
	if q.sets.kind == "GROUPING SETS" {
		for range g.between(1, 4) {
			var set []int
			for i := range q.group {
				if g.chance(55) {
					set = append(set, i)
				}
			}
			q.sets.of = append(q.sets.of, set)
		}
		for i := range q.group { // each is in a set
			if !slices.ContainsFunc(q.sets.of, func(set []int) bool { return slices.Contains(set, i) }) {
				q.sets.of[0] = append(q.sets.of[0], i)
			}
		}
	}
	if g.chance(40) {
		calls = append(calls, list(of(bigint), "grouping(", ")", q.group))
	}
	return calls
}

// distinctOn keeps the first row of each combination of some items, in an order of all items, so
// that it is clear which; false when it cannot.
func (g *gen) distinctOn(q *query) bool {
	if q.distinct || len(q.also) > 0 {
		return false
	}
	for _, it := range q.items {
		if it.x.inexact() || len(it.x.kids) == 0 && !strings.Contains(it.x.String(), ".") { // a bare constant would be a position
			return false
		}
	}
	for _, it := range q.items {
		q.order = append(q.order, orderKey{it.name, g.chance(40), g.chance(50)})
		if g.chance(50) {
			q.on = append(q.on, it.name)
		}
	}
	if len(q.on) == 0 {
		q.on = []string{q.items[0].name}
	}
	shuffle(g.dice, q.order)
	q.first = nil
	return true
}
