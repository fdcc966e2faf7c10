package ir

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"

	"github.com/reffine-db/reffine/internal/int128"
)

// String returns the value as a literal of IR text: 10, 10:int32,
// 0.05:decimal(4,2), "US", date "1994-01-01", null:date.
func (v Value) String() string {
	t := v.Type.NotNull()
	suffix := ":" + t.String()
	if !v.Valid {
		return "null" + suffix
	}
	switch t.Kind {
	case Bool:
		switch v.Int {
		case int128.Of(0):
			return "false"
		case int128.Of(1):
			return "true"
		}
	case Int64:
		return v.Int.String()
	case Float32, Float64:
		return floatText(v) + suffix
	case Decimal:
		return decimalText(v.Int, int(t.Scale)) + suffix
	case Varchar:
		return strconv.Quote(v.Str)
	case Blob:
		return strconv.Quote(v.Str) + suffix
	case Date:
		if d, ok := v.Int.Int64(); ok && inRange(Date, v.Int) {
			return "date " + strconv.Quote(dateText(time.Unix(d*86400, 0).UTC()))
		}
	case Timestamp:
		if us, ok := v.Int.Int64(); ok {
			return "timestamp " + strconv.Quote(timestampText(us))
		}
	}
	return v.Int.String() + suffix
}

func floatText(v Value) string {
	switch {
	case math.IsNaN(v.Float):
		return "nan"
	case math.IsInf(v.Float, 1):
		return "inf"
	case math.IsInf(v.Float, -1):
		return "-inf"
	case v.Type.Kind == Float32 && float64(float32(v.Float)) == v.Float:
		return strconv.FormatFloat(v.Float, 'g', -1, 32)
	}
	return strconv.FormatFloat(v.Float, 'g', -1, 64)
}

// decimalText writes an unscaled decimal with all its fractional digits.
func decimalText(unscaled int128.Int, scale int) string {
	coefficient := new(apd.BigInt).SetMathBigInt(unscaled.Big())
	return apd.NewWithBigInt(coefficient, int32(-scale)).Text('f')
}

func dateText(t time.Time) string {
	y, sign := t.Year(), ""
	if y < 0 {
		y, sign = -y, "-"
	}
	return fmt.Sprintf("%s%04d-%02d-%02d", sign, y, int(t.Month()), t.Day())
}

func timestampText(us int64) string {
	t := time.UnixMicro(us).UTC()
	s := dateText(t) + t.Format(" 15:04:05")
	if f := t.Nanosecond() / 1000; f != 0 {
		s += "." + strings.TrimRight(fmt.Sprintf("%06d", f), "0")
	}
	return s
}

// parseDate reads [-]YYYY-MM-DD, the year astronomical and of up to 7 digits.
func parseDate(s string) (time.Time, error) {
	bad := fmt.Errorf("%q is not a date (YYYY-MM-DD)", s)
	rest, neg := strings.CutPrefix(s, "-")
	part := strings.Split(rest, "-")
	if len(part) != 3 || len(part[0]) < 4 || len(part[0]) > 7 || len(part[1]) != 2 || len(part[2]) != 2 {
		return time.Time{}, bad
	}
	var n [3]int
	for i, p := range part {
		v, err := strconv.ParseUint(p, 10, 31)
		if err != nil {
			return time.Time{}, bad
		}
		n[i] = int(v)
	}
	if neg {
		n[0] = -n[0]
	}
	t := time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, time.UTC)
	if dateText(t) != s {
		return time.Time{}, bad
	}
	return t, nil
}

func dateValue(s string) (Value, error) {
	t, err := parseDate(s)
	if err != nil {
		return Value{}, err
	}
	return rangeChecked(IntValue(Of(Date), t.Unix()/86400)) // midnights divide exactly
}

// timestampValue reads a date and HH:MM:SS with up to 6 decimal places.
func timestampValue(s string) (Value, error) {
	bad := fmt.Errorf("%q is not a timestamp (YYYY-MM-DD HH:MM:SS)", s)
	day, clock, _ := strings.Cut(s, " ")
	t, err := parseDate(day)
	if err != nil {
		return Value{}, bad
	}
	clock, fraction, dot := strings.Cut(clock, ".")
	c, err := time.Parse("15:04:05", clock)
	if err != nil || len(clock) != 8 || dot && (fraction == "" || len(fraction) > 6) {
		return Value{}, bad
	}
	var us uint64
	if dot {
		if us, err = strconv.ParseUint((fraction + "00000")[:6], 10, 31); err != nil {
			return Value{}, bad
		}
	}
	secs, _ := int128.Of(t.Unix() + int64(c.Hour()*3600+c.Minute()*60+c.Second())).Mul(int128.Of(1e6))
	v, _ := secs.Add(int128.OfUint(us))
	return rangeChecked(WideValue(Of(Timestamp), v))
}

// numberValue reads digits with an optional sign, fraction and exponent (or
// nan, inf) as a value of type t. Dates and timestamps read as raw counts.
func numberValue(s string, t Type) (Value, error) {
	switch {
	case t.Float():
		bits := 64
		if t.Kind == Float32 {
			bits = 32
		}
		f, err := strconv.ParseFloat(s, bits)
		if err != nil {
			return Value{}, fmt.Errorf("%s is out of range for %s", s, t.NotNull())
		}
		return FloatValue(t, f), nil
	case t.Kind == Decimal:
		return decimalValue(s, t)
	case t.Integer() || t.Kind >= Date && !t.Text():
		if strings.ContainsAny(s, ".eEn") {
			return Value{}, fmt.Errorf("%s is not an %s", s, t.NotNull())
		}
		return wideNumber(s, s, t)
	}
	return Value{}, fmt.Errorf("a number cannot be a %s", t.NotNull())
}

