package eval

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// maxYear bounds the years that functions compute with; the engine's dates go further.
const maxYear = 290000

// moment is a date, timestamp or time taken apart.
type moment struct {
	kind   ir.Kind
	days   int64 // since 1970-01-01
	micros int64 // of the day
}

// momentOf returns the parts of a value; false when it is infinite.
func momentOf(v ir.Value) (m moment, finite bool) {
	x, _ := v.Int.Int64()
	m.kind = v.Type.Kind
	switch m.kind {
	case ir.Date:
		m.days = x
		return m, !InfiniteDate(x)
	case ir.Time:
		m.micros = x
		return m, true
	}
	m.days, m.micros = splitTimestamp(x)
	return m, !InfiniteTimestamp(x)
}

// isoDay is 1 for Monday to 7 for Sunday.
func isoDay(days int64) int64 { return days + 3 - 7*floorDiv(days+3, 7) + 1 }

// yearDay is 1 for the first of January.
func yearDay(days int64) int64 {
	y, _, _ := Civil(days)
	return days - Days(y, 1, 1) + 1
}

// isoWeek returns the ISO year and week: those of the week's Thursday.
func isoWeek(days int64) (year, week int64) {
	thursday := days - isoDay(days) + 4
	year, _, _ = Civil(thursday)
	return year, (thursday-Days(year, 1, 1))/7 + 1
}

// era is n of years of one era: there is no year 0 in a century.
func era(year, n int64) int64 {
	if year > 0 {
		return (year-1)/n + 1
	}
	return year/n - 1
}

// datePartOf are the parts of a date.
var datePartOf = map[string]func(days int64) int64{
	"year":       func(d int64) int64 { y, _, _ := Civil(d); return y },
	"month":      func(d int64) int64 { _, m, _ := Civil(d); return m },
	"day":        func(d int64) int64 { _, _, x := Civil(d); return x },
	"quarter":    func(d int64) int64 { _, m, _ := Civil(d); return (m-1)/3 + 1 },
	"decade":     func(d int64) int64 { y, _, _ := Civil(d); return y / 10 },
	"century":    func(d int64) int64 { y, _, _ := Civil(d); return era(y, 100) },
	"millennium": func(d int64) int64 { y, _, _ := Civil(d); return era(y, 1000) },
	"era": func(d int64) int64 {
		if y, _, _ := Civil(d); y > 0 {
			return 1
		}
		return 0
	},
	"dow":     func(d int64) int64 { return isoDay(d) % 7 },
	"isodow":  isoDay,
	"doy":     yearDay,
	"week":    func(d int64) int64 { _, w := isoWeek(d); return w },
	"isoyear": func(d int64) int64 { y, _ := isoWeek(d); return y },
	"yearweek": func(d int64) int64 {
		y, w := isoWeek(d)
		if y > 0 {
			return 100*y + w
		}
		return 100*y - w
	},
}

// isoDays bounds the days whose ISO year the engine finds.
const isoDays = -1<<31 + 1000

// IsoPart reports parts of the ISO calendar, which the first dates of the range do not have.
func IsoPart(part string) bool { return part == "week" || part == "isoyear" || part == "yearweek" }

// timePartOf are the parts of a time of day, in microseconds.
var timePartOf = map[string]func(us int64) int64{
	"hour":        func(us int64) int64 { return us / 3600000000 },
	"minute":      func(us int64) int64 { return us / 60000000 % 60 },
	"second":      func(us int64) int64 { return us / 1000000 % 60 },
	"millisecond": func(us int64) int64 { return us % 60000000 / 1000 },
	"microsecond": func(us int64) int64 { return us % 60000000 },
}

// HasDatePart reports whether DatePart knows a part of values of type t.
func HasDatePart(part string, t ir.Type) bool {
	_, ofDate := datePartOf[part]
	_, ofTime := timePartOf[part]
	return ofDate && t.Kind != ir.Time || ofTime || part == "epoch_us" && t.Kind == ir.Timestamp
}

// DatePartOf returns the function of a day's number that a part of dates is, nil for others.
func DatePartOf(part string) func(days int64) int64 { return datePartOf[part] }

// TimePartOf returns the function of a day's microseconds that a part of times is, nil for others.
func TimePartOf(part string) func(us int64) int64 { return timePartOf[part] }

