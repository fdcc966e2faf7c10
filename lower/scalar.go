package lower

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// onlyRow is the aggregate that a scalar subquery comes to; no function is called so.
const onlyRow = "only row"

// scalar lowers what duckdb makes of a scalar subquery that is not correlated: the first value, and an
// error when there are more. nil means that n is something else.
//
//	project [case when #1 > 1 then error('…') else #0 end]
//	 └── aggregate [first(x), count(*)]
//
// becomes s1 = {a0: only(forall i : v1[i] != null { v1[i].x })}.
func (l *lowerer) scalar(n *plan.Project) *relation {
	agg, ok := n.Input.(*plan.Aggregate)
	if !ok || len(agg.Groups) > 0 || agg.Sets != nil || len(agg.Groupings) > 0 || len(agg.Aggs) != 2 || len(n.Exprs) != 1 {
		return nil
	}
	value, count := agg.Aggs[0], agg.Aggs[1]
	c, ok := n.Exprs[0].(*plan.Case)
	if !ok || len(c.Whens) != 1 || !fails(c.Whens[0].Then) || !isColumn(c.Else, 0) || !plainly(value, "first") || !plainly(count, "count_star") {
		return nil
	}
	more, ok := c.Whens[0].Cond.(*plan.Compare)
	if !ok || more.Op != plan.Greater || !isColumn(more.L, 1) {
		return nil
	}
	if k, ok := more.R.(*plan.Const); !ok || k.Value != int64(1) {
		return nil
	}
	only := *value
	only.Name = onlyRow
	return l.grouped(&plan.Aggregate{Input: agg.Input, Aggs: []*plan.Agg{&only}}, l.node(agg.Input), n.Names, nil)
}

// fails reports a call of error(…), below casts.
func fails(e plan.Expr) bool {
	for {
		c, ok := e.(*plan.Cast)
		if !ok {
			break
		}
		e = c.X
	}
	f, ok := e.(*plan.Func)
	return ok && f.Name == "error"
}

func isColumn(e plan.Expr, at int) bool {
	r, ok := e.(*plan.ColumnRef)
	return ok && r.Index == at
}

// plainly reports a call of the aggregate of the name with nothing besides.
func plainly(a *plan.Agg, name string) bool {
	return a.Name == name && !a.Distinct && a.Filter == nil && len(a.Order) == 0
}

// only is the join with a scalar subquery: its columns are NULL without a partner, and several are an
// error.
//
//	v3 = forall i : v1[i] != null { {a: v1[i].a, x: only(forall j : v2[j] != null & v2[j].k = v1[i].k { v2[j].x })} }
func (l *lowerer) only(left, right *relation, conds []ir.Expr) *relation {
	r := &relation{iters: left.iters, pred: left.pred, cols: append([]ir.Expr{}, left.cols...), names: append(append([]string{}, left.names...), right.names...)}
	match := ir.Conj(append(append([]ir.Expr{}, right.pred...), conds...)...)
	for _, c := range right.cols {
		if c != nil {
			c = &ir.Reduce{Fn: ir.Only, Over: &ir.Forall{Iters: right.iters, Pred: match, Body: c}, T: c.Type().Nullable()}
		}
		r.cols = append(r.cols, c)
	}
	return r
}

// findsOne reports that conditions find one row of r at most: each of its iterators is equated, or
// a unique attribute at it is.
func (l *lowerer) findsOne(r *relation, conds []ir.Expr) bool {
	own := iterSet(r.iters)
	found := map[string]bool{}
	for _, c := range conds {
		eq, ok := c.(*ir.Call)
		if !ok || eq.Op != ir.Eq && eq.Op != ir.NotDistinct {
			continue
		}
		for k := range 2 {
			if !mentions(eq.Args[1-k], own) {
				if it := l.identifies(eq.Args[k]); it != "" {
					found[it] = true
				}
			}
		}
	}
	for _, it := range r.iters {
		if it.Outer != nil || !found[it.Name] {
			return false
		}
	}
	return true
}

// identifies returns the iterator that has one value at most for each value of e, or "".
func (l *lowerer) identifies(e ir.Expr) string {
	switch e := e.(type) {
	case *ir.Iter:
		return e.Name
	case *ir.Attr:
		a, ok := e.X.(*ir.Access)
		if !ok {
			return ""
		}
		if in := l.prog.Input(a.Field); in != nil {
			it, ok := a.Args[0].(*ir.Iter)
			if at := in.Type.Attr(e.Name); ok && len(a.Args) == 1 && at >= 0 && in.Type.Attrs[at].Props.Has(ir.Unique) && !in.Type.Attrs[at].Type.Null {
				return it.Name
			}
			return ""
		}
		d := l.prog.Def(a.Field)
		if d == nil || d.Row != "" {
			return ""
		}
		f, ok := d.X.(*ir.Forall)
		if !ok || len(a.Args) != len(f.Iters) {
			return ""
		}
		rec, ok := f.Body.(*ir.Record)
		if !ok {
			return ""
		}
		m := map[string]ir.Expr{}
		for i, it := range f.Iters {
			if it.Outer != nil {
				return ""
			}
			m[it.Name] = a.Args[i]
		}
		for i, name := range rec.Names {
			if name == e.Name {
				return l.identifies(ir.Subst(rec.Elems[i], m))
			}
		}
	}
	return ""
}
