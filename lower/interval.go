package lower

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// intervalMakers are the functions that make an interval of a number of units: months, days or
// microseconds a unit.
var intervalMakers = map[string]struct {
	op   ir.Op
	unit int64
}{
	"to_years": {ir.AddMonths, 12}, "to_quarters": {ir.AddMonths, 3}, "to_months": {ir.AddMonths, 1},
	"to_decades": {ir.AddMonths, 120}, "to_centuries": {ir.AddMonths, 1200}, "to_millennia": {ir.AddMonths, 12000},
	"to_weeks": {ir.AddDays, 7}, "to_days": {ir.AddDays, 1},
	"to_hours": {ir.AddMicros, 3600000000}, "to_minutes": {ir.AddMicros, 60000000}, "to_microseconds": {ir.AddMicros, 1},
}

// addInterval lowers a date or timestamp plus or minus an interval, a TIMESTAMP: months first, then
// days, then what is below.
func (l *lowerer) addInterval(f *plan.Func, cols []ir.Expr) ir.Expr {
	date, by := f.Args[0], f.Args[1]
	if date.Type().ID == plan.Interval && f.Name == "+" {
		date, by = by, date
	}
	if id := date.Type().ID; id != plan.Date && id != plan.Timestamp || by.Type().ID != plan.Interval || f.T.ID != plan.Timestamp {
		refuse("FUNCTION", "%s of %s and %s", f.Name, f.Args[0].Type(), f.Args[1].Type())
	}
	switch by := by.(type) {
	case *plan.Const:
		if v, ok := by.Value.(plan.IntervalValue); ok {
			return addConstant(l.expr(date, cols), v, f.Name == "-")
		}
	case *plan.Func:
		if m, ok := intervalMakers[by.Name]; ok && len(by.Args) == 1 {
			n := l.expr(by.Args[0], cols)
			if !n.Type().Integer() || n.Type().Kind == ir.Int128 || n.Type().Kind == ir.UInt64 {
				break
			}
			n = &ir.Cast{X: n, T: ir.Of(ir.Int64).WithNull(n.Type().Null)}
			if unit := m.unit; unit != 1 || f.Name == "-" {
				if f.Name == "-" {
					unit = -unit
				}
				n = call(ir.Mul, ir.Of(ir.Int64), n, &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), unit)})
			}
			return call(m.op, ir.Of(ir.Timestamp), l.expr(date, cols), n)
		}
	}
	refuse("FUNCTION", "an interval that is computed")
	return nil
}

// addConstant adds the parts of an interval that are not zero.
func addConstant(x ir.Expr, v plan.IntervalValue, minus bool) ir.Expr {
	add := func(op ir.Op, n int64) {
		if minus {
			n = -n
		}
		x = call(op, ir.Of(ir.Timestamp), x, &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), n)})
	}
	if v.Micros == -1<<63 && minus {
		refuse("FUNCTION", "an interval out of range")
	}
	if v.Months != 0 {
		add(ir.AddMonths, int64(v.Months))
	}
	if v.Days != 0 || v.Months == 0 && v.Micros == 0 {
		add(ir.AddDays, int64(v.Days))
	}
	if v.Micros != 0 {
		add(ir.AddMicros, v.Micros)
	}
	return x
}

// micros lowers an interval that is compared: the difference of two timestamps, or a constant of parts of
// one sign. DuckDB compares intervals as months of 30 days, days and microseconds, each with its own sign;
// of parts of one sign that is the order of all microseconds.
func (l *lowerer) micros(e plan.Expr, cols []ir.Expr) ir.Expr {
	switch e := e.(type) {
	case *plan.ColumnRef: // of one that a projection has compared already
		return l.expr(e, cols)
	case *plan.Func:
		if e.Name == "normalized_interval" && len(e.Args) == 1 {
			return l.micros(e.Args[0], cols)
		}
		if e.Name == "-" && len(e.Args) == 2 && e.Args[0].Type().ID == plan.Timestamp && e.Args[1].Type().ID == plan.Timestamp {
			return call(ir.MicrosBetween, ir.Of(ir.Int64), l.exprs(e.Args, cols)...)
		}
	case *plan.Const:
		v, ok := e.Value.(plan.IntervalValue)
		if !ok {
			break
		}
		least := min(int64(v.Months), int64(v.Days), v.Micros)
		most := max(int64(v.Months), int64(v.Days), v.Micros)
		const day = 86400 * 1000000
		if days := 30*int64(v.Months) + int64(v.Days); (least >= 0 || most <= 0) && days <= 50000000 && days >= -50000000 && most <= 1<<62 && least >= -1<<62 {
			return &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), day*days+v.Micros)}
		}
	}
	refuse("COMPARE", "an interval that is no difference of timestamps")
	return nil
}
