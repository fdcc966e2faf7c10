package plan

func (d *decoder) aggregate(o *object, in Node) Node {
	o.ignore("group_index", "aggregate_index", "groupings_index", "distinct_validity")
	s := inputScope(in)
	groups, aggs := o.list("groups"), o.list("expressions")
	n := &Aggregate{Input: in, Groups: d.exprs(groups, s)}
	for i, g := range n.Groups {
		name := columnName(g, s.cols)
		if name == "" {
			name = d.alias(&groups[i])
		}
		n.out = append(n.out, Column{Name: name, Type: g.Type()})
	}
	for i := range aggs {
		a := d.agg(&aggs[i], s)
		n.Aggs = append(n.Aggs, a)
		n.out = append(n.out, Column{Name: d.alias(&aggs[i]), Type: a.T})
	}
	n.Sets = d.groupingSets(o.list("grouping_sets"), len(n.Groups))
	calls := o.list("grouping_functions")
	for i := range calls {
		n.Groupings = append(n.Groupings, d.listOfPositions(&calls[i], len(n.Groups), "GROUPING"))
		n.out = append(n.out, Column{Type: Type{ID: BigInt}})
	}
	return n
}

// groupingSets returns nil when the only set is that of all groups. No set at all means the same.
func (d *decoder) groupingSets(list []value, groups int) [][]int {
	var sets [][]int
	for i := range list {
		sets = append(sets, d.listOfPositions(&list[i], groups, "grouping set"))
	}
	if len(sets) == 1 && len(sets[0]) == groups {
		return nil
	}
	return sets
}

func (d *decoder) listOfPositions(v *value, n int, what string) []int {
	if v.kind != kindList {
		d.refuse("%s: expected a list, found a %s", what, kindNames[v.kind])
	}
	return d.positions(v.items, n, what)
}

// agg decodes a call of an aggregate function.
func (d *decoder) agg(v *value, s scope) *Agg {
	o := d.object(v, "aggregate")
	if class := o.text("expression_class"); class != "BOUND_AGGREGATE" {
		d.refuse("expression %s among the aggregates", class)
	}
	o.ignore("type", "alias", "query_location")
	a := &Agg{T: d.typ(o.need("return_type")), Args: d.exprs(o.writtenList("children"), s)}
	a.Name, a.NoOverflow, a.Separator = d.aggregateFunction(o)
	switch typ := o.text("aggregate_type"); typ {
	case "NON_DISTINCT":
	case "DISTINCT":
		a.Distinct = true
	default:
		d.refuse("aggregate of kind %s is not supported", typ)
	}
	if a.Filter = d.optional(o.get("filter"), s); a.Filter != nil {
		d.booleans("FILTER", []Expr{a.Filter})
	}
	if ov := o.get("order_bys"); ov != nil {
		ob := d.object(ov, "order of an aggregate")
		a.Order = d.sortKeys(ob.list("orders"), s)
		ob.done()
	}
	o.done()
	return a
}

// aggregateFunction decodes the name of an aggregate function and the little of its state
// that is known.
func (d *decoder) aggregateFunction(o *object) (name string, noOverflow bool, separator string) {
	name = o.text("name")
	o.ignore("arguments", "original_arguments", "catalog_name", "schema_name", "has_serialize")
	if name == "sum_no_overflow" {
		name, noOverflow = "sum", true
	}
	state := o.get("function_data")
	if state == nil {
		return name, noOverflow, ""
	}
	so := d.object(state, "aggregate "+name)
	switch {
	case len(state.keys) == 0:
	case name == "string_agg":
		separator = so.text("separator")
		so.done()
	default:
		d.refuse("aggregate %s has a state that is not supported", name)
	}
	return name, noOverflow, separator
}
