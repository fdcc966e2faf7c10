package driver

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/duckdb/duckdb-go/v2"
)

const sumQuery = "SELECT count(*), sum(a) FROM t"

func TestWritesAreSeen(t *testing.T) {
	f := open(t, "")
	a, b := f.conn(), f.conn()
	exec(t, a, "CREATE TABLE t (a INTEGER)")
	for _, step := range []struct{ write, want string }{
		{"INSERT INTO t VALUES (1), (2)", "2 3"},
		{"UPDATE t SET a = 10 WHERE a = 1", "2 12"},
		{"DELETE FROM t WHERE a = 2", "1 10"},
		{"DROP TABLE t; CREATE TABLE t AS SELECT 5 AS a", "1 5"},
		{"CREATE OR REPLACE TABLE t AS SELECT 2.5 AS a", "1 2.5"},
		{"TRUNCATE t", "0 <nil>"},
		{"WITH x AS (SELECT 7 AS a) INSERT INTO t FROM x", "1 7"},
		{"MERGE INTO t USING (SELECT 7 AS k) ON a = k WHEN MATCHED THEN UPDATE SET a = 8", "1 8"},
		{"PREPARE p AS INSERT INTO t VALUES (1)", "1 8"},
		{"EXECUTE p", "2 9"},
		{"EXPLAIN ANALYZE INSERT INTO t VALUES (1)", "3 10"},
		{"EXPLAIN (ANALYZE) DELETE FROM t WHERE a = 1", "1 8"},
		{"ALTER TABLE t RENAME a TO c; ALTER TABLE t ADD COLUMN a INTEGER DEFAULT 3", "1 3"},
		{"BEGIN; UPDATE t SET a = 4; COMMIT", "1 4"},
		{"BEGIN; UPDATE t SET a = 5; ROLLBACK", "1 4"},
		{"ALTER TABLE t RENAME TO u; CREATE VIEW t AS SELECT 6 AS a", "1 6"},
	} {
		exec(t, a, step.write)
		for name, conn := range map[string]*sql.Conn{"the writer": a, "another": b} {
			f.native(2, func() {
				for range 2 {
					expect(t, step.write+", seen by "+name, query(conn, sumQuery), step.want)
				}
			})
		}
	}
	// Writes that return rows.
	expect(t, "returning", query(a, "INSERT INTO u VALUES (1, 2) RETURNING a"), "2")
	f.native(1, func() { expect(t, "after returning", query(b, "SELECT sum(a) FROM u"), "6") })
	rows, err := a.QueryContext(context.Background(), "INSERT INTO u SELECT 1, 1 FROM range(5000) RETURNING a")
	if err != nil {
		t.Fatal(err)
	}
	f.native(1, func() { expect(t, "with rows open", query(b, "SELECT sum(a) FROM u"), "5006") })
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestHiddenWrite: DuckDB takes a no-break space for a space, the tokenizer for
// part of a word, so what looks like a query may be a write.
func TestHiddenWrite(t *testing.T) {
	const text = "WITH x AS (SELECT 7 AS a)\u00a0INSERT INTO t FROM x"
	if c := classify(text).class; c != classQuery {
		t.Fatalf("the text is a %s", classNames[c])
	}
	for _, mode := range []string{"auto", "strict", "off"} {
		f := open(t, "?reffine_mode="+mode)
		exec(t, f, "CREATE TABLE t (a INTEGER)")
		for i, write := range []func() string{
			func() string { return query(f, text) },
			func() string { _, err := f.ExecContext(context.Background(), text); return fmt.Sprint(err) },
			func() string {
				stmt, err := f.PrepareContext(context.Background(), text)
				if err != nil {
					return err.Error()
				}
				defer stmt.Close()
				rows, err := stmt.Query()
				if err != nil {
					return err.Error()
				}
				return fmt.Sprint(rows.Close())
			},
		} {
			want := fmt.Sprintf("%d %d", i, 7*i)
			if i == 0 {
				want = "0 <nil>"
			}
			expect(t, mode+": before", query(f, sumQuery), want)
			if got := write(); strings.Contains(got, "rror") {
				t.Errorf("%s: %s", mode, got)
			}
			expect(t, mode+": after", query(f, sumQuery), fmt.Sprintf("%d %d", i+1, 7*(i+1)))
		}
	}
}

// TestMemoIsStaleWithoutTheDriver: the tests of this file would notice.
func TestMemoIsStaleWithoutTheDriver(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)")
	expect(t, "before", query(f, sumQuery), "1 1")
	exec(t, f.plain(), "INSERT INTO t VALUES (2)")
	f.native(1, func() { expect(t, "behind the driver's back", query(f, sumQuery), "1 1") })
	exec(t, f, "INSERT INTO t VALUES (3)")
	f.native(1, func() { expect(t, "after a write of the driver's", query(f, sumQuery), "3 6") })
}

