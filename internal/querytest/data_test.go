package querytest

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// quoted returns a string literal.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// sparse is the distance of the keys of a sparse column.
const sparse = 1_000_003

// keys returns a column of keys: numbers that tables have in common.
func (d *dice) keys(t sqlType, rows int) func(i int) string {
	order := make([]int, rows)
	for i := range order {
		order[i] = i
	}
	if d.chance(50) {
		shuffle(d, order)
	}
	base, step := pick(d, 0, 0, 1, -3), 1
	if t.kind != integer || rows < 2000 {
		step = pick(d, 1, 1, 1, 2, sparse)
	}
	per := pick(d, 1, 1, 1, 2, 5) // rows a key
	return func(i int) string { return strconv.Itoa(base + order[i]/per*step) }
}

// values returns a column of values of a type, and whether its numbers are rough.
func (d *dice) values(t sqlType, rows int) (gen func(i int) string, rough bool) {
	switch {
	case t.integral():
		return d.integers(t, rows)
	case t.kind == decimal:
		return d.decimals(t)
	case t.floating():
		return d.floats(t)
	}
	switch t.kind {
	case boolean:
		percent := pick(d, 50, 50, 5, 100)
		return func(int) string { return strconv.FormatBool(d.chance(percent)) }, false
	case varchar:
		return d.strings(rows), false
	case date:
		return d.dates(rows), false
	case timestamp:
		return d.timestamps(rows), false
	}
	if t.kind >= clock {
		few := d.between(2, 40)
		return func(int) string { return d.plain(t, d.below(few)) }, false
	}
	panic("querytest: no values of " + t.String())
}

// plain returns value n of a type that is not computed with.
func (d *dice) plain(t sqlType, n int) string {
	switch t.kind {
	case clock:
		return quoted(fmt.Sprintf("%02d:%02d:00%s", n%24, n*7%60, []string{"", ".5", ".000001"}[n%3]))
	case timestampS:
		return quoted(day(n) + " 00:00:07")
	case timestampMS:
		return quoted(day(-100*n) + " 00:00:07.125")
	case timestampNS:
		return quoted(day(n) + fmt.Sprintf(" 12:00:00.%09d", n*7777))
	case timestampTZ:
		return quoted(day(n) + " 00:00:00.5+00")
	case uuid:
		return quoted(fmt.Sprintf("%08x-0000-4000-8000-%012x", uint32(n*0x13579bdf), n%3))
	case uhugeint:
		return quoted([]string{"", "340282366920938463463374607431768211", "17014118346046923173168730371588410"}[n%3] + strconv.Itoa(n + 1000)[1:])
	}
	if t.kind == enum {
		return quoted([]string{"key1", "a", "z", "b", "é"}[n%5])
	}
	return quoted([]string{"", `\x00`, `\xFFab`, "a longer one, of more than twelve bytes"}[n%4] + strconv.Itoa(n/8))
}

func (d *dice) integers(t sqlType, rows int) (gen func(i int) string, rough bool) {
	lo, hi := t.bounds()
	signed := lo.Sign() < 0
	least := 0
	if signed {
		least = -3
	}
	switch d.below(7) {
	case 0:
		if big.NewInt(int64(rows)).Cmp(hi) < 0 {
			return d.keys1(rows), false
		}
	case 1: // one value in most rows
		usual, percent := d.between(0, 5), pick(d, 50, 90, 100)
		return func(int) string {
			if d.chance(percent) {
				return strconv.Itoa(usual)
			}
			return strconv.Itoa(d.between(least, 100))
		}, false
	case 2: // extremes
		return func(int) string {
			x := pick(d, lo, hi, big.NewInt(0), big.NewInt(1), new(big.Int).Add(lo, big.NewInt(1)), new(big.Int).Sub(hi, big.NewInt(1)))
			return x.String()
		}, true
	case 3: // never falling
		return func(i int) string { return strconv.Itoa(min(100, i/3)) }, false
	}
	span := pick(d, 1, 3, 10, 100)
	return func(int) string { return strconv.Itoa(d.between(least, span)) }, false
}

// keys1 returns a column of unique small numbers.
func (d *dice) keys1(rows int) func(i int) string {
	order := make([]int, rows)
	for i := range order {
		order[i] = i
	}
	if d.chance(60) {
		shuffle(d, order)
	}
	return func(i int) string { return strconv.Itoa(order[i]) }
}

