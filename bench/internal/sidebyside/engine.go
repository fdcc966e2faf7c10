package sidebyside

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"
)

// An engine runs SQL on the file under measurement.
type engine struct {
	name string
	db   *sql.DB
}

// openEngine opens the file through a database/sql driver and makes sure that it can be read.
func openEngine(ctx context.Context, driver, dsn string) (*engine, error) {
	db, err := sql.Open(driver, dsn)
	if err == nil {
		if err = db.PingContext(ctx); err == nil {
			return &engine{driver, db}, nil
		}
		db.Close()
	}
	return nil, fmt.Errorf("%s: %w", driver, err)
}

// dsn returns the data source name both engines share. Equal settings let them share one DuckDB
// instance, which a process can have only once for a file.
func dsn(path string, threads int) string {
	return fmt.Sprintf("%s?access_mode=READ_ONLY&threads=%d", path, threads)
}

func (e *engine) close() { e.db.Close() }

// A Result is all that a query returned. Values have the Go types that database/sql scans into an
// any.
type Result struct {
	Columns []string
	Rows    [][]any
}

// query runs a query and fetches all rows. Without keep the values are dropped and only their
// number is returned. The time includes fetching.
func (e *engine) query(ctx context.Context, text string, keep bool) (r Result, n int, took time.Duration, err error) {
	start := time.Now()
	rows, err := e.db.QueryContext(ctx, text)
	if err != nil {
		return r, 0, 0, err
	}
	defer rows.Close()
	if r.Columns, err = rows.Columns(); err != nil {
		return r, 0, 0, err
	}
	values := make([]any, len(r.Columns))
	targets := make([]any, len(r.Columns))
	for i := range targets {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return r, 0, 0, err
		}
		if keep {
			r.Rows = append(r.Rows, append([]any(nil), values...))
		}
		n++
	}
	return r, n, time.Since(start), rows.Err()
}

// times runs a query hot and returns the time of each run. Every run must return rows rows.
func (e *engine) times(ctx context.Context, text string, runs, rows int) ([]time.Duration, error) {
	var all []time.Duration
	for range runs {
		_, n, took, err := e.query(ctx, text, false)
		if err != nil {
			return nil, err
		}
		if n != rows {
			return nil, fmt.Errorf("%d rows in a later run, %d in the first", n, rows)
		}
		all = append(all, took)
	}
	return all, nil
}
