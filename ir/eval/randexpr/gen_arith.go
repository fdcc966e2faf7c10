package randexpr

import (
	"strconv"

	"github.com/reffine-db/reffine/ir"
)

// integer grows an integer operator.
func (g *Gen) integer(t ir.Type, depth int) (X, bool) {
	k := g.Rand.IntN(9)
	if t.Kind == ir.Int64 && g.Rand.IntN(2) == 0 {
		return g.measure(depth), true
	}
	if g.Total {
		return g.leaf(t), true
	}
	x, y := g.Expr(t, depth), g.Expr(t, depth)
	switch k {
	case 0, 1:
		return call(ir.Add, t, "($1 + $2)", x, y), true
	case 2, 3:
		return call(ir.Sub, t, "($1 - $2)", x, y), true
	case 4:
		return call(ir.Mul, t, "($1 * $2)", x, y), true
	case 5:
		return call(ir.IntDiv, t, "($1 // $2)", x, y), true
	case 6:
		return call(ir.Mod, t, "($1 % $2)", x, y), true
	case 7:
		if t.Unsigned() {
			return X{}, false
		}
		return call(ir.Neg, t, "(- $1)", x), true
	}
	return call(ir.Abs, t, "abs($1)", x), true
}

// measure grows an int64 from another type.
func (g *Gen) measure(depth int) X {
	t := ir.Of(ir.Int64)
	d := ir.Of(ir.Date)
	if g.Rand.IntN(3) == 0 {
		d = ir.Of(ir.Timestamp)
	}
	switch g.Rand.IntN(5) {
	case 0:
		return call(ir.Year, t, "year($1)", g.Expr(d, depth))
	case 1:
		return call(ir.Month, t, "month($1)", g.Expr(d, depth))
	case 2:
		return call(ir.Day, t, "day($1)", g.Expr(d, depth))
	case 3:
		return call(ir.Length, t, "length($1)", g.Expr(ir.Of(ir.Varchar), depth))
	}
	if g.Total {
		return g.leaf(t)
	}
	date := ir.Of(ir.Date)
	return call(ir.Sub, t, "($1 - $2)", g.Expr(date, depth), g.Expr(date, depth))
}

// implicit casts to t as the binder does, without SQL.
func implicit(x X, t ir.Type) X {
	if x.Type() == t {
		return x
	}
	return X{&ir.Cast{X: x.IR, T: t.Nullable()}, x.SQL}
}

// decimal grows a decimal operator; the natural result type is cast to t.
func (g *Gen) decimal(t ir.Type, depth int) (X, bool) {
	if g.Total {
		return g.leaf(t), true
	}
	var dec []ir.Type
	for _, u := range Types {
		if u.Kind == ir.Decimal {
			dec = append(dec, u)
		}
	}
	u := dec[g.Rand.IntN(len(dec))]
	switch g.Rand.IntN(7) {
	case 0, 1:
		r := sumType(u, u)
		x, y := implicit(g.Expr(u, depth), r), implicit(g.Expr(u, depth), r)
		return to(call(ir.Add, r, "($1 + $2)", x, y), t), true
	case 2, 3:
		r := sumType(u, u)
		x, y := implicit(g.Expr(u, depth), r), implicit(g.Expr(u, depth), r)
		return to(call(ir.Sub, r, "($1 - $2)", x, y), t), true
	case 4, 5:
		v := dec[g.Rand.IntN(len(dec))]
		r, ok := productType(u, v)
		if !ok {
			return X{}, false
		}
		x := implicit(g.Expr(u, depth), ir.DecimalOf(r.Width, u.Scale))
		y := implicit(g.Expr(v, depth), ir.DecimalOf(r.Width, v.Scale))
		return to(call(ir.Mul, r, "($1 * $2)", x, y), t), true
	}
	switch g.Rand.IntN(3) {
	case 0:
		return to(call(ir.Neg, u, "(- $1)", g.Expr(u, depth)), t), true
	case 1:
		return to(call(ir.Abs, u, "abs($1)", g.Expr(u, depth)), t), true
	}
	return to(call(ir.Mod, u, "($1 % $2)", g.Expr(u, depth), g.Expr(u, depth)), t), true
}

