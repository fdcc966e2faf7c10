package field

import (
	"fmt"
	"sync"
)

// Table is a field keyed by row number, in DuckDB's row order: Rows
// coordinates 0..Rows-1 and some of the table's columns. It is immutable; the
// caller's reference keeps the columns alive whatever the store evicts.
type Table struct {
	Name string
	Rows int

	columns []*Column
	byName  map[string]*Column
	store   *Store // nil for materialized fields

	vectors map[string]*Vector // of a materialized field; names has them in order
	names   []string
	encode  sync.Mutex
}

// NewTable returns the table of decoded vectors of equal length, which it keeps: they are not to change.
// A column is encoded, narrow, when it is first asked for.
func NewTable(name string, vectors []*Vector) (*Table, error) {
	t := newTable(name, 0)
	t.vectors = map[string]*Vector{}
	for i, v := range vectors {
		if i == 0 {
			t.Rows = v.Len()
		} else if v.Len() != t.Rows {
			return nil, fmt.Errorf("field: %s: column %s has %d values, not %d", name, v.Name, v.Len(), t.Rows)
		}
		if int64(t.Rows) > maxRows {
			return nil, tooManyRows(name, int64(t.Rows))
		}
		if t.vectors[v.Name] != nil {
			return nil, fmt.Errorf("field: %s: two columns named %q", name, v.Name)
		}
		t.vectors[v.Name] = v
		t.names = append(t.names, v.Name)
	}
	return t, nil
}

func newTable(name string, rows int) *Table {
	return &Table{Name: name, Rows: rows, byName: map[string]*Column{}}
}

func (t *Table) add(c *Column) {
	t.columns = append(t.columns, c)
	t.byName[c.Name] = c
}

// Column returns the column with exactly this name, or nil when it was not asked for.
func (t *Table) Column(name string) *Column {
	if t.vectors == nil {
		return t.byName[name]
	}
	t.encode.Lock()
	defer t.encode.Unlock()
	if v := t.vectors[name]; v != nil && t.byName[name] == nil {
		t.add(encodeVector(v, t.store.threads()))
	}
	return t.byName[name]
}

// Stored reports whether the table is one of a store, which levels over it outlive a query in.
func (t *Table) Stored() bool { return t.store != nil }

// Vector returns the values of a column of a materialized field, nil when it has none or the table
// is not one.
func (t *Table) Vector(name string) *Vector { return t.vectors[name] }

// Columns returns the columns in the order asked for; of a materialized field all of them.
func (t *Table) Columns() []*Column {
	if t.vectors == nil {
		return t.columns
	}
	var all []*Column
	for _, name := range t.names {
		all = append(all, t.Column(name))
	}
	return all
}

// Bytes returns the memory held by the columns and their indexes.
func (t *Table) Bytes() int64 {
	var n int64
	for _, c := range t.columns {
		n += c.Bytes() + c.levelBytes()
	}
	return n
}

// Index returns the level over an Integral column: built in parallel at the
// first call, shared by later ones. An error is *Unsupported or *OverLimit.
func (t *Table) Index(column string) (*Index, error) {
	c := t.Column(column)
	if c == nil {
		return nil, fmt.Errorf("field: %s has no column %q loaded", t.Name, column)
	}
	if !c.Integral() {
		return nil, &Unsupported{Column: t.Name + "." + column, Type: c.Type.String(), Reason: "not an integer coordinate"}
	}
	return c.idx.get(t, c.indexBytes(), func() *Index { return buildIndex(c, t.store.threads()) })
}
