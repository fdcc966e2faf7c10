package querytest

import "slices"

// smaller returns simpler queries, those that drop most first. Many are not valid SQL; who
// asks finds out.
func (q *query) smaller() (out []*query) {
	for _, s := range q.from {
		if s.sub != nil {
			out = append(out, s.sub)
		}
	}
	for _, c := range q.ctes {
		out = append(out, c.q)
	}
	for _, m := range q.also {
		out = append(out, m.q)
	}
	out = append(out, q.parts()...)
	seen := map[*expr]bool{}
	q.walk(func(e *expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		for _, r := range e.smaller() {
			out = append(out, q.replace(e, r))
		}
	})
	return out
}

// parts returns the query without each of its parts.
func (q *query) parts() (out []*query) {
	edit := func(f func(n *query)) {
		n := *q
		f(&n)
		out = append(out, &n)
	}
	for i := range q.from {
		if len(q.from) > 1 {
			edit(func(n *query) {
				n.from = slices.Concat(q.from[:i], q.from[i+1:])
				first := *n.from[0]
				first.join, first.on = "", nil
				n.from[0] = &first
			})
		}
	}
	for i := range q.ctes {
		edit(func(n *query) { n.ctes = slices.Concat(q.ctes[:i], q.ctes[i+1:]) })
	}
	if q.where != nil {
		edit(func(n *query) { n.where = nil })
	}
	if q.having != nil {
		edit(func(n *query) { n.having = nil })
	}
	if q.limit >= 0 || q.offset > 0 {
		edit(func(n *query) { n.limit, n.offset = -1, 0 })
		edit(func(n *query) { n.offset = 0 })
	}
	if len(q.on) > 0 {
		edit(func(n *query) { n.on = nil })
	}
	if len(q.order) > 0 && q.limit < 0 && q.offset == 0 && len(q.on) == 0 {
		edit(func(n *query) { n.order = nil })
	}
	if q.first != nil {
		edit(func(n *query) { n.first = nil })
	}
	if q.distinct {
		edit(func(n *query) { n.distinct = false })
	}
	for i := range q.items {
		if len(q.items) > 1 {
			edit(func(n *query) { n.dropItem(i) })
		}
	}
	for i, m := range q.also {
		edit(func(n *query) { n.also = slices.Concat(q.also[:i], q.also[i+1:]) })
		for _, sub := range m.q.smaller() {
			edit(func(n *query) {
				n.also = slices.Clone(q.also)
				n.also[i] = &member{m.op, sub}
			})
		}
		if m.op != "UNION ALL" {
			edit(func(n *query) {
				n.also = slices.Clone(q.also)
				n.also[i] = &member{"UNION ALL", m.q}
			})
		}
	}
	if q.sets.kind != "" {
		edit(func(n *query) { n.sets = grouping{} })
		for i := range q.sets.of {
			if len(q.sets.of) > 1 {
				edit(func(n *query) { n.sets.of = slices.Concat(q.sets.of[:i], q.sets.of[i+1:]) })
			}
		}
	}
	for i := range q.group {
		if len(q.group) > 1 {
			edit(func(n *query) { n.group = slices.Concat(q.group[:i], q.group[i+1:]) })
		}
	}
	if q.grouped {
		edit(func(n *query) { n.grouped, n.group = false, nil })
	}
	for i, s := range q.from {
		replace := func(r source) {
			edit(func(n *query) {
				n.from = slices.Clone(q.from)
				n.from[i] = &r
			})
		}
		if s.join != "" && s.join != "JOIN" && s.join != "CROSS JOIN" {
			r := *s
			r.join = "JOIN"
			replace(r)
		}
		for k := range s.rows {
			if len(s.rows) > 1 {
				r := *s
				r.rows = slices.Concat(s.rows[:k], s.rows[k+1:])
				replace(r)
			}
		}
		if s.sub != nil {
			for _, sub := range s.sub.smaller() {
				r := *s
				r.sub = sub
				replace(r)
			}
		}
	}
	for i, c := range q.ctes {
		for _, sub := range append(c.q.smaller(), nil) {
			r := &cte{c.name, c.hint, sub, c.large}
			if sub == nil {
				r.hint, r.q = "", c.q
			}
			edit(func(n *query) {
				n.ctes = slices.Clone(q.ctes)
				n.ctes[i] = r
			})
		}
	}
	return out
}

// dropItem drops an item, here and in the other queries of a set operation.
func (q *query) dropItem(i int) {
	q.items = slices.Concat(q.items[:i], q.items[i+1:])
	var also []*member
	for _, m := range q.also {
		n := *m.q
		if i < len(n.items) {
			n.dropItem(i)
		}
		also = append(also, &member{m.op, &n})
	}
	q.also = also
}

// smaller returns simpler expressions of the same class.
func (e *expr) smaller() (out []*expr) {
	for _, k := range e.kids {
		if k.typ.class() == e.typ.class() {
			out = append(out, k)
		}
	}
	if e.sub != nil {
		for _, q := range e.sub.parts() {
			n := *e
			n.sub = q
			out = append(out, &n)
		}
		return out
	}
	if len(e.kids) > 2 {
		for i := range e.kids {
			// Of a list, the last ones may go: its text is between them.
			if i > 0 && e.parts[i] == ", " {
				n := *e
				n.kids = slices.Concat(e.kids[:i], e.kids[i+1:])
				n.parts = slices.Concat(e.parts[:i], e.parts[i+1:])
				out = append(out, &n)
			}
		}
	}
	switch {
	case len(e.kids) == 0:
	case e.typ.kind == boolean:
		out = append(out, leaf(e.typ, "true"), leaf(e.typ, "false"))
	case e.typ.numeric():
		out = append(out, leaf(e.typ, "0"), leaf(e.typ, "1"))
	}
	return out
}