// unscaled returns the text of a DECIMAL.
func unscaled(x *big.Int, scale int) string {
	s := new(big.Int).Abs(x).String()
	if len(s) <= scale {
		s = strings.Repeat("0", scale+1-len(s)) + s
	}
	if scale > 0 {
		s = s[:len(s)-scale] + "." + s[len(s)-scale:]
	}
	if x.Sign() < 0 {
		s = "-" + s
	}
	return quoted(s)
}

func (d *dice) decimals(t sqlType) (gen func(i int) string, rough bool) {
	lo, hi := t.bounds()
	if d.chance(20) {
		return func(int) string {
			return unscaled(pick(d, lo, hi, big.NewInt(0), big.NewInt(-1), big.NewInt(1)), t.scale)
		}, true
	}
	span := int(min(9_999, hi.Uint64()))
	if !hi.IsUint64() {
		span = 9_999
	}
	step := 1
	if span > 100 {
		step = pick(d, 1, 25, 100)
	}
	least := pick(d, 0, -span/step)
	return func(int) string {
		return unscaled(big.NewInt(int64(step*d.between(least, span/step))), t.scale)
	}, false
}

func (d *dice) floats(t sqlType) (gen func(i int) string, rough bool) {
	special := []string{"NaN", "inf", "-inf", "-0.0", "0.0", "1.5", "-2"}
	switch d.below(5) {
	case 0:
		return func(int) string { return quoted(pick(d, special...)) }, false
	case 1:
		huge := []string{"1.7976931348623157e308", "-1.7976931348623157e308", "5e-324", "0.1", "9007199254740993", "-1e19", "1e38"}
		if t.kind == float {
			huge = []string{"3.4028235e38", "-3.4028235e38", "1e-45", "0.1", "16777217", "-1e19"}
		}
		return func(int) string { return quoted(pick(d, pick(d, huge...), pick(d, special...))) }, true
	}
	per := pick(d, 1.0, 4.0, 10.0)
	span := pick(d, 2, 100, 1000)
	return func(int) string {
		return quoted(strconv.FormatFloat(float64(d.between(-span, span))/per, 'g', -1, 64))
	}, false
}

// words are strings of few, with what LIKE, cases and encodings make of them.
var words = []string{"", "a", "b", "ab", "abc", "aab", "A", "Ab", "B%", "_", "a_b", "a%", " ", "z", "é", "É", "日本", "日本語", "🦆", "ß", "x\ny", "it's"}

func (d *dice) strings(rows int) func(i int) string {
	switch d.below(6) {
	case 0: // all different
		order := d.keys1(rows)
		return func(i int) string { return "'key" + order(i) + "'" }
	case 1: // long ones, which differ late
		stem := strings.Repeat(pick(d, "a", "xy", "日"), d.between(5, 90))
		return func(int) string { return quoted(stem + pick(d, words...)) }
	case 2: // numbers
		return func(int) string { return quoted(strconv.Itoa(d.between(-20, 20))) }
	case 3:
		few := words[d.below(len(words)-4):][:4]
		return func(int) string { return quoted(pick(d, few...)) }
	}
	return func(int) string { return quoted(pick(d, words...)) }
}

var edgeDates = []string{"1970-01-01", "1969-12-31", "2000-02-29", "1900-02-28", "1999-12-31", "0001-01-01", "9999-12-31", "1996-01-31", "2024-02-29"}

// day returns a date some days after 1992-01-01.
func day(n int) string {
	return time.Date(1992, 1, 1+n, 0, 0, 0, 0, time.UTC).Format("2006-01-02")
}

func (d *dice) dates(rows int) func(i int) string {
	switch d.below(5) {
	case 0:
		return func(int) string { return quoted(pick(d, edgeDates...)) }
	case 1: // never falling
		return func(i int) string { return quoted(day(i / 2)) }
	}
	span := pick(d, 5, 60, 2000)
	return func(int) string { return quoted(day(d.below(span))) }
}

func (d *dice) timestamps(rows int) func(i int) string {
	if d.chance(20) {
		return func(int) string {
			return quoted(pick(d, edgeDates...) + " " + pick(d, "00:00:00", "23:59:59.999999", "12:00:00"))
		}
	}
	span, hours := pick(d, 5, 60, 2000), pick(d, 1, 24)
	return func(int) string {
		s := fmt.Sprintf("%s %02d:%02d:00", day(d.below(span)), d.below(hours), pick(d, 0, 30))
		if d.chance(10) {
			s += ".000001"
		}
		return quoted(s)
	}
}
