package driver

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// TestDatabaseHandle pins what native execution depends on: duckdb-go's
// connector keeps its database in a field db of type mapping.Database.
func TestDatabaseHandle(t *testing.T) {
	for _, dsn := range []string{"", t.TempDir() + "/a.db"} {
		connector, err := duckdb.NewConnector(dsn, nil)
		if err != nil {
			t.Fatal(err)
		}
		db, err := databaseHandle(connector)
		if err != nil {
			t.Fatal(err)
		}
		var conn mapping.Connection
		if mapping.Connect(db, &conn) != mapping.StateSuccess {
			t.Fatal("cannot connect through the handle")
		}
		mapping.Disconnect(&conn)
		if err := connector.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := databaseHandle(connector); fmt.Sprint(err) != "the database is closed" {
			t.Errorf("after close: %v", err)
		}
	}
}

func TestHandleOfOtherShapes(t *testing.T) {
	for want, v := range map[string]any{
		"no connector":    (*duckdb.Connector)(nil),
		"no connector:":   "text",
		"has no field db": &struct{ database mapping.Database }{},
		"not a":           &struct{ db *mapping.Database }{},
		"is closed":       &struct{ db mapping.Database }{},
	} {
		_, err := handleOf(reflect.ValueOf(v))
		if err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(want, ":")) {
			t.Errorf("%T: got %v, want %s", v, err, want)
		}
	}
}
