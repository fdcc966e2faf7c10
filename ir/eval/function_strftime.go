package eval

import (
	"strconv"

	"github.com/reffine-db/reffine/ir"
)

var (
	dayNames   = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
		"November", "December"}
)

func dayName(args []ir.Value, t ir.Type) (ir.Value, error) {
	m, finite := momentOf(args[0])
	if !finite {
		return ir.NullOf(t), nil
	}
	return ir.StringValue(dayNames[isoDay(m.days)%7]), nil
}

func monthName(args []ir.Value, t ir.Type) (ir.Value, error) {
	m, finite := momentOf(args[0])
	if !finite {
		return ir.NullOf(t), nil
	}
	_, month, _ := Civil(m.days)
	return ir.StringValue(monthNames[month-1]), nil
}

// CheckFormat reports that strftime knows every specifier of a format.
func CheckFormat(format string) bool {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		s, n := specifier(format[i+1:])
		if s == nil {
			return false
		}
		i += n
	}
	return true
}

// specifier returns what writes the specifier at the start of a format, behind its %, and its length.
func specifier(format string) (write func(b []byte, m moment) []byte, n int) {
	n = 1
	if len(format) > 1 && format[0] == '-' {
		n = 2
	}
	if len(format) < n {
		return nil, 0
	}
	return specifiers[format[:n]], n
}

// padded writes a number with at least width digits.
func padded(width int, f func(m moment) int64) func(b []byte, m moment) []byte {
	return func(b []byte, m moment) []byte { return appendPadded(b, f(m), width) }
}

// named writes the first n letters of a name.
func named(names []string, n int, f func(m moment) int64) func(b []byte, m moment) []byte {
	return func(b []byte, m moment) []byte {
		s := names[f(m)]
		return append(b, s[:min(n, len(s))]...)
	}
}

func monthOf(m moment) int64    { _, x, _ := Civil(m.days); return x }
func monthIndex(m moment) int64 { return monthOf(m) - 1 }
func dayOfMonth(m moment) int64 { _, _, x := Civil(m.days); return x }
func weekday(m moment) int64    { return isoDay(m.days) % 7 }
func dayOfYear(m moment) int64  { return yearDay(m.days) }
func hourOf(m moment) int64     { return m.micros / 3600000000 }
func hour12(m moment) int64     { return (hourOf(m)+11)%12 + 1 }
func minuteOf(m moment) int64   { return m.micros / 60000000 % 60 }
func secondOf(m moment) int64   { return m.micros / 1000000 % 60 }
func shortYear(m moment) int64  { y, _, _ := Civil(m.days); return max(y, -y) % 100 }
func microsOf(m moment) int64   { return m.micros % 1000000 }
func millisOf(m moment) int64   { return m.micros % 1000000 / 1000 }
func isoDayOf(m moment) int64   { return isoDay(m.days) }
func isoWeekOf(m moment) int64  { _, w := isoWeek(m.days); return w }
func fullYear(b []byte, m moment) []byte {
	y, _, _ := Civil(m.days)
	if y < 0 {
		return strconv.AppendInt(b, y, 10)
	}
	return appendPadded(b, y, 4)
}

func halfDay(b []byte, m moment) []byte {
	if hourOf(m) >= 12 {
		return append(b, "PM"...)
	}
	return append(b, "AM"...)
}

// specifiers are strftime's, without those that depend on a time zone.
var specifiers = map[string]func(b []byte, m moment) []byte{
	"a": named(dayNames[:], 3, weekday), "A": named(dayNames[:], 99, weekday),
	"b": named(monthNames[:], 3, monthIndex), "B": named(monthNames[:], 99, monthIndex),
	"d": padded(2, dayOfMonth), "-d": padded(1, dayOfMonth), "m": padded(2, monthOf), "-m": padded(1, monthOf),
	"y": padded(2, shortYear), "-y": padded(1, shortYear), "Y": fullYear,
	"H": padded(2, hourOf), "-H": padded(1, hourOf), "I": padded(2, hour12), "-I": padded(1, hour12), "p": halfDay,
	"M": padded(2, minuteOf), "-M": padded(1, minuteOf), "S": padded(2, secondOf), "-S": padded(1, secondOf),
	"f": padded(6, microsOf), "g": padded(3, millisOf), "j": padded(3, dayOfYear), "-j": padded(1, dayOfYear),
	"w": padded(1, weekday), "u": padded(1, isoDayOf), "V": padded(2, isoWeekOf),
	"%": func(b []byte, _ moment) []byte { return append(b, '%') },
}

// writers splits a format into what writes its pieces; nil when a specifier is not known.
func writers(format string) []func(b []byte, m moment) []byte {
	list := []func(b []byte, m moment) []byte{}
	literal := ""
	flush := func() {
		if text := literal; text != "" {
			list = append(list, func(b []byte, _ moment) []byte { return append(b, text...) })
		}
		literal = ""
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			literal += format[i : i+1]
			continue
		}
		write, n := specifier(format[i+1:])
		if write == nil {
			return nil
		}
		flush()
		list = append(list, write)
		i += n
	}
	flush()
	return list
}

// Formatter returns the function that appends strftime of a finite date or timestamp of type t, given
// as its count of days or microseconds; nil when the format is not supported.
func Formatter(format string, t ir.Type) func(b []byte, x int64) []byte {
	list := writers(format)
	if list == nil {
		return nil
	}
	return func(b []byte, x int64) []byte {
		m := moment{kind: t.Kind, days: x}
		if t.Kind == ir.Timestamp {
			m.days, m.micros = splitTimestamp(x)
		}
		for _, write := range list {
			b = write(b, m)
		}
		return b
	}
}

func strftime(args []ir.Value, _ ir.Type) (ir.Value, error) {
	if _, finite := momentOf(args[0]); !finite {
		return ir.StringValue(Format(args[0], args[0].Type)), nil
	}
	write := Formatter(args[1].Str, args[0].Type)
	if m, _ := momentOf(args[0]); write == nil || m.days < isoDays {
		return failure(ir.Strftime, "a format that is not supported, or a date out of range")
	}
	x, _ := args[0].Int.Int64()
	return ir.StringValue(string(write(nil, x))), nil
}
