package querytest

import (
	"fmt"
	"strings"
)

// largeTables returns a table of many rows, which DuckDB makes, one or two small ones that its key
// joins with, and at times a second large one with few rows a key.
func (d *dice) largeTables() []*table {
	n := d.between(5_000, 30_000)
	switch d.below(8) {
	case 0, 1:
		n = d.between(30_000, 90_000)
	case 2:
		n = d.between(90_000, 200_000)
	}
	kins := d.largeKins(n)
	out := []*table{d.made("t0", n, kins, pick(d, "i", "i", fmt.Sprintf("(i * 7919 + 13) %% %d", n), "i // 5", "i // 1000", "-3 * i", d.hashed(100), d.hashed(n), d.hashed(2*n)))}
	for i := range d.between(1, 2) {
		out = append(out, d.table(fmt.Sprintf("t%d", i+1), d.between(1, 99)))
	}
	if d.chance(60) {
		m := d.between(3_000, 40_000)
		out = append(out, d.made("t9", m, kins, pick(d, "i", "i", "i // 3", "2 * i", fmt.Sprintf("(i * 7919 + 13) %% %d", m), fmt.Sprintf("(i * 7919 + 13) %% %d // 2", m))))
	}
	return out
}

// made returns a table whose rows are expressions of their number i, from 0, the first one its key. Each
// kin has a column in it, with few NULLs: those may be joined.
func (d *dice) made(name string, rows int, kins []largeKin, by string) *table {
	t := &table{name: name, made: rows}
	add := func(typ sqlType, text string, rough bool) {
		c := column{name: fmt.Sprintf("c%d", len(t.cols)), typ: typ, rough: rough}
		c.expr = "(" + text + ")::" + typ.String()
		switch nulls := pick(d, 0, 0, 0, 10, 50, 97); {
		case nulls > 0 && d.chance(15): // in runs
			c.expr = fmt.Sprintf("CASE WHEN i // %d %% 3 = 0 THEN NULL ELSE %s END", d.between(50, 5000), c.expr)
		case nulls > 0:
			c.expr = fmt.Sprintf("CASE WHEN %s < %d THEN NULL ELSE %s END", d.hashed(100), nulls, c.expr)
		default:
			c.notNull = d.chance(60)
		}
		t.cols = append(t.cols, c)
	}
	key := of(pick(d, integer, integer, bigint))
	add(key, by, false)
	for range d.between(2, 6) {
		typ := d.columnType()
		text, rough := d.expression(typ, rows)
		add(typ, text, rough)
	}
	for i, k := range kins {
		text := fmt.Sprintf("CASE WHEN %s < %d THEN NULL ELSE (%s)::%s END", d.hashed(2000), pick(d, 0, 1), k.value(d.hashed(k.distinct)), k.typ)
		t.cols = append(t.cols, column{name: fmt.Sprintf("c%d", len(t.cols)), typ: k.typ, expr: text, rough: k.rough, kin: i + 1})
	}
	if d.chance(25) {
		t.gone = pick(d, 1, 30, 95)
	}
	return t
}

// hashed returns an expression of i that is a number in [0, span), of some salt.
func (d *dice) hashed(span int) string {
	return fmt.Sprintf("(hash(i + %d) %% %d)::BIGINT", d.below(100)*1_000_003, max(1, span))
}

// many returns a number of distinct values.
func (d *dice) many(rows int) int {
	return pick(d, 2, 7, 100, 300, 5000, 70_000, rows, 3*rows, rows/2)
}

