package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/reffine-db/reffine/driver"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// schema makes a table of taxi trips.
const schema = `
	CREATE TABLE trips AS
	SELECT i AS id,
	       ['Oslo', 'Lima', 'Pune'][1 + i % 3] AS city,
	       (i * 37 % 400 / 10)::DECIMAL(5,1) AS km,
	       (3 + i * 91 % 5000 / 100)::DECIMAL(7,2) AS fare
	FROM range(100000) t(i)`

const query = `
	SELECT city, count(*) AS trips, sum(fare) AS fares
	FROM trips
	WHERE km > ?
	GROUP BY city
	ORDER BY city`

func run(ctx context.Context, out io.Writer) error {
	// The data source name is DuckDB's, with settings of Reffine's own: see README.md.
	db, err := sql.Open("reffine", ":memory:?reffine_mode=auto")
	if err != nil {
		return err
	}
	defer db.Close()

	// What is not a query runs in DuckDB.
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return err
	}
	if err := printFares(ctx, db, out, 20); err != nil {
		return err
	}

	// Explain compiles without running. The last phases are the loops, and the tier they run in.
	explanation, err := driver.Explain(ctx, db, query, 20)
	if err != nil {
		return err
	}
	for _, phase := range explanation.Phases {
		fmt.Fprintf(out, "\n-- %s\n%s", phase.Name, phase.Text)
	}

	stats, err := driver.Stats(db)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nran natively: %d, over %d bytes of fields\n", stats.Native, stats.FieldBytes)
	for reason, n := range stats.DuckDB {
		fmt.Fprintf(out, "ran in DuckDB: %d, %s\n", n, reason)
	}
	return nil
}

// printFares runs the query for trips longer than km.
func printFares(ctx context.Context, db *sql.DB, out io.Writer, km int) error {
	rows, err := db.QueryContext(ctx, query, km)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			city  string
			trips int64
			fares any // a duckdb.Decimal, exact
		)
		if err := rows.Scan(&city, &trips, &fares); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s  %d trips, %v\n", city, trips, fares)
	}
	return rows.Err()
}
