package querytest

import (
	"fmt"
	"strings"
)

// column is a column of a table.
type column struct {
	name    string
	typ     sqlType
	notNull bool
	rough   bool // holds numbers too far apart to be added in any order
	kin     int  // see kin; 0 for none

	expr    string   // of a table that DuckDB makes: the value of row i
	samples []string // of such a table: literals of some values
}

// row is one row: literals by column. A deleted one is inserted first, and leaves a gap.
type row struct {
	values  []string
	deleted bool
}

// table is a table of the case with its rows.
type table struct {
	name string
	cols []column
	rows []row
	made int // rows that DuckDB makes by the columns' expressions
	gone int // percentage of those that are deleted
}

// live returns the number of rows that are not deleted.
func (t *table) live() (n int) {
	for _, r := range t.rows {
		if !r.deleted {
			n++
		}
	}
	return n
}

// samples returns some values of a column that are not NULL.
func (t *table) samples(col int) (out []string) {
	if t.made > 0 {
		return t.cols[col].samples
	}
	for i := 0; i < len(t.rows) && len(out) < 40; i += 1 + len(t.rows)/80 {
		if v := t.rows[i].values[col]; v != "NULL" && !t.rows[i].deleted {
			out = append(out, v)
		}
	}
	return out
}

const insertRows = 1000

// script returns the statements that make the table.
func (t *table) script() (out []string) {
	var cols []string
	for _, c := range t.cols {
		s := c.name + " " + c.typ.String()
		if c.notNull {
			s += " NOT NULL"
		}
		cols = append(cols, s)
	}
	out = append(out, fmt.Sprintf("CREATE TABLE %s (%s)", t.name, strings.Join(cols, ", ")))
	if t.made > 0 {
		return append(out, t.making()...)
	}
	var gone []string
	for lo := 0; lo < len(t.rows); lo += insertRows {
		var rows []string
		for i, r := range t.rows[lo:min(lo+insertRows, len(t.rows))] {
			rows = append(rows, "("+strings.Join(r.values, ", ")+")")
			if r.deleted {
				gone = append(gone, fmt.Sprint(lo+i))
			}
		}
		out = append(out, fmt.Sprintf("INSERT INTO %s VALUES %s", t.name, strings.Join(rows, ", ")))
	}
	if len(gone) > 0 {
		out = append(out, fmt.Sprintf("DELETE FROM %s WHERE rowid IN (%s)", t.name, strings.Join(gone, ", ")))
	}
	return out
}

// script returns the statements that make all tables.
func script(tables []*table) (out []string) {
	for _, t := range tables {
		out = append(out, t.script()...)
	}
	return out
}

// tables returns two to four tables. At most one of them is large, so that products stay small.
func (d *dice) tables() []*table {
	kins := d.kins()
	out := make([]*table, d.between(2, 4))
	large := -1
	if d.chance(30) {
		large = d.below(len(out))
	}
	for i := range out {
		rows := d.size()
		if i == large {
			rows = d.between(100, 3000)
		}
		out[i] = d.table(fmt.Sprintf("t%d", i), rows, kins...)
	}
	return out
}

// size returns a number of rows, mostly small.
func (d *dice) size() int {
	if d.chance(4) {
		return 0
	}
	return pick(d, 1, 2, d.between(2, 8), d.between(2, 8), d.between(5, 30), d.between(5, 30), d.between(20, 99), d.between(20, 99))
}

// table returns a table with so many rows. Its first column is a key: an integer that joins
// with the others' keys. Most kins have a column in it.
func (d *dice) table(name string, rows int, kins ...kin) *table {
	t := &table{name: name}
	var fill []func(i int) string
	add := func(typ sqlType, gen func(int) string, rough bool) {
		c := column{name: fmt.Sprintf("c%d", len(t.cols)), typ: typ, rough: rough}
		nulls := pick(d, 0, 0, 0, 0, 10, 10, 10, 50, 97)
		if nulls == 0 {
			c.notNull = d.chance(60)
		}
		t.cols = append(t.cols, c)
		fill = append(fill, func(i int) string {
			if nulls > 0 && d.chance(nulls) {
				return "NULL"
			}
			return gen(i)
		})
	}
	key := of(pick(d, integer, integer, bigint))
	add(key, d.keys(key, rows), false)
	for range d.between(1, 6) {
		typ := d.columnType()
		gen, rough := d.values(typ, rows)
		add(typ, gen, rough)
	}
	for i, k := range kins {
		if d.chance(75) {
			add(k.typ, func(int) string { return pick(d, k.values...) }, k.rough)
			t.cols[len(t.cols)-1].kin = i + 1
		}
	}
	deleted := 0
	if d.chance(25) {
		deleted = pick(d, 5, 5, 30, 30, 60, 100)
	}
	for i := range rows {
		r := row{deleted: deleted > 0 && d.chance(deleted)}
		for _, f := range fill {
			r.values = append(r.values, f(i))
		}
		t.rows = append(t.rows, r)
	}
	return t
}
