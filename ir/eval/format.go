package eval

import (
	"math"
	"strconv"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// Format returns the engine's varchar of a value that is not NULL.
func Format(v ir.Value, t ir.Type) string { return string(AppendFormat(nil, v, t)) }

// AppendFormat appends the engine's varchar of a value that is not NULL.
func AppendFormat(b []byte, v ir.Value, t ir.Type) []byte {
	switch t.Kind {
	case ir.Varchar:
		return append(b, v.Str...)
	case ir.Bool:
		return strconv.AppendBool(b, !v.Int.IsZero())
	case ir.Float32:
		return appendFloat(b, v.Float, 32)
	case ir.Float64:
		return appendFloat(b, v.Float, 64)
	case ir.Decimal:
		return appendDecimal(b, v.Int, int(t.Width), int(t.Scale))
	case ir.Date:
		d, _ := v.Int.Int64()
		return appendDate(b, d)
	case ir.Timestamp:
		us, _ := v.Int.Int64()
		return appendTimestamp(b, us)
	}
	if x, ok := v.Int.Int64(); ok {
		return strconv.AppendInt(b, x, 10)
	}
	return append(b, v.Int.String()...)
}

// appendDecimal writes 12.30; a value below one has a leading zero unless the
// type has no digit before the point.
func appendDecimal(b []byte, v int128.Int, width, scale int) []byte {
	if v.Sign() < 0 {
		b = append(b, '-')
	}
	var d []byte
	if x, ok := v.Int64(); ok && x != math.MinInt64 {
		if x < 0 {
			x = -x
		}
		var room [24]byte
		d = strconv.AppendInt(room[:0], x, 10)
	} else {
		s := v.String()
		if s[0] == '-' {
			s = s[1:]
		}
		d = []byte(s)
	}
	if scale == 0 {
		return append(b, d...)
	}
	if n := len(d) - scale; n > 0 {
		b = append(b, d[:n]...)
		d = d[n:]
	} else if width > scale {
		b = append(b, '0')
	}
	b = append(b, '.')
	for range scale - len(d) {
		b = append(b, '0')
	}
	return append(b, d...)
}

// appendFloat writes the shortest digits that read back as f: 1.0, 0.0001,
// 1e-05, 1e+16, inf, nan.
func appendFloat(b []byte, f float64, size int) []byte {
	switch {
	case math.IsNaN(f):
		if math.Signbit(f) {
			b = append(b, '-')
		}
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.AppendFloat(b, f, 'e', -1, size)
	}
	n := len(b)
	b = strconv.AppendFloat(b, f, 'f', -1, size)
	for _, c := range b[n:] {
		if c == '.' {
			return b
		}
	}
	return append(b, ".0"...)
}

// appendDate writes YYYY-MM-DD, years of more digits in full, and years before
// 1 as "(BC)".
func appendDate(b []byte, days int64) []byte {
	switch days {
	case maxDate:
		return append(b, "infinity"...)
	case minDate:
		return append(b, "-infinity"...)
	}
	y, m, d := Civil(days)
	bc := y <= 0
	if bc {
		y = 1 - y
	}
	b = appendPadded(b, y, 4)
	b = appendPadded(append(b, '-'), m, 2)
	b = appendPadded(append(b, '-'), d, 2)
	if bc {
		b = append(b, " (BC)"...)
	}
	return b
}

func appendTimestamp(b []byte, us int64) []byte {
	switch us {
	case maxTimestamp:
		return append(b, "infinity"...)
	case minTimestamp:
		return append(b, "-infinity"...)
	}
	days, micros := splitTimestamp(us)
	b = appendDate(b, days)
	s := micros / 1000000
	b = appendPadded(append(b, ' '), s/3600, 2)
	b = appendPadded(append(b, ':'), s/60%60, 2)
	b = appendPadded(append(b, ':'), s%60, 2)
	if f := micros % 1000000; f != 0 {
		b = appendPadded(append(b, '.'), f, 6)
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
	}
	return b
}

// appendPadded writes n with at least width digits.
func appendPadded(b []byte, n int64, width int) []byte {
	var room [24]byte
	d := strconv.AppendInt(room[:0], n, 10)
	for range width - len(d) {
		b = append(b, '0')
	}
	return append(b, d...)
}
