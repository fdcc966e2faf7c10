package main

import (
	"context"
	"database/sql"
	"fmt"
	"path"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // generates the data

	"github.com/reffine-db/reffine/bench/internal/cache"
	"github.com/reffine-db/reffine/bench/internal/sidebyside"
)

// A suite is queries and the data that they are about.
type suite struct {
	name    string
	version int // part of the cached file's name; it changes when the data would
	// data are the statements that make the tables. $rows stands for their number of rows, and
	// random(i, n) for a number below n that looks random, the same for the same i and seed.
	data    []string
	queries []sidebyside.Query
}

// random is the macro behind random(i, n).
const random = `CREATE OR REPLACE TEMP MACRO random(i, n) AS (hash(i * 1000003 + %d) %% n)::BIGINT`

// file returns the path of the database, generating it when it is not there yet.
func (s suite) file(ctx context.Context, rows, seed int64) (string, error) {
	dir, err := cache.Dir("micro")
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s-rows%d-seed%d-v%d.duckdb", s.name, rows, seed, s.version)
	return cache.File(dir, name, func(path string) error { return s.create(ctx, path, rows, seed) })
}

func (s suite) create(ctx context.Context, path string, rows, seed int64) error {
	db, err := sql.Open("duckdb", path)
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx) // the macro is one connection's
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, text := range append([]string{fmt.Sprintf(random, seed)}, s.data...) {
		text = strings.ReplaceAll(text, "$rows", fmt.Sprint(rows))
		if _, err := conn.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	_, err = conn.ExecContext(ctx, "CHECKPOINT")
	return err
}

// choose returns the queries whose names match one of the patterns of a list.
func (s suite) choose(list string) (chosen []sidebyside.Query, err error) {
	patterns := strings.Split(list, ",")
	used := make([]bool, len(patterns))
	for _, q := range s.queries {
		keep := false
		for i, p := range patterns {
			match, err := path.Match(p, q.Name)
			if err != nil {
				return nil, fmt.Errorf("-queries: %q: %w", p, err)
			}
			if match || p == "all" {
				keep, used[i] = true, true
			}
		}
		if keep {
			chosen = append(chosen, q)
		}
	}
	for i, p := range patterns {
		if !used[i] {
			return nil, fmt.Errorf("-queries: no query is named %q", p)
		}
	}
	return chosen, nil
}
