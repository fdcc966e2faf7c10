package plan

// tableFilters decodes the filters pushed into a scan, in the order of their columns.
func (d *decoder) tableFilters(o *object, cols []ScanColumn) []Expr {
	set := d.object(o.need("table_filters"), "table_filters")
	list := set.list("filters")
	set.done()
	var out []Expr
	for i := range list {
		entry := d.object(&list[i], "table filter")
		// The key is the column's index in the table, not its position in the scan.
		at := d.filterColumn(entry.count("key"), cols)
		col := &ColumnRef{Index: at, T: cols[at].Type}
		switch f := d.tableFilter(entry.need("value"), col, cols[at].Column).(type) {
		case nil:
		case *Conj:
			if f.Or {
				out = append(out, f)
			} else {
				out = append(out, f.Args...)
			}
		default:
			out = append(out, f)
		}
		entry.done()
	}
	return out
}

func (d *decoder) filterColumn(key uint64, cols []ScanColumn) int {
	for i, c := range cols {
		switch {
		case c.Kind == TableColumn && uint64(c.Index) == key,
			c.Kind == RowID && key == rowIDColumn,
			c.Kind == NoColumn && key == emptyColumn:
			return i
		}
	}
	d.refuse("filter on column %d, which is not read", key)
	panic("unreachable")
}

// tableFilter decodes one filter on a column. nil means always true: the filter is a hint.
//
// Optional filters may be dropped by their definition. A dynamic filter is
// filled in, while the query runs, from a join's or top-N's own state and drops only rows which that
// operator would drop.
func (d *decoder) tableFilter(v *value, col *ColumnRef, c Column) Expr {
	o := d.object(v, "table filter")
	typ := o.text("filter_type")
	o.what = "table filter " + typ
	var e Expr
	switch typ {
	case "OPTIONAL_FILTER":
		o.ignore("child_filter")
	case "DYNAMIC_FILTER":
	case "IS_NULL":
		e = &IsNull{X: col}
	case "IS_NOT_NULL":
		e = &IsNull{X: col, Not: true}
	case "CONSTANT_COMPARISON":
		k := d.constant(o.need("constant"))
		d.sameType(o.what, col.T, k.T)
		e = &Compare{Op: d.compareOp(o.text("comparison_type")), L: col, R: k}
	case "IN_FILTER":
		e = d.inFilter(o, col)
	case "CONJUNCTION_AND", "CONJUNCTION_OR":
		e = d.conjunctionFilter(o, typ == "CONJUNCTION_OR", col, c)
	case "EXPRESSION_FILTER":
		e = d.expr(o.need("expr"), scope{cols: []Column{c}, at: []int{col.Index}})
		d.booleans(o.what, []Expr{e})
	default:
		d.refuse("table filter %s is not supported", typ)
	}
	o.done()
	return e
}

func (d *decoder) inFilter(o *object, col *ColumnRef) Expr {
	in := &In{X: col}
	list := o.list("values")
	for i := range list {
		k := d.constant(&list[i])
		d.sameType(o.what, col.T, k.T)
		in.List = append(in.List, k)
	}
	d.atLeast(o.what, in.List, 1)
	return in
}

func (d *decoder) conjunctionFilter(o *object, or bool, col *ColumnRef, c Column) Expr {
	list := o.list("child_filters")
	conj := &Conj{Or: or}
	always := false
	for i := range list {
		if e := d.tableFilter(&list[i], col, c); e != nil {
			conj.Args = append(conj.Args, e)
		} else {
			always = true
		}
	}
	switch {
	case len(list) == 0:
		d.refuse("%s without a filter", o.what)
	case or && always, len(conj.Args) == 0:
		return nil
	case len(conj.Args) == 1:
		return conj.Args[0]
	}
	return conj
}