// decimalValue reads a plain decimal number that t holds exactly.
func decimalValue(s string, t Type) (Value, error) {
	d, _, err := apd.NewFromString(s)
	if err != nil || strings.ContainsAny(s, "eEn") || int(-d.Exponent) > int(t.Scale) {
		return Value{}, fmt.Errorf("%s is not a %s", s, t.NotNull())
	}
	exact := apd.BaseContext.WithPrecision(64)
	if _, err := exact.Quantize(d, d, -int32(t.Scale)); err != nil {
		return Value{}, fmt.Errorf("%s is out of range for %s", s, t.NotNull())
	}
	v, ok := int128.FromBig(d.Coeff.MathBigInt())
	if d.Negative {
		v, _ = v.Neg()
	}
	if !ok || !fitsWidth(v, int(t.Width)) {
		return Value{}, fmt.Errorf("%s is out of range for %s", s, t.NotNull())
	}
	return WideValue(t, v), nil
}

// wideNumber reads the signed digits of the literal shown as a value of t.
func wideNumber(digits, shown string, t Type) (Value, error) {
	bad := fmt.Errorf("%s is out of range for %s", shown, t.NotNull())
	if len(strings.TrimLeft(digits, "-0")) > 40 {
		return Value{}, bad
	}
	b, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return Value{}, bad
	}
	v, ok := int128.FromBig(b)
	if t.Kind == Enum {
		ok = ok && v.Sign() >= 0 && v.Cmp(int128.Of(int64(len(t.Labels())))) < 0
	}
	if !ok || !inRange(t.Kind, v) && t.Kind != Decimal || t.Kind == Decimal && !fitsWidth(v, int(t.Width)) {
		return Value{}, bad
	}
	return WideValue(t, v), nil
}

func rangeChecked(v Value) (Value, error) {
	if !inRange(v.Type.Kind, v.Int) {
		return Value{}, fmt.Errorf("the %s is out of range", v.Type.Kind)
	}
	return v, nil
}

// fitsWidth reports |v| < 10^width.
func fitsWidth(v int128.Int, width int) bool {
	limit := int128.Pow10(width)
	low, _ := limit.Neg()
	return v.Cmp(limit) < 0 && v.Cmp(low) > 0
}

// inRange reports whether v represents a value of kind k, which is not Decimal.
func inRange(k Kind, v int128.Int) bool {
	signed := func(bits uint) bool {
		n, ok := v.Int64()
		return ok && n>>(bits-1) == n>>63
	}
	unsigned := func(bits uint) bool { return v.Hi == 0 && (bits == 64 || v.Lo>>bits == 0) }
	switch k {
	case Bool:
		return unsigned(1)
	case Int8:
		return signed(8)
	case Int16:
		return signed(16)
	case Int32, Date:
		return signed(32)
	case Int64, Timestamp, TimestampS, TimestampMS, TimestampNS, TimestampTZ:
		return signed(64)
	case Time:
		return signed(64) && v.Hi == 0 && v.Lo <= 86400*1000000
	case UInt8:
		return unsigned(8)
	case UInt16:
		return unsigned(16)
	case UInt32:
		return unsigned(32)
	case UInt64:
		return unsigned(64)
	}
	return true
}

// Check reports why v is not a value of its type: a NULL whose type excludes
// it, a number out of range, a payload in the wrong place.
func (v Value) Check() error {
	t := v.Type
	if err := t.Check(); err != nil {
		return err
	}
	if v.Valid == t.Null {
		return errors.New("ir: the type of a constant is nullable exactly when it is NULL")
	}
	if !v.Valid {
		v.Type = Type{}
		if v != (Value{}) {
			return errors.New("ir: NULL with a payload")
		}
		return nil
	}
	text, float, wide := t.Text(), t.Float(), !t.Text() && !t.Float()
	switch {
	case !text && v.Str != "" || !float && v.Float != 0 || !wide && !v.Int.IsZero():
		return fmt.Errorf("ir: %s with the payload of another kind", t)
	case t.Kind == Float32 && float64(float32(v.Float)) != v.Float && !math.IsNaN(v.Float),
		t.Kind == Decimal && !fitsWidth(v.Int, int(t.Width)),
		wide && t.Kind != Decimal && !inRange(t.Kind, v.Int),
		t.Kind == Enum && (v.Int.Sign() < 0 || v.Int.Cmp(int128.Of(int64(len(t.Labels())))) >= 0):
		return fmt.Errorf("ir: %s is out of range", v)
	}
	return nil
}

// Check reports why t is not a type: an unknown kind, or a width and scale that
// do not fit the kind (1 to 38 digits, of which at most all are fractional).
func (t Type) Check() error {
	switch {
	case t.Kind == Invalid || int(t.Kind) >= len(kindNames):
		return errors.New("ir: invalid type")
	case t.Kind == Decimal && (t.Width < 1 || t.Width > 38 || t.Scale > t.Width):
		return fmt.Errorf("ir: no such type as %s", t.NotNull())
	case t.Kind == Enum:
		if t.Labels() == nil {
			return errors.New("ir: an enumeration without labels")
		}
	case t.Kind != Decimal && (t.Width != 0 || t.Scale != 0):
		return fmt.Errorf("ir: %s with a width", t.Kind)
	}
	return nil
}
