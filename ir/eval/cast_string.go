package eval

import (
	"math"
	"strconv"
	"strings"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// castString parses the plain spellings of a value. Everything else (blanks,
// exponents in integers, single-digit months, …) is false although the engine may
// accept it: such a cast must be left to the engine, unless it is certain that it
// accepts no such thing (see unsure).
func castString(s string, t ir.Type) (ir.Value, bool) {
	switch {
	case t.Integer():
		v, ok := parseDigits(s, 0)
		return ir.WideValue(t, v), ok && inRange(v, t)
	case t.Kind == ir.Decimal:
		v, ok := parseDigits(s, int(t.Scale))
		return ir.WideValue(t, v), ok && inRange(v, t)
	case t.Float():
		return parseFloat(s, t)
	case t.Kind == ir.Bool:
		switch strings.ToLower(s) {
		case "true", "t", "1":
			return ir.BoolValue(true), true
		case "false", "f", "0":
			return ir.BoolValue(false), true
		}
	case t.Kind == ir.Date:
		d, ok := parseDate(s)
		return ir.IntValue(t, d), ok
	case t.Kind == ir.Timestamp:
		return parseTimestamp(s, t)
	}
	return ir.Value{}, false
}

// parseDigits parses -?digits[.digits] with at most scale digits after the
// point, unscaled.
func parseDigits(s string, scale int) (int128.Int, bool) {
	body, neg := strings.CutPrefix(s, "-")
	whole, frac, point := strings.Cut(body, ".")
	if !digits(whole) || point && !digits(frac) || len(frac) > scale {
		return int128.Int{}, false
	}
	var v int128.Int // negated: the least value has no positive
	for _, part := range [...]string{whole, frac, strings.Repeat("0", scale-len(frac))} {
		for i := range len(part) {
			p, ok1 := v.Mul(int128.Of(10))
			q, ok2 := p.Sub(int128.Of(int64(part[i] - '0')))
			if !ok1 || !ok2 {
				return int128.Int{}, false
			}
			v = q
		}
	}
	if neg {
		return v, true
	}
	return v.Neg()
}

// digits reports a non-empty string of decimal digits.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// parseFloat parses -?digits[.digits][e[+-]digits].
func parseFloat(s string, t ir.Type) (ir.Value, bool) {
	mant, exp, hasExp := strings.Cut(strings.TrimPrefix(s, "-"), "e")
	whole, frac, point := strings.Cut(mant, ".")
	if !digits(whole) || point && !digits(frac) || hasExp && !digits(strings.TrimLeft(exp, "+-")) {
		return ir.Value{}, false
	}
	size := 64
	if t.Kind == ir.Float32 {
		size = 32
	}
	f, err := strconv.ParseFloat(s, size)
	if err != nil || math.IsInf(f, 0) {
		return ir.Value{}, false
	}
	return ir.FloatValue(t, f), true
}

// parseDate parses YYYY-MM-DD.
func parseDate(s string) (days int64, ok bool) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' || !digits(s[:4]) || !digits(s[5:7]) || !digits(s[8:]) {
		return 0, false
	}
	y, m, d := number(s[:4]), number(s[5:7]), number(s[8:])
	if y == 0 || m < 1 || m > 12 || d < 1 || d > monthDays(y, m) {
		return 0, false
	}
	return Days(y, m, d), true
}

// parseTimestamp parses a date, optionally followed by a blank or T,
// HH:MM:SS and up to six digits of a second.
func parseTimestamp(s string, t ir.Type) (ir.Value, bool) {
	if len(s) < 10 {
		return ir.Value{}, false
	}
	days, ok := parseDate(s[:10])
	if !ok {
		return ir.Value{}, false
	}
	us := days * dayMicros
	if s = s[10:]; s == "" {
		return ir.IntValue(t, us), true
	}
	if len(s) < 9 || s[0] != ' ' && s[0] != 'T' || s[3] != ':' || s[6] != ':' || !digits(s[1:3]+s[4:6]+s[7:9]) {
		return ir.Value{}, false
	}
	h, m, sec := number(s[1:3]), number(s[4:6]), number(s[7:9])
	if h > 23 || m > 59 || sec > 59 {
		return ir.Value{}, false
	}
	us += ((h*60+m)*60 + sec) * 1000000
	if frac := s[9:]; frac != "" {
		if frac[0] != '.' || len(frac) > 7 || !digits(frac[1:]) {
			return ir.Value{}, false
		}
		us += number((frac[1:] + "000000")[:6])
	}
	return ir.IntValue(t, us), true
}

// number is the value of a short string of digits.
func number(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}
