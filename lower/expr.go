package lower

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/lower/plan"
)

// expr lowers a scalar expression; cols gives the value of each column.
func (l *lowerer) expr(e plan.Expr, cols []ir.Expr) ir.Expr {
	switch e := e.(type) {
	case *plan.ColumnRef:
		c := cols[e.Index]
		if c == nil {
			refuse("GET", "row ids, or floats that a subquery is sorted by")
		}
		return c
	case *plan.Const:
		return &ir.Const{Val: l.constant(e)}
	case *plan.Param:
		return l.params[e.ID]
	case *plan.Func:
		return l.call(e, cols)
	case *plan.Compare:
		if e.L.Type().ID == plan.Interval {
			return compare(e.Op, l.micros(e.L, cols), l.micros(e.R, cols))
		}
		return compare(e.Op, l.expr(e.L, cols), l.expr(e.R, cols))
	case *plan.Conj:
		op := ir.And
		if e.Or {
			op = ir.Or
		}
		return call(op, ir.Of(ir.Bool), l.exprs(e.Args, cols)...)
	case *plan.Not:
		return call(ir.Not, ir.Of(ir.Bool), l.expr(e.X, cols))
	case *plan.IsNull:
		op := ir.IsNull
		if e.Not {
			op = ir.IsNotNull
		}
		return &ir.Call{Op: op, Args: []ir.Expr{l.expr(e.X, cols)}, T: ir.Of(ir.Bool)}
	case *plan.In:
		return l.in(e, cols)
	case *plan.Between:
		scalar := l.expr
		if e.X.Type().ID == plan.Interval {
			scalar = l.micros
		}
		x := scalar(e.X, cols)
		lo, hi := plan.GreaterEqual, plan.LessEqual
		if !e.LoIncluded {
			lo = plan.Greater
		}
		if !e.HiIncluded {
			hi = plan.Less
		}
		return call(ir.And, ir.Of(ir.Bool), compare(lo, x, scalar(e.Lo, cols)), compare(hi, x, scalar(e.Hi, cols)))
	case *plan.Case:
		c := &ir.Case{Else: l.expr(e.Else, cols)}
		null := c.Else.Type().Null
		for _, w := range e.Whens {
			v := ir.When{Cond: eval.Fold(l.expr(w.Cond, cols))}
			if k, ok := v.Cond.(*ir.Const); ok && !k.Val.True() {
				continue // never taken: what it holds may have no translation
			}
			v.Then = l.expr(w.Then, cols)
			null = null || v.Then.Type().Null
			c.Whens = append(c.Whens, v)
		}
		if len(c.Whens) == 0 {
			return c.Else
		}
		c.T = l.scalarType("CASE", e.T).WithNull(null)
		if n := countOrZero(c); n != nil {
			return n
		}
		return c
	case *plan.Cast:
		x := l.expr(e.X, cols)
		t := l.scalarType("CAST", e.T).WithNull(x.Type().Null || e.Try)
		if t == x.Type() {
			return x
		}
		return &ir.Cast{X: x, T: t, Try: e.Try}
	case *plan.Coalesce:
		args := l.exprs(e.Args, cols)
		null := true
		for _, a := range args {
			null = null && a.Type().Null
		}
		if len(args) == 1 {
			return args[0]
		}
		return &ir.Call{Op: ir.Coalesce, Args: args, T: l.scalarType("COALESCE", e.T).WithNull(null)}
	}
	refuse("EXPRESSION", "unknown expression %T", e)
	return nil
}

func (l *lowerer) exprs(list []plan.Expr, cols []ir.Expr) []ir.Expr {
	var out []ir.Expr
	for _, e := range list {
		out = append(out, l.expr(e, cols))
	}
	return out
}

// cond lowers a condition; it must be boolean.
func (l *lowerer) cond(e plan.Expr, cols []ir.Expr) ir.Expr {
	x := l.expr(e, cols)
	if x.Type().Kind != ir.Bool {
		refuse("FILTER", "a condition of type %s", e.Type())
	}
	return x
}

// call applies an operator that is NULL when an argument is.
func call(op ir.Op, t ir.Type, args ...ir.Expr) ir.Expr {
	null := t.Null
	for _, a := range args {
		null = null || a.Type().Null
	}
	return &ir.Call{Op: op, Args: args, T: t.WithNull(null)}
}

var compareOps = map[plan.CompareOp]ir.Op{
	plan.Equal: ir.Eq, plan.NotEqual: ir.Ne, plan.Less: ir.Lt, plan.LessEqual: ir.Le, plan.Greater: ir.Gt, plan.GreaterEqual: ir.Ge,
	plan.DistinctFrom: ir.Distinct, plan.NotDistinctFrom: ir.NotDistinct,
}

