package lower

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/lower/plan"
)

// value bounds an expression over columns within the intervals in, and reports whether duckdb may raise an
// error computing it. The interval is of the values there are: an error has none.
func value(x plan.Expr, in []int128.Interval) (iv int128.Interval, fails bool) {
	iv = ofType(x.Type())
	all := func(xs ...plan.Expr) (ivs []int128.Interval) {
		for _, x := range xs {
			iv, f := value(x, in)
			ivs, fails = append(ivs, iv), fails || f
		}
		return ivs
	}
	switch x := x.(type) {
	case *plan.ColumnRef:
		iv = in[x.Index]
	case *plan.Const:
		if n, ok := constant(x.Value); ok {
			iv = int128.Interval{Lo: n, Hi: n}
		}
	case *plan.Param:
	case *plan.Func:
		args := all(x.Args...)
		result, f := called(x, args)
		return result, fails || f
	case *plan.Compare:
		all(x.L, x.R)
	case *plan.Conj:
		all(x.Args...)
	case *plan.Not:
		all(x.X)
	case *plan.IsNull:
		all(x.X)
	case *plan.In:
		all(append([]plan.Expr{x.X}, x.List...)...)
	case *plan.Between:
		all(x.X, x.Lo, x.Hi)
	case *plan.Case:
		iv = all(x.Else)[0]
		for _, w := range x.Whens {
			iv = all(w.Cond, w.Then)[1].Union(iv)
		}
	case *plan.Cast:
		from := all(x.X)[0]
		to, safe := converted(from, x.X.Type(), x.T)
		return to, fails || !safe && !x.Try
	case *plan.Coalesce:
		iv = union(all(x.Args...))
	default:
		return iv, true
	}
	return iv, fails
}

// constant returns the number that stands for a constant.
func constant(v any) (int128.Int, bool) {
	switch v := v.(type) {
	case int64:
		return int128.Of(v), true
	case uint64:
		return int128.OfUint(v), true
	case bool:
		if v {
			return int128.Of(1), true
		}
		return int128.Of(0), true
	}
	return int128.Int{}, false
}

func union(ivs []int128.Interval) int128.Interval {
	out := ivs[0]
	for _, iv := range ivs[1:] {
		out = out.Union(iv)
	}
	return out
}

// total are functions that have a value, or NULL, for all arguments, besides those of plainFunctions.
var total = map[string]bool{
	"lower": true, "lcase": true, "upper": true, "ucase": true, "length": true, "len": true, "trim": true, "ltrim": true, "rtrim": true,
	"substring": true, "substr": true, "left": true, "right": true, "reverse": true, plan.SplitExtract: true, "concat": true, "||": true, "ascii": true,
	"~~": true, "!~~": true, "~~*": true, "!~~*": true, "~~~": true, "contains": true,
	"like_escape": true, "not_like_escape": true, "ilike_escape": true, "not_ilike_escape": true,
	"prefix": true, "starts_with": true, "^@": true, "suffix": true, "ends_with": true,
	"year": true, "month": true, "day": true, "quarter": true, "hour": true, "minute": true, "second": true, "constant_or_null": true,
	"dayofweek": true, "isodow": true, "dayofyear": true, "week": true, "century": true, "decade": true,
	"regexp_matches": true, "regexp_full_match": true, "regexp_replace": true, "regexp_extract": true, "normalized_interval": true,
}

// called bounds a function of arguments within the intervals in, and reports whether the call itself may
// fail.
func called(f *plan.Func, in []int128.Interval) (iv int128.Interval, fails bool) {
	iv = ofType(f.T)
	t := exact(f.T)
	switch f.Name {
	case "+", "-", "*", "/", "//", "%", "mod", "abs", "@":
		switch {
		case f.T.ID == plan.Float || f.T.ID == plan.Double:
			return iv, false
		case t.Numeric() && exact(f.Args[0].Type()).Numeric():
			if result, ok := computed(f.Name, in, iv); ok {
				return result, false
			}
			return iv, !f.Unchecked
		}
		result, ok := moved(f, in)
		return result, !ok
	case "least", "greatest":
		return union(in), false
	case "round":
		return iv, len(f.Args) > 1 && !roundable(f, in)
	case "make_date":
		limits := []int128.Interval{int128.Between(-100000, 100000), int128.Between(1, 12), int128.Between(1, 28)}
		return iv, len(in) != 3 || !in[0].Within(limits[0]) || !in[1].Within(limits[1]) || !in[2].Within(limits[2])
	case "date_trunc", "datetrunc": // no later, and less than a thousand years earlier
		at := len(in) - 1
		if f.Args[0].Type().ID != plan.Varchar || !near(f.Args[at].Type(), in[at]) {
			return iv, true
		}
		from, _ := converted(in[at], f.Args[at].Type(), f.T)
		from, _ = from.Add(int128.Between(-366000*dayMicros, 0))
		return from.Clip(iv), false
	case "date_part", "date_diff", "datediff", "last_day", "strftime", "epoch", "epoch_us":
		for i, x := range f.Args {
			if x.Type().ID != plan.Varchar && !near(x.Type(), in[i]) {
				return iv, true
			}
		}
		return iv, false
	}
	if total[f.Name] {
		return iv, false
	}
	op, plain := plainFunctions[f.Name]
	return iv, !plain || op.Fallible()
}

