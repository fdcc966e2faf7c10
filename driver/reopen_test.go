package driver

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestReopenAfterCancel closes a database whose queries have been cancelled at any moment, planning
// and loading among them, and opens it again: nothing of the first may be left.
func TestReopenAfterCancel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.duckdb")
	open := func() *sql.DB {
		opened := make(chan *sql.DB, 1)
		go func() {
			db, err := sql.Open("reffine", path+"?threads=2")
			if err != nil {
				t.Error(err)
			}
			opened <- db
		}()
		select {
		case db := <-opened:
			return db
		case <-time.After(20 * time.Second):
			t.Fatal("the database cannot be opened again")
			return nil
		}
	}
	db := open()
	if _, err := db.Exec("CREATE TABLE t AS SELECT i % 100 AS k, 'text ' || i AS s FROM range(200000) r(i)"); err != nil {
		t.Fatal(err)
	}
	for cycle := range 12 {
		var wg sync.WaitGroup
		end := time.Now().Add(300 * time.Millisecond)
		for w := range 4 {
			wg.Go(func() {
				for i := 0; time.Now().Before(end); i++ {
					// Each text is new, so that it is planned, and most contexts end about then.
					ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i*(w+1)*97%4000)*time.Microsecond)
					rows, err := db.QueryContext(ctx, fmt.Sprintf("SELECT k, count(*) FROM t WHERE s LIKE '%%%d%%%d%%' GROUP BY k", w, i))
					if err == nil {
						for rows.Next() {
						}
						rows.Close()
					}
					cancel()
				}
			})
		}
		wg.Wait()
		if err := db.Close(); err != nil {
			t.Fatal(cycle, err)
		}
		db = open()
	}
	db.Close()
}
