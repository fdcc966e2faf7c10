package driver

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestConcurrentWrites: readers never see less than what was committed before
// they asked, nor half a transfer, whoever answers.
func TestConcurrentWrites(t *testing.T) {
	t.Run("memo", func(t *testing.T) { writeAndRead(t, open(t, "")) })
	t.Run("compiler", func(t *testing.T) { writeAndRead(t, openReal(t, "?reffine_threads=2")) })
}

func writeAndRead(t *testing.T, f *fixture) {
	exec(t, f, "CREATE TABLE log (n INTEGER)", "CREATE TABLE account AS SELECT i AS id, 100 AS v FROM range(10) r(i)")
	ctx := context.Background()
	var committed atomic.Int64
	var done atomic.Bool
	var writers, readers sync.WaitGroup
	// Now and then a writer waits for native runs, for a while.
	pause := func() {
		if rand.IntN(3) > 0 {
			return
		}
		for from := f.stats().Native; f.stats().Native < from+3 && !t.Failed(); {
			time.Sleep(time.Millisecond)
		}
	}
	writers.Go(func() {
		for i := range 40 {
			exec(t, f, fmt.Sprintf("INSERT INTO log VALUES (%d)", i))
			committed.Store(int64(i + 1))
			pause()
		}
	})
	writers.Go(func() {
		for i := range 30 {
			tx, err := f.Begin()
			if err != nil {
				t.Error(err)
				return
			}
			exec(t, tx, fmt.Sprintf("UPDATE account SET v = v - 7 WHERE id = %d", i%10), fmt.Sprintf("UPDATE account SET v = v + 7 WHERE id = %d", (i+3)%10))
			end := tx.Commit
			if i%5 == 0 {
				end = tx.Rollback
			}
			if err := end(); err != nil {
				t.Error(err)
			}
			pause()
		}
	})
	for range 4 {
		readers.Go(func() {
			for !done.Load() {
				low := committed.Load()
				var n int64
				if err := f.QueryRowContext(ctx, "SELECT count(*) FROM log").Scan(&n); err != nil {
					t.Error(err)
				}
				// One insert may have committed that is not counted yet.
				if high := committed.Load() + 1; n < low || n > high {
					t.Errorf("%d rows, between %d and %d were committed", n, low, high)
				}
				expect(t, "total", query(f, "SELECT sum(v) FROM account"), "1000")
				tx, err := f.Begin()
				if err != nil {
					t.Error(err)
					return
				}
				first, second := query(tx, sumOfAll), query(tx, sumOfAll)
				expect(t, "repeatable", second, first)
				_ = tx.Rollback()
			}
		})
	}
	writers.Wait()
	done.Store(true)
	readers.Wait()
	f.connector.runs.Wait()
	f.native(1, func() { expect(t, "at last", query(f, "SELECT count(*) FROM log"), "40") })
	if n := f.stats().Native; n < 20 {
		t.Errorf("only %d native runs: %v", n, f.stats().DuckDB)
	}
}

const sumOfAll = "SELECT (SELECT count(*) FROM log), (SELECT sum(v * id) FROM account)"

// TestConcurrentReads: connections share plans and fields.
func TestConcurrentReads(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT i::INTEGER AS a FROM range(100) r(i)")
	f.native(8*50, func() {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for i := range 50 {
					k := i % 7
					expect(t, "sum", query(f, "SELECT sum(a) FROM t WHERE a < ?", k), fmt.Sprint(map[bool]any{true: "<nil>", false: k * (k - 1) / 2}[k == 0]))
				}
			})
		}
		wg.Wait()
	})
	if n := f.eng.compiles.Load(); n > 8 {
		t.Errorf("%d compilations", n)
	}
}

// TestOpenRowsBlockNobody: rows being read, native or DuckDB's, keep nothing
// that others need.
func TestOpenRowsBlockNobody(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT i AS a FROM range(100000) r(i)")
	for _, text := range []string{"SELECT a FROM t", "SELECT a, random() FROM t"} {
		rows, err := f.QueryContext(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for rows.Next() {
			if n++; n == 10 {
				exec(t, f, "INSERT INTO t VALUES (-1)")
				f.native(1, func() { query(f, "SELECT min(a) FROM t") })
			}
		}
		if err := rows.Close(); err != nil || n < 100000 {
			t.Errorf("%d rows, %v", n, err)
		}
	}
}

// TestNothingLeaks: goroutines, DuckDB's connections, leases and databases end
// with their owners.
func TestNothingLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	path := t.TempDir() + "/a.db"
	for range 5 {
		db, err := sql.Open(Name, path)
		if err != nil {
			t.Fatal(err)
		}
		exec(t, db, "CREATE OR REPLACE TABLE t AS SELECT 1 AS a")
		for _, text := range []string{sumQuery, "SELECT nope FROM t", "SELECT random()", "SELECT a FROM t WHERE a = $1", "EXPLAIN REFFINE " + sumQuery, "SELECT CAST('x' AS INTEGER)"} {
			query(db, text)
			ctx, cancel := context.WithTimeout(context.Background(), time.Microsecond)
			queryContext(ctx, db, text)
			cancel()
			tx, err := db.Begin()
			if err != nil {
				t.Fatal(err)
			}
			query(tx, text)
			_ = tx.Rollback()
		}
		c, err := db.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var shared *database
		_ = c.Raw(func(inner any) error {
			inner.(*Conn).connector.runs.Wait()
			shared = inner.(*Conn).connector.db
			return nil
		})
		if len(shared.gate.leases) != 0 {
			t.Errorf("%d leases", len(shared.gate.leases))
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if len(shared.gate.drops) != 0 || shared.refs != 0 {
			t.Errorf("the database is in use by %d", shared.refs)
		}
	}
	databases.mu.Lock()
	left := len(databases.open)
	databases.mu.Unlock()
	if left != 0 {
		t.Errorf("%d databases are open", left)
	}
	for wait := 0; runtime.NumGoroutine() > before; wait++ {
		if wait == 100 {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
		time.Sleep(10 * time.Millisecond)
	}
	// Nothing holds the file: it opens with other settings.
	db, err := sql.Open(Name, path+"?access_mode=READ_ONLY&reffine_mode=off")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	expect(t, "reopened", query(db, "SELECT a FROM t"), "1")
}
