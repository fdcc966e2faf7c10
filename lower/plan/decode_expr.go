package plan

import "strings"

// exprs decodes a list of expressions over the scope.
func (d *decoder) exprs(list []value, s scope) []Expr {
	out := make([]Expr, len(list))
	for i := range list {
		out[i] = d.expr(&list[i], s)
	}
	return out
}

// optional decodes an expression that may be absent.
func (d *decoder) optional(v *value, s scope) Expr {
	if v == nil {
		return nil
	}
	return d.expr(v, s)
}

// alias returns the name an expression has been given, empty when it has none.
func (d *decoder) alias(v *value) string {
	return d.object(v, "expression").textOr("alias", "")
}

// expr decodes one expression over the scope.
func (d *decoder) expr(v *value, s scope) Expr {
	o := d.object(v, "expression")
	class, typ := o.text("expression_class"), o.text("type")
	o.what = typ
	o.ignore("alias", "query_location")
	var e Expr
	switch class {
	case "BOUND_REF":
		e = d.ref(o, s)
	case "BOUND_CONSTANT":
		e = d.constant(o.need("value"))
	case "BOUND_PARAMETER":
		e = d.param(o)
	case "BOUND_FUNCTION":
		e = d.function(o, s)
	case "BOUND_COMPARISON":
		e = &Compare{Op: d.compareOp(typ), L: d.expr(o.need("left"), s), R: d.expr(o.need("right"), s)}
	case "BOUND_CONJUNCTION":
		e = d.conjunction(o, typ, s)
	case "BOUND_BETWEEN":
		e = d.between(o, typ, s)
	case "BOUND_CASE":
		e = d.caseExpr(o, s)
	case "BOUND_CAST":
		e = &Cast{X: d.expr(o.need("child"), s), T: d.typ(o.need("return_type")), Try: o.flag("try_cast", false)}
	case "BOUND_OPERATOR":
		e = d.operator(o, typ, s)
	default:
		d.refuse("expression %s (%s) is not supported", class, typ)
	}
	o.done()
	d.comparable(e)
	return e
}

// ref decodes a column reference. Its type must be the column's: a difference would mean that
// the output of the input has been reconstructed wrongly.
func (d *decoder) ref(o *object, s scope) *ColumnRef {
	i := o.count("index")
	t := d.typ(o.need("return_type"))
	if i >= uint64(len(s.cols)) {
		d.refuse("reference to column %d of %d", i, len(s.cols))
	}
	if s.cols[i].Type != t {
		d.refuse("reference to column %d as %s, which is %s", i, t, s.cols[i].Type)
	}
	pos := int(i)
	if s.at != nil {
		pos = s.at[i]
	}
	return &ColumnRef{Index: pos, T: t}
}

// param decodes a parameter. Its type is that of the NULL it is bound to while planning.
func (d *decoder) param(o *object) *Param {
	id := o.text("identifier")
	o.ignore("return_type")
	data := o.get("parameter_data")
	if data == nil {
		d.refuse("parameter $%s has no type", id)
	}
	do := d.object(data, "parameter")
	do.ignore("return_type")
	c := d.constant(do.need("value"))
	do.done()
	if c.T.ID == Null {
		d.refuse("parameter $%s has no type", id)
	}
	if c.Value != nil {
		d.refuse("parameter $%s is bound to a value", id)
	}
	if t, ok := d.params[id]; ok && t != c.T {
		d.refuse("parameter $%s is of type %s and of type %s", id, t, c.T)
	}
	d.params[id] = c.T
	return &Param{ID: id, T: c.T}
}

var compareOps = map[string]CompareOp{
	"COMPARE_EQUAL":                Equal,
	"COMPARE_NOTEQUAL":             NotEqual,
	"COMPARE_LESSTHAN":             Less,
	"COMPARE_LESSTHANOREQUALTO":    LessEqual,
	"COMPARE_GREATERTHAN":          Greater,
	"COMPARE_GREATERTHANOREQUALTO": GreaterEqual,
	"COMPARE_DISTINCT_FROM":        DistinctFrom,
	"COMPARE_NOT_DISTINCT_FROM":    NotDistinctFrom,
}

