package driver

import (
	"context"
	"database/sql/driver"
)

// answer answers a query: natively, or by DuckDB, and counts which. prepared is
// the statement when the user has prepared it, else nil.
func (c *Conn) answer(ctx context.Context, st *statement, args []driver.NamedValue, prepared *Stmt) (driver.Rows, error) {
	out := c.attempt(ctx, st, args, forRows)
	defer out.close()
	if out.err != nil {
		return nil, out.err
	}
	if out.no == nil {
		c.connector.stats.ranNatively()
		return newVectorRows(out.decision.columns, out.vectors), nil
	}
	strict := c.connector.mode == Strict
	if no := out.no; strict && prepared == nil && out.stmt == nil {
		// A bad text has DuckDB's error in any mode.
		if c.prepareQuery(ctx, st, &out); out.err != nil {
			return nil, out.err
		}
		out.no = no
	}
	if out.notQuery {
		return c.askDuckDB(ctx, st, args, prepared, &out)
	}
	c.connector.stats.ranInDuckDB(out.no)
	if strict && !out.raises {
		return nil, out.no
	}
	rows, err := c.askDuckDB(ctx, st, args, prepared, &out)
	if err == nil && strict {
		if err = rows.Close(); err == nil {
			err = out.no
		}
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// askDuckDB has DuckDB run the query: the user's prepared statement, the one the
// attempt has prepared, or the text.
func (c *Conn) askDuckDB(ctx context.Context, st *statement, args []driver.NamedValue, prepared *Stmt, out *outcome) (driver.Rows, error) {
	if prepared != nil {
		return prepared.queryDuckDB(ctx, args)
	}
	stmt := out.stmt
	out.stmt = nil
	return c.queryDuckDB(ctx, st, args, stmt)
}
