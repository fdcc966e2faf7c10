package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/duckdb/duckdb-go/v2"
)

// Stmt is a prepared statement. A query is looked up anew at every run, so it is
// planned again when the data has changed.
type Stmt struct {
	conn  *Conn
	st    *statement
	inner *duckdb.Stmt // nil for EXPLAIN REFFINE
}

var (
	_ driver.Stmt             = (*Stmt)(nil)
	_ driver.StmtExecContext  = (*Stmt)(nil)
	_ driver.StmtQueryContext = (*Stmt)(nil)
)

// Close implements driver.Stmt.
func (s *Stmt) Close() error {
	if s.inner == nil {
		return nil
	}
	return s.inner.Close()
}

// NumInput implements driver.Stmt.
func (s *Stmt) NumInput() int {
	if s.inner == nil {
		return -1
	}
	return s.inner.NumInput()
}

// Exec implements driver.Stmt.
func (s *Stmt) Exec(args []driver.Value) (driver.Result, error) {
	return s.ExecContext(context.Background(), namedValues(args))
}

// Query implements driver.Stmt.
func (s *Stmt) Query(args []driver.Value) (driver.Rows, error) {
	return s.QueryContext(context.Background(), namedValues(args))
}

// ExecContext implements driver.StmtExecContext.
func (s *Stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (result driver.Result, err error) {
	if s.inner == nil {
		return s.conn.ExecContext(ctx, s.st.text, args)
	}
	release, err := s.conn.guard(ctx, s.st)
	if err != nil {
		return nil, err
	}
	defer release()
	err = s.conn.do(s.st, func() error {
		result, err = s.inner.ExecContext(ctx, args)
		return err
	})
	return result, err
}

// QueryContext implements driver.StmtQueryContext.
func (s *Stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if s.inner == nil {
		return s.conn.QueryContext(ctx, s.st.text, args)
	}
	release, err := s.conn.guard(ctx, s.st)
	if err != nil {
		return nil, err
	}
	defer release()
	if s.st.class == classQuery {
		return s.conn.answer(ctx, s.st, args, s)
	}
	return s.queryDuckDB(ctx, args)
}

// queryDuckDB runs the statement in DuckDB. The rows leave it prepared.
func (s *Stmt) queryDuckDB(ctx context.Context, args []driver.NamedValue) (rows driver.Rows, err error) {
	err = s.conn.do(s.st, func() error {
		rows, err = s.inner.QueryContext(ctx, args)
		return err
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// namedValues numbers positional arguments.
func namedValues(args []driver.Value) []driver.NamedValue {
	out := make([]driver.NamedValue, len(args))
	for i, v := range args {
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
		if named, ok := v.(sql.NamedArg); ok {
			out[i].Name, out[i].Value = named.Name, named.Value
		}
	}
	return out
}
