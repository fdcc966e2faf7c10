package dbgen

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	_ "github.com/duckdb/duckdb-go/v2" // the driver that writes the file

	"github.com/reffine-db/reffine/bench/internal/cache"
)

// cacheVersion is part of a cached file's name; it changes when the contents for the same scale
// factor would.
const cacheVersion = 1

// File returns the path of a DuckDB database with the tables at the scale factor, generating it in
// the user's cache directory when it is not there yet. The file is shared: open it read-only.
// Several processes may ask for the same file at once; none sees an unfinished one.
func File(ctx context.Context, sf float64, o Options) (string, error) {
	dir, err := cache.Dir("tpch")
	if err != nil {
		return "", err
	}
	return fileIn(ctx, dir, sf, o)
}

// fileIn is File with the directory given.
func fileIn(ctx context.Context, dir string, sf float64, o Options) (string, error) {
	if _, err := newScale(sf); err != nil {
		return "", err
	}
	return cache.File(dir, fileName(sf, o), func(path string) error { return create(ctx, path, sf, o) })
}

// fileName tells all that the contents of the file depend on.
func fileName(sf float64, o Options) string {
	return fmt.Sprintf("sf%s-%s-v%d.duckdb", strconv.FormatFloat(sf, 'f', -1, 64), o.Text, cacheVersion)
}

// create writes a new database file. DuckDB's buffers are kept small: the tables are written once
// and not read back.
func create(ctx context.Context, path string, sf float64, o Options) error {
	db, err := sql.Open("duckdb", path+"?memory_limit=128MiB&threads="+strconv.Itoa(o.threads()))
	if err != nil {
		return fmt.Errorf("dbgen: %w", err)
	}
	err = Load(ctx, db, sf, o)
	if e := db.Close(); err == nil && e != nil {
		err = fmt.Errorf("dbgen: %w", e)
	}
	return err
}
