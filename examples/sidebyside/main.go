package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/driver"
)

func main() {
	rows := flag.Int("rows", 2_000_000, "`number` of readings")
	runs := flag.Int("runs", 5, "`number` of runs after the first")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *rows, *runs); err != nil {
		log.Fatal(err)
	}
}

// schema makes a table of sensors and one of their readings, whose number is a parameter.
const schema = `
	CREATE TABLE sensors AS
	SELECT i AS id, 'room ' || mod(i, 20) AS room FROM range(1000) t(i);
	CREATE TABLE readings AS
	SELECT mod(hash(i), 1000)::BIGINT AS sensor,
	       DATE '2024-01-01' + mod(i, 365)::INTEGER AS day,
	       mod(hash(i + 1), 400)::INTEGER AS celsius10
	FROM range(%d) t(i)`

const query = `
	SELECT s.room, count(*) AS hot, max(r.celsius10) AS hottest
	FROM readings r JOIN sensors s ON r.sensor = s.id
	WHERE r.day BETWEEN DATE '2024-06-01' AND DATE '2024-08-31' AND r.celsius10 > 300
	GROUP BY s.room
	ORDER BY hot DESC, s.room`

func run(ctx context.Context, out io.Writer, rows, runs int) error {
	dir, err := os.MkdirTemp("", "sidebyside")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "readings.duckdb")
	if err := create(ctx, path, rows); err != nil {
		return err
	}

	var results [2][]string
	for i, engine := range []string{"duckdb", "reffine"} {
		// Both open the file alike, so they can in one process.
		db, err := sql.Open(engine, path+"?access_mode=read_only")
		if err != nil {
			return err
		}
		defer db.Close()
		m, err := measure(ctx, db, runs)
		if err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
		results[i] = m.result
		fmt.Fprintf(out, "%-8s first run %v, best of %d later runs %v\n", engine,
			m.first.Round(time.Microsecond), runs, m.best.Round(time.Microsecond))
		if engine == "reffine" {
			if err := printEngine(out, db); err != nil {
				return err
			}
		}
	}
	if !slices.Equal(results[0], results[1]) {
		return errors.New("the results differ")
	}
	fmt.Fprintf(out, "The results are equal, %d rows.\n", len(results[0]))
	return nil
}

// create makes the file with DuckDB.
func create(ctx context.Context, path string, rows int) error {
	db, err := sql.Open("duckdb", path)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf(schema, rows))
	return errors.Join(err, db.Close())
}

// measurement is what running the query a few times gave.
type measurement struct {
	result      []string
	first, best time.Duration // the first run loads the columns it needs
}

func measure(ctx context.Context, db *sql.DB, runs int) (m measurement, err error) {
	start := time.Now()
	if m.result, err = fetch(ctx, db); err != nil {
		return m, err
	}
	m.first = time.Since(start)
	m.best = m.first
	for range runs {
		start := time.Now()
		if _, err := fetch(ctx, db); err != nil {
			return m, err
		}
		m.best = min(m.best, time.Since(start))
	}
	return m, nil
}

// fetch runs the query and returns its rows as text.
func fetch(ctx context.Context, db *sql.DB) (out []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			room    string
			hot     int64
			hottest int32
		)
		if err := rows.Scan(&room, &hot, &hottest); err != nil {
			return nil, err
		}
		out = append(out, fmt.Sprintf("%s %d %d", room, hot, hottest))
	}
	return out, rows.Err()
}

// printEngine says who really ran the queries: a query Reffine cannot run, DuckDB runs.
func printEngine(out io.Writer, db *sql.DB) error {
	stats, err := driver.Stats(db)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%-8s ran natively: %d, over %d bytes of fields\n", "", stats.Native, stats.FieldBytes)
	for reason, n := range stats.DuckDB {
		fmt.Fprintf(out, "%-8s ran in DuckDB: %d, %s\n", "", n, reason)
	}
	return nil
}
