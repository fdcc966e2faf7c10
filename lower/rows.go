package lower

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/lower/plan"
)

// atMost returns a number of rows that a node does not exceed; false when there is none, or none that fits
// 128 bits. A node is asked after what encloses it.
func (r *ranges) atMost(n plan.Node) (rows int128.Int, ok bool) {
	switch n := n.(type) {
	case *plan.Scan:
		return int128.Of(r.cat.Rows(n.Table)), true
	case *plan.Values:
		return int128.Of(int64(len(n.Rows))), true
	case *plan.DummyScan:
		return int128.Of(1), true
	case *plan.EmptyResult:
		return int128.Of(0), true
	case *plan.TableFunction:
		return rows, false
	case *plan.CTERef:
		return r.atMost(r.defs[n.ID])
	case *plan.DelimGet:
		return r.atMost(r.sides[n.ID])
	case *plan.CTE:
		return r.atMost(n.Body)
	case *plan.SetOp:
		ok = true
		for _, x := range n.Inputs {
			more, known := r.atMost(x)
			sum, exact := rows.Add(more)
			rows, ok = sum, ok && known && exact
		}
		return rows, ok
	case *plan.Join: // outer joins have rows without partners too
		left, ok1 := r.atMost(n.Left)
		right, ok2 := r.atMost(n.Right)
		left, ok3 := left.Add(int128.Of(1))
		right, ok4 := right.Add(int128.Of(1))
		rows, ok = left.Mul(right)
		return rows, ok && ok1 && ok2 && ok3 && ok4
	case *plan.Aggregate: // of no rows too
		rows, ok = r.atMost(n.Input)
		rows, exact := rows.Add(int128.Of(1))
		rows, fits := rows.Mul(int128.Of(int64(max(1, len(n.Sets)))))
		return rows, ok && exact && fits
	}
	return r.atMost(plan.Inputs(n)[0])
}

// summed bounds an aggregate that adds up values, or counts them.
func (r *ranges) summed(n *plan.Aggregate, a *plan.Agg, of int128.Interval) (int128.Interval, bool) {
	rows, ok := r.atMost(n.Input)
	out, exact := int128.Interval{Hi: rows}.Mul(of)
	limit := ofType(a.T)
	return out.Union(int128.Interval{}).Clip(limit), ok && exact
}
