package querytest

import (
	"slices"
	"time"

	"github.com/reffine-db/reffine/internal/compile"
)

// failure is a case that fails: all that is needed to see it again.
type failure struct {
	tables []*table
	q      *query
	config config
}

// shrinker makes a failure smaller, as long as fails says that it still fails in the same way.
type shrinker struct {
	fails func(f failure) bool
	until time.Time
}

// try adopts a smaller case that still fails.
func (s *shrinker) try(f *failure, smaller failure) bool {
	if time.Now().After(s.until) || !s.fails(smaller) {
		return false
	}
	*f = smaller
	return true
}

// shrink returns the smallest failure it can find.
func (s *shrinker) shrink(f failure) failure {
	for _, c := range []config{
		{compile.Interpreted, 1, 2048, 65536, ""},
		{compile.Compiled, 1, 2048, 65536, ""},
		{f.config.tier, 1, 2048, 65536, f.config.disable},
		{f.config.tier, f.config.threads, f.config.block, f.config.morsel, ""},
		{f.config.tier, f.config.threads, 2048, f.config.morsel, f.config.disable},
		{f.config.tier, 1, f.config.block, f.config.morsel, f.config.disable},
	} {
		n := f
		if n.config = c; s.try(&f, n) {
			break
		}
	}
	for progress := true; progress; {
		progress = s.rows(&f)
		progress = s.query(&f) || progress
		progress = s.columns(&f) || progress
	}
	return f
}

// query applies the first change that works, over and over.
func (s *shrinker) query(f *failure) (progress bool) {
next:
	for _, q := range f.q.smaller() {
		if len(q.String()) >= len(f.q.String()) || q.limit >= 0 && !q.determined() {
			continue
		}
		n := *f
		if n.q = q; s.try(f, n) {
			progress = true
			goto next
		}
	}
	return progress
}

// rows drops tables' rows, halves first, and makes their values plain.
func (s *shrinker) rows(f *failure) (progress bool) {
	for i := range f.tables {
		for less := f.tables[i].made / 2; less > 0; less /= 2 {
			for n := f.tables[i].made - less; n > 0; n = f.tables[i].made - less {
				t := *f.tables[i]
				if t.made = n; !s.try(f, f.with(i, &t)) {
					break
				}
				progress = true
			}
		}
		if t := *f.tables[i]; t.gone > 0 {
			t.gone = 0
			progress = s.try(f, f.with(i, &t)) || progress
		}
		for size := len(f.tables[i].rows); size > 0; size /= 2 {
			for at := 0; at < len(f.tables[i].rows); {
				t := *f.tables[i]
				t.rows = slices.Concat(t.rows[:at], t.rows[min(at+size, len(t.rows)):])
				if s.try(f, f.with(i, &t)) {
					progress = true
				} else {
					at += size
				}
			}
		}
		for r := range f.tables[i].rows {
			if f.tables[i].rows[r].deleted {
				continue
			}
			for c := range f.tables[i].cols {
				progress = s.value(f, i, r, c) || progress
			}
		}
	}
	return progress
}

// value replaces a value by a plainer one.
func (s *shrinker) value(f *failure, table, at, col int) bool {
	t := f.tables[table]
	old := t.rows[at].values[col]
	plain := []string{"NULL"}
	if typ := t.cols[col].typ; typ.numeric() {
		plain = []string{"0", "1"}
	} else if typ.kind == varchar {
		plain = []string{"''", "'a'"}
	}
	for _, v := range plain {
		if v == old {
			return false
		}
		n := *t
		n.rows = slices.Clone(t.rows)
		n.rows[at].values = slices.Clone(t.rows[at].values)
		n.rows[at].values[col] = v
		if s.try(f, f.with(table, &n)) {
			return true
		}
	}
	return false
}

// columns drops tables, columns and NOT NULL.
func (s *shrinker) columns(f *failure) (progress bool) {
	for i := 0; i < len(f.tables); {
		n := *f
		if n.tables = slices.Concat(f.tables[:i], f.tables[i+1:]); s.try(f, n) {
			progress = true
		} else {
			i++
		}
	}
	for i := range f.tables {
		for c := 0; c < len(f.tables[i].cols); {
			if t := f.tables[i].without(c); len(t.cols) > 0 && s.try(f, f.with(i, t)) {
				progress = true
			} else {
				c++
			}
		}
	}
	return progress
}

// with returns the failure with another table.
func (f failure) with(i int, t *table) failure {
	f.tables = slices.Clone(f.tables)
	f.tables[i] = t
	return f
}

// without returns the table without a column.
func (t *table) without(c int) *table {
	n := &table{name: t.name, cols: slices.Concat(t.cols[:c], t.cols[c+1:]), made: t.made, gone: t.gone}
	for _, r := range t.rows {
		n.rows = append(n.rows, row{slices.Concat(r.values[:c], r.values[c+1:]), r.deleted})
	}
	return n
}
