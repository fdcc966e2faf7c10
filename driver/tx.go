package driver

import (
	"context"
	"database/sql/driver"
	"strings"
)

// txState is what is known of a connection's transaction. The zero state is
// autocommit.
type txState struct {
	open bool
	// unknown: the text of some statement may have begun or ended a transaction.
	// Conn.resolve finds out.
	unknown bool
	// failed: a statement has failed, so DuckDB may have aborted it.
	failed  bool
	written bool
	// version is the data version when it began, and quiet that nobody was
	// writing then. DuckDB takes the snapshot later, at the first look at a table.
	version uint64
	quiet   bool
	// pinned has the texts DuckDB has bound within the transaction.
	pinned map[string]bool
}

func (t *txState) pin(text string) {
	if t.pinned == nil || len(t.pinned) >= maxPlans {
		t.pinned = map[string]bool{} // to bind once more does no harm
	}
	t.pinned[text] = true
}

// failed notes an error of DuckDB's: in a transaction, it may have aborted it.
func (c *Conn) failed(err error) {
	if err != nil && c.tx.open {
		c.tx.failed = true
	}
}

// publishes reports that others may see other data once the statement has run.
// What a transaction writes they see when it commits.
func (c *Conn) publishes(st *statement) bool {
	switch st.class {
	case classCommit, classRollback:
		return c.tx.unknown || c.tx.open && c.tx.written
	case classData, classSchema:
		return c.tx.unknown || !c.tx.open
	case classOther:
		return true
	}
	return false
}

// guard keeps others from planning while a guarded statement is prepared or run.
// Call what it returns at the end.
func (c *Conn) guard(ctx context.Context, st *statement) (release func(), err error) {
	if !st.guarded {
		return func() {}, nil
	}
	return c.connector.db.takePlanning(ctx)
}

// do has DuckDB run a statement through f, with all that its class asks for but
// for guard.
func (c *Conn) do(st *statement, f func() error) error {
	db := c.connector.db
	version, quiet := db.gate.now()
	if c.publishes(st) {
		db.gate.beginWrite()
		defer db.gate.endWrite()
	}
	err := f()
	c.profiled = c.profiled || st.profiled
	c.settle(st, err)
	if st.class == classBegin && err == nil {
		c.tx = txState{open: true, version: version, quiet: quiet}
	}
	return err
}

// settle notes what a statement has done to the connection, err being how it
// ended.
func (c *Conn) settle(st *statement, err error) {
	switch st.class {
	case classBegin:
		c.tx.unknown = c.tx.unknown || err != nil && !c.tx.open
	case classCommit, classRollback:
		if c.tx.unknown || c.tx.written {
			c.renew()
		}
		// DuckDB ends the transaction even where COMMIT fails.
		c.tx = txState{unknown: err != nil && !noTransaction(err)}
		return
	case classSetting:
		c.renew()
		if !st.isLocalSetting() {
			c.connector.db.settings.Add(1)
		}
	case classData:
		c.tx.written = c.tx.open
	case classSchema:
		c.tx.written = c.tx.open
		c.renew()
	case classOther:
		c.tx.written = c.tx.open
		c.tx.unknown = true
		c.renew()
		c.connector.db.settings.Add(1)
	}
	c.failed(err)
}

// noTransaction reports DuckDB's answer to COMMIT and ROLLBACK outside a
// transaction.
func noTransaction(err error) bool {
	return err != nil && strings.Contains(err.Error(), "no transaction is active")
}

// renew marks the connection as one whose settings, schema path or temporary
// objects are not known to be any other's.
func (c *Conn) renew() { c.epoch = c.connector.db.epochs.Add(1) }

// resolve finds out whether an unknown transaction is open: a transaction keeps
// its id, and every statement outside one gets another. It stays unknown when
// DuckDB refuses to say, as it does in an aborted transaction.
func (c *Conn) resolve(ctx context.Context) {
	const query = "SELECT CAST(system.main.txid_current() AS VARCHAR)"
	first, err := queryStrings(ctx, c.inner, query)
	if err != nil {
		return
	}
	second, err := queryStrings(ctx, c.inner, query)
	if err != nil {
		return
	}
	open := first[0] == second[0]
	c.tx = txState{open: open, written: open}
}

// transaction is a database/sql transaction.
type transaction struct {
	conn  *Conn
	inner driver.Tx
}

var (
	commitStatement   = &statement{text: "COMMIT", class: classCommit, single: true}
	rollbackStatement = &statement{text: "ROLLBACK", class: classRollback, single: true}
	beginStatement    = &statement{text: "BEGIN", class: classBegin, single: true}
)

// Commit implements driver.Tx.
func (t *transaction) Commit() error {
	return t.conn.do(commitStatement, t.inner.Commit)
}

// Rollback implements driver.Tx.
func (t *transaction) Rollback() error {
	return t.conn.do(rollbackStatement, t.inner.Rollback)
}