// sumType is the binder's type of a + b on decimals.
func sumType(a, b ir.Type) ir.Type {
	scale := max(a.Scale, b.Scale)
	width := max(a.Width-a.Scale, b.Width-b.Scale) + scale + 1
	if most := max(a.Width, b.Width); width > 18 && most <= 18 {
		width = 18
	}
	return ir.DecimalOf(min(width, 38), scale)
}

// productType is the binder's type of a * b on decimals; false when it refuses.
func productType(a, b ir.Type) (ir.Type, bool) {
	scale, width := a.Scale+b.Scale, min(a.Width+b.Width, 38)
	if scale > 38 {
		return ir.Type{}, false
	}
	if width > 18 && max(a.Width, b.Width) <= 18 && scale < 18 {
		width = 18
	}
	return ir.DecimalOf(width, scale), true
}

func (g *Gen) float(t ir.Type, depth int) X {
	x, y := g.Expr(t, depth), g.Expr(t, depth)
	switch g.Rand.IntN(8) {
	case 0:
		return call(ir.Add, t, "($1 + $2)", x, y)
	case 6:
		return call(ir.IntDiv, t, "($1 // $2)", x, y)
	case 1:
		return call(ir.Sub, t, "($1 - $2)", x, y)
	case 2:
		return call(ir.Mul, t, "($1 * $2)", x, y)
	case 3:
		return call(ir.Mod, t, "($1 % $2)", x, y)
	case 4:
		return call(ir.Neg, t, "(- $1)", x)
	case 5:
		return call(ir.Abs, t, "abs($1)", x)
	}
	return call(ir.Div, t, "($1 / $2)", x, y)
}

// text grows a varchar.
func (g *Gen) text(depth int) X {
	t := ir.Of(ir.Varchar)
	x := g.Expr(t, depth)
	switch g.Rand.IntN(5) {
	case 0:
		return call(ir.Lower, t, "lower($1)", x)
	case 1:
		return call(ir.Upper, t, "upper($1)", x)
	case 2:
		return call(ir.Concat, t, "($1 || $2)", x, g.Expr(t, depth))
	}
	n := func() X {
		v := ir.IntValue(ir.Of(ir.Int64), int64(g.Rand.IntN(13)-6))
		return X{&ir.Const{Val: v}, "(" + strconv.FormatInt(int64(v.Int.Lo), 10) + ")"}
	}
	return call(ir.Substring, t, "substring($1, $2, $3)", x, n(), n())
}

// instant grows a date or timestamp.
func (g *Gen) instant(t ir.Type, depth int) (X, bool) {
	if g.Total {
		return g.leaf(t), true
	}
	date, n32 := ir.Of(ir.Date), ir.Of(ir.Int32)
	if t == date {
		if g.Rand.IntN(2) == 0 {
			return call(ir.Add, t, "($1 + $2)", g.Expr(date, depth), g.Expr(n32, depth)), true
		}
		return call(ir.Sub, t, "($1 - $2)", g.Expr(date, depth), g.Expr(n32, depth)), true
	}
	from := date
	if g.Rand.IntN(3) == 0 {
		from = t
	}
	v := ir.IntValue(ir.Of(ir.Int64), int64(g.Rand.IntN(60)-30))
	if g.Rand.IntN(6) == 0 {
		far := []int64{1200, -1200, 120000, -120000, 4000000, 1<<31 - 1, -1<<31 + 1}
		v = ir.IntValue(v.Type, far[g.Rand.IntN(len(far))])
	}
	n := X{&ir.Const{Val: v}, "(" + strconv.FormatInt(int64(v.Int.Lo), 10) + ")"}
	if g.Rand.IntN(2) == 0 {
		return call(ir.AddMonths, t, "($1 + INTERVAL $2 MONTH)", g.Expr(from, depth), n), true
	}
	return call(ir.AddDays, t, "($1 + INTERVAL $2 DAY)", g.Expr(from, depth), n), true
}
