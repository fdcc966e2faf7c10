package driver

import (
	"context"
	"database/sql/driver"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/lower/plan"
)

// planningOff are the optimizers whose plans DuckDB cannot serialize, or whose plans have no
// meaning outside it (see package plan).
var planningOff = strings.Split(plan.DisabledOptimizers, ",")

// service is a connection of a connector's own for settings that are global, so
// that changing them touches no user's transaction. The database's planning
// token guards it.
type service struct {
	connector *duckdb.Connector
	conn      *duckdb.Conn
}

// relax turns the planningOff optimizers off on top of what the user has turned
// off, and returns what restores the user's value. Where the configuration is
// locked it changes nothing: some plans then cannot be serialized.
func (s *service) relax(ctx context.Context) (restore func(), err error) {
	if s.conn == nil {
		conn, err := s.connector.Connect(ctx)
		if err != nil {
			return nil, err
		}
		s.conn = conn.(*duckdb.Conn)
	}
	values, err := queryStrings(ctx, s.conn, "SELECT current_setting('disabled_optimizers')")
	if err != nil {
		return nil, err
	}
	off := strings.FieldsFunc(values[0], func(r rune) bool { return r == ',' || r == ' ' })
	missing := false
	for _, name := range planningOff {
		if !slices.Contains(off, name) {
			off = append(off, name)
			missing = true
		}
	}
	if !missing || s.set(ctx, strings.Join(off, ",")) != nil {
		return func() {}, ctx.Err()
	}
	return func() { _ = s.set(context.WithoutCancel(ctx), values[0]) }, nil
}

func (s *service) set(ctx context.Context, optimizers string) error {
	_, err := s.conn.ExecContext(ctx, "SET GLOBAL disabled_optimizers = "+quoteString(optimizers), nil)
	return err
}

func (s *service) close() {
	if s.conn != nil {
		_ = s.conn.Close()
		s.conn = nil
	}
}

// quoteString returns s as an SQL literal.
func quoteString(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// queryStrings returns the first row of a query of VARCHAR columns.
func queryStrings(ctx context.Context, conn driver.QueryerContext, query string) (out []string, err error) {
	rows, err := conn.QueryContext(ctx, query, nil)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := rows.Close(); err == nil {
			err = e
		}
	}()
	dest := make([]driver.Value, len(rows.Columns()))
	if err := rows.Next(dest); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	for _, v := range dest {
		out = append(out, fmt.Sprint(v))
	}
	return out, nil
}
