package lower

import (
	"slices"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/lower/plan"
)

// FailsEarly reports whether duckdb may raise an error for a row before a join of the plan decides on
// it: an operation that may fail is in an input of a join, in its condition, or in a filter of a plan
// with joins. What an operation is given is bounded by what c measured, so that the answer holds for
// that version of the data.
//
//	project [cast(a.s as INTEGER)]           no: computed for the rows that come out of the join,
//	 └── inner join [a.k = b.k]              whatever the order of loops
//
//	inner join [a.n = b.n]                   yes: computed for rows that find no partner too,
//	 └── project [cast(s as INTEGER) as n]   and by the loops perhaps not
//
//	inner join [a.n + 1 = b.n]               no, if the greatest a.n is less than the type's
func FailsEarly(p *plan.Plan, c Catalog) bool {
	joins := false
	plan.Walk(p.Root, func(n plan.Node) {
		_, is := n.(*plan.Join)
		joins = joins || is
	})
	if !joins {
		return false
	}
	r := newRanges(c)
	r.columns(p.Root)
	return r.failsEarly(p.Root, false)
}

// failsEarly says so of a part of a plan with joins; below says that it is in an input of one.
func (r *ranges) failsEarly(n plan.Node, below bool) bool {
	fails := func(in []int128.Interval, exprs ...plan.Expr) bool {
		return slices.ContainsFunc(exprs, func(x plan.Expr) bool {
			if x == nil {
				return false
			}
			_, fails := value(x, in)
			return fails
		})
	}
	switch n := n.(type) {
	case *plan.Join:
		left, right := r.columns(n.Left), r.columns(n.Right)
		for _, c := range n.Conds {
			if fails(left, c.Left) || fails(right, c.Right) {
				return true
			}
		}
		if n.Delim != nil && fails(r.columns(n.DelimInput()), n.Delim.Columns...) || fails(slices.Concat(left, right), n.Residual) {
			return true
		}
		below = true
	case *plan.Filter:
		if fails(r.columns(n.Input), n.Conds...) {
			return true
		}
	case *plan.Scan:
		if fails(r.scanned(n), n.Filters...) {
			return true
		}
	case *plan.Values:
		for _, row := range n.Rows {
			if fails(nil, row...) {
				return true
			}
		}
	case *plan.CTE:
		return r.failsEarly(n.Def, true) || r.failsEarly(n.Body, below)
	case *plan.Project:
		if below && fails(r.columns(n.Input), n.Exprs...) {
			return true
		}
	case *plan.Aggregate:
		for _, a := range n.Aggs {
			if below && fails(r.columns(n.Input), append(a.Args[:len(a.Args):len(a.Args)], a.Filter)...) {
				return true
			}
		}
		if below && fails(r.columns(n.Input), n.Groups...) {
			return true
		}
	case *plan.Distinct, *plan.OrderBy, *plan.TopN, *plan.Limit, *plan.SetOp, *plan.DummyScan, *plan.EmptyResult, *plan.DelimGet, *plan.CTERef:
		// What they compute is projected below them.
	default:
		return true
	}
	return slices.ContainsFunc(plan.Inputs(n), func(in plan.Node) bool { return r.failsEarly(in, below) })
}