// computed bounds arithmetic of integers or decimals whose results all are in limit: then none fails.
func computed(name string, in []int128.Interval, limit int128.Interval) (iv int128.Interval, ok bool) {
	switch {
	case len(in) == 1:
		if iv, ok = in[0].Abs(); name == "-" {
			iv, ok = in[0].Neg()
		}
	case name == "+":
		iv, ok = in[0].Add(in[1])
	case name == "-":
		iv, ok = in[0].Sub(in[1])
	case name == "*":
		iv, ok = in[0].Mul(in[1])
	case name == "//" || name == "%" || name == "mod": // the least by -1 is what may fail
		if iv, ok = in[0].Abs(); ok {
			iv.Lo, ok = iv.Hi.Neg()
			return iv.Clip(limit), ok && iv.Hi.Cmp(limit.Hi) <= 0
		}
	}
	return iv, ok && iv.Within(limit)
}

// roundable reports that rounding to digits does not fail: that of integers up to 64 bits and of floats, and
// that of decimals behind the point.
func roundable(f *plan.Func, in []int128.Interval) bool {
	switch t := exact(f.T); t.Kind {
	case ir.Int128:
		return false
	case ir.Decimal:
		return in[1].Lo.Sign() >= 0
	}
	return true
}

// moved bounds a date or timestamp plus or minus days or an interval, or the difference of two; false when it
// may fail, as what is far from 1970 does.
func moved(f *plan.Func, in []int128.Interval) (iv int128.Interval, ok bool) {
	limit := ofType(f.T)
	if len(f.Args) != 2 || f.Name != "+" && f.Name != "-" {
		return limit, false
	}
	by := -1
	for i, x := range f.Args {
		switch t := exact(x.Type()); {
		case x.Type().ID == plan.Interval, t.Integer():
			by = i
		case !near(x.Type(), in[i]):
			return limit, false
		}
	}
	switch {
	case by < 0 && f.T.ID == plan.BigInt: // days
		return in[0].Sub(in[1])
	case by < 0:
		return limit, true
	}
	iv, distance := in[1-by], in[by]
	switch t := f.Args[by].Type(); {
	case t.ID != plan.Interval:
		ok = distance.Within(int128.Between(-10000000, 10000000))
	default:
		if distance, ok = short(f.Args[by]); f.Args[1-by].Type().ID == plan.Date {
			iv, _ = iv.Mul(int128.Between(dayMicros, dayMicros))
		}
	}
	back, _ := distance.Neg()
	iv, exact := iv.Add(distance.Union(back))
	if f.T.ID == plan.Time { // around the clock
		iv = limit
	}
	return iv.Clip(limit), ok && exact
}

const dayMicros = 86400 * 1000000

// short bounds an interval in microseconds; false when it is not constant, or a hundred thousand years or more.
func short(x plan.Expr) (int128.Interval, bool) {
	c, ok := x.(*plan.Const)
	if !ok {
		return int128.Interval{}, false
	}
	v, ok := c.Value.(plan.IntervalValue)
	if !ok || v.Months >= 1000000 || v.Months <= -1000000 || v.Days >= 10000000 || v.Days <= -10000000 || v.Micros >= 1<<60 || v.Micros <= -1<<60 {
		return int128.Interval{}, false
	}
	most := (31*max(int64(v.Months), -int64(v.Months))+max(int64(v.Days), -int64(v.Days)))*dayMicros + max(v.Micros, -v.Micros)
	return int128.Between(-most, most), true
}

// near reports dates and timestamps within about 130,000 years of 1970, and times of day.
func near(t plan.Type, iv int128.Interval) bool {
	const days = 50000000
	switch t.ID {
	case plan.Date:
		return iv.Within(int128.Between(-days, days))
	case plan.Timestamp, plan.Time:
		return iv.Within(int128.Between(-days*dayMicros, days*dayMicros))
	}
	return false
}

// converted bounds a cast, and reports whether every value within iv survives it.
func converted(iv int128.Interval, from, to plan.Type) (int128.Interval, bool) {
	limit, x, t := ofType(to), exact(from), exact(to)
	number := func(t ir.Type) bool { return t.Numeric() || t.Kind == ir.Bool }
	switch {
	case from == to:
		return iv, true
	case number(x) && t.Kind == ir.Bool:
		return limit, true
	case number(x) && number(t):
		lo, ok1 := eval.Rescale(iv.Lo, int(x.Scale), int(t.Scale))
		hi, ok2 := eval.Rescale(iv.Hi, int(x.Scale), int(t.Scale))
		if iv = (int128.Interval{Lo: lo, Hi: hi}); ok1 && ok2 {
			return iv.Clip(limit), iv.Within(limit)
		}
		return limit, false
	case from.ID == plan.Date && to.ID == plan.Timestamp:
		if near(from, iv) {
			iv, _ = iv.Mul(int128.Between(dayMicros, dayMicros))
			return iv, true
		}
		return limit, false
	case from.ID == plan.Timestamp && to.ID == plan.Date:
		return limit, true
	}
	floating := to.ID == plan.Double || to.ID == plan.Float
	safe := to.ID == plan.Varchar || floating && number(x) || to.ID == plan.Double && from.ID == plan.Float ||
		from.ID == plan.Timestamp && to.ID == plan.Time && near(from, iv)
	return limit, safe
}
