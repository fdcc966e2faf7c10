package querytest

import (
	"fmt"
	"strings"
)

// expr is a scalar expression: text around its operands, or a query in parentheses. Trees are
// shared and never changed; an expression that must be written the same in several places (a
// group key) is the same pointer there.
type expr struct {
	typ   sqlType
	parts []string // one more than kids
	kids  []*expr
	sub   *query
	loose bool // a float that depends on the order of addition
	rough bool // numbers too far apart to be added in any order

	samples []string // literals of some values, of a column
	kin     int      // of a column; see kin
}

// leaf returns an expression without operands.
func leaf(t sqlType, text string) *expr { return &expr{typ: t, parts: []string{text}} }

// form returns an expression from text with a $ for each operand.
func form(t sqlType, text string, kids ...*expr) *expr {
	parts := strings.Split(text, "$")
	if len(parts) != len(kids)+1 {
		panic("querytest: " + text + " has other operands")
	}
	return &expr{typ: t, parts: parts, kids: kids}
}

// list returns a form whose last operand is repeated with commas between.
func list(t sqlType, before, after string, kids []*expr) *expr {
	text := before + "$" + strings.Repeat(", $", len(kids)-1) + after
	return form(t, text, kids...)
}

// inexact reports that the value depends on a loose one.
func (e *expr) inexact() bool {
	if e.loose || e.sub != nil && e.sub.items[0].x.inexact() {
		return true
	}
	for _, k := range e.kids {
		if k.inexact() {
			return true
		}
	}
	return false
}

// anyRough reports that a rough number is in the expression.
func (e *expr) anyRough() bool {
	if e.rough || e.sub != nil {
		return true
	}
	for _, k := range e.kids {
		if k.anyRough() {
			return true
		}
	}
	return false
}

func (e *expr) String() string {
	if e.sub != nil {
		return "(" + e.sub.String() + ")"
	}
	var b strings.Builder
	for i, k := range e.kids {
		b.WriteString(e.parts[i] + k.String())
	}
	return b.String() + e.parts[len(e.kids)]
}

// query is a SELECT.
type query struct {
	ctes     []*cte
	distinct bool
	on       []string // names of items: of each combination, the first row in the order
	items    []*item
	from     []*source // none: one row
	where    *expr
	group    []*expr
	grouped  bool // has aggregates, with or without groups
	sets     grouping
	having   *expr
	also     []*member
	first    *expr // what the order begins with, when there is one; nil for nothing
	order    []orderKey
	limit    int // -1: all
	offset   int
}

// grouping is how keys make groups: one set of all of them when kind is empty.
type grouping struct {
	kind string  // "ROLLUP", "CUBE" or "GROUPING SETS"
	of   [][]int // the sets of the last, as positions among the keys; some may be gone
}

// member is a further query of a set operation. Its items are of the types of the first's.
type member struct {
	op string // "UNION ALL", "EXCEPT", …
	q  *query
}

// cte is a named query.
type cte struct {
	name, hint string // MATERIALIZED, NOT MATERIALIZED or nothing
	q          *query
	large      bool // reads the large table
}

// item is a result column.
type item struct {
	x    *expr
	name string
}

// source is a table, CTE, query or table of constants in FROM. The first has no join.
type source struct {
	join  string // "JOIN", "LEFT JOIN", …
	name  string // of a table or CTE; empty for others
	sub   *query
	rows  [][]*expr // with columns c0, c1, …
	alias string
	on    *expr // nil for CROSS JOIN and the first
}

// orderKey orders by the item of the name; it is void when there is none.
type orderKey struct {
	name             string
	desc, nullsFirst bool
}

// position returns the place of an item, from 1, or 0.
func (q *query) position(name string) int {
	for i, it := range q.items {
		if it.name == name {
			return i + 1
		}
	}
	return 0
}

