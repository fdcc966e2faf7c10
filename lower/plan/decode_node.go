package plan

import (
	"cmp"
	"math"
	"strings"
)

// node decodes an operator and its inputs.
func (d *decoder) node(v *value) Node {
	outer := d.op
	o := d.object(v, "operator")
	typ := o.text("type")
	d.op = cmp.Or(strings.TrimPrefix(typ, "LOGICAL_"), "OPERATOR")
	o.what = d.op
	children := o.list("children")
	n := d.operatorNode(o, typ, children)
	o.done()
	d.op = outer
	return n
}

func (d *decoder) operatorNode(o *object, typ string, children []value) Node {
	switch typ {
	case "LOGICAL_GET":
		d.inputs(children, 0)
		return d.get(o)
	case "LOGICAL_CHUNK_GET":
		d.inputs(children, 0)
		return d.chunkGet(o)
	case "LOGICAL_EXPRESSION_GET":
		return d.expressionGet(o, d.input(children))
	case "LOGICAL_DUMMY_SCAN":
		d.inputs(children, 0)
		o.ignore("table_index")
		return &DummyScan{}
	case "LOGICAL_EMPTY_RESULT":
		d.inputs(children, 0)
		o.ignore("bindings")
		return &EmptyResult{Cols: unnamed(d.types(o.list("return_types")))}
	case "LOGICAL_DELIM_GET":
		d.inputs(children, 0)
		return d.delimGet(o)
	case "LOGICAL_CTE_REF":
		d.inputs(children, 0)
		return d.cteRef(o)
	case "LOGICAL_FILTER":
		return d.filter(o, d.input(children))
	case "LOGICAL_PROJECTION":
		return d.project(o, d.input(children))
	case "LOGICAL_COMPARISON_JOIN", "LOGICAL_DELIM_JOIN":
		d.inputs(children, 2)
		return d.comparisonJoin(o, children, typ == "LOGICAL_DELIM_JOIN")
	case "LOGICAL_ANY_JOIN":
		d.inputs(children, 2)
		return d.anyJoin(o, children)
	case "LOGICAL_CROSS_PRODUCT":
		d.inputs(children, 2)
		return newJoin(&Join{Kind: Inner, Left: d.node(&children[0]), Right: d.node(&children[1])})
	case "LOGICAL_AGGREGATE_AND_GROUP_BY":
		return d.aggregate(o, d.input(children))
	case "LOGICAL_DISTINCT":
		return d.distinct(o, d.input(children))
	case "LOGICAL_ORDER_BY":
		return d.orderBy(o, d.input(children))
	case "LOGICAL_TOP_N":
		return d.topN(o, d.input(children))
	case "LOGICAL_LIMIT":
		return d.limit(o, d.input(children))
	case "LOGICAL_WINDOW":
		return d.window(o, d.input(children))
	case "LOGICAL_UNION", "LOGICAL_EXCEPT", "LOGICAL_INTERSECT":
		return d.setOp(o, typ, children)
	case "LOGICAL_MATERIALIZED_CTE":
		d.inputs(children, 2)
		return d.cte(o, children)
	default:
		d.refuse("operator is not supported")
		panic("unreachable")
	}
}

func (d *decoder) inputs(children []value, n int) {
	if len(children) != n {
		d.refuse("%d inputs, expected %d", len(children), n)
	}
}

// input decodes the only input.
func (d *decoder) input(children []value) Node {
	d.inputs(children, 1)
	return d.node(&children[0])
}

func unnamed(types []Type) []Column {
	out := make([]Column, len(types))
	for i, t := range types {
		out[i].Type = t
	}
	return out
}

func (d *decoder) filter(o *object, in Node) Node {
	f := &Filter{Input: in, Conds: d.exprs(o.list("expressions"), inputScope(in))}
	d.booleans("filter", f.Conds)
	if len(f.Conds) == 0 { // all conditions have moved elsewhere
		return d.mapped(in, o, "projection_map")
	}
	return d.mapped(f, o, "projection_map")
}

// mapped puts a projection on n when the attribute lists output columns.
func (d *decoder) mapped(n Node, o *object, key string) Node {
	cols := n.Columns()
	if m := o.positions(key, len(cols)); len(m) > 0 {
		return pick(n, m)
	}
	return n
}

