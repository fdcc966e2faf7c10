package field

import "fmt"

// Unsupported says that a table or column cannot be a field: DuckDB runs the
// query. Column is qualified, Type in DuckDB's words where it comes from DuckDB.
type Unsupported struct{ Column, Type, Reason string }

// Error implements error.
func (e *Unsupported) Error() string {
	if e.Type == "" {
		return fmt.Sprintf("field: %s: %s", e.Column, e.Reason)
	}
	return fmt.Sprintf("field: %s of type %s: %s", e.Column, e.Type, e.Reason)
}

// OverLimit says that what one query needs does not fit the memory limit:
// DuckDB runs the query.
type OverLimit struct {
	Table       string
	Need, Limit int64 // Need may be what was counted when loading gave up
}

// Error implements error.
func (e *OverLimit) Error() string {
	return fmt.Sprintf("field: %s: needs %d bytes of fields, the limit is %d", e.Table, e.Need, e.Limit)
}

// Changed says that a table was seen in two states during one data version:
// what was loaded is dropped, and the caller starts over or lets DuckDB answer.
type Changed struct{ Table, Reason string }

// Error implements error.
func (e *Changed) Error() string {
	return fmt.Sprintf("field: %s changed while loading: %s", e.Table, e.Reason)
}

// maxRows is the greatest number of rows of a table: rows are int32.
const maxRows = 1<<31 - 2

func tooManyRows(table string, rows int64) error {
	return &Unsupported{Column: table, Reason: fmt.Sprintf("%d rows, more than %d", rows, int64(maxRows))}
}
