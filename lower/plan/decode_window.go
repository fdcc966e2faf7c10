package plan

var windowNames = map[string]string{
	"WINDOW_ROW_NUMBER":   "row_number",
	"WINDOW_RANK":         "rank",
	"WINDOW_RANK_DENSE":   "dense_rank",
	"WINDOW_NTILE":        "ntile",
	"WINDOW_PERCENT_RANK": "percent_rank",
	"WINDOW_CUME_DIST":    "cume_dist",
	"WINDOW_FIRST_VALUE":  "first_value",
	"WINDOW_LAST_VALUE":   "last_value",
	"WINDOW_NTH_VALUE":    "nth_value",
	"WINDOW_LEAD":         "lead",
	"WINDOW_LAG":          "lag",
	"WINDOW_FILL":         "fill",
}

var frameBounds = map[string]FrameBound{
	"UNBOUNDED_PRECEDING":   {Kind: UnboundedPreceding},
	"UNBOUNDED_FOLLOWING":   {Kind: UnboundedFollowing},
	"CURRENT_ROW_ROWS":      {Kind: CurrentRow, Unit: FrameRows},
	"CURRENT_ROW_RANGE":     {Kind: CurrentRow, Unit: FrameRange},
	"CURRENT_ROW_GROUPS":    {Kind: CurrentRow, Unit: FrameGroups},
	"EXPR_PRECEDING_ROWS":   {Kind: Preceding, Unit: FrameRows},
	"EXPR_PRECEDING_RANGE":  {Kind: Preceding, Unit: FrameRange},
	"EXPR_PRECEDING_GROUPS": {Kind: Preceding, Unit: FrameGroups},
	"EXPR_FOLLOWING_ROWS":   {Kind: Following, Unit: FrameRows},
	"EXPR_FOLLOWING_RANGE":  {Kind: Following, Unit: FrameRange},
	"EXPR_FOLLOWING_GROUPS": {Kind: Following, Unit: FrameGroups},
}

var frameExcludes = map[string]FrameExclude{
	"NO_OTHER":    ExcludeNothing,
	"CURRENT_ROW": ExcludeCurrentRow,
	"GROUP":       ExcludeGroup,
	"TIES":        ExcludeTies,
}

func (d *decoder) window(o *object, in Node) Node {
	o.ignore("window_index")
	s := inputScope(in)
	n := &Window{Input: in, out: append([]Column(nil), s.cols...)}
	list := o.list("expressions")
	for i := range list {
		f := d.windowFunc(&list[i], s)
		n.Funcs = append(n.Funcs, f)
		n.out = append(n.out, Column{Name: d.alias(&list[i]), Type: f.T})
	}
	return n
}

func (d *decoder) windowFunc(v *value, s scope) *WindowFunc {
	o := d.object(v, "window function")
	if class := o.text("expression_class"); class != "BOUND_WINDOW" {
		d.refuse("expression %s among the window functions", class)
	}
	o.ignore("alias", "query_location")
	typ := o.text("type")
	f := &WindowFunc{
		T:           d.typ(o.need("return_type")),
		Args:        d.exprs(o.list("children"), s),
		Partition:   d.exprs(o.list("partitions"), s),
		Order:       d.sortKeys(o.list("orders"), s),
		ArgOrder:    d.sortKeys(o.list("arg_orders"), s),
		Filter:      d.optional(o.get("filters"), s),
		Offset:      d.optional(o.get("offset_expr"), s),
		Default:     d.optional(o.get("default_expr"), s),
		IgnoreNulls: o.flag("ignore_nulls", false),
		Distinct:    o.flag("distinct", false),
	}
	if typ == "WINDOW_AGGREGATE" {
		f.Aggregate = true
		f.Name, _, f.Separator = d.aggregateFunction(o)
	} else if f.Name = windowNames[typ]; f.Name == "" {
		d.refuse("function %s is not supported", typ)
	}
	f.Start = d.frameBound(o.text("start"), o.get("start_expr"), s)
	f.End = d.frameBound(o.text("end"), o.get("end_expr"), s)
	exclude := o.text("exclude_clause")
	var ok bool
	if f.Exclude, ok = frameExcludes[exclude]; !ok {
		d.refuse("EXCLUDE %s is not supported", exclude)
	}
	o.done()
	return f
}

func (d *decoder) frameBound(name string, v *value, s scope) FrameBound {
	b, ok := frameBounds[name]
	if !ok {
		d.refuse("frame bound %s is not supported", name)
	}
	b.Expr = d.optional(v, s)
	if has := b.Kind == Preceding || b.Kind == Following; has != (b.Expr != nil) {
		d.refuse("frame bound %s: distance missing or not expected", name)
	}
	return b
}
