package plan

import (
	"math"
	"slices"
	"strings"
)

// Positions that DuckDB gives to columns that are not stored.
const (
	rowIDColumn   = math.MaxUint64
	emptyColumn   = math.MaxUint64 - 1
	virtualColumn = 1 << 63 // the first of them
)

// get decodes a table scan or a call of a table function.
func (d *decoder) get(o *object) Node {
	name := o.text("name")
	if name != "seq_scan" {
		d.op += " " + strings.ToUpper(name)
	}
	o.ignore("table_index", "arguments", "original_arguments", "catalog_name", "schema_name")
	if len(o.writtenList("projected_input")) > 0 {
		d.refuse("table function over a query is not supported")
	}
	if o.get("ordinality_idx") != nil {
		d.refuse("WITH ORDINALITY is not supported")
	}
	d.extraInfo(o)
	d.scanOrder(o)

	cols := d.scanColumns(o, name)
	output := o.positions("projection_ids", len(cols))
	if len(output) == 0 {
		for i := range cols {
			output = append(output, i)
		}
	}
	filters := d.tableFilters(o, cols)
	var out []Column
	for _, i := range output {
		out = append(out, cols[i].Column)
	}
	if name == "seq_scan" {
		t := d.table(o)
		if !slices.Contains(d.tables, t) {
			d.tables = append(d.tables, t)
		}
		return &Scan{Table: t, Cols: cols, Output: output, Filters: filters, out: out}
	}
	f := &TableFunction{Name: name, Cols: cols, Output: output, Filters: filters, out: out}
	d.tableArgs(o, f)
	return f
}

func (d *decoder) table(o *object) Table {
	if !o.flag("has_serialize", false) {
		d.refuse("table scan without its table")
	}
	f := d.object(o.need("function_data"), "table")
	t := Table{Catalog: f.text("catalog"), Schema: f.text("schema"), Name: f.text("table")}
	f.ignore("is_index_scan") // how, not what
	if f.flag("is_create_index", false) {
		d.refuse("scan for CREATE INDEX is not supported")
	}
	f.done()
	return t
}

func (d *decoder) tableArgs(o *object, f *TableFunction) {
	if o.flag("has_serialize", false) {
		d.refuse("table function with a state is not supported")
	}
	// Types and names of an input query; there is none.
	o.ignore("input_table_types", "input_table_names")
	params := o.list("parameters")
	for i := range params {
		f.Args = append(f.Args, d.constant(&params[i]))
	}
	named := o.list("named_parameters")
	for i := range named {
		p := d.object(&named[i], "named argument")
		f.Named = append(f.Named, NamedArg{Name: p.text("key"), Value: d.constant(p.need("value"))})
		p.done()
	}
	slices.SortStableFunc(f.Named, func(a, b NamedArg) int { return strings.Compare(a.Name, b.Name) })
}

// extraInfo refuses what changes the rows of a scan: samples and pruned files.
func (d *decoder) extraInfo(o *object) {
	v := o.get("extra_info")
	if v == nil {
		return
	}
	x := d.object(v, "extra_info")
	x.ignore("total_files", "filtered_files")
	if x.get("sample_options") != nil {
		d.refuse("TABLESAMPLE is not supported")
	}
	if x.textOr("file_filters", "") != "" {
		d.refuse("filters on files are not supported")
	}
	x.done()
}

// scanOrder passes the hint to read row groups in the order of a key. Once DuckDB has
// also taken row groups off the OFFSET above, the hint cannot be ignored and is refused.
func (d *decoder) scanOrder(o *object) {
	v := o.get("row_group_order_options")
	if v == nil {
		return
	}
	x := d.object(v, "row_group_order_options")
	if x.count("row_group_offset") != 0 || x.count("leading_null_group_offset") != 0 {
		d.refuse("OFFSET that skips row groups is not supported")
	}
	x.ignore("column_idx", "order_by", "order_type", "null_order", "column_type", "row_limit")
	x.done()
}

// scanColumns decodes the columns read. Only their types are decoded, not those of
// other columns of the table.
func (d *decoder) scanColumns(o *object, function string) []ScanColumn {
	types, names := o.list("returned_types"), o.list("names")
	if len(types) != len(names) {
		d.refuse("%d types for %d columns", len(types), len(names))
	}
	list := o.list("column_indexes")
	cols := make([]ScanColumn, 0, len(list))
	for i := range list {
		x := d.object(&list[i], "column index")
		index := x.count("index")
		if !x.flag("has_index", true) || x.textOr("index_type", "FULL_READ") != "FULL_READ" || len(x.list("child_indexes")) > 0 || x.get("type") != nil {
			d.refuse("reading a part of a column is not supported")
		}
		x.done()
		switch {
		case index == rowIDColumn && function == "seq_scan":
			cols = append(cols, ScanColumn{Column: Column{Name: "rowid", Type: Type{ID: BigInt}}, Kind: RowID})
		case index == emptyColumn:
			cols = append(cols, ScanColumn{Column: Column{Type: Type{ID: Boolean}}, Kind: NoColumn})
		case index >= virtualColumn:
			d.refuse("virtual column %d is not supported", index-virtualColumn)
		case index >= uint64(len(types)):
			d.refuse("column %d of %d", index, len(types))
		default:
			if names[index].kind != kindText {
				d.refuse("name of column %d is not a string", index)
			}
			cols = append(cols, ScanColumn{Column: Column{Name: names[index].text, Type: d.typ(&types[index])}, Index: int(index)})
		}
	}
	if len(cols) == 0 {
		d.refuse("scan without a column")
	}
	return cols
}