// TestInterleaved runs statements at random on three connections, two of them
// on one database handle and one on another of the same file, and compares every
// answer with DuckDB's on the same connection and transaction.
func TestInterleaved(t *testing.T) {
	t.Run("memo", func(t *testing.T) { interleave(t, open) })
	t.Run("compiler", func(t *testing.T) { interleave(t, openReal) })
}

func interleave(t *testing.T, open func(*testing.T, string, ...Option) *fixture) {
	path := t.TempDir() + "/a.db"
	f, g := open(t, path), open(t, path)
	conns := []*sql.Conn{f.conn(), f.conn(), g.conn()}
	exec(t, f, "CREATE TABLE t (a INTEGER)", "CREATE TABLE u (a INTEGER)")
	rng := rand.New(rand.NewPCG(1, 2))
	statements := []string{
		"INSERT INTO t VALUES (%d)", "UPDATE t SET a = a + %d WHERE a %% 3 = 0", "DELETE FROM t WHERE a %% 7 = %d",
		"INSERT INTO u SELECT a + %d FROM t LIMIT 3", "DROP TABLE IF EXISTS t; CREATE TABLE t AS SELECT i::INTEGER AS a FROM range(%d) r(i)",
		"CREATE OR REPLACE TABLE t AS SELECT %d AS a", "ALTER TABLE t RENAME a TO b; ALTER TABLE t RENAME b TO a",
		"BEGIN", "BEGIN", "COMMIT", "COMMIT", "ROLLBACK", "BEGIN; INSERT INTO t VALUES (%d)", "CREATE OR REPLACE VIEW v AS SELECT a * %d AS a FROM t",
		"SET threads = 2", "CREATE TEMP TABLE w AS SELECT %d AS a", "DROP TABLE IF EXISTS temp.w", "PRAGMA database_list", "not even SQL %d",
	}
	queries := []string{sumQuery, sumQuery, sumQuery, "SELECT a FROM t ORDER BY a LIMIT 5", "SELECT count(*) FROM t JOIN u USING (a)",
		"SELECT sum(a) FROM v", "SELECT sum(a) FROM w", "SELECT max(a) FROM u"}
	for step := range 3000 {
		i := rng.IntN(len(conns))
		c := conns[i]
		if rng.IntN(3) == 0 {
			text := statements[rng.IntN(len(statements))]
			if strings.Contains(text, "%d") {
				text = fmt.Sprintf(text, rng.IntN(20))
			}
			_, _ = c.ExecContext(context.Background(), text)
			continue
		}
		text := queries[rng.IntN(len(queries))]
		// DuckDB goes second: it must not pin the snapshot for the driver.
		got := query(c, text)
		if want := innerQuery(t, c, text); got != want {
			t.Fatalf("step %d, connection %d, %s: got %q, want %q; %v", step, i, text, got, want, f.stats().DuckDB)
		}
	}
	native := f.stats().Native + g.stats().Native
	if native < 300 {
		t.Errorf("only %d native runs: %v", native, f.stats().DuckDB)
	}
	if panics := f.stats().Panics; len(panics) > 0 {
		t.Errorf("panics: %+v", panics)
	}
	seen := ""
	for reason := range f.stats().DuckDB {
		seen += reason + "\n"
	}
	for _, want := range []string{"transaction: it has written", "transaction: the data changed since it began", "transaction: a statement of it has failed"} {
		if !strings.Contains(seen, want) {
			t.Errorf("never met %q in\n%s", want, seen)
		}
	}
}