func (d *decoder) compareOp(name string) CompareOp {
	op, ok := compareOps[name]
	if !ok {
		d.refuse("comparison %s is not supported", name)
	}
	return op
}

func (d *decoder) conjunction(o *object, typ string, s scope) Expr {
	c := &Conj{Args: d.exprs(o.list("children"), s)}
	switch typ {
	case "CONJUNCTION_AND":
	case "CONJUNCTION_OR":
		c.Or = true
	default:
		d.refuse("conjunction %s is not supported", typ)
	}
	d.atLeast(typ, c.Args, 1)
	d.booleans(typ, c.Args)
	if len(c.Args) == 1 {
		return c.Args[0]
	}
	return c
}

func (d *decoder) between(o *object, typ string, s scope) Expr {
	if typ != "COMPARE_BETWEEN" {
		d.refuse("expression %s is not supported", typ)
	}
	return &Between{
		X:          d.expr(o.need("input"), s),
		Lo:         d.expr(o.need("lower"), s),
		Hi:         d.expr(o.need("upper"), s),
		LoIncluded: o.flag("lower_inclusive", false),
		HiIncluded: o.flag("upper_inclusive", false),
	}
}

func (d *decoder) caseExpr(o *object, s scope) Expr {
	c := &Case{T: d.typ(o.need("return_type"))}
	checks := o.list("case_checks")
	for i := range checks {
		w := d.object(&checks[i], "case branch")
		c.Whens = append(c.Whens, When{Cond: d.expr(w.need("when_expr"), s), Then: d.expr(w.need("then_expr"), s)})
		w.done()
	}
	c.Else = d.expr(o.need("else_expr"), s)
	if len(c.Whens) == 0 {
		d.refuse("CASE without a branch")
	}
	for _, w := range c.Whens {
		d.booleans("CASE", []Expr{w.Cond})
		d.sameType("CASE", w.Then.Type(), c.T)
	}
	d.sameType("CASE", c.Else.Type(), c.T)
	return c
}

func (d *decoder) operator(o *object, typ string, s scope) Expr {
	t := d.typ(o.need("return_type"))
	args := d.exprs(o.list("children"), s)
	d.atLeast(typ, args, 1)
	if typ == "OPERATOR_COALESCE" {
		for _, a := range args {
			d.sameType(typ, a.Type(), t)
		}
		return &Coalesce{Args: args, T: t}
	}
	d.sameType(typ, Type{ID: Boolean}, t)
	switch typ {
	case "COMPARE_IN", "COMPARE_NOT_IN":
		d.atLeast(typ, args, 2)
		for _, a := range args {
			d.sameType(typ, a.Type(), args[0].Type())
		}
		return &In{X: args[0], List: args[1:], Not: typ == "COMPARE_NOT_IN"}
	case "OPERATOR_NOT", "OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL":
	default:
		d.refuse("operator %s is not supported", typ)
	}
	if len(args) != 1 {
		d.refuse("%s with %d operands", typ, len(args))
	}
	if typ == "OPERATOR_NOT" {
		d.booleans(typ, args)
		return &Not{X: args[0]}
	}
	return &IsNull{X: args[0], Not: typ == "OPERATOR_IS_NOT_NULL"}
}

