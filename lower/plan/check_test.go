package plan

import (
	"fmt"
)

// check verifies what node.go promises of positions and types. It returns the first
// violation.
func check(p *Plan) error {
	c := &checker{delims: map[int][]Column{}, ctes: map[int][]Column{}}
	c.node(p.Root)
	return c.err
}

type checker struct {
	delims map[int][]Column
	ctes   map[int][]Column
	err    error
}

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// same compares types of columns by position.
func (c *checker) same(what string, a, b []Column) {
	if len(a) != len(b) {
		c.fail("%s: %d columns, want %d", what, len(a), len(b))
		return
	}
	for i := range a {
		if a[i].Type != b[i].Type {
			c.fail("%s: column %d is %s, want %s", what, i, a[i].Type, b[i].Type)
		}
	}
}

func columnsOf(es []Expr) []Column {
	out := make([]Column, len(es))
	for i, e := range es {
		out[i].Type = e.Type()
	}
	return out
}

func (c *checker) node(n Node) {
	for _, in := range inputs(n) {
		if _, join := n.(*Join); join {
			break // in the order its Delim needs
		}
		c.node(in)
		if cte, ok := n.(*CTE); ok && in == cte.Def {
			c.ctes[cte.ID] = in.Columns()
		}
	}
	out := n.Columns()
	switch n := n.(type) {
	case *Scan:
		c.scan(n.Cols, n.Output, n.Filters, out)
	case *TableFunction:
		c.scan(n.Cols, n.Output, n.Filters, out)
	case *Values:
		for _, r := range n.Rows {
			c.exprs(r, nil)
			if len(r) != len(n.Cols) {
				c.fail("row of %d columns, want %d", len(r), len(n.Cols))
			}
		}
	case *DummyScan, *EmptyResult:
	case *DelimGet:
		c.same("delim get", n.Cols, c.delims[n.ID])
	case *CTERef:
		c.same("cte ref", n.Cols, c.ctes[n.ID])
	case *Filter:
		c.exprs(n.Conds, n.Input.Columns())
	case *Project:
		c.exprs(n.Exprs, n.Input.Columns())
		c.same("project", out, columnsOf(n.Exprs))
		if len(n.Names) != len(n.Exprs) {
			c.fail("%d names for %d expressions", len(n.Names), len(n.Exprs))
		}
	case *Join:
		c.join(n)
	case *Aggregate:
		c.aggregate(n)
	case *Distinct:
		c.exprs(n.On, out)
		c.keys(n.Order, out)
	case *OrderBy:
		c.keys(n.Keys, out)
	case *TopN:
		c.keys(n.Keys, out)
	case *Limit:
	case *Window:
		in := n.Input.Columns()
		for _, f := range n.Funcs {
			c.exprs(f.Args, in)
			c.exprs(f.Partition, in)
			c.keys(f.Order, in)
			c.keys(f.ArgOrder, in)
			for _, e := range []Expr{f.Filter, f.Start.Expr, f.End.Expr, f.Offset, f.Default} {
				c.expr(e, in)
			}
		}
		if len(out) != len(in)+len(n.Funcs) {
			c.fail("window: %d columns", len(out))
		}
	case *SetOp:
		for _, in := range n.Inputs {
			c.same("set operation", in.Columns(), out)
		}
	case *CTE:
	default:
		c.fail("unknown node %T", n)
	}
}

func (c *checker) scan(cols []ScanColumn, output []int, filters []Expr, out []Column) {
	var read, want []Column
	for _, s := range cols {
		read = append(read, s.Column)
	}
	for _, o := range output {
		want = append(want, read[o])
	}
	c.exprs(filters, read)
	c.same("scan", out, want)
}

func (c *checker) join(n *Join) {
	if n.Delim != nil && n.Delim.Flipped {
		c.node(n.Right)
		c.delim(n.Delim, n.Right.Columns())
		c.node(n.Left)
	} else {
		c.node(n.Left)
		if n.Delim != nil {
			c.delim(n.Delim, n.Left.Columns())
		}
		c.node(n.Right)
	}
	left, right := n.Left.Columns(), n.Right.Columns()
	for _, k := range n.Conds {
		c.expr(k.Left, left)
		c.expr(k.Right, right)
	}
	c.expr(n.Residual, append(append([]Column(nil), left...), right...))
	width := map[JoinKind]int{Semi: len(left), Anti: len(left), RightSemi: len(right), RightAnti: len(right), Mark: len(left) + 1}
	want, ok := width[n.Kind]
	if !ok {
		want = len(left) + len(right)
	}
	if len(n.out) != want {
		c.fail("%s join: %d columns, want %d", n.Kind, len(n.out), want)
	}
}

func (c *checker) delim(d *Delim, from []Column) {
	c.exprs(d.Columns, from)
	c.delims[d.ID] = columnsOf(d.Columns)
}

func (c *checker) aggregate(n *Aggregate) {
	in := n.Input.Columns()
	c.exprs(n.Groups, in)
	for _, a := range n.Aggs {
		c.exprs(a.Args, in)
		c.expr(a.Filter, in)
		c.keys(a.Order, in)
	}
	for _, set := range append(append([][]int(nil), n.Sets...), n.Groupings...) {
		for _, g := range set {
			if g < 0 || g >= len(n.Groups) {
				c.fail("group %d of %d", g, len(n.Groups))
			}
		}
	}
	if len(n.out) != len(n.Groups)+len(n.Aggs)+len(n.Groupings) {
		c.fail("aggregate: %d columns", len(n.out))
	}
}

func (c *checker) keys(keys []SortKey, in []Column) {
	for _, k := range keys {
		c.expr(k.Expr, in)
	}
}

func (c *checker) exprs(es []Expr, in []Column) {
	for _, e := range es {
		c.expr(e, in)
	}
}

func (c *checker) expr(e Expr, in []Column) {
	switch e := e.(type) {
	case nil, *Const, *Param:
	case *ColumnRef:
		if e.Index < 0 || e.Index >= len(in) || in[e.Index].Type != e.T {
			c.fail("reference %d as %s among %v", e.Index, e.T, in)
		}
	case *Func:
		c.exprs(e.Args, in)
	case *Compare:
		c.exprs([]Expr{e.L, e.R}, in)
	case *Conj:
		if len(e.Args) < 2 {
			c.fail("conjunction of %d", len(e.Args))
		}
		c.exprs(e.Args, in)
	case *Not:
		c.expr(e.X, in)
	case *IsNull:
		c.expr(e.X, in)
	case *In:
		c.expr(e.X, in)
		c.exprs(e.List, in)
	case *Between:
		c.exprs([]Expr{e.X, e.Lo, e.Hi}, in)
	case *Case:
		for _, w := range e.Whens {
			c.exprs([]Expr{w.Cond, w.Then}, in)
		}
		c.expr(e.Else, in)
	case *Cast:
		c.expr(e.X, in)
	case *Coalesce:
		c.exprs(e.Args, in)
	default:
		c.fail("unknown expression %T", e)
	}
}