// TestLoan: what is done on duckdb-go's connection is a write in progress until
// the connection is back.
func TestLoan(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t (a INTEGER)")
	c := f.conn()
	f.native(1, func() { expect(t, "before", query(f, sumQuery), "0 <nil>") })
	var appender *duckdb.Appender
	err := c.Raw(func(inner any) (err error) {
		appender, err = duckdb.NewAppenderFromConn(inner.(*Conn).DuckDB(), "", "t")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := appender.AppendRow(int32(i)); err != nil {
			t.Fatal(err)
		}
		if err := appender.Flush(); err != nil {
			t.Fatal(err)
		}
		f.refusal("write: a write is in progress", func() {
			expect(t, "while lent", query(f, "SELECT count(*) FROM t"), fmt.Sprint(i+1))
		})
		f.refusal("write: a write is in progress", func() {
			expect(t, "on the lent connection", query(c, "SELECT count(*) FROM t"), fmt.Sprint(i+1))
		})
	}
	if err := appender.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	f.native(2, func() {
		expect(t, "after", query(f, sumQuery), "3 3")
		expect(t, "again", query(f, sumQuery), "3 3")
	})
}

// TestLoanEndsWithClose covers connections outside a pool.
func TestLoanEndsWithClose(t *testing.T) {
	f := open(t, "")
	conn, err := f.connector.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	c := conn.(*Conn)
	c.DuckDB()
	c.DuckDB()
	f.refusal("write: a write is in progress", func() { expect(t, "lent", query(f, "SELECT 1"), "1") })
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c.DuckDB()
	f.native(1, func() { expect(t, "closed", query(f, "SELECT 1"), "1") })
}

// TestInMemoryIsShared: all connections of a pool see one database, and two
// pools see two.
func TestInMemoryIsShared(t *testing.T) {
	for _, dsn := range []string{"", ":memory:", ":memory:?threads=2"} {
		db, err := sql.Open(Name, dsn)
		if err != nil {
			t.Fatal(err)
		}
		other, err := sql.Open(Name, dsn)
		if err != nil {
			t.Fatal(err)
		}
		ctx := context.Background()
		a, err := db.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		exec(t, a, "CREATE TABLE t AS SELECT 42 AS a")
		b, err := db.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "the same pool", query(b, "SELECT a FROM t"), "42")
		if got := query(other, "SELECT a FROM t"); !strings.HasPrefix(got, "error: Catalog Error") {
			t.Errorf("another pool: %s", got)
		}
		for _, c := range []interface{ Close() error }{a, b, db, other} {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestSettingsAreSeen: plans depend on settings, of the connection and global.
func TestSettingsAreSeen(t *testing.T) {
	f := open(t, "")
	a, b := f.conn(), f.conn()
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a", "CREATE SCHEMA s", "CREATE TABLE s.t AS SELECT 2 AS a",
		"CREATE TABLE o AS SELECT * FROM (VALUES (1), (NULL), (3)) v(a)")
	const q = "SELECT a FROM t"
	expect(t, "a", query(a, q), "1")
	exec(t, a, "USE s")
	// The memo's own connections have not used s, so it would answer 1: only
	// DuckDB's plan tells. Here it is enough that a asks for another plan.
	before := f.eng.compiles.Load()
	query(a, q)
	if got := f.eng.compiles.Load() - before; got != 1 {
		t.Errorf("%d compilations after USE", got)
	}
	f.native(1, func() { expect(t, "b", query(b, q), "1") })
	if got := f.eng.compiles.Load() - before; got != 1 {
		t.Errorf("%d compilations after USE elsewhere", got)
	}
	exec(t, b, "SET default_null_order = 'nulls_first'")
	before = f.eng.compiles.Load()
	query(f, "SELECT a FROM o ORDER BY a")
	query(b, q)
	if got := f.eng.compiles.Load() - before; got != 2 {
		t.Errorf("%d compilations after a global SET", got)
	}
}

// TestPlansAreShared: a connection in its first state uses the plans of others.
func TestPlansAreShared(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	before := f.eng.compiles.Load()
	for range 3 {
		c, d := f.conn(), f.conn()
		f.native(2, func() {
			expect(t, "c", query(c, sumQuery), "1 1")
			expect(t, "d", query(d, sumQuery), "1 1")
		})
	}
	// The connection that made the table may have temporary objects.
	if got := f.eng.compiles.Load() - before; got > 2 {
		t.Errorf("%d compilations of one query", got)
	}
}
