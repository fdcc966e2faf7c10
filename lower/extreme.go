package lower

import (
	"fmt"
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// extremes are the aggregates of a value at the least or greatest of another: the aggregate that finds that.
var extremes = map[string]string{
	"arg_min": "min", "argmin": "min", "min_by": "min", "arg_max": "max", "argmax": "max", "max_by": "max",
}

func isExtreme(a *plan.Agg) bool { return extremes[a.Name] != "" && len(a.Args) == 2 }

// withExtremes is the aggregates of n over in where some are a value at an extreme: the extremes of the groups are
// joined to the rows, and the value is the first one that is not NULL of a row that has the extreme.
//
//	g1  = forall k, i : v1[i] != null & k = v1[i].key { {a0: v1[i].by} }
//	m   = forall k : g1[k] != null { {k: k, by: min(g1[k].a0)} }
//	v2  = forall i, k : v1[i] != null & m[k] != null & v1[i].key = m[k].k { {..., by: m[k].by} }
//
// and then any of case when v2[i, k].by_i = v2[i, k].by then x end. Where all aggregates are of the same extreme, and nothing is
// NULL, other rows are left out instead: no group is lost.
func (l *lowerer) withExtremes(n *plan.Aggregate, in *relation, ns []string, groups []plan.Expr) *relation {
	if l.inline > 0 {
		refuse("AGGREGATE", "%s in a correlated subquery", n.Aggs[slices.IndexFunc(n.Aggs, isExtreme)].Name)
	}
	in = l.shared(in)
	best, found := &plan.Aggregate{}, &plan.Aggregate{}
	width := len(in.cols) + len(groups)
	for _, a := range n.Aggs {
		if !isExtreme(a) {
			found.Aggs = append(found.Aggs, a)
			continue
		}
		if a.Distinct {
			refuse("AGGREGATE", "%s(DISTINCT)", a.Name)
		}
		x, by := a.Args[0], a.Args[1]
		where := and(&plan.IsNull{X: x, Not: true}, a.Filter)
		at := &plan.Compare{Op: plan.Equal, L: by, R: &plan.ColumnRef{Index: width + len(best.Aggs), T: by.Type()}}
		best.Aggs = append(best.Aggs, &plan.Agg{Name: extremes[a.Name], Args: []plan.Expr{by}, Filter: where, T: by.Type()})
		value := &plan.Case{Whens: []plan.When{{Cond: and(at, a.Filter), Then: x}}, Else: &plan.Const{T: x.Type()}, T: x.Type()}
		found.Aggs = append(found.Aggs, &plan.Agg{Name: "any_value", Args: []plan.Expr{value}, T: a.T})
	}
	names := make([]string, len(groups)+len(best.Aggs))
	for i := range names {
		names[i] = fmt.Sprintf("k%d", i)
	}
	m := l.grouped(best, l.instance(in), names, groups)
	var conds []ir.Expr
	for i, g := range groups {
		op := plan.Equal
		if m.cols[i].Type().Null {
			op = plan.NotDistinctFrom
		}
		conds = append(conds, compare(op, l.expr(g, in.cols), m.cols[i]))
	}
	if len(best.Aggs) == len(n.Aggs) && l.sameExtreme(n.Aggs, in) {
		for i, a := range n.Aggs {
			found.Aggs[i].Args = a.Args[:1]
		}
		conds = append(conds, compare(plan.Equal, l.expr(n.Aggs[0].Args[1], in.cols), m.cols[len(groups)]))
	}
	return l.grouped(found, l.define(l.inner(in, m, conds)), ns, groups)
}

// sameExtreme reports aggregates at one extreme of values that are never NULL, as what they return is.
func (l *lowerer) sameExtreme(aggs []*plan.Agg, in *relation) bool {
	by := l.expr(aggs[0].Args[1], in.cols)
	for _, a := range aggs {
		y := l.expr(a.Args[1], in.cols)
		if extremes[a.Name] != extremes[aggs[0].Name] || a.Filter != nil || !sameExpr(y, by) || y.Type().Null || l.expr(a.Args[0], in.cols).Type().Null {
			return false
		}
	}
	return true
}

// and is a conjunction with a condition that may be nil.
func and(x, y plan.Expr) plan.Expr {
	if y == nil {
		return x
	}
	return &plan.Conj{Args: []plan.Expr{x, y}}
}