// compare lowers a comparison. Null-safe equality of operands that are never NULL is
// equality.
func compare(op plan.CompareOp, a, b ir.Expr) ir.Expr {
	o := compareOps[op]
	if !a.Type().Same(b.Type()) {
		refuse("COMPARE", "%s with %s", a.Type(), b.Type())
	}
	null := a.Type().Null || b.Type().Null
	if o == ir.NotDistinct || o == ir.Distinct {
		if null {
			return &ir.Call{Op: o, Args: []ir.Expr{a, b}, T: ir.Of(ir.Bool)}
		}
		o = map[ir.Op]ir.Op{ir.NotDistinct: ir.Eq, ir.Distinct: ir.Ne}[o]
	}
	return call(o, ir.Of(ir.Bool), a, b)
}

func (l *lowerer) in(e *plan.In, cols []ir.Expr) ir.Expr {
	x := l.expr(e.X, cols)
	list := l.exprs(e.List, cols)
	var out ir.Expr = &ir.In{X: x, List: list}
	for _, y := range list {
		switch y.(type) {
		case *ir.Const, *ir.Sym:
			continue
		}
		// IN over expressions is a disjunction of equalities.
		var any []ir.Expr
		for _, z := range list {
			any = append(any, compare(plan.Equal, x, z))
		}
		if out = any[0]; len(any) > 1 {
			out = call(ir.Or, ir.Of(ir.Bool), any...)
		}
		break
	}
	if e.Not {
		out = not(out)
	}
	return out
}

// constant converts a constant of the plan.
func (l *lowerer) constant(c *plan.Const) ir.Value {
	t := l.scalarType("CONSTANT", c.T)
	switch v := c.Value.(type) {
	case nil:
		return ir.NullOf(t)
	case bool:
		return ir.BoolValue(v)
	case int64:
		if t.Float() {
			return ir.FloatValue(t, float64(v))
		}
		if c.T.ID == plan.Date && (v >= 1<<31-1 || v <= -(1<<31-1)) || c.T.ID == plan.Timestamp && (v == 1<<63-1 || v == -(1<<63-1)) {
			refuse("CONSTANT", "infinite %s", c.T)
		}
		return ir.IntValue(t, v)
	case []byte:
		return ir.BytesValue(string(v))
	case [16]byte:
		return ir.WideValue(t, int128.Int{Hi: int64(binary.BigEndian.Uint64(v[:8]) ^ 1<<63), Lo: binary.BigEndian.Uint64(v[8:])})
	case uint64:
		return ir.WideValue(t, int128.OfUint(v))
	case *big.Int:
		if t.Kind == ir.UHugeInt {
			v = new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), 127))
		}
		w, ok := int128.FromBig(v)
		if !ok {
			refuse("CONSTANT", "%s beyond 128 bits", c.T)
		}
		return ir.WideValue(t, w)
	case float64:
		return ir.FloatValue(t, v)
	case string:
		if t.Kind == ir.Enum {
			return ir.IntValue(t, int64(slices.Index(t.Labels(), v)))
		}
		return ir.StringValue(v)
	}
	refuse("CONSTANT", "type %s", c.T)
	return ir.Value{}
}

var kinds = map[plan.TypeID]ir.Kind{
	plan.Boolean: ir.Bool, plan.TinyInt: ir.Int8, plan.SmallInt: ir.Int16, plan.Integer: ir.Int32, plan.BigInt: ir.Int64,
	plan.UTinyInt: ir.UInt8, plan.USmallInt: ir.UInt16, plan.UInteger: ir.UInt32, plan.UBigInt: ir.UInt64, plan.HugeInt: ir.Int128,
	plan.Float: ir.Float32, plan.Double: ir.Float64, plan.Varchar: ir.Varchar, plan.Date: ir.Date, plan.Timestamp: ir.Timestamp,
	plan.Time: ir.Time, plan.TimestampS: ir.TimestampS, plan.TimestampMS: ir.TimestampMS, plan.TimestampNS: ir.TimestampNS,
	plan.TimestampTZ: ir.TimestampTZ, plan.UUID: ir.UUID, plan.UHugeInt: ir.UHugeInt, plan.Blob: ir.Blob,
}

// scalarType converts a type, not nullable; op names who needs it in a refusal.
func (l *lowerer) scalarType(op string, t plan.Type) ir.Type {
	if t.ID == plan.Decimal {
		return ir.DecimalOf(t.Width, t.Scale)
	}
	if t.ID == plan.Enum {
		e, ok := ir.EnumOf(t.Labels())
		if !ok {
			refuse(op, "an enumeration of too many labels")
		}
		return e
	}
	k, ok := kinds[t.ID]
	if !ok {
		refuse(op, "type %s", t)
	}
	return ir.Of(k)
}
