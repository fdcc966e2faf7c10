package driver

import (
	"database/sql/driver"
	"io"
	"reflect"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
)

// column is a result column: the name DuckDB gives it and its type.
type column struct {
	name string
	typ  ir.Type
}

// vectorRows are the rows of a native result. They hold no connection, lease or
// field: only the vectors, which are theirs.
type vectorRows struct {
	columns []column
	get     []func(i int) driver.Value
	next, n int
}

var (
	_ driver.RowsColumnTypeScanType         = (*vectorRows)(nil)
	_ driver.RowsColumnTypeDatabaseTypeName = (*vectorRows)(nil)
)

// newVectorRows returns the rows of vectors of equal length, one a column.
func newVectorRows(columns []column, vectors []*field.Vector) *vectorRows {
	r := &vectorRows{columns: columns}
	for i, v := range vectors {
		r.get = append(r.get, getter(v))
		if i == 0 {
			r.n = v.Len()
		}
	}
	return r
}

// Columns implements driver.Rows.
func (r *vectorRows) Columns() []string {
	names := make([]string, len(r.columns))
	for i, c := range r.columns {
		names[i] = c.name
	}
	return names
}

// Next implements driver.Rows.
func (r *vectorRows) Next(dest []driver.Value) error {
	if r.next >= r.n {
		return io.EOF
	}
	for i, get := range r.get {
		dest[i] = get(r.next)
	}
	r.next++
	return nil
}

// Close implements driver.Rows.
func (r *vectorRows) Close() error {
	r.get, r.n = nil, 0
	return nil
}

// ColumnTypeScanType implements driver.RowsColumnTypeScanType.
func (r *vectorRows) ColumnTypeScanType(i int) reflect.Type {
	return typeTable[r.columns[i].typ.Kind].scan
}

// ColumnTypeDatabaseTypeName implements driver.RowsColumnTypeDatabaseTypeName.
func (r *vectorRows) ColumnTypeDatabaseTypeName(i int) string { return sqlName(r.columns[i].typ) }

// duckRows are DuckDB's rows of a statement that ends with them.
type duckRows struct {
	driver.Rows
	stmt *duckdb.Stmt
}

// Close implements driver.Rows.
func (r *duckRows) Close() error {
	err := r.Rows.Close()
	if e := r.stmt.Close(); err == nil {
		err = e
	}
	return err
}

// ColumnTypeScanType implements driver.RowsColumnTypeScanType.
func (r *duckRows) ColumnTypeScanType(i int) reflect.Type {
	return r.Rows.(driver.RowsColumnTypeScanType).ColumnTypeScanType(i)
}

// ColumnTypeDatabaseTypeName implements driver.RowsColumnTypeDatabaseTypeName.
func (r *duckRows) ColumnTypeDatabaseTypeName(i int) string {
	return r.Rows.(driver.RowsColumnTypeDatabaseTypeName).ColumnTypeDatabaseTypeName(i)
}
