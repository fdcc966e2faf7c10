package lower

import (
	"slices"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/lower/plan"
)

// ranges bounds the columns of a plan's nodes. Values of integers, decimals, dates and times lie within
// their intervals, decimals without their point, NULLs aside; the intervals of other types say nothing.
type ranges struct {
	cat    Catalog
	known  map[plan.Node][]int128.Interval
	ctes   map[int][]int128.Interval
	delims map[int][]int128.Interval
	defs   map[int]plan.Node // of CTEs
	sides  map[int]plan.Node // that delim joins take keys from
}

func newRanges(c Catalog) *ranges {
	return &ranges{
		cat: c, known: map[plan.Node][]int128.Interval{}, ctes: map[int][]int128.Interval{}, delims: map[int][]int128.Interval{},
		defs: map[int]plan.Node{}, sides: map[int]plan.Node{},
	}
}

// columns returns the intervals of a node's output. A node is asked after what encloses it.
func (r *ranges) columns(n plan.Node) []int128.Interval {
	out, ok := r.known[n]
	if !ok {
		out = r.measure(n)
		r.known[n] = out
	}
	return out
}

func (r *ranges) measure(n plan.Node) []int128.Interval {
	switch n := n.(type) {
	case *plan.Scan:
		all := r.scanned(n)
		var out []int128.Interval
		for _, c := range n.Output {
			out = append(out, all[c])
		}
		return out
	case *plan.Project:
		return values(n.Exprs, r.columns(n.Input))
	case *plan.Values:
		return r.rows(n)
	case *plan.Join:
		return r.joined(n)
	case *plan.Aggregate:
		return r.grouped(n)
	case *plan.SetOp:
		out := slices.Clone(r.columns(n.Inputs[0]))
		for _, x := range n.Inputs[1:] {
			for i, iv := range r.columns(x) {
				out[i] = out[i].Union(iv)
			}
		}
		return out
	case *plan.CTE:
		r.defs[n.ID] = n.Def
		r.ctes[n.ID] = r.columns(n.Def)
		return r.columns(n.Body)
	case *plan.CTERef:
		return r.ctes[n.ID]
	case *plan.DelimGet:
		return r.delims[n.ID]
	case *plan.Filter:
		return r.columns(n.Input)
	case *plan.Distinct:
		return r.columns(n.Input)
	case *plan.OrderBy:
		return r.columns(n.Input)
	case *plan.TopN:
		return r.columns(n.Input)
	case *plan.Limit:
		return r.columns(n.Input)
	case *plan.Window:
		return append(slices.Clip(r.columns(n.Input)), ofTypes(n.Columns()[len(n.Input.Columns()):])...)
	case *plan.DummyScan, *plan.EmptyResult, *plan.TableFunction:
		return ofTypes(n.Columns())
	}
	panic("lower: unknown node")
}

// scanned returns the intervals of all columns that a scan reads.
func (r *ranges) scanned(n *plan.Scan) []int128.Interval {
	var out []int128.Interval
	for _, c := range n.Cols {
		iv := ofType(c.Type)
		if c.Kind == plan.TableColumn {
			if measured, ok := r.cat.Range(n.Table, c.Name); ok {
				iv = measured
			}
		}
		out = append(out, iv)
	}
	return out
}

func (r *ranges) rows(n *plan.Values) []int128.Interval {
	if len(n.Rows) == 0 {
		return ofTypes(n.Cols)
	}
	out := values(n.Rows[0], nil)
	for _, row := range n.Rows[1:] {
		for i, iv := range values(row, nil) {
			out[i] = out[i].Union(iv)
		}
	}
	return out
}

func (r *ranges) joined(n *plan.Join) []int128.Interval {
	if n.Delim != nil {
		r.sides[n.Delim.ID] = n.DelimInput()
		r.delims[n.Delim.ID] = values(n.Delim.Columns, r.columns(n.DelimInput()))
	}
	left, right := r.columns(n.Left), r.columns(n.Right)
	switch n.Kind {
	case plan.Semi, plan.Anti:
		return left
	case plan.RightSemi, plan.RightAnti:
		return right
	case plan.Mark:
		return append(slices.Clip(left), ofType(plan.Type{ID: plan.Boolean}))
	}
	return slices.Concat(left, right)
}

func (r *ranges) grouped(n *plan.Aggregate) []int128.Interval {
	in := r.columns(n.Input)
	out := values(n.Groups, in)
	for _, a := range n.Aggs {
		iv := ofType(a.T)
		switch a.Name {
		case "min", "max", "first", "last", "any_value", "arg_min", "argmin", "min_by", "arg_max", "argmax", "max_by":
			iv, _ = value(a.Args[0], in)
		case "count", "count_star":
			if sum, ok := r.summed(n, a, int128.Between(0, 1)); ok {
				iv = sum
			}
		case "sum":
			if t := a.Args[0].Type(); exact(t).Numeric() {
				each, _ := value(a.Args[0], in)
				if sum, ok := r.summed(n, a, each); ok {
					iv = sum
				}
			}
		}
		out = append(out, iv)
	}
	for range n.Groupings {
		out = append(out, ofType(plan.Type{ID: plan.BigInt}))
	}
	return out
}

// values returns the intervals of expressions over columns.
func values(exprs []plan.Expr, in []int128.Interval) []int128.Interval {
	var out []int128.Interval
	for _, x := range exprs {
		iv, _ := value(x, in)
		out = append(out, iv)
	}
	return out
}

func ofTypes(cols []plan.Column) []int128.Interval {
	var out []int128.Interval
	for _, c := range cols {
		out = append(out, ofType(c.Type))
	}
	return out
}

// ofType returns all values of a type.
func ofType(t plan.Type) int128.Interval {
	return eval.Range(exact(t))
}

// exact returns the type of the values, which is Invalid where intervals say nothing.
func exact(t plan.Type) ir.Type {
	if t.ID == plan.Decimal {
		return ir.DecimalOf(t.Width, t.Scale)
	}
	k := kinds[t.ID]
	switch k {
	case ir.Float32, ir.Float64, ir.Varchar, ir.Blob, ir.UUID, ir.UHugeInt:
		k = ir.Invalid
	}
	return ir.Of(k)
}
