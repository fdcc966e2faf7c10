package lower

import (
	"slices"

	"github.com/reffine-db/reffine/lower/plan"
)

// FailsEarly reports whether duckdb may raise an error for a row before a join of the plan decides on
// it: an operation that may fail is in an input of a join, in its condition, or in a filter of a plan
// with joins.
//
//	project [cast(a.s as INTEGER)]           no: computed for the rows that come out of the join,
//	 └── inner join [a.k = b.k]              whatever the order of loops
//
//	inner join [a.n = b.n]                   yes: computed for rows that find no partner too,
//	 └── project [cast(s as INTEGER) as n]   and by the loops perhaps not
func FailsEarly(p *plan.Plan) bool {
	joins := false
	plan.Walk(p.Root, func(n plan.Node) {
		_, is := n.(*plan.Join)
		joins = joins || is
	})
	return joins && failsEarly(p.Root, false)
}

// failsEarly says so of a part of a plan with joins; below says that it is in an input of one.
func failsEarly(n plan.Node, below bool) bool {
	var exprs []plan.Expr
	switch n := n.(type) {
	case *plan.Join:
		exprs = append(exprs, n.Residual)
		for _, c := range n.Conds {
			exprs = append(exprs, c.Left, c.Right)
		}
		if n.Delim != nil {
			exprs = append(exprs, n.Delim.Columns...)
		}
		below = true
	case *plan.Filter:
		exprs = n.Conds
	case *plan.Scan:
		exprs = n.Filters
	case *plan.Values:
		for _, r := range n.Rows {
			exprs = append(exprs, r...)
		}
	case *plan.CTE:
		return failsEarly(n.Def, true) || failsEarly(n.Body, below)
	case *plan.Project:
		if below {
			exprs = n.Exprs
		}
	case *plan.Aggregate:
		if below {
			exprs = slices.Clone(n.Groups)
			for _, a := range n.Aggs {
				exprs = append(append(exprs, a.Filter), a.Args...)
			}
		}
	case *plan.Distinct, *plan.OrderBy, *plan.TopN, *plan.Limit, *plan.SetOp, *plan.DummyScan, *plan.EmptyResult, *plan.DelimGet, *plan.CTERef:
		// What they compute is projected below them.
	default:
		return true
	}
	if slices.ContainsFunc(exprs, fallible) {
		return true
	}
	return slices.ContainsFunc(plan.Inputs(n), func(in plan.Node) bool { return failsEarly(in, below) })
}

// total are functions that have a value, or NULL, for all arguments.
var total = map[string]bool{
	"lower": true, "upper": true, "length": true, "strlen": true, "trim": true, "ltrim": true, "rtrim": true, "replace": true,
	"substring": true, "substr": true, "left": true, "right": true, "concat": true, "concat_ws": true, "||": true,
	"~~": true, "!~~": true, "~~*": true, "!~~*": true, "~~~": true, "contains": true, "prefix": true, "suffix": true, "starts_with": true,
	"year": true, "month": true, "day": true, "quarter": true, "hour": true, "minute": true, "second": true, "constant_or_null": true,
	"dayofweek": true, "isodow": true, "dayofyear": true, "week": true, "century": true, "decade": true, "dayname": true, "monthname": true,
	"strpos": true, "instr": true, "position": true, "ascii": true, "unicode": true, "translate": true, "md5": true,
	"regexp_matches": true, "regexp_full_match": true, "regexp_replace": true, "regexp_extract": true,
	"least": true, "greatest": true,
}

// fallible reports whether duckdb may raise an error computing an expression; nil never does.
func fallible(x plan.Expr) bool {
	switch x := x.(type) {
	case nil, *plan.ColumnRef, *plan.Const, *plan.Param:
		return false
	case *plan.Func:
		float := x.T.ID == plan.Double || x.T.ID == plan.Float
		arithmetic := x.Name == "+" || x.Name == "-" || x.Name == "*" || x.Name == "/"
		if !total[x.Name] && !(arithmetic && (float || x.Unchecked)) {
			return true
		}
		return slices.ContainsFunc(x.Args, fallible)
	case *plan.Compare:
		return fallible(x.L) || fallible(x.R)
	case *plan.Conj:
		return slices.ContainsFunc(x.Args, fallible)
	case *plan.Not:
		return fallible(x.X)
	case *plan.IsNull:
		return fallible(x.X)
	case *plan.In:
		return fallible(x.X) || slices.ContainsFunc(x.List, fallible)
	case *plan.Between:
		return fallible(x.X) || fallible(x.Lo) || fallible(x.Hi)
	case *plan.Case:
		return fallible(x.Else) || slices.ContainsFunc(x.Whens, func(w plan.When) bool { return fallible(w.Cond) || fallible(w.Then) })
	case *plan.Cast:
		return !x.Try && !widens(x.X.Type(), x.T) || fallible(x.X)
	case *plan.Coalesce:
		return slices.ContainsFunc(x.Args, fallible)
	}
	return true
}

// digits are those that the numbers of an integer type have.
var digits = map[plan.TypeID]int{
	plan.Boolean: 1, plan.TinyInt: 3, plan.UTinyInt: 3, plan.SmallInt: 5, plan.USmallInt: 5, plan.Integer: 10, plan.UInteger: 10, plan.BigInt: 19, plan.UBigInt: 20, plan.HugeInt: 39,
}

// widens reports a cast that every value survives.
func widens(from, to plan.Type) bool {
	d, integer := digits[from.ID]
	switch {
	case from.ID == to.ID && from.ID != plan.Decimal && from.ID != plan.Enum, to.ID == plan.Varchar, to.ID == plan.Double && (integer || from.ID == plan.Float || from.ID == plan.Decimal):
		return true
	case integer && to.ID == plan.Decimal:
		return int(to.Width)-int(to.Scale) >= d
	case from.ID == plan.Decimal && to.ID == plan.Decimal:
		return to.Scale >= from.Scale && int(to.Width)-int(to.Scale) >= int(from.Width)-int(from.Scale)
	case from.ID == plan.Timestamp && to.ID == plan.Date:
		return true
	}
	wide, also := digits[to.ID]
	unsigned := to.ID == plan.UTinyInt || to.ID == plan.USmallInt || to.ID == plan.UInteger || to.ID == plan.UBigInt
	return integer && also && wide > d && !unsigned
}
