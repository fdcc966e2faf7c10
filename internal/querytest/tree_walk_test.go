package querytest

// walk calls f for every expression of the query, also of the queries in it, each pointer
// as often as it occurs.
func (q *query) walk(f func(*expr)) {
	for _, c := range q.ctes {
		c.q.walk(f)
	}
	for _, it := range q.items {
		it.x.walk(f)
	}
	for _, s := range q.from {
		if s.sub != nil {
			s.sub.walk(f)
		}
		if s.on != nil {
			s.on.walk(f)
		}
	}
	for _, m := range q.also {
		m.q.walk(f)
	}
	for _, x := range append([]*expr{q.where, q.having, q.first}, q.group...) {
		if x != nil {
			x.walk(f)
		}
	}
}

func (e *expr) walk(f func(*expr)) {
	f(e)
	for _, k := range e.kids {
		k.walk(f)
	}
	if e.sub != nil {
		e.sub.walk(f)
	}
}

// replace returns the query with another expression wherever the pointer from occurs.
func (q *query) replace(from, to *expr) *query {
	out := *q
	out.ctes, out.items, out.from, out.group = nil, nil, nil, nil
	for _, c := range q.ctes {
		out.ctes = append(out.ctes, &cte{c.name, c.hint, c.q.replace(from, to), c.large})
	}
	for _, it := range q.items {
		out.items = append(out.items, &item{it.x.replace(from, to), it.name})
	}
	for _, s := range q.from {
		n := *s
		if s.sub != nil {
			n.sub = s.sub.replace(from, to)
		}
		n.on = s.on.replace(from, to)
		out.from = append(out.from, &n)
	}
	for _, x := range q.group {
		out.group = append(out.group, x.replace(from, to))
	}
	out.also = nil
	for _, m := range q.also {
		out.also = append(out.also, &member{m.op, m.q.replace(from, to)})
	}
	out.where, out.having, out.first = q.where.replace(from, to), q.having.replace(from, to), q.first.replace(from, to)
	return &out
}

// replace keeps pointers where nothing changes.
func (e *expr) replace(from, to *expr) *expr {
	switch {
	case e == nil:
		return nil
	case e == from:
		return to
	}
	n, changed := *e, false
	n.kids = nil
	for _, k := range e.kids {
		r := k.replace(from, to)
		changed = changed || r != k
		n.kids = append(n.kids, r)
	}
	if e.sub != nil {
		before := e.sub.String()
		if n.sub = e.sub.replace(from, to); n.sub.String() != before {
			changed = true
		}
	}
	if !changed {
		return e
	}
	return &n
}