// expression returns an expression of i with values of a type, and whether its numbers are rough.
func (d *dice) expression(t sqlType, rows int) (text string, rough bool) {
	n := d.many(rows)
	switch {
	case t.integral():
		lo, hi := t.bounds()
		if hi.IsInt64() && int64(n) > hi.Int64() {
			n = int(hi.Int64())
		}
		switch d.below(5) {
		case 0: // extremes, seldom
			return fmt.Sprintf("CASE %s WHEN 0 THEN '%s'::%s WHEN 1 THEN '%s'::%[3]s ELSE %[5]s %% 100 END", d.hashed(50), lo, t, hi, d.hashed(n)), true
		case 1: // never falling
			return fmt.Sprintf("i * %d // %d", n, rows), false
		}
		if d.chance(30) && lo.Sign() < 0 {
			return fmt.Sprintf("%s - %d", d.hashed(n), n/2), false
		}
		return d.hashed(n), false
	case t.kind == decimal:
		_, hi := t.bounds()
		if hi.IsInt64() && int64(n) > hi.Int64() {
			n = int(hi.Int64())
		}
		return fmt.Sprintf("(%s - %d)::DECIMAL(18,0) / 1::DECIMAL(1,0) * %s", d.hashed(n), pick(d, 0, n/2), "1e-"+fmt.Sprint(t.scale)), false
	case t.floating():
		plain := fmt.Sprintf("(%s - %d) / %d", d.hashed(n), pick(d, 0, n/2), pick(d, 1, 4, 8))
		if d.chance(50) {
			return fmt.Sprintf("CASE %s WHEN 0 THEN 'NaN' WHEN 1 THEN '-0.0' WHEN 2 THEN '0' WHEN 3 THEN 'inf' WHEN 4 THEN '-inf' ELSE %s END", d.hashed(pick(d, 8, 1000)), "("+plain+")::VARCHAR"), false
		}
		return plain, false
	}
	switch t.kind {
	case boolean:
		return fmt.Sprintf("%s < %d", d.hashed(100), pick(d, 50, 1, 99)), false
	case varchar:
		return d.text(rows, n), false
	case date:
		return fmt.Sprintf("DATE '%s' + (%s)::INTEGER", pick(d, "1992-01-01", "1969-06-01", "0001-01-01"), pick(d, d.hashed(n), "i // 10")), false
	case timestamp:
		return fmt.Sprintf("TIMESTAMP '%s' + INTERVAL (%s) %s", pick(d, "1992-01-01", "1969-06-01 12:00:00"), d.hashed(n), pick(d, "SECOND", "HOUR", "MICROSECOND")), false
	}
	var values []string
	for i := range d.between(2, 40) {
		values = append(values, d.plain(t, i))
	}
	return fmt.Sprintf("[%s][1 + %s]", strings.Join(values, ", "), d.hashed(len(values))), false
}

// text returns an expression of i with strings, n of them more or less.
func (d *dice) text(rows, n int) string {
	var few []string
	for range d.between(2, 8) {
		few = append(few, quoted(pick(d, words...)))
	}
	word := func() string { return fmt.Sprintf("[%s][1 + %s]", strings.Join(few, ", "), d.hashed(len(few))) }
	stem := quoted(strings.Repeat(pick(d, "a", "xy ", "日", "the quick é ", "0"), d.between(1, 40)))
	number := d.hashed(n)
	switch d.below(7) {
	case 0: // few
		return word()
	case 1: // all different
		return pick(d, "'key' || i", "md5(i::VARCHAR)", "i::VARCHAR", "i || ' ' || md5(i::VARCHAR) || '"+pick(d, words[14:20]...)+"'")
	case 2: // long ones, which differ late
		return stem + " || " + number
	case 3: // words of several lengths
		return word() + " || " + word() + " || " + number + " || " + word()
	case 4: // words around a number, of all lengths
		return fmt.Sprintf("repeat(%s, %s) || %s || %s", word(), d.hashed(30), number, word())
	case 5: // some short, some long
		return fmt.Sprintf("CASE WHEN %s = 0 THEN %s || %s ELSE %s END", d.hashed(3), stem, number, word())
	}
	return number + "::VARCHAR"
}

// making returns the statements that make the rows of a table by expressions.
func (t *table) making() (out []string) {
	var exprs []string
	for _, c := range t.cols {
		exprs = append(exprs, c.expr)
	}
	out = append(out, fmt.Sprintf("INSERT INTO %s SELECT %s FROM range(%d) AS r(i)", t.name, strings.Join(exprs, ", "), t.made))
	if t.gone > 0 {
		out = append(out, fmt.Sprintf("DELETE FROM %s WHERE hash(rowid) %% 100 < %d", t.name, t.gone))
	}
	return out
}

// look fills in the samples of tables that DuckDB has made.
func (w *world) look(tables []*table) error {
	for _, t := range tables {
		for i := range t.cols {
			if t.made == 0 {
				continue
			}
			c := &t.cols[i]
			r, err := w.duck(fmt.Sprintf("SELECT %s::VARCHAR FROM %s WHERE %[1]s IS NOT NULL AND hash(rowid) %% %[3]d = 0 LIMIT 40", c.name, t.name, max(1, t.made/50)))
			if err != nil {
				return err
			}
			c.samples = nil
			for _, row := range r.rows {
				c.samples = append(c.samples, quoted(row[0].(string)))
			}
		}
	}
	return nil
}