// function decodes a call of a scalar function.
func (d *decoder) function(o *object, s scope) Expr {
	f := &Func{Name: o.text("name"), T: d.typ(o.need("return_type"))}
	list := o.writtenList("children")
	if args := d.split(f.Name, list, s); args != nil {
		f.Name, f.Args = SplitExtract, args
	} else {
		f.Args = d.exprs(list, s)
	}
	o.ignore("arguments", "original_arguments", "catalog_name", "schema_name", "has_serialize", "is_operator")
	if strings.HasPrefix(f.Name, "__internal") {
		d.refuse("function %s is internal to duckdb", f.Name)
	}
	if isVolatile(f.Name, len(f.Args)) {
		d.volatile[f.Name] = true
	}
	d.decimalScales(f)
	state := o.get("function_data")
	if state == nil {
		return f
	}
	so := d.object(state, "function "+f.Name)
	switch {
	case len(state.keys) == 0:
	case f.T.ID == Decimal && (f.Name == "+" || f.Name == "-" || f.Name == "*"):
		f.Unchecked = !so.flag("check_overflow", true)
		so.ignore("return_type", "arguments")
		so.done()
	default:
		d.refuse("function %s has a state that is not supported", f.Name)
	}
	return f
}

// split returns the string, the separator and the position of an element of a split string, which need no list;
// nil when it is anything else.
func (d *decoder) split(name string, list []value, s scope) []Expr {
	switch name {
	case "array_extract", "list_extract", "list_element":
	default:
		return nil
	}
	if len(list) != 2 {
		return nil
	}
	o := d.object(&list[0], "split")
	switch o.textOr("name", "") {
	case "string_split", "str_split", "split", "string_to_array":
	default:
		return nil
	}
	o.ignore("expression_class", "type", "alias", "query_location", "return_type", "arguments", "original_arguments", "catalog_name", "schema_name", "has_serialize", "is_operator")
	args := d.exprs(o.writtenList("children"), s)
	o.done()
	if len(args) != 2 {
		d.refuse("a split of %d operands", len(args))
	}
	return append(args, d.exprs(list[1:], s)...)
}

// decimalScales checks that decimal arithmetic can work on the unscaled integers: DuckDB has
// brought the operands of sums to the scale of the result, and a product adds the scales.
func (d *decoder) decimalScales(f *Func) {
	if f.T.ID != Decimal {
		return
	}
	sum := 0
	for _, a := range f.Args {
		t := a.Type()
		if (f.Name == "+" || f.Name == "-") && (t.ID != Decimal || t.Scale != f.T.Scale) {
			d.refuse("%s on %s gives %s", f.Name, t, f.T)
		}
		sum += int(t.Scale)
	}
	if f.Name == "*" && sum != int(f.T.Scale) {
		d.refuse("* with scales of %d in all gives %s", sum, f.T)
	}
}

// comparable checks the operand types of comparisons, which DuckDB has made equal.
func (d *decoder) comparable(e Expr) {
	switch e := e.(type) {
	case *Compare:
		d.sameType("comparison", e.L.Type(), e.R.Type())
	case *Between:
		d.sameType("BETWEEN", e.X.Type(), e.Lo.Type())
		d.sameType("BETWEEN", e.X.Type(), e.Hi.Type())
	}
}

// sameType refuses operands of different types. An untyped NULL goes with any.
func (d *decoder) sameType(what string, a, b Type) {
	if a != b && a.ID != Null && b.ID != Null {
		d.refuse("%s of %s and %s", what, a, b)
	}
}

func (d *decoder) booleans(what string, args []Expr) {
	for _, a := range args {
		d.sameType(what, a.Type(), Type{ID: Boolean})
	}
}

func (d *decoder) atLeast(what string, args []Expr, n int) {
	if len(args) < n {
		d.refuse("%s with %d operands", what, len(args))
	}
}

// sortKeys decodes a list of order keys.
func (d *decoder) sortKeys(list []value, s scope) []SortKey {
	var out []SortKey
	for i := range list {
		o := d.object(&list[i], "sort key")
		k := SortKey{Expr: d.expr(o.need("expression"), s)}
		switch typ := o.text("type"); typ {
		case "ASCENDING":
		case "DESCENDING":
			k.Desc = true
		default:
			d.refuse("order %s is not supported", typ)
		}
		switch nulls := o.text("null_order"); nulls {
		case "NULLS LAST":
		case "NULLS FIRST":
			k.NullsFirst = true
		default:
			d.refuse("order of NULLs %s is not supported", nulls)
		}
		o.done()
		out = append(out, k)
	}
	return out
}
