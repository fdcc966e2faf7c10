package randexpr

import (
	"math/rand/v2"
	"strings"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// Column is a leaf.
type Column struct {
	IR  ir.Expr
	SQL string
}

// Gen grows expressions.
type Gen struct {
	Rand    *rand.Rand
	Columns []Column
	// Total leaves out what can fail: integer and decimal arithmetic and
	// narrowing casts.
	Total bool
	// Nulls lets constants be NULL. The engine's binder replaces most operators on one.
	Nulls bool
}

// X is an expression in both forms.
type X struct {
	IR  ir.Expr
	SQL string
}

// Type returns the type of the expression, not nullable.
func (x X) Type() ir.Type { return x.IR.Type().NotNull() }

// Expr grows an expression of type t.
func (g *Gen) Expr(t ir.Type, depth int) X {
	if depth <= 0 || g.Rand.IntN(8) == 0 {
		return g.leaf(t)
	}
	for {
		if x, ok := g.operation(t, depth-1); ok {
			return x
		}
	}
}

// leaf returns a column of type t if there is one, mostly, or a constant.
func (g *Gen) leaf(t ir.Type) X {
	var fit []Column
	for _, c := range g.Columns {
		if c.IR.Type().Same(t) {
			fit = append(fit, c)
		}
	}
	if len(fit) == 0 || g.Rand.IntN(4) == 0 {
		return g.constant(t)
	}
	c := fit[g.Rand.IntN(len(fit))]
	return X{c.IR, c.SQL}
}

func (g *Gen) constant(t ir.Type) X {
	if g.Nulls {
		return g.element(t)
	}
	v := g.valid(t)
	return X{&ir.Const{Val: v}, Literal(v, t)}
}

// element is a constant where NULL is an ordinary value.
func (g *Gen) element(t ir.Type) X {
	v := g.Value(t)
	return X{&ir.Const{Val: v}, Literal(v, t)}
}

// anyType returns a random type.
func (g *Gen) anyType() ir.Type { return Types[g.Rand.IntN(len(Types))] }

// call builds op over operands, with the SQL given by a format in which $1, $2
// and $3 are the operands.
func call(op ir.Op, t ir.Type, format string, args ...X) X {
	c := &ir.Call{Op: op, T: t.Nullable()}
	for i, a := range args {
		c.Args = append(c.Args, a.IR)
		format = strings.ReplaceAll(format, "$"+string(rune('1'+i)), a.SQL)
	}
	return X{c, format}
}

// Cast builds an explicit cast.
func cast(x X, t ir.Type, try bool) X {
	name := "CAST"
	if try {
		name = "TRY_CAST"
	}
	return X{&ir.Cast{X: x.IR, T: t.Nullable(), Try: try}, name + "(" + x.SQL + " AS " + TypeName(t) + ")"}
}

// to casts x explicitly unless it has type t.
func to(x X, t ir.Type) X {
	if x.Type() == t {
		return x
	}
	return cast(x, t, false)
}

// operation grows one operator with a result of type t; false to try again.
func (g *Gen) operation(t ir.Type, depth int) (X, bool) {
	switch g.Rand.IntN(11) {
	case 8, 9, 10:
		return g.function(t, depth)
	case 0:
		return g.caseOf(t, depth), true
	case 1:
		op, name := ir.Coalesce, "COALESCE"
		switch g.Rand.IntN(3) {
		case 0:
			op, name = ir.Least, "LEAST"
		case 1:
			op, name = ir.Greatest, "GREATEST"
		}
		return call(op, t, name+"($1, $2)", g.Expr(t, depth), g.Expr(t, depth)), true
	case 2:
		return g.castTo(t, depth)
	}
	switch {
	case t.Kind == ir.Bool:
		return g.predicate(depth), true
	case t.Integer():
		return g.integer(t, depth)
	case t.Kind == ir.Decimal:
		return g.decimal(t, depth)
	case t.Float():
		return g.float(t, depth), true
	case t.Kind == ir.Varchar:
		return g.text(depth), true
	}
	return g.instant(t, depth)
}

func (g *Gen) caseOf(t ir.Type, depth int) X {
	c := &ir.Case{T: t.Nullable()}
	sql := "CASE"
	for range 1 + g.Rand.IntN(2) {
		w, v := g.Expr(ir.Of(ir.Bool), depth), g.Expr(t, depth)
		c.Whens = append(c.Whens, ir.When{Cond: w.IR, Then: v.IR})
		sql += " WHEN " + w.SQL + " THEN " + v.SQL
	}
	e := g.Expr(t, depth)
	if g.Rand.IntN(4) == 0 {
		e = g.element(t)
	}
	c.Else = e.IR
	return X{c, sql + " ELSE " + e.SQL + " END"}
}

func (g *Gen) castTo(t ir.Type, depth int) (X, bool) {
	from, try := g.anyType(), g.Rand.IntN(6) == 0
	if from.Same(t) || eval.CanCast(from, t, try) != nil {
		return X{}, false
	}
	if g.Total && eval.CastFails(from, t, try) && t.Kind != ir.Varchar && from.Kind != ir.Bool {
		return X{}, false
	}
	return cast(g.Expr(from, depth), t, try), true
}

// predicate grows a bool.
func (g *Gen) predicate(depth int) X {
	b := ir.Of(ir.Bool)
	switch g.Rand.IntN(10) {
	case 0:
		return call(ir.And, b, "($1 AND $2)", g.Expr(b, depth), g.Expr(b, depth))
	case 1:
		return call(ir.Or, b, "($1 OR $2)", g.Expr(b, depth), g.Expr(b, depth))
	case 2:
		return call(ir.Not, b, "(NOT $1)", g.Expr(b, depth))
	case 3:
		return g.nullTest(depth)
	case 4:
		return g.in(depth)
	case 5, 6:
		return g.pattern(depth)
	}
	ops := []ir.Op{ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge}
	op, t := ops[g.Rand.IntN(len(ops))], g.anyType()
	y := g.Expr(t, depth)
	if g.Rand.IntN(2) == 0 {
		y = g.constant(t)
	}
	return call(op, b, "($1 "+op.String()+" $2)", g.Expr(t, depth), y)
}

func (g *Gen) nullTest(depth int) X {
	b, t := ir.Of(ir.Bool), g.anyType()
	x := g.Expr(t, depth)
	switch g.Rand.IntN(4) {
	case 0:
		return call(ir.IsNull, b, "($1 IS NULL)", x)
	case 1:
		return call(ir.IsNotNull, b, "($1 IS NOT NULL)", x)
	case 2:
		return call(ir.NotDistinct, b, "($1 IS NOT DISTINCT FROM $2)", x, g.Expr(t, depth))
	}
	return call(ir.Distinct, b, "($1 IS DISTINCT FROM $2)", x, g.Expr(t, depth))
}

func (g *Gen) in(depth int) X {
	t := g.anyType()
	x := g.Expr(t, depth)
	e := &ir.In{X: x.IR}
	sql := "(" + x.SQL + " IN ("
	for i := range 2 + g.Rand.IntN(4) {
		c := g.element(t)
		e.List = append(e.List, c.IR)
		if i > 0 {
			sql += ", "
		}
		sql += c.SQL
	}
	return X{e, sql + "))"}
}

var patterns = []string{"%", "a%", "%b", "%o w%", "%a%b%", "_", "__", "%ö%", "_ö%", "a_b", "", "hello world", "%special%requests%", "%X%c", "日%", "%\U0001F600_"}

func (g *Gen) pattern(depth int) X {
	b, s := ir.Of(ir.Bool), g.Expr(ir.Of(ir.Varchar), depth)
	p := ir.StringValue(patterns[g.Rand.IntN(len(patterns))])
	pat := X{&ir.Const{Val: p}, Literal(p, p.Type)}
	if g.Rand.IntN(8) == 0 {
		pat = g.Expr(p.Type, depth)
	}
	switch g.Rand.IntN(6) {
	case 0:
		return call(ir.NotLike, b, "($1 NOT LIKE $2)", s, pat)
	case 1:
		return call(ir.ILike, b, "($1 ILIKE $2)", s, pat)
	case 2:
		return call(ir.Prefix, b, "prefix($1, $2)", s, g.leaf(p.Type))
	case 3:
		return call(ir.Suffix, b, "suffix($1, $2)", s, g.leaf(p.Type))
	case 4:
		return call(ir.Contains, b, "contains($1, $2)", s, g.leaf(p.Type))
	}
	return call(ir.Like, b, "($1 LIKE $2)", s, pat)
}