// pick projects n to the columns at the positions. The identity adds nothing.
func pick(n Node, at []int) Node {
	cols := n.Columns()
	identity := len(at) == len(cols)
	for i, p := range at {
		identity = identity && i == p
	}
	if identity {
		return n
	}
	p := &Project{Input: n}
	for _, i := range at {
		p.Exprs = append(p.Exprs, &ColumnRef{Index: i, T: cols[i].Type})
		p.Names = append(p.Names, cols[i].Name)
		p.out = append(p.out, cols[i])
	}
	return p
}

func (d *decoder) project(o *object, in Node) Node {
	o.ignore("table_index")
	list := o.list("expressions")
	s := inputScope(in)
	p := &Project{Input: in, Exprs: d.exprs(list, s)}
	for i, e := range p.Exprs {
		name := d.alias(&list[i])
		if name == "" {
			name = columnName(e, s.cols)
		}
		p.Names = append(p.Names, name)
		p.out = append(p.out, Column{Name: name, Type: e.Type()})
	}
	return p
}

// columnName returns the name of the column a reference is to, empty for other expressions.
func columnName(e Expr, cols []Column) string {
	if r, ok := e.(*ColumnRef); ok {
		return cols[r.Index].Name
	}
	return ""
}

func (d *decoder) orderBy(o *object, in Node) Node {
	n := &OrderBy{Input: in, Keys: d.sortKeys(o.list("orders"), inputScope(in))}
	if len(n.Keys) == 0 {
		d.refuse("no sort key")
	}
	return d.mapped(n, o, "projections")
}

func (d *decoder) topN(o *object, in Node) Node {
	n := &TopN{Input: in, Keys: d.sortKeys(o.list("orders"), inputScope(in)), Limit: o.count("limit"), Offset: o.count("offset")}
	if len(n.Keys) == 0 {
		d.refuse("no sort key")
	}
	return n
}

func (d *decoder) limit(o *object, in Node) Node {
	n := &Limit{Input: in}
	count, ok := d.limitValue(o.need("limit_val"))
	if n.Count = count; !ok {
		n.Count = -1
	}
	n.Offset, _ = d.limitValue(o.need("offset_val"))
	return n
}

// limitValue decodes a constant bound; ok is false when there is none.
func (d *decoder) limitValue(v *value) (n int64, ok bool) {
	o := d.object(v, "limit")
	o.ignore("constant_percentage") // written always, meant for CONSTANT_PERCENTAGE only
	typ, c := o.text("type"), o.count("constant_integer")
	switch typ {
	case "UNSET":
	case "CONSTANT_VALUE":
		if c > math.MaxInt64 {
			d.refuse("limit %d is out of range", c)
		}
		n, ok = int64(c), true
	case "CONSTANT_PERCENTAGE", "EXPRESSION_PERCENTAGE":
		d.refuse("percentage is not supported")
	case "EXPRESSION_VALUE":
		d.refuse("limit that is not a constant is not supported")
	default:
		d.refuse("limit %s is not supported", typ)
	}
	o.done()
	return n, ok
}

func (d *decoder) distinct(o *object, in Node) Node {
	s := inputScope(in)
	typ := o.text("distinct_type")
	n := &Distinct{Input: in, On: d.exprs(o.list("distinct_targets"), s)}
	if v := o.get("order_by"); v != nil {
		ob := d.object(v, "order of DISTINCT")
		n.Order = d.sortKeys(ob.list("orders"), s)
		ob.done()
	}
	d.atLeast("DISTINCT", n.On, 1)
	switch typ {
	case "DISTINCT":
		if !allColumns(n.On, len(s.cols)) {
			d.refuse("DISTINCT of some columns only")
		}
		n.On, n.Order = nil, nil
	case "DISTINCT_ON":
	default:
		d.refuse("kind %s is not supported", typ)
	}
	return n
}

// allColumns says that every one of n columns is among the expressions.
func allColumns(on []Expr, n int) bool {
	found := make([]bool, n)
	for _, e := range on {
		if r, ok := e.(*ColumnRef); ok && !found[r.Index] {
			found[r.Index] = true
			n--
		}
	}
	return n == 0
}
