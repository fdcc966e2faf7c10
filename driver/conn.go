package driver

import (
	"context"
	"database/sql/driver"

	"github.com/duckdb/duckdb-go/v2"
)

// Conn is a connection. Like every database/sql connection it is used by one
// goroutine at a time.
type Conn struct {
	connector *Connector
	inner     *duckdb.Conn
	owns      bool // the connector is this connection's own
	closed    bool
	lent      bool // DuckDB has been called since the connection left the pool
	profiled  bool // DuckDB's profiling may be on: the profile must be of the user's query
	epoch     uint64
	tx        txState
}

var (
	_ driver.Conn               = (*Conn)(nil)
	_ driver.ConnBeginTx        = (*Conn)(nil)
	_ driver.ConnPrepareContext = (*Conn)(nil)
	_ driver.ExecerContext      = (*Conn)(nil)
	_ driver.QueryerContext     = (*Conn)(nil)
	_ driver.NamedValueChecker  = (*Conn)(nil)
	_ driver.SessionResetter    = (*Conn)(nil)
	_ driver.Validator          = (*Conn)(nil)
)

// DuckDB returns duckdb-go's connection, for what database/sql does not offer:
// appenders, user-defined functions, replacement scans, profiling.
//
//	err := sqlConn.Raw(func(c any) error { return use(c.(*driver.Conn).DuckDB()) })
//
// What is done through it is not seen, so from here until this connection goes
// back to the pool, or is closed, it counts as a write in progress: all queries
// of the database run in DuckDB. Anything made from it must be closed by then.
func (c *Conn) DuckDB() *duckdb.Conn {
	if !c.lent && !c.closed {
		c.lent = true
		c.connector.db.gate.beginWrite()
	}
	return c.inner
}

// takeBack ends the loan of DuckDB.
func (c *Conn) takeBack() {
	if !c.lent {
		return
	}
	c.lent = false
	c.settle(&statement{class: classOther}, nil)
	c.connector.db.gate.endWrite()
}

// ResetSession implements driver.SessionResetter.
func (c *Conn) ResetSession(context.Context) error {
	if c.closed {
		return driver.ErrBadConn
	}
	c.takeBack()
	return nil
}

// IsValid implements driver.Validator. database/sql calls it when the
// connection goes back to the pool.
func (c *Conn) IsValid() bool {
	c.takeBack()
	return !c.closed
}

// Close implements driver.Conn.
func (c *Conn) Close() error {
	err := c.inner.Close()
	c.takeBack()
	if c.owns && !c.closed {
		if e := c.connector.Close(); err == nil {
			err = e
		}
	}
	c.closed = true
	return err
}

// CheckNamedValue implements driver.NamedValueChecker.
func (c *Conn) CheckNamedValue(v *driver.NamedValue) error { return c.inner.CheckNamedValue(v) }

