package lower

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// maxConstants bounds the values of a table of constants that conditions are spelled out for.
const maxConstants = 1 << 12

// values: a table of constants, which only (non-)existence reads: DuckDB makes one of a long
// IN list. The conditions are spelled out for each row.
//
//	x IN (VALUES (1), (2), (3))  becomes  x in (1, 2, 3)
func (l *lowerer) values(n *plan.Values) *relation {
	if len(n.Rows)*len(n.Cols) > maxConstants || len(n.Rows) == 0 {
		refuse("VALUES", "a table of %d rows of constants", len(n.Rows))
	}
	r := &relation{names: names(n), rows: [][]ir.Expr{}}
	null := make([]bool, len(n.Cols))
	for _, row := range n.Rows {
		vals := l.exprs(row, nil)
		for i, v := range vals {
			if _, ok := v.(*ir.Const); !ok {
				refuse("VALUES", "an expression that is not a constant")
			}
			null[i] = null[i] || v.Type().Null
		}
		r.rows = append(r.rows, vals)
	}
	for i, c := range n.Cols {
		t := l.scalarType("VALUES", c.Type).WithNull(null[i])
		r.cols = append(r.cols, &ir.Iter{Name: l.fresh(fmt.Sprintf("value%d", i)), T: t})
	}
	return r
}

// oneOf is the existence of a row of constants for which all conditions hold.
func oneOf(r *relation, conds []ir.Expr) ir.Expr {
	if x := equated(r, conds); x != nil {
		in := &ir.In{X: x}
		for _, row := range r.rows {
			in.List = append(in.List, row[0])
		}
		return isTrue(in)
	}
	var any []ir.Expr
	for _, row := range r.rows {
		m := map[string]ir.Expr{}
		for i, c := range r.cols {
			m[c.(*ir.Iter).Name] = row[i]
		}
		var all []ir.Expr
		for _, c := range conds {
			all = append(all, ir.Subst(c, m))
		}
		any = append(any, isTrue(ir.Conj(all...)))
	}
	if len(any) == 1 {
		return any[0]
	}
	return call(ir.Or, ir.Of(ir.Bool), any...)
}

// equated returns x when the only condition is x = c for the only column c, else nil.
func equated(r *relation, conds []ir.Expr) ir.Expr {
	if len(conds) != 1 || len(r.cols) != 1 {
		return nil
	}
	c, ok := conds[0].(*ir.Call)
	if !ok || c.Op != ir.Eq {
		return nil
	}
	for k := range 2 {
		if c.Args[k] == r.cols[0] && c.Args[1-k].Type().Same(r.cols[0].Type()) {
			return c.Args[1-k]
		}
	}
	return nil
}
