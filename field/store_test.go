package field

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// storeDB is a database with table t: a = i, b = i/10, s = a string of i%100.
func storeDB(t testing.TB, rows int) *testDB {
	t.Helper()
	db := openDB(t, ":memory:?threads=2")
	db.exec(fmt.Sprintf("CREATE TABLE t AS SELECT i AS a, (i//10)::INT AS b, 'string '||(i%%100) AS s FROM range(%d) r(i)", rows))
	return db
}

// connections returns the number of open connections of the database.
func (d *testDB) connections() string {
	return d.strings("SELECT count FROM duckdb_connection_count()")[0]
}

func TestStoreKeepsColumns(t *testing.T) {
	db := storeDB(t, 1000)
	s := NewStore(db.handle, Options{})
	ctx := context.Background()
	t1 := db.load(s, "t", "a", "s")
	t2 := db.load(s, "t", "s", "b")
	if t1.Column("s") != t2.Column("s") || t1.Column("b") != nil || t2.Column("a") != nil {
		t.Error("columns are not shared")
	}
	if want := t1.Bytes() + t2.Column("b").Bytes(); s.Bytes() != want {
		t.Errorf("%d bytes, want %d", s.Bytes(), want)
	}
	x, err := t2.Index("b")
	if err != nil {
		t.Fatal(err)
	}
	if y, _ := db.load(s, "t", "b").Index("b"); y != x {
		t.Error("the index is not shared")
	}
	none := db.load(s, "t")
	if none.Rows != 1000 || len(none.Columns()) != 0 {
		t.Errorf("no columns: %+v", none)
	}

	db.exec("INSERT INTO t VALUES (1000, 1, 'x')")
	t3, err := s.Load(ctx, TableRef{Table: "t"}, []string{"a"}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if t3.Rows != 1001 || t1.Rows != 1000 || t1.Column("a").Len != 1000 {
		t.Errorf("version 2 has %d rows, version 1 %d", t3.Rows, t1.Rows)
	}
	if s.Bytes() != t3.Bytes() {
		t.Error("the old version is kept")
	}
	s.Invalidate()
	if s.Bytes() != 0 {
		t.Errorf("%d bytes after Invalidate", s.Bytes())
	}
	if none := db.load(s, "t"); none.Rows != 1001 {
		t.Errorf("no columns first: %d rows", none.Rows)
	}
}

func TestStoreNoticesAChange(t *testing.T) {
	db := storeDB(t, 1000)
	s := NewStore(db.handle, Options{})
	db.load(s, "t", "a")
	db.exec("DELETE FROM t WHERE a = 5")
	var changed *Changed
	if _, err := s.Load(context.Background(), TableRef{Table: "t"}, []string{"b"}, 1); !errors.As(err, &changed) {
		t.Fatalf("error is %v", err)
	}
	if tab := db.load(s, "t", "a", "b"); tab.Rows != 999 {
		t.Errorf("%d rows after a fresh start", tab.Rows)
	}
}

// TestStoreConcurrentLoads has many goroutines ask for overlapping columns: each
// is loaded once, all see the same.
func TestStoreConcurrentLoads(t *testing.T) {
	db := storeDB(t, 300_000)
	before := db.connections()
	s := NewStore(db.handle, Options{Threads: 3})
	sets := [][]string{{"a"}, {"b", "a"}, {"s"}, {"a", "b", "s"}, {}, {"s", "a"}}
	tables := make([]*Table, 4*len(sets))
	var wg sync.WaitGroup
	for i := range tables {
		wg.Go(func() {
			tab, err := s.Load(context.Background(), TableRef{Table: "t"}, sets[i%len(sets)], 1)
			if err != nil {
				t.Error(err)
				return
			}
			if tab.Column("b") != nil {
				if _, err := tab.Index("b"); err != nil {
					t.Error(err)
				}
				tab.Column("b").Unique()
				tab.Column("b").Distinct()
			}
			tables[i] = tab
		})
	}
	wg.Wait()
	all := db.load(s, "t", "a", "b", "s")
	for _, tab := range tables {
		for _, c := range tab.Columns() {
			if c != all.Column(c.Name) {
				t.Errorf("column %s was loaded twice", c.Name)
			}
		}
	}
	if s.Bytes() != all.Bytes() {
		t.Errorf("%d bytes, want %d", s.Bytes(), all.Bytes())
	}
	if after := db.connections(); after != before {
		t.Errorf("%s connections before, %s after", before, after)
	}
}

// TestStoreCancel cancels loads at many moments: they stop soon, a caller that
// waited loads for itself, and no connection stays.
func TestStoreCancel(t *testing.T) {
	db := storeDB(t, 2_000_000)
	before := db.connections()
	cancelled := 0
	for i := range 20 {
		s := NewStore(db.handle, Options{Threads: 2})
		ctx, cancel := context.WithCancel(context.Background())
		var at atomic.Int64
		var wg sync.WaitGroup
		wg.Go(func() {
			_, err := s.Load(ctx, TableRef{Table: "t"}, []string{"a", "b", "s"}, 1)
			switch {
			case err == nil:
			case errors.Is(err, context.Canceled):
				cancelled++
				if late := time.Since(time.UnixMicro(at.Load())); late > 2*time.Second {
					t.Errorf("cancelled after %v", late)
				}
			default:
				t.Error(err)
			}
		})
		if i%4 == 0 {
			wg.Go(func() {
				tab, err := s.Load(context.Background(), TableRef{Table: "t"}, []string{"a"}, 1)
				if err != nil || tab.Column("a").Int(1_999_999) != 1_999_999 {
					t.Errorf("the waiting load: %v", err)
				}
			})
		}
		time.Sleep(time.Duration(i) * 2 * time.Millisecond)
		at.Store(time.Now().UnixMicro())
		cancel()
		wg.Wait()
	}
	if cancelled == 0 {
		t.Error("no load was cancelled: all were faster")
	}
	if after := db.connections(); after != before {
		t.Errorf("%s connections before, %s after", before, after)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := (&flight{done: make(chan struct{})}).wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting: error is %v", err)
	}
	if _, err := NewStore(db.handle, Options{}).Load(ctx, TableRef{Table: "t"}, []string{"a"}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func TestStoreEvicts(t *testing.T) {
	db := storeDB(t, 100_000) // a: 400 KB, b: 200 KB, s: 100 KB
	s := NewStore(db.handle, Options{MemoryLimit: 650_000})
	ta := db.load(s, "t", "a")
	tb := db.load(s, "t", "b")
	db.load(s, "t", "a") // b is the least recently used now
	ts := db.load(s, "t", "s")
	if s.Bytes() > 650_000 {
		t.Errorf("%d bytes", s.Bytes())
	}
	if again := db.load(s, "t", "a"); again.Column("a") != ta.Column("a") {
		t.Error("a was dropped, which was used last")
	}
	if again := db.load(s, "t", "s"); again.Column("s") != ts.Column("s") {
		t.Error("s was dropped, which was just loaded")
	}
	if tb.Column("b").Int(99_999) != 9_999 {
		t.Error("a dropped column is not usable")
	}
	tb2 := db.load(s, "t", "b")
	if tb2.Column("b") == tb.Column("b") {
		t.Error("b was kept: nothing was dropped")
	}
	// The index of b takes 440 KB: a goes.
	x, err := tb2.Index("b")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Bytes(); got > 650_000 || got < x.Bytes()+tb2.Column("b").Bytes() {
		t.Errorf("%d bytes with an index of %d", got, x.Bytes())
	}
	if again := db.load(s, "t", "a"); again.Column("a") == ta.Column("a") {
		t.Error("a was kept beside the index")
	}
}

func TestStoreOverLimit(t *testing.T) {
	db := storeDB(t, 100_000)
	s := NewStore(db.handle, Options{MemoryLimit: 450_000})
	var over *OverLimit
	if _, err := s.Load(context.Background(), TableRef{Table: "t"}, []string{"a", "b"}, 1); !errors.As(err, &over) || over.Need <= over.Limit {
		t.Errorf("two columns: error is %v", err)
	}
	if s.Bytes() > 450_000 {
		t.Errorf("%d bytes kept", s.Bytes())
	}
	ta, tb := db.load(s, "t", "a"), db.load(s, "t", "b")
	if err := s.Check(ta); err != nil {
		t.Error(err)
	}
	if err := s.Check(ta, ta); err != nil {
		t.Error(err)
	}
	if err := s.Check(ta, tb); !errors.As(err, &over) {
		t.Errorf("two tables: error is %v", err)
	}
	if _, err := tb.Index("b"); err != nil {
		t.Error(err)
	}
	db.exec("CREATE TABLE u AS SELECT a // 10 * 3 AS a FROM t ORDER BY hash(a)")
	tu := db.load(s, "u", "a")
	if _, err := tu.Index("a"); !errors.As(err, &over) {
		t.Errorf("index: error is %v", err)
	}
	// A load that is far too large is given up on the way.
	db.exec("CREATE TABLE big AS SELECT i*100003 AS a, i::DOUBLE AS b, i::HUGEINT AS c FROM range(4000000) r(i)")
	if _, err := s.Load(context.Background(), TableRef{Table: "big"}, []string{"a", "b", "c"}, 1); !errors.As(err, &over) {
		t.Errorf("big: error is %v", err)
	}
}