// Begin implements driver.Conn.
func (c *Conn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

// BeginTx implements driver.ConnBeginTx.
func (c *Conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	t := &transaction{conn: c}
	err := c.do(beginStatement, func() (err error) {
		t.inner, err = c.inner.BeginTx(ctx, opts)
		return err
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// ExecContext implements driver.ExecerContext.
func (c *Conn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (result driver.Result, err error) {
	st := classify(text)
	if st.class == classExplain {
		_, err := c.explainStatement(ctx, st, args)
		return driver.RowsAffected(0), err
	}
	release, err := c.guard(ctx, st)
	if err != nil {
		return nil, err
	}
	defer release()
	if !st.preparesFirst() {
		err = c.do(st, func() error {
			result, err = c.inner.ExecContext(ctx, text, args)
			return err
		})
		return result, err
	}
	stmt, st, err := c.prepareInner(ctx, st)
	if err != nil {
		return nil, err
	}
	err = c.do(st, func() error {
		result, err = stmt.ExecContext(ctx, args)
		return err
	})
	if e := stmt.Close(); err == nil {
		err = e
	}
	return result, err
}

// QueryContext implements driver.QueryerContext.
func (c *Conn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	st := classify(text)
	if st.class == classExplain {
		return c.explainStatement(ctx, st, args)
	}
	release, err := c.guard(ctx, st)
	if err != nil {
		return nil, err
	}
	defer release()
	switch {
	case st.class == classQuery:
		return c.answer(ctx, st, args, nil)
	case st.preparesFirst():
		return c.queryDuckDB(ctx, st, args, nil)
	}
	var rows driver.Rows
	err = c.do(st, func() (err error) {
		rows, err = c.inner.QueryContext(ctx, text, args)
		return err
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// preparesFirst reports a statement whose preparation does nothing: DuckDB's
// errors about its text then come before anything is made invalid, and DuckDB's
// word on what it is before it runs.
func (st *statement) preparesFirst() bool {
	switch st.class {
	case classQuery, classData, classSchema, classOther:
		return st.single
	}
	return false
}

// prepareInner has DuckDB prepare a single statement. A query that turns out
// not to be one is made a classOther statement.
func (c *Conn) prepareInner(ctx context.Context, st *statement) (*duckdb.Stmt, *statement, error) {
	prepared, err := c.inner.PrepareContext(ctx, st.text)
	if err != nil {
		c.failed(err)
		return nil, st, err
	}
	stmt := prepared.(*duckdb.Stmt)
	return stmt, st.corrected(stmt), nil
}

// corrected returns st, or a copy of another class where DuckDB knows better.
func (st *statement) corrected(stmt *duckdb.Stmt) *statement {
	if st.class != classQuery || isSelect(stmt) {
		return st
	}
	other := *st
	other.class = classOther
	return &other
}

func isSelect(stmt *duckdb.Stmt) bool {
	t, err := stmt.StatementType()
	return err == nil && t == duckdb.STATEMENT_TYPE_SELECT
}

// queryDuckDB runs a single statement in DuckDB: stmt, which it then owns, or
// the statement's text when stmt is nil.
func (c *Conn) queryDuckDB(ctx context.Context, st *statement, args []driver.NamedValue, stmt *duckdb.Stmt) (driver.Rows, error) {
	if stmt == nil {
		var err error
		if stmt, st, err = c.prepareInner(ctx, st); err != nil {
			return nil, err
		}
	} else {
		st = st.corrected(stmt)
	}
	var rows driver.Rows
	err := c.do(st, func() (err error) {
		rows, err = stmt.QueryContext(ctx, args)
		return err
	})
	if err != nil {
		_ = stmt.Close()
		return nil, err
	}
	return &duckRows{rows, stmt}, nil
}

// Prepare implements driver.Conn.
func (c *Conn) Prepare(text string) (driver.Stmt, error) {
	return c.prepare(context.Background(), text, func() (driver.Stmt, error) { return c.inner.Prepare(text) })
}

// PrepareContext implements driver.ConnPrepareContext. Of several statements,
// all but the last are run by it.
func (c *Conn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	return c.prepare(ctx, text, func() (driver.Stmt, error) { return c.inner.PrepareContext(ctx, text) })
}

func (c *Conn) prepare(ctx context.Context, text string, inner func() (driver.Stmt, error)) (driver.Stmt, error) {
	st := classify(text)
	if st.class == classExplain {
		return &Stmt{conn: c, st: st}, nil
	}
	release, err := c.guard(ctx, st)
	if err != nil {
		return nil, err
	}
	defer release()
	var prepared driver.Stmt
	run := func() (err error) {
		prepared, err = inner()
		return err
	}
	if st.single {
		err = run()
		c.failed(err)
	} else {
		err = c.do(st, run)
	}
	if err != nil {
		return nil, err
	}
	stmt := prepared.(*duckdb.Stmt)
	return &Stmt{conn: c, st: st.corrected(stmt), inner: stmt}, nil
}