func (q *query) String() string {
	var b strings.Builder
	for i, c := range q.ctes {
		b.WriteString([]string{"WITH ", ", "}[min(i, 1)] + c.name + " AS " + c.hint + "(" + c.q.String() + ")")
	}
	if len(q.ctes) > 0 {
		b.WriteByte(' ')
	}
	b.WriteString("SELECT ")
	if q.distinct {
		b.WriteString("DISTINCT ")
	}
	b.WriteString(q.distinctOn())
	for i, it := range q.items {
		b.WriteString([]string{"", ", "}[min(i, 1)] + it.x.String() + " AS " + it.name)
	}
	for i, s := range q.from {
		b.WriteString([]string{" FROM ", " " + s.join + " "}[min(i, 1)] + s.String())
	}
	if q.where != nil {
		b.WriteString(" WHERE " + q.where.String())
	}
	b.WriteString(q.groupBy())
	if q.having != nil {
		b.WriteString(" HAVING " + q.having.String())
	}
	for _, m := range q.also {
		text := m.q.String()
		if len(m.q.also) > 0 {
			text = "(" + text + ")"
		}
		b.WriteString(" " + m.op + " " + text)
	}
	b.WriteString(q.orderBy())
	if q.limit >= 0 {
		fmt.Fprintf(&b, " LIMIT %d", q.limit)
	}
	if q.offset > 0 {
		fmt.Fprintf(&b, " OFFSET %d", q.offset)
	}
	return b.String()
}

func (q *query) distinctOn() string {
	var keys []string
	for _, name := range q.on {
		if p := q.position(name); p > 0 {
			keys = append(keys, q.items[p-1].x.String())
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return "DISTINCT ON (" + strings.Join(keys, ", ") + ") "
}

func (q *query) groupBy() string {
	if len(q.group) == 0 {
		return ""
	}
	list := func(at []int) string {
		var texts []string
		for _, i := range at {
			if i < len(q.group) {
				texts = append(texts, q.group[i].String())
			}
		}
		return strings.Join(texts, ", ")
	}
	all := make([]int, len(q.group))
	for i := range all {
		all[i] = i
	}
	switch q.sets.kind {
	case "":
		return " GROUP BY " + list(all)
	case "GROUPING SETS":
		var sets []string
		for _, s := range q.sets.of {
			sets = append(sets, "("+list(s)+")")
		}
		return " GROUP BY GROUPING SETS (" + strings.Join(sets, ", ") + ")"
	}
	return " GROUP BY " + q.sets.kind + " (" + list(all) + ")"
}

func (q *query) orderBy() string {
	var keys []string
	for _, k := range q.order {
		if p := q.position(k.name); p > 0 {
			s := fmt.Sprint(p)
			if k.desc {
				s += " DESC"
			}
			keys = append(keys, s+[]string{" NULLS LAST", " NULLS FIRST"}[b2i(k.nullsFirst)])
		}
	}
	if len(keys) == 0 {
		return ""
	}
	if q.first != nil {
		keys = append([]string{q.first.String() + " NULLS LAST"}, keys...)
	}
	return " ORDER BY " + strings.Join(keys, ", ")
}

func (s *source) String() string {
	text := s.name
	if s.sub != nil {
		text = "(" + s.sub.String() + ")"
	}
	if s.rows != nil {
		text = "(" + values(s.rows) + ")"
	}
	text += " AS " + s.alias
	if s.rows != nil {
		for i := range s.rows[0] {
			text += []string{"(", ", "}[min(i, 1)] + fmt.Sprintf("c%d", i)
		}
		text += ")"
	}
	if s.on != nil {
		text += " ON " + s.on.String()
	}
	return text
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func values(rows [][]*expr) string {
	var out []string
	for _, r := range rows {
		var cells []string
		for _, x := range r {
			cells = append(cells, x.String())
		}
		out = append(out, "("+strings.Join(cells, ", ")+")")
	}
	return "VALUES " + strings.Join(out, ", ")
}
