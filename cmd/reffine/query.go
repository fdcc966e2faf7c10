package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/reffine-db/reffine/driver"
)

// modes are the names of the driver's modes.
var modes = map[string]driver.Mode{"auto": driver.Auto, "strict": driver.Strict, "off": driver.Off}

func defineQuery(flags *flag.FlagSet) func(context.Context, string, io.Writer) error {
	dsn := dbFlag(flags)
	mode := flags.String("mode", "", "auto: natively if possible; strict: or fail; off: in DuckDB (default auto, or the DSN's)")
	return func(ctx context.Context, query string, out io.Writer) (err error) {
		var options []driver.Option
		if *mode != "" {
			m, ok := modes[*mode]
			if !ok {
				return usageError{fmt.Errorf("-mode %q is not auto, strict or off", *mode)}
			}
			options = append(options, driver.WithMode(m))
		}
		db, err := open(ctx, *dsn, options...)
		if err != nil {
			return err
		}
		defer closing(db, &err)
		return runQuery(ctx, db, query, out)
	}
}

// runQuery runs a query and prints its result and how it was run.
func runQuery(ctx context.Context, db *sql.DB, query string, out io.Writer) error {
	start := time.Now()
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	t, err := readTable(rows)
	if err != nil {
		return err
	}
	took := time.Since(start)
	s, err := driver.Stats(db)
	if err != nil {
		return err
	}
	if err := t.print(out); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%s, %s, %s\n", count(len(t.rows)), engine(s), took.Round(10*time.Microsecond))
	return err
}

// engine says who ran the one query that has been counted. What is not a query is not counted, and
// is DuckDB's.
func engine(s driver.Snapshot) string {
	if s.Native > 0 {
		return "reffine"
	}
	for reason := range s.DuckDB {
		return "duckdb (" + reason + ")"
	}
	return "duckdb"
}

func count(rows int) string {
	if rows == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", rows)
}
