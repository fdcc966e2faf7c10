package driver

import (
	"context"
	"database/sql"
	"strings"
	"testing"
)

func begin(t *testing.T, on interface {
	BeginTx(context.Context, *sql.TxOptions) (*sql.Tx, error)
}) *sql.Tx {
	t.Helper()
	tx, err := on.BeginTx(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	return tx
}

func TestReadTransaction(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)")
	expect(t, "planned before", query(f, sumQuery), "1 1")
	tx := begin(t, f)
	// Answered from the cache, and yet the snapshot must begin here.
	f.native(2, func() {
		expect(t, "first", query(tx, sumQuery), "1 1")
		expect(t, "second", query(tx, sumQuery), "1 1")
	})
	exec(t, f, "INSERT INTO t VALUES (2)")
	f.native(1, func() { expect(t, "others", query(f, sumQuery), "2 3") })
	f.refusal("transaction: the data changed since it began", func() { expect(t, "its snapshot", query(tx, sumQuery), "1 1") })
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	f.native(1, func() { expect(t, "after", query(f, sumQuery), "2 3") })
}

// TestReadTransactionKeepsFields: transactions that only read make nothing
// invalid.
func TestReadTransactionKeepsFields(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t (a INTEGER)")
	query(f, sumQuery)
	drops := f.eng.drops.Load()
	for _, end := range []func(*sql.Tx) error{(*sql.Tx).Commit, (*sql.Tx).Rollback} {
		tx := begin(t, f)
		query(tx, sumQuery)
		if err := end(tx); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"EXPLAIN SELECT 1", "DESCRIBE t", "SHOW TABLES", "SUMMARIZE t", "PRAGMA table_info('t')",
		"EXPLAIN ANALYZE SELECT 1", "SET threads = 2", "SELECT 1; SELECT 2", "BEGIN", "ROLLBACK"} {
		if got := query(f, text); strings.HasPrefix(got, "error") {
			t.Errorf("%s: %s", text, got)
		}
	}
	for _, text := range []string{"INSERT INTO missing VALUES (1)", "nonsense", "CREATE TABLE t (a INTEGER"} {
		if got := query(f, text); !strings.HasPrefix(got, "error") {
			t.Errorf("%s: %s", text, got)
		}
	}
	if got := f.eng.drops.Load() - drops; got != 0 {
		t.Errorf("fields were dropped %d times", got)
	}
}

func TestWritingTransaction(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)")
	query(f, sumQuery)
	drops := f.eng.drops.Load()
	tx := begin(t, f)
	f.native(1, func() { expect(t, "before its write", query(tx, sumQuery), "1 1") })
	exec(t, tx, "INSERT INTO t VALUES (2)")
	f.refusal("transaction: it has written", func() { expect(t, "its own", query(tx, sumQuery), "2 3") })
	f.native(1, func() { expect(t, "others", query(f, sumQuery), "1 1") })
	if f.eng.drops.Load() != drops {
		t.Error("fields were dropped before the commit")
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	f.native(1, func() { expect(t, "committed", query(f, sumQuery), "2 3") })

	tx = begin(t, f)
	exec(t, tx, "DROP TABLE t")
	f.native(1, func() { expect(t, "others", query(f, sumQuery), "2 3") })
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	f.native(1, func() { expect(t, "rolled back", query(f, sumQuery), "2 3") })
}

