package field

import "fmt"

// Table is a field keyed by row number, in DuckDB's row order: Rows
// coordinates 0..Rows-1 and some of the table's columns. It is immutable; the
// caller's reference keeps the columns alive whatever the store evicts.
type Table struct {
	Name string
	Rows int

	columns []*Column
	byName  map[string]*Column
	store   *Store // nil for materialized fields
}

// NewTable returns the table of decoded vectors of equal length, encoded
// narrow. The vectors are not kept.
func NewTable(name string, vectors []*Vector) (*Table, error) {
	t := newTable(name, 0)
	for i, v := range vectors {
		if i == 0 {
			t.Rows = v.Len()
		} else if v.Len() != t.Rows {
			return nil, fmt.Errorf("field: %s: column %s has %d values, not %d", name, v.Name, v.Len(), t.Rows)
		}
		if int64(t.Rows) > maxRows {
			return nil, tooManyRows(name, int64(t.Rows))
		}
		if t.byName[v.Name] != nil {
			return nil, fmt.Errorf("field: %s: two columns named %q", name, v.Name)
		}
		t.byName[v.Name] = &Column{}
	}
	for _, c := range encodeVectors(vectors, t.Rows, t.store.threads()) {
		t.add(c)
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
func (t *Table) Column(name string) *Column { return t.byName[name] }

// Columns returns the columns in the order asked for.
func (t *Table) Columns() []*Column { return t.columns }

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
	c := t.byName[column]
	if c == nil {
		return nil, fmt.Errorf("field: %s has no column %q loaded", t.Name, column)
	}
	if !c.Integral() {
		return nil, &Unsupported{Column: t.Name + "." + column, Type: c.Type.String(), Reason: "not an integer coordinate"}
	}
	return c.idx.get(t, c)
}
