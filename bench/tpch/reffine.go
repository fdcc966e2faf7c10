package main

import (
	"context"
	"fmt"

	"github.com/reffine-db/reffine/driver"
)

// openReffine opens the file through Reffine's driver, in the mode that leaves to DuckDB what it
// cannot run itself.
func openReffine(ctx context.Context, path string, threads int) (*engine, error) {
	source := fmt.Sprintf("%s&reffine_mode=auto&reffine_threads=%d", dsn(path, threads), threads)
	return openEngine(ctx, "reffine", source)
}

// counts asks the driver how its executions on this database have run so far.
func (e *engine) counts() (counts, error) {
	s, err := driver.Stats(e.db)
	if err != nil {
		return counts{}, err
	}
	return counts{native: s.Native, duckdb: s.DuckDB}, nil
}

// fieldBytes asks the driver how much its loaded fields hold.
func (e *engine) fieldBytes() (int64, error) {
	s, err := driver.Stats(e.db)
	if err != nil {
		return 0, err
	}
	return s.FieldBytes, nil
}