func partOf(args []ir.Value, t ir.Type) (ir.Value, error) {
	m, finite := momentOf(args[1])
	if !finite {
		return ir.NullOf(t), nil
	}
	name := args[0].Str
	if IsoPart(name) && m.days < isoDays {
		return failure(ir.DatePart, "date out of range")
	}
	if f, ok := datePartOf[name]; ok && m.kind != ir.Time {
		return ir.IntValue(t, f(m.days)), nil
	}
	if f, ok := timePartOf[name]; ok {
		return ir.IntValue(t, f(m.micros)), nil
	}
	if name == "epoch_us" && m.kind == ir.Timestamp {
		return ir.WideValue(t, args[1].Int), nil
	}
	return failure(ir.DatePart, "unknown part")
}

func epoch(args []ir.Value, t ir.Type) (ir.Value, error) {
	m, finite := momentOf(args[0])
	switch {
	case !finite:
		return ir.NullOf(t), nil
	case m.kind == ir.Date:
		return ir.FloatValue(t, float64(m.days*86400)), nil
	}
	x, _ := args[0].Int.Int64()
	return ir.FloatValue(t, float64(x)/1000000), nil
}

// truncations give the first day of the part of time that a day is in.
var truncations = map[string]func(days int64) int64{
	"millennium": func(d int64) int64 { y, _, _ := Civil(d); return Days(y/1000*1000, 1, 1) },
	"century":    func(d int64) int64 { y, _, _ := Civil(d); return Days(y/100*100, 1, 1) },
	"decade":     func(d int64) int64 { y, _, _ := Civil(d); return Days(y/10*10, 1, 1) },
	"year":       func(d int64) int64 { y, _, _ := Civil(d); return Days(y, 1, 1) },
	"quarter":    func(d int64) int64 { y, m, _ := Civil(d); return Days(y, 1+(m-1)/3*3, 1) },
	"month":      func(d int64) int64 { y, m, _ := Civil(d); return Days(y, m, 1) },
	"week":       func(d int64) int64 { return d - isoDay(d) + 1 },
	"isoyear": func(d int64) int64 {
		monday := d - isoDay(d) + 1
		_, w := isoWeek(monday)
		return monday - 7*(w-1)
	},
	"day": func(d int64) int64 { return d },
}

// timeUnits are the parts of a day that timestamps are truncated to, in microseconds.
var timeUnits = map[string]int64{
	"hour": 3600000000, "minute": 60000000, "second": 1000000, "millisecond": 1000, "microsecond": 1,
}

// CanTruncate reports whether DateTrunc knows a part.
func CanTruncate(part string) bool { return truncations[part] != nil || timeUnits[part] != 0 }

// Truncation returns what a part of time does to the number of a day, or, for parts of a day, the
// microseconds in one; nil and 0 for an unknown part.
func Truncation(part string) (ofDay func(days int64) int64, micros int64) {
	return truncations[part], timeUnits[part]
}

func truncDate(args []ir.Value, t ir.Type) (ir.Value, error) {
	m, finite := momentOf(args[1])
	if !finite {
		return Cast(args[1], args[1].Type, t, false)
	}
	if unit, ok := timeUnits[args[0].Str]; ok {
		m.micros -= m.micros % unit
	} else if f, ok := truncations[args[0].Str]; ok {
		m.days, m.micros = f(m.days), 0
	} else {
		return failure(ir.DateTrunc, "unknown part")
	}
	us, ok := joinTimestamp(m.days, m.micros)
	if !ok {
		return failure(ir.DateTrunc, "timestamp out of range")
	}
	return ir.IntValue(t, us), nil
}

// dateSteps count the borders of a part of time before a day.
var dateSteps = map[string]func(days int64) int64{
	"year":       datePartOf["year"],
	"month":      func(d int64) int64 { y, m, _ := Civil(d); return 12*y + m - 1 },
	"day":        func(d int64) int64 { return d },
	"decade":     func(d int64) int64 { y, _, _ := Civil(d); return y / 10 },
	"century":    func(d int64) int64 { y, _, _ := Civil(d); return y / 100 },
	"millennium": func(d int64) int64 { y, _, _ := Civil(d); return y / 1000 },
	"quarter":    func(d int64) int64 { y, m, _ := Civil(d); return (12*y + m - 1) / 3 },
	"isoyear":    datePartOf["isoyear"],
}

