package lower

import (
	"fmt"
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// distinct: the coordinates of a reordering, without its values.
//
//	g = forall k, i : v1[i] != null & k = v1[i].a { {} }
//	d = forall k : g[k] != null { {a: k} }
func (l *lowerer) distinct(n *plan.Distinct) *relation {
	if n.On != nil {
		return l.distinctOn(n)
	}
	in := l.unordered(n.Input)
	if s, ok := n.Input.(*plan.SetOp); ok && !s.All || len(in.iters) == 0 { // distinct, or one row at most
		return in
	}
	return l.distinctRows(in)
}

// distinctRows is the relation of the different rows of in.
func (l *lowerer) distinctRows(in *relation) *relation {
	if len(in.iters) == 0 || isEmpty(in) {
		return in
	}
	if l.inline > 0 {
		refuse("DISTINCT", "in a correlated subquery")
	}
	for _, c := range in.cols {
		if c == nil {
			refuse("DISTINCT", "row ids")
		}
	}
	name, iters := l.reorder(in.names, in.cols, &relation{iters: in.iters, pred: in.pred, cols: []ir.Expr{&ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), 1)}}, names: []string{"one"}})
	return l.define(l.groups(name, iters, &plan.Aggregate{}, in.names))
}

// distinctOn: the first row of each group, in the order given or that of the rows. Keys of the group say
// nothing about the order within it.
//
//	v2[r] = forall i : v1[i] != null { {a: v1[i].a, b: v1[i].b} } order by b
//	g     = forall k, r : v2[r] != null & k = v2[r].a { {a0: v2[r].a, a1: v2[r].b} }
//	d     = forall k : g[k] != null { {a: first(g[k].a0), b: first(g[k].a1)} }
func (l *lowerer) distinctOn(n *plan.Distinct) *relation {
	in := l.node(n.Input)
	same := map[string]bool{} // in all rows of a group
	for _, k := range n.On {
		same[ir.String(l.expr(k, in.cols))] = true
	}
	o := &ordered{rel: in, limit: -1}
	for _, k := range n.Order {
		if x := l.expr(k.Expr, in.cols); !same[ir.String(x)] {
			o.order = append(o.order, orderKey{x, k.Desc, k.NullsFirst})
		}
	}
	switch {
	case len(in.iters) == 0 || isEmpty(in):
		return in
	case l.inline > 0:
		refuse("DISTINCT", "in a correlated subquery")
	case len(o.order) > 0:
		in = l.cut(o, n.Input)
	case !inRowOrder(n.Input) && slices.ContainsFunc(in.cols, func(c ir.Expr) bool { return c != nil && !same[ir.String(c)] }):
		refuse("DISTINCT", "DISTINCT ON without ORDER BY over rows that have no order")
	}
	var keys []ir.Expr
	var keyNames []string
	for i, k := range n.On {
		keys, keyNames = append(keys, l.expr(k, in.cols)), append(keyNames, fmt.Sprintf("k%d", i))
	}
	rows := &relation{iters: in.iters, pred: in.pred, cols: in.cols}
	for i := range in.cols {
		rows.names = append(rows.names, fmt.Sprintf("a%d", i))
	}
	name, iters := l.reorder(keyNames, keys, rows)
	groups := l.groups(name, iters, &plan.Aggregate{}, nil)
	at := groups.pred[0].(*ir.Exists).X
	out := &relation{iters: iters, pred: groups.pred, names: in.names}
	for i, c := range in.cols {
		if c != nil {
			c = &ir.Reduce{Fn: ir.First, Over: &ir.Attr{X: at, Name: rows.names[i]}, T: c.Type()}
		}
		out.cols = append(out.cols, c)
	}
	return l.define(out)
}
