package lower

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// groupsAtDelim lowers what duckdb makes of an aggregate that has a value over no rows, in a
// correlated subquery: the groups for all outer values at once, outer-joined to those.
//
//	left join [k is not distinct from key]
//	 ├── delim get [k]
//	 └── aggregate by [key] [count(*)]
//
// At one outer coordinate that is a reduction over the rows whose key is the outer value. It is
// NULL where there are none. nil means that n is not such a join.
func (l *lowerer) groupsAtDelim(n *plan.Join) *relation {
	get, ok1 := n.Left.(*plan.DelimGet)
	agg, ok2 := n.Right.(*plan.Aggregate)
	if l.inline == 0 || n.Kind != plan.LeftOuter || n.Residual != nil || n.Delim != nil || !ok1 || !ok2 || len(agg.Sets) > 1 || len(agg.Groupings) > 0 {
		return nil
	}
	outer := l.delimGet(get)
	at := make([]ir.Expr, len(agg.Groups))
	ops := make([]plan.CompareOp, len(agg.Groups))
	for _, c := range n.Conds {
		ref, ok := c.Right.(*plan.ColumnRef)
		if !ok || ref.Index >= len(at) || at[ref.Index] != nil || c.Op != plan.Equal && c.Op != plan.NotDistinctFrom {
			return nil
		}
		at[ref.Index], ops[ref.Index] = l.expr(c.Left, outer.cols), c.Op
	}
	in := l.node(agg.Input)
	if len(in.iters) == 0 || len(n.Conds) != len(at) {
		return nil
	}
	rows := &relation{iters: in.iters, pred: append([]ir.Expr{}, in.pred...)}
	for i, a := range agg.Aggs {
		rows.cols = append(rows.cols, l.argument(a, in))
		rows.names = append(rows.names, fmt.Sprintf("a%d", i))
	}
	for i, g := range agg.Groups {
		k := l.expr(g, in.cols)
		if sameExpr(k, at[i]) && (ops[i] == plan.NotDistinctFrom || !k.Type().Null) {
			continue // the outer value compared with itself
		}
		rows.pred = append(rows.pred, compare(ops[i], k, at[i]))
	}
	rec, attrs := l.record(rows)
	f := &ir.Forall{Iters: rows.iters, Pred: ir.Conj(rows.pred...), Body: rec}
	here := exists(&relation{iters: rows.iters, pred: rows.pred}, nil)
	out := &relation{cols: append([]ir.Expr{}, outer.cols...), names: names(n)}
	for _, k := range at {
		out.cols = append(out.cols, orNull(here, k))
	}
	for _, r := range l.reduceOver(agg, f, rec, attrs, true) {
		if !r.Type().Null {
			r = orNull(here, r)
		}
		out.cols = append(out.cols, r)
	}
	return out
}

// orNull is x where the condition holds, else NULL.
func orNull(cond, x ir.Expr) ir.Expr {
	t := x.Type().Nullable()
	return &ir.Case{Whens: []ir.When{{Cond: cond, Then: x}}, Else: &ir.Const{Val: ir.NullOf(t)}, T: t}
}

// countOrZero returns the count that c is: duckdb replaces the NULL of an outer join by 0, which is
// what a count over no rows is.
//
//	case when is_null(case when f != null then count(f) else null end) then 0 else case … end end
func countOrZero(c *ir.Case) ir.Expr {
	if len(c.Whens) != 1 {
		return nil
	}
	test, ok1 := c.Whens[0].Cond.(*ir.Call)
	zero, ok2 := c.Whens[0].Then.(*ir.Const)
	inner, ok3 := c.Else.(*ir.Case)
	if !ok1 || !ok2 || !ok3 || test.Op != ir.IsNull || test.Args[0] != c.Else || len(inner.Whens) != 1 || !zero.Val.Valid || !zero.Val.Int.IsZero() {
		return nil
	}
	r, ok := inner.Whens[0].Then.(*ir.Reduce)
	if !ok || r.Fn != ir.Count && r.Fn != ir.CountAll {
		return nil
	}
	e, ok1 := inner.Whens[0].Cond.(*ir.Exists)
	if !ok1 {
		return nil
	}
	f, ok1 := e.X.(*ir.Forall)
	over, ok2 := r.Over.(*ir.Forall)
	if !ok1 || !ok2 || f.Pred != over.Pred && ir.String(f.Pred) != ir.String(over.Pred) {
		return nil
	}
	return r
}
