package lower

import (
	"fmt"
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// ordered is a relation with the order and limit of the top of a plan.
type ordered struct {
	rel    *relation
	order  []orderKey
	limit  int64 // -1: all
	offset int64

	// Columns of floats that rows were sorted by. A sort of all rows returns these without the signs of
	// zeros and NaNs.
	unsigned []int
}

type orderKey struct {
	x                ir.Expr // over the relation's iterators
	desc, nullsFirst bool
}

// output lowers the whole plan: ORDER BY, LIMIT and the projections over them are the
// output stage, the rest is the definition it returns.
func (l *lowerer) output(root plan.Node) {
	o := l.top(root)
	o.determined(root)
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
	at := o.keyColumns(r)
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
		o := l.sorted(n.Input, n.Keys)
		o.unsigned = floatKeys(n)
		return o
	case *plan.TopN:
		o := l.sorted(n.Input, n.Keys)
		o.limit, o.offset = clampLimit(n.Limit), clampLimit(n.Offset)
		return o
	case *plan.Limit:
		o := l.top(n.Input)
		if o.limit >= 0 || o.offset > 0 {
			o = &ordered{rel: l.cut(o, n.Input)}
		}
		o.positiveZeros()
		o.limit, o.offset = n.Count, n.Offset
		return o
	case *plan.Project:
		switch n.Input.(type) {
		case *plan.OrderBy, *plan.TopN, *plan.Limit, *plan.Project, *plan.CTE:
			o := l.top(n.Input)
			o.project(n)
			o.rel = l.projected(n, o.rel)
			return o
		}
	case *plan.CTE:
		l.ctes[n.ID] = l.define(l.node(n.Def))
		return l.top(n.Body)
	}
	return &ordered{rel: l.node(n), limit: -1}
}

// determined refuses a limit of rows in no order, by which n, whose rows o are, would have some or others.
func (o *ordered) determined(n plan.Node) {
	if (o.limit >= 0 || o.offset > 0) && len(o.order) == 0 && len(o.rel.iters) > 0 && !inRowOrder(n) {
		refuse("LIMIT", "a limit without ORDER BY over rows that have no order")
	}
}

// cut is the relation of the rows of n in their order, as far as the limit goes, below other operators:
//
//	v2[r] = forall i : v1[i] != null { {a: v1[i].a} } order by a desc limit 3
//
// Floats that a sort of all rows has taken the signs of are not among its columns.
func (l *lowerer) cut(o *ordered, n plan.Node) *relation {
	o.determined(n)
	if len(o.rel.iters) == 0 { // one row at most
		if o.limit == 0 || o.offset > 0 {
			return l.empty(&plan.EmptyResult{Cols: n.Columns()})
		}
		return o.rel
	}
	if l.inline > 0 {
		refuse("LIMIT", "in a correlated subquery")
	}
	r := &relation{iters: o.rel.iters, pred: o.rel.pred, cols: append([]ir.Expr{}, o.rel.cols...), names: append([]string{}, o.rel.names...)}
	visible := len(r.cols)
	at := o.keyColumns(r)
	rec, attrs := l.record(r)
	if len(rec.Names) == 0 {
		rec = hereRecord()
	}
	null := make([]bool, len(r.cols))
	for i, c := range r.cols {
		null[i] = c != nil && c.Type().Null
	}
	cut := &ir.Cut{Limit: o.limit, Offset: o.offset}
	for i, k := range o.order {
		cut.Order = append(cut.Order, ir.OrderKey{Attr: attrs[at[i]], Desc: k.desc, NullsFirst: k.nullsFirst})
	}
	rows := &relation{cols: r.cols[:visible], names: o.rel.names}
	out := l.stored("v", &ir.Forall{Iters: r.iters, Pred: ir.Conj(r.pred...), Body: rec}, rows, attrs, null)
	l.prog.Defs[len(l.prog.Defs)-1].Cut = cut
	for _, i := range o.unsigned { // whose signs would show
		out.cols[i] = nil
	}
	return out
}

// project follows the columns that have lost their signs through a projection.
func (o *ordered) project(n *plan.Project) {
	var after []int
	for i, e := range n.Exprs {
		c, ok := e.(*plan.ColumnRef)
		switch {
		case ok && slices.Contains(o.unsigned, c.Index):
			after = append(after, i)
		case !ok && len(o.unsigned) > 0:
			refuse("PROJECTION", "of rows sorted by floats: the signs of zeros and NaNs")
		}
	}
	o.unsigned = after
}

// positiveZeros replaces those columns by themselves with zeros that are positive; that of a NaN does not
// show in a result. The output stage does it for rows that are sorted and all returned.
func (o *ordered) positiveZeros() {
	if len(o.unsigned) == 0 {
		return
	}
	cols := slices.Clone(o.rel.cols)
	for _, i := range o.unsigned {
		was := cols[i]
		t := was.Type()
		cols[i] = call(ir.Add, t, was, &ir.Const{Val: ir.FloatValue(t.NotNull(), 0)})
		for k := range o.order {
			if sameExpr(o.order[k].x, was) {
				o.order[k].x = cols[i]
			}
		}
	}
	r := *o.rel
	r.cols = cols
	o.rel = &r
}

// floatKeys are the columns of floats that the rows are sorted by.
func floatKeys(n *plan.OrderBy) (columns []int) {
	for _, k := range n.Keys {
		if c, ok := k.Expr.(*plan.ColumnRef); ok && (c.T.ID == plan.Float || c.T.ID == plan.Double) {
			columns = append(columns, c.Index)
		}
	}
	return columns
}

// unordered lowers n without an ORDER BY that the operator over it does not heed. Floats whose signs that
// would have changed are not among its columns.
func (l *lowerer) unordered(n plan.Node) *relation {
	switch n := n.(type) {
	case *plan.OrderBy:
		r := *l.unordered(n.Input)
		r.cols = slices.Clone(r.cols)
		for _, i := range floatKeys(n) {
			r.cols[i] = nil
		}
		return &r
	case *plan.Project:
		switch n.Input.(type) {
		case *plan.OrderBy, *plan.Project:
			return l.projected(n, l.unordered(n.Input))
		}
	}
	return l.node(n)
}

// keyColumns returns the columns of r that the rows are ordered by, adding those that are not there.
func (o *ordered) keyColumns(r *relation) []int {
	at := make([]int, len(o.order))
	for i, k := range o.order {
		at[i] = -1
		for j, c := range r.cols {
			if c != nil && sameExpr(c, k.x) {
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
	return at
}

// clampLimit converts a row count; counts beyond any table mean all rows.
func clampLimit(n uint64) int64 {
	if n > 1<<62 {
		return 1 << 62
	}
	return int64(n)
}

func (l *lowerer) sorted(input plan.Node, keys []plan.SortKey) *ordered {
	o := l.top(input)
	if len(o.order) > 0 || o.limit >= 0 || o.offset > 0 {
		o = &ordered{rel: l.cut(o, input), limit: -1}
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
	case *plan.Scan, *plan.Values, *plan.DummyScan, *plan.EmptyResult, *plan.OrderBy, *plan.TopN:
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
