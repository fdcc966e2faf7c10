package eval

import (
	"math"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// The infinite dates and timestamps of the engine.
const (
	maxDate      = math.MaxInt32
	minDate      = -math.MaxInt32
	maxTimestamp = math.MaxInt64
	minTimestamp = -math.MaxInt64
	dayMicros    = 86400 * 1000000
)

// InfiniteDate reports date 'infinity' or '-infinity', in days.
func InfiniteDate(days int64) bool { return days == maxDate || days == minDate }

// InfiniteTimestamp is InfiniteDate for timestamps, in microseconds.
func InfiniteTimestamp(us int64) bool { return us == maxTimestamp || us == minTimestamp }

// Civil converts days since 1970-01-01 to a proleptic Gregorian date; the year
// before 1 is 0.
func Civil(days int64) (year, month, day int64) {
	z := days + 719468 // days since 0000-03-01
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	day = doy - (153*mp+2)/5 + 1
	month = mp + 3
	year = yoe + era*400
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

// Days is the inverse of Civil.
func Days(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	era := floorDiv(year, 400)
	yoe := year - era*400
	doy := (153*(month-3)+2)/5 + day - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

// monthDays returns the length of a month.
func monthDays(year, month int64) int64 {
	if month == 2 {
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 30 + (month+month>>3)&1
}

// floorDiv divides rounding toward minus infinity; b is positive.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// splitTimestamp returns the date and the microseconds of the day.
func splitTimestamp(us int64) (days, micros int64) {
	days = floorDiv(us, dayMicros)
	return days, us - days*dayMicros
}

// joinTimestamp is the inverse of splitTimestamp; false when out of range, as the day's start may be
// even where the time of day is not.
func joinTimestamp(days, micros int64) (int64, bool) {
	d, _ := int128.Of(days).Mul(int128.Of(dayMicros))
	_, ok := d.Int64()
	r, ok2 := d.Add(int128.Of(micros))
	us, ok3 := r.Int64()
	return us, ok && ok2 && ok3 && !InfiniteTimestamp(us) && us != math.MinInt64
}

// DateOf returns the days of a date or timestamp value and whether it is finite.
func DateOf(v ir.Value) (days int64, finite bool) {
	x, _ := v.Int.Int64()
	if v.Type.Kind == ir.Timestamp {
		if InfiniteTimestamp(x) {
			return 0, false
		}
		return floorDiv(x, dayMicros), true
	}
	return x, !InfiniteDate(x)
}

// datePart is year, month or day of a date or timestamp; NULL when infinite.
func datePart(op ir.Op, v ir.Value, t ir.Type) ir.Value {
	days, finite := DateOf(v)
	if !finite {
		return ir.NullOf(t)
	}
	y, m, d := Civil(days)
	switch op {
	case ir.Year:
		return ir.IntValue(t, y)
	case ir.Month:
		return ir.IntValue(t, m)
	}
	return ir.IntValue(t, d)
}

// addInterval adds n months (clamped to the end of the month) or days to a
// date or timestamp; the result is a timestamp, infinite when the operand is.
func addInterval(op ir.Op, v, n ir.Value, t ir.Type) (ir.Value, error) {
	x, _ := v.Int.Int64()
	days, micros := x, int64(0)
	if v.Type.Kind == ir.Timestamp {
		if InfiniteTimestamp(x) {
			return ir.IntValue(t, x), nil
		}
		days, micros = splitTimestamp(x)
	} else {
		switch x {
		case maxDate:
			return ir.IntValue(t, maxTimestamp), nil
		case minDate:
			return ir.IntValue(t, minTimestamp), nil
		}
	}
	k, ok := n.Int.Int64()
	if !ok || k < math.MinInt32 || k > math.MaxInt32 {
		return ir.Value{}, &Error{op.String(), "interval out of range"}
	}
	// The engine converts a date to a timestamp before it adds.
	if _, ok := joinTimestamp(days, micros); !ok {
		return ir.Value{}, &Error{op.String(), "timestamp out of range"}
	}
	if op == ir.AddDays {
		days += k
	} else {
		days = addMonths(days, k)
	}
	if days > maxDate || days < minDate {
		return ir.Value{}, &Error{op.String(), "date out of range"}
	}
	us, ok := joinTimestamp(days, micros)
	if !ok {
		return ir.Value{}, &Error{op.String(), "timestamp out of range"}
	}
	return ir.IntValue(t, us), nil
}

// addMonths adds k months to a date, clamped to the end of the month.
func addMonths(days, k int64) int64 {
	y, m, d := Civil(days)
	m0 := y*12 + m - 1 + k
	y, m = floorDiv(m0, 12), m0-12*floorDiv(m0, 12)+1
	return Days(y, m, min(d, monthDays(y, m)))
}