// TestTransactionText: transactions begun and ended by SQL text, alone or among
// other statements.
func TestTransactionText(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)")
	a, b := f.conn(), f.conn()
	both := func(what, ofA, ofB string, native int64) {
		t.Helper()
		f.native(native, func() {
			expect(t, what+", writer", query(a, sumQuery), ofA)
			expect(t, what+", other", query(b, sumQuery), ofB)
		})
	}
	exec(t, a, "begin")
	both("begun", "1 1", "1 1", 2)
	exec(t, a, "INSERT INTO t VALUES (2)")
	both("written", "2 3", "1 1", 1)
	exec(t, a, "COMMIT")
	both("committed", "2 3", "2 3", 2)

	exec(t, a, "BEGIN; INSERT INTO t VALUES (3)")
	both("of one text", "3 6", "2 3", 1)
	exec(t, a, "ABORT")
	both("aborted", "2 3", "2 3", 2)

	exec(t, a, "BEGIN; SELECT 1")
	exec(t, a, "INSERT INTO t VALUES (4)")
	both("unknown", "3 7", "2 3", 1)
	exec(t, a, "INSERT INTO t VALUES (5); COMMIT")
	both("committed in a text", "4 12", "4 12", 2)

	// DuckDB's errors, and the state after them.
	for _, text := range []string{"COMMIT", "ROLLBACK"} {
		if _, err := a.ExecContext(context.Background(), text); err == nil || !strings.Contains(err.Error(), "no transaction is active") {
			t.Errorf("%s: %v", text, err)
		}
		both(text+" of nothing", "4 12", "4 12", 2)
	}
	exec(t, a, "BEGIN", "SELECT count(*) FROM t")
	if _, err := a.ExecContext(context.Background(), "BEGIN"); err == nil {
		t.Error("a transaction in a transaction")
	}
	aborted := "error: TransactionContext Error: Current transaction is aborted (please ROLLBACK)"
	both("aborted by BEGIN", aborted, "4 12", 1)
	exec(t, a, "ROLLBACK")
	both("rolled back", "4 12", "4 12", 2)
	exec(t, a, "BEGIN")
	if got := query(a, "SELECT CAST('x' AS INTEGER) FROM t"); !strings.HasPrefix(got, "error: Conversion Error") {
		t.Errorf("a bad cast: %s", got)
	}
	both("aborted by an error", aborted, "4 12", 1)
	exec(t, a, "COMMIT")
	both("ended", "4 12", "4 12", 2)
}

// TestFailedCommit: a commit that fails publishes nothing, and ends the
// transaction.
func TestFailedCommit(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t (a INTEGER PRIMARY KEY)")
	tx := begin(t, f)
	exec(t, tx, "INSERT INTO t VALUES (1)")
	exec(t, f, "INSERT INTO t VALUES (1)")
	if err := tx.Commit(); err == nil || !strings.Contains(err.Error(), "duplicate key") {
		t.Fatalf("commit: %v", err)
	}
	f.native(2, func() {
		expect(t, "after", query(f, sumQuery), "1 1")
		expect(t, "after", query(f, sumQuery), "1 1")
	})
}

// TestPlanningSparesTransactions: planning a text that DuckDB rejects does not
// abort the transaction where running it would not.
func TestPlanningSparesTransactions(t *testing.T) {
	f := open(t, "")
	plain := f.plain()
	exec(t, f, "CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)")
	for _, text := range []string{
		"SELECT nope FROM t", "SELECT * FROM missing", "SELECT 1 FROM", "SELECT f(1)", "SELECT * FROM read_csv('/does/not/exist')",
		"SELECT CAST('x' AS INTEGER) FROM t", "SELECT a FROM t WHERE a = 'x'::INTEGER", "SELECT error('boom')", "SELECT 2147483647::INTEGER + 1::INTEGER",
		"FROM t PIVOT (sum(a) FOR a IN (1))", "SELECT a + $1 FROM t", "SELECT nextval('missing')", "SELECT a, sum(a) FROM t", "SELECT now(), random() > 2",
		"SELECT * FROM t USING SAMPLE 5", "SELECT (SELECT a FROM t UNION ALL SELECT 2)",
	} {
		trace := func(db *sql.DB) string {
			tx, err := db.Begin()
			if err != nil {
				t.Fatal(err)
			}
			defer tx.Rollback()
			return query(tx, text) + "\n" + query(tx, "SELECT 42")
		}
		got, want := trace(f.DB), trace(plain)
		if strings.Contains(text, "now()") {
			got, want = got[strings.Index(got, "\n"):], want[strings.Index(want, "\n"):]
		}
		expect(t, text, got, want)
	}
}

func TestResetSession(t *testing.T) {
	f := open(t, "")
	conn, err := f.connector.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	c := conn.(*Conn)
	c.DuckDB()
	if err := c.ResetSession(context.Background()); err != nil || c.lent {
		t.Errorf("reset: %v, lent %v", err, c.lent)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c.IsValid() || c.ResetSession(context.Background()) == nil {
		t.Error("a closed connection is valid")
	}
}