// CanDiffer reports whether DateDiff knows a part of values of type t.
func CanDiffer(part string, t ir.Type) bool {
	return (dateSteps[part] != nil || part == "week") && t.Kind != ir.Time || timeUnits[part] != 0
}

func diffDates(args []ir.Value, t ir.Type) (ir.Value, error) {
	a, finiteA := momentOf(args[1])
	b, finiteB := momentOf(args[2])
	if !finiteA || !finiteB {
		return ir.NullOf(t), nil
	}
	name := args[0].Str
	if unit, ok := timeUnits[name]; ok && a.kind == ir.Date && unit >= 1000000 {
		return ir.IntValue(t, (b.days-a.days)*(dayMicros/unit)), nil
	} else if ok {
		us, ok1 := joinTimestamp(a.days, a.micros)
		vs, ok2 := joinTimestamp(b.days, b.micros)
		if !ok1 || !ok2 {
			return failure(ir.DateDiff, "out of range")
		}
		r, ok := int128.Of(floorDiv(vs, unit)).Sub(int128.Of(floorDiv(us, unit)))
		if _, fits := r.Int64(); !ok || !fits {
			return failure(ir.DateDiff, "out of range")
		}
		return ir.WideValue(t, r), nil
	}
	if IsoPart(name) && min(a.days, b.days) < isoDays {
		return failure(ir.DateDiff, "date out of range")
	}
	if f, ok := dateSteps[name]; ok {
		return ir.IntValue(t, f(b.days)-f(a.days)), nil
	}
	if name == "week" { // whole weeks between
		return ir.IntValue(t, (b.days-a.days)/7), nil
	}
	return failure(ir.DateDiff, "unknown part")
}

// microsBetween subtracts timestamps, which must be finite.
func microsBetween(args []ir.Value, t ir.Type) (ir.Value, error) {
	a, finiteA := momentOf(args[0])
	b, finiteB := momentOf(args[1])
	us, ok1 := joinTimestamp(a.days, a.micros)
	vs, ok2 := joinTimestamp(b.days, b.micros)
	r, ok3 := int128.Of(us).Sub(int128.Of(vs))
	if _, fits := r.Int64(); !finiteA || !finiteB || !ok1 || !ok2 || !ok3 || !fits {
		return failure(ir.MicrosBetween, "out of range")
	}
	return ir.WideValue(t, r), nil
}

func lastDay(args []ir.Value, t ir.Type) (ir.Value, error) {
	m, finite := momentOf(args[0])
	if !finite {
		return ir.NullOf(t), nil
	}
	y, month, _ := Civil(m.days)
	last := Days(y, month, monthDays(y, month))
	if last >= maxDate {
		return failure(ir.LastDay, "date out of range")
	}
	return ir.IntValue(t, last), nil
}

func makeDate(args []ir.Value, t ir.Type) (ir.Value, error) {
	y, ok1 := args[0].Int.Int64()
	m, ok2 := args[1].Int.Int64()
	d, ok3 := args[2].Int.Int64()
	if !ok1 || !ok2 || !ok3 || y > maxYear || y < -maxYear || m < 1 || m > 12 || d < 1 || d > monthDays(y, m) {
		return failure(ir.MakeDate, "date out of range")
	}
	return ir.IntValue(t, Days(y, m, d)), nil
}

// addMicros adds microseconds to a date or timestamp.
func addMicros(args []ir.Value, t ir.Type) (ir.Value, error) {
	m, finite := momentOf(args[0])
	if !finite {
		return Cast(args[0], args[0].Type, t, false)
	}
	us, ok1 := joinTimestamp(m.days, m.micros)
	r, ok2 := int128.Of(us).Add(args[1].Int)
	v, ok3 := r.Int64()
	if !ok1 || !ok2 || !ok3 || InfiniteTimestamp(v) || v < minTimestamp {
		return failure(ir.AddMicros, "timestamp out of range")
	}
	if v, ok1 = joinTimestamp(splitTimestamp(v)); !ok1 {
		return failure(ir.AddMicros, "timestamp out of range")
	}
	return ir.IntValue(t, v), nil
}
