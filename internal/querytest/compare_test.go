package querytest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// cell is a value of a result: nil for NULL, float64 for floats, text in one spelling for all else.
type cell any

// result is what an engine answers.
type result struct {
	types []string
	rows  [][]cell
}

// determined reports that the order of the result's rows is determined, up to rows that are equal.
func (q *query) determined() bool {
	if len(q.on) > 0 {
		return q.orderBy() != ""
	}
	if q.grouped && len(q.group) == 0 && len(q.also) == 0 {
		return true
	}
	if q.orderBy() == "" {
		for _, m := range q.also {
			if m.op != "UNION ALL" || !m.q.determined() {
				return false
			}
		}
		return q.scanOnly() || len(q.also) > 0 && len(q.from) == 0
	}
	for _, it := range q.items {
		if !it.x.inexact() && !q.ordersBy(it.name) {
			return false
		}
		if it.x.inexact() && !q.keysOrdered() {
			return false
		}
	}
	return true
}

func (q *query) ordersBy(name string) bool {
	return slices.ContainsFunc(q.order, func(k orderKey) bool { return k.name == name })
}

// keysOrdered reports that the order is by all group keys.
func (q *query) keysOrdered() bool {
	if q.sets.kind != "" {
		return false
	}
	for _, k := range q.group {
		if !slices.ContainsFunc(q.items, func(it *item) bool { return it.x.String() == k.String() && q.ordersBy(it.name) }) {
			return false
		}
	}
	return q.grouped
}

// scanOnly reports that the query filters and computes the rows of one table, which come back in
// the table's order. Long lists become a join in DuckDB, which at times holds rows back.
func (q *query) scanOnly() bool {
	if len(q.from) != 1 || q.from[0].name == "" || q.from[0].name[0] != 't' || q.distinct || q.grouped || len(q.ctes) > 0 {
		return false
	}
	simple := true
	q.walk(func(e *expr) {
		simple = simple && e.sub == nil && !(len(e.kids) > 5 && strings.Contains(e.parts[1], " IN ("))
	})
	return simple
}

// total reports that an engine has no choice in which rows it computes what for: there is one table,
// and no connective (NOT IN becomes one), filter or limit that would make something superfluous. Elsewhere an error
// on a row that does not matter is as good as none.
func (q *query) total() bool {
	if len(q.from) != 1 || q.from[0].name == "" || q.from[0].name[0] != 't' || len(q.ctes) > 0 || q.limit >= 0 || len(q.also) > 0 {
		return false
	}
	all := true
	q.walk(func(e *expr) {
		all = all && e.sub == nil
		for _, text := range e.parts {
			all = all && !strings.Contains(text, " AND ") && !strings.Contains(text, " OR ") && !strings.Contains(text, "FILTER") && !strings.Contains(text, "NOT IN (")
		}
	})
	return all
}

// comparison says how two results of a query are compared.
type comparison struct {
	ordered bool
	keys    []int  // the columns that the rows are ordered by, when that leaves some in any order
	zeros   bool   // the sign of a zero counts
	total   bool   // every expression is computed for every row that gets to it
	loose   []bool // by column: equal up to rounding
}

func (q *query) comparison() comparison {
	c := comparison{ordered: q.determined(), zeros: q.scanOnly() && q.orderBy() == "" && len(q.also) == 0, total: q.total()}
	for _, it := range q.items {
		c.loose = append(c.loose, it.x.inexact())
	}
	if q.first == nil && q.limit < 0 && q.offset == 0 {
		for _, k := range q.order {
			if p := q.position(k.name); p > 0 && !c.loose[p-1] {
				c.keys = append(c.keys, p-1)
			}
		}
	}
	return c
}

// diff says how got differs from want, or "".
func (c comparison) diff(want, got *result) string {
	if !slices.Equal(want.types, got.types) {
		return fmt.Sprintf("types %v, want %v", got.types, want.types)
	}
	if len(want.rows) != len(got.rows) {
		return fmt.Sprintf("%d rows, want %d", len(got.rows), len(want.rows))
	}
	a, b := want.rows, got.rows
	for i := range a {
		for _, j := range c.keys {
			if !c.equal(j, a[i][j], b[i][j]) {
				return fmt.Sprintf("row %d key %d is %v, want %v (row %v, want %v)", i, j, show(b[i][j]), show(a[i][j]), b[i], a[i])
			}
		}
	}
	if !c.ordered {
		a, b = c.sorted(a), c.sorted(b)
	}
	for i := range a {
		for j := range a[i] {
			if !c.equal(j, a[i][j], b[i][j]) {
				return fmt.Sprintf("row %d column %d is %v, want %v (row %v, want %v)", i, j, show(b[i][j]), show(a[i][j]), b[i], a[i])
			}
		}
	}
	return ""
}

func show(x cell) string {
	if s, ok := x.(string); ok {
		return fmt.Sprintf("%.200q", s)
	}
	return fmt.Sprint(x)
}

// sorted returns the rows ordered by the exact columns, then by the loose ones.
func (c comparison) sorted(rows [][]cell) [][]cell {
	out := slices.Clone(rows)
	slices.SortFunc(out, func(a, b []cell) int {
		for _, loose := range []bool{false, true} {
			for j := range a {
				if (len(c.loose) > j && c.loose[j]) == loose {
					if n := order(a[j], b[j]); n != 0 {
						return n
					}
				}
			}
		}
		return 0
	})
	return out
}

// order is an order of cells of a column; zeros are equal.
func order(a, b cell) int {
	switch a := a.(type) {
	case nil:
		if b == nil {
			return 0
		}
		return -1
	case float64:
		if b, ok := b.(float64); ok {
			return cmp.Compare(a+0, b+0)
		}
		return 1
	}
	if b == nil {
		return 1
	}
	return strings.Compare(a.(string), fmt.Sprint(b))
}

func (c comparison) equal(column int, a, b cell) bool {
	x, ok1 := a.(float64)
	y, ok2 := b.(float64)
	if !ok1 || !ok2 {
		return a == b
	}
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.IsNaN(x) && math.IsNaN(y)
	case x == y:
		return x != 0 || !c.zeros || math.Signbit(x) == math.Signbit(y)
	}
	return len(c.loose) > column && c.loose[column] && math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y), 1e3)
}
