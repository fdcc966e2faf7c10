package driver

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// databaseHandle returns the database of a connector of duckdb-go, which has no
// accessor for it: the unexported field db, read after a check of its presence
// and type. A zero handle is an error, for DuckDB's C interface crashes on it.
// The handle is the connector's; it is valid until the connector is closed.
func databaseHandle(c *duckdb.Connector) (mapping.Database, error) {
	return handleOf(reflect.ValueOf(c))
}

// handleOf is databaseHandle for a pointer to any struct.
func handleOf(connector reflect.Value) (mapping.Database, error) {
	var none mapping.Database
	if connector.Kind() != reflect.Pointer || connector.IsNil() || connector.Elem().Kind() != reflect.Struct {
		return none, errors.New("no connector")
	}
	db := connector.Elem().FieldByName("db")
	if !db.IsValid() {
		return none, fmt.Errorf("%s has no field db", connector.Type())
	}
	if want := reflect.TypeFor[mapping.Database](); db.Type() != want {
		return none, fmt.Errorf("field db of %s is a %s, not a %s", connector.Type(), db.Type(), want)
	}
	ptr := db.FieldByName("Ptr")
	if !ptr.IsValid() || ptr.Kind() != reflect.UnsafePointer {
		return none, fmt.Errorf("%s holds no pointer", db.Type())
	}
	none.Ptr = ptr.UnsafePointer()
	if none.Ptr == nil {
		return none, errors.New("the database is closed")
	}
	return none, nil
}
