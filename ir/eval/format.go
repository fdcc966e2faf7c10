package eval

import (
	"fmt"
	"math"
	"math/big"
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
	case ir.TimestampS:
		s, _ := v.Int.Int64()
		return appendSeconds(b, s)
	case ir.Time:
		us, _ := v.Int.Int64()
		return appendTime(b, us)
	case ir.Enum:
		n, _ := v.Int.Int64()
		return append(b, t.Labels()[n]...)
	case ir.UUID:
		return appendUUID(b, v.Int)
	case ir.UHugeInt:
		x := v.Int.Big()
		return x.Add(x, new(big.Int).Lsh(big.NewInt(1), 127)).Append(b, 10)
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

// appendFloat writes 1.0, 0.0001, 1e-05, 1e+16, inf, nan.
func appendFloat(b []byte, f float64, size int) []byte {
	if math.Signbit(f) {
		b = append(b, '-')
		f = -f
	}
	switch {
	case math.IsNaN(f):
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case f == 0:
		return append(b, "0.0"...)
	}
	d, exp := floatDigits(f, size == 32)
	point := len(d) + exp // digits before the point
	switch {
	case point <= -4 || point > 16:
		b = append(b, d[0])
		if len(d) > 1 {
			b = append(append(b, '.'), d[1:]...)
		}
		b = append(b, 'e', '+')
		if point--; point < 0 {
			b[len(b)-1], point = '-', -point
		}
		return appendPadded(b, int64(point), 2)
	case point <= 0:
		b = append(b, "0."...)
		for range -point {
			b = append(b, '0')
		}
		return append(b, d...)
	case point >= len(d):
		b = append(b, d...)
		for range point - len(d) {
			b = append(b, '0')
		}
		return append(b, ".0"...)
	}
	b = append(b, d[:point]...)
	return append(append(b, '.'), d[point:]...)
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
	return appendTime(append(appendDate(b, days), ' '), micros)
}

// appendSeconds writes a timestamp in seconds.
func appendSeconds(b []byte, s int64) []byte {
	switch s {
	case maxTimestamp:
		return append(b, "infinity"...)
	case minTimestamp:
		return append(b, "-infinity"...)
	}
	days := floorDiv(s, 86400)
	return appendTime(append(appendDate(b, days), ' '), (s-86400*days)*1000000)
}

// appendUUID writes the digits of a UUID in groups of 8, 4, 4, 4 and 12.
func appendUUID(b []byte, v int128.Int) []byte {
	hi, lo := uint64(v.Hi)^1<<63, v.Lo
	return fmt.Appendf(b, "%08x-%04x-%04x-%04x-%012x", hi>>32, hi>>16&0xffff, hi&0xffff, lo>>48, lo&(1<<48-1))
}

// appendTime writes HH:MM:SS and what there is of a second.
func appendTime(b []byte, micros int64) []byte {
	s := micros / 1000000
	b = appendPadded(b, s/3600, 2)
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
