package plan

// chunkGet decodes a table of constants, which is stored by column.
func (d *decoder) chunkGet(o *object) Node {
	o.ignore("table_index")
	n := &Values{Cols: unnamed(d.types(o.list("chunk_types")))}
	c := d.object(o.need("collection"), "collection")
	types := d.types(c.list("types"))
	columns := c.list("values")
	c.done()
	if len(types) != len(n.Cols) || len(columns) != len(n.Cols) {
		d.refuse("%d columns of constants for %d types", len(columns), len(n.Cols))
	}
	for i := range columns {
		if types[i] != n.Cols[i].Type || columns[i].kind != kindList {
			d.refuse("column %d of constants does not match its type", i)
		}
		rows := columns[i].items
		if i == 0 {
			n.Rows = make([][]Expr, len(rows))
		}
		if len(rows) != len(n.Rows) {
			d.refuse("column %d has %d rows of %d", i, len(rows), len(n.Rows))
		}
		for r := range rows {
			k := d.constant(&rows[r])
			d.sameType("constants", k.T, types[i])
			n.Rows[r] = append(n.Rows[r], k)
		}
	}
	return n
}

// expressionGet decodes rows of expressions. They may not read the input, which must be one
// row therefore.
func (d *decoder) expressionGet(o *object, in Node) Node {
	if _, ok := in.(*DummyScan); !ok {
		d.refuse("VALUES over an input is not supported")
	}
	o.ignore("table_index")
	n := &Values{Cols: unnamed(d.types(o.list("expr_types")))}
	rows := o.list("expressions")
	for i := range rows {
		if rows[i].kind != kindList || len(rows[i].items) != len(n.Cols) {
			d.refuse("row %d does not have %d columns", i, len(n.Cols))
		}
		row := d.exprs(rows[i].items, scope{})
		for c, e := range row {
			d.sameType("VALUES", e.Type(), n.Cols[c].Type)
		}
		n.Rows = append(n.Rows, row)
	}
	return n
}

func (d *decoder) setOp(o *object, typ string, children []value) Node {
	o.ignore("table_index", "allow_out_of_order")
	n := &SetOp{All: o.flag("setop_all", true)}
	switch typ {
	case "LOGICAL_EXCEPT":
		n.Kind = Except
	case "LOGICAL_INTERSECT":
		n.Kind = Intersect
	}
	if len(children) == 0 || n.Kind != Union && len(children) != 2 { // inputs without rows are gone
		d.refuse("%d inputs", len(children))
	}
	for i := range children {
		n.Inputs = append(n.Inputs, d.node(&children[i]))
	}
	n.out = n.Inputs[0].Columns()
	for _, in := range n.Inputs[1:] {
		d.sameColumns(in.Columns(), n.out)
	}
	if c := o.count("column_count"); c != uint64(len(n.out)) {
		d.refuse("%d columns of %d", len(n.out), c)
	}
	return n
}

// sameColumns refuses columns that differ in number or type.
func (d *decoder) sameColumns(a, b []Column) {
	if len(a) != len(b) {
		d.refuse("%d columns of %d", len(a), len(b))
	}
	for i := range a {
		if a[i].Type != b[i].Type {
			d.refuse("column %d is of type %s and of type %s", i, a[i].Type, b[i].Type)
		}
	}
}

func (d *decoder) cte(o *object, children []value) Node {
	o.ignore("materialize", "column_count")
	d.lastID++
	n := &CTE{ID: d.lastID, Name: o.textOr("ctename", "")}
	d.cteIndex[n] = o.count("table_index")
	n.Def = d.node(&children[0])
	d.ctes = append(d.ctes, n)
	n.Body = d.node(&children[1])
	d.ctes = d.ctes[:len(d.ctes)-1]
	return n
}

func (d *decoder) cteRef(o *object) Node {
	o.ignore("table_index")
	index := o.count("cte_index")
	if o.flag("is_recurring", false) {
		d.refuse("recurring table is not supported")
	}
	cols := unnamed(d.types(o.list("chunk_types")))
	names := o.list("bound_columns")
	for i := range cols {
		if i < len(names) && names[i].kind == kindText {
			cols[i].Name = names[i].text
		}
	}
	for i := len(d.ctes) - 1; i >= 0; i-- {
		if c := d.ctes[i]; d.cteIndex[c] == index {
			d.sameColumns(cols, c.Def.Columns())
			return &CTERef{ID: c.ID, Name: c.Name, Cols: cols}
		}
	}
	d.refuse("no definition of table %d in scope", index)
	panic("unreachable")
}
