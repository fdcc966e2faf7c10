package lower

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// ordered is a relation with the order and limit of the top of a plan.
type ordered struct {
	rel    *relation
	order  []orderKey
	limit  int64 // -1: all
	offset int64
}

type orderKey struct {
	x                ir.Expr // over the relation's iterators
	desc, nullsFirst bool
}

// output lowers the whole plan: ORDER BY, LIMIT and the projections over them are the
// output stage, the rest is the definition it returns.
func (l *lowerer) output(root plan.Node) {
	o := l.top(root)
	if (o.limit >= 0 || o.offset > 0) && len(o.order) == 0 && len(o.rel.iters) > 0 && !inRowOrder(root) {
		refuse("LIMIT", "a limit without ORDER BY over rows that have no order")
	}
	cols := root.Columns()
	r := &relation{iters: o.rel.iters, pred: o.rel.pred, names: append([]string{}, o.rel.names...)}
	for i, c := range o.rel.cols {
		if c == nil {
			refuse("GET", "row ids")
		}
		r.cols = append(r.cols, c)
		if cols[i].Name != "" {
			r.names[i] = cols[i].Name
		}
	}
	visible := len(r.cols)
	at := make([]int, len(o.order))
	for i, k := range o.order {
		at[i] = -1
		for j, c := range r.cols {
			if sameExpr(c, k.x) {
				at[i] = j
				break
			}
		}
		if at[i] < 0 {
			at[i] = len(r.cols)
			r.cols = append(r.cols, k.x)
			r.names = append(r.names, fmt.Sprintf("order%d", i))
		}
	}
	rec, attrs := l.record(r)
	var x ir.Expr = &ir.Forall{Iters: r.iters, Pred: ir.Conj(r.pred...), Body: rec}
	name := l.fresh("out")
	l.prog.Defs = append(l.prog.Defs, &ir.Def{Name: name, X: x})
	l.prog.Out = ir.Output{Field: name, Limit: o.limit, Offset: o.offset}
	for i := range visible {
		l.prog.Out.Columns = append(l.prog.Out.Columns, ir.OutputColumn{Name: cols[i].Name, Attr: attrs[i]})
	}
	for i, k := range o.order {
		l.prog.Out.Order = append(l.prog.Out.Order, ir.OrderKey{Attr: attrs[at[i]], Desc: k.desc, NullsFirst: k.nullsFirst})
	}
}

// top lowers the operators that belong to the output stage.
func (l *lowerer) top(n plan.Node) *ordered {
	switch n := n.(type) {
	case *plan.OrderBy:
		return l.sorted("ORDER_BY", n.Input, n.Keys)
	case *plan.TopN:
		o := l.sorted("TOP_N", n.Input, n.Keys)
		o.limit, o.offset = clampLimit(n.Limit), clampLimit(n.Offset)
		return o
	case *plan.Limit:
		o := l.top(n.Input)
		if o.limit >= 0 || o.offset > 0 {
			refuse("LIMIT", "nested limits")
		}
		o.limit, o.offset = n.Count, n.Offset
		return o
	case *plan.Project:
		switch n.Input.(type) {
		case *plan.OrderBy, *plan.TopN, *plan.Limit, *plan.Project, *plan.CTE:
			o := l.top(n.Input)
			o.rel = l.projected(n, o.rel)
			return o
		}
	case *plan.CTE:
		l.ctes[n.ID] = l.define(l.node(n.Def))
		return l.top(n.Body)
	}
	return &ordered{rel: l.node(n), limit: -1}
}

// clampLimit converts a row count; counts beyond any table mean all rows.
func clampLimit(n uint64) int64 {
	if n > 1<<62 {
		return 1 << 62
	}
	return int64(n)
}

func (l *lowerer) sorted(op string, input plan.Node, keys []plan.SortKey) *ordered {
	o := l.top(input)
	if len(o.order) > 0 || o.limit >= 0 || o.offset > 0 {
		refuse(op, "an order over a limited result")
	}
	for _, k := range keys {
		x := l.expr(k.Expr, o.rel.cols)
		o.order = append(o.order, orderKey{x, k.Desc, k.NullsFirst})
	}
	return o
}

// inRowOrder reports whether a plan returns the rows of tables in the tables' order, one table after
// the other, which is what makes a limit without ORDER BY mean something.
func inRowOrder(n plan.Node) bool {
	switch n := n.(type) {
	case *plan.Scan, *plan.Values, *plan.DummyScan, *plan.EmptyResult:
		return true
	case *plan.SetOp:
		ordered := n.Kind == plan.Union && n.All
		for _, in := range n.Inputs {
			ordered = ordered && inRowOrder(in)
		}
		return ordered
	case *plan.Filter:
		return inRowOrder(n.Input)
	case *plan.Project:
		return inRowOrder(n.Input)
	case *plan.Limit:
		return inRowOrder(n.Input)
	}
	return false
}
