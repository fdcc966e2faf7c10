package dbgen

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	_ "github.com/duckdb/duckdb-go/v2" // the driver that writes the file
)

// cacheVersion is part of a cached file's name; it changes when the contents for the same scale
// factor would.
const cacheVersion = 1

// File returns the path of a DuckDB database with the tables at the scale factor, generating it in
// the user's cache directory when it is not there yet. The file is shared: open it read-only.
// Several processes may ask for the same file at once; none sees an unfinished one.
func File(ctx context.Context, sf float64, o Options) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("dbgen: %w", err)
	}
	return fileIn(ctx, filepath.Join(cache, "reffine", "tpch"), sf, o)
}

// fileIn is File with the directory given.
func fileIn(ctx context.Context, dir string, sf float64, o Options) (string, error) {
	if _, err := newScale(sf); err != nil {
		return "", err
	}
	name := fmt.Sprintf("sf%s-%s-v%d.duckdb", strconv.FormatFloat(sf, 'f', -1, 64), o.Text, cacheVersion)
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("dbgen: %w", err)
	}
	work, err := os.MkdirTemp(dir, ".generating-")
	if err != nil {
		return "", fmt.Errorf("dbgen: %w", err)
	}
	defer os.RemoveAll(work)
	unfinished := filepath.Join(work, name)
	if err := create(ctx, unfinished, sf, o); err != nil {
		return "", err
	}
	if err := os.Rename(unfinished, path); err != nil {
		return "", fmt.Errorf("dbgen: %w", err)
	}
	return path, nil
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
