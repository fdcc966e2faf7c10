package driver

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync"
	"testing"
)

type driverExecer = driver.ExecerContext

const optimizersQuery = "SELECT current_setting('disabled_optimizers')"

// TestPlanningRestoresSettings: the user's own list of optimizers turned off is
// kept, and nobody sees another.
func TestPlanningRestoresSettings(t *testing.T) {
	for _, own := range []string{"", "join_order", "column_lifetime", "join_order,column_lifetime,compressed_materialization"} {
		f := open(t, "")
		exec(t, f, "CREATE TABLE t AS SELECT 1 AS a", "SET disabled_optimizers = '"+own+"'")
		plain := f.plain()
		for i := range 3 {
			f.native(1, func() { query(f, fmt.Sprintf("SELECT a + %d FROM t", i)) })
			expect(t, "after planning, to others", query(plain, optimizersQuery), own)
			expect(t, "after planning", query(f, optimizersQuery), own)
		}
	}
}

// TestPlanningSettingsAreHidden: nor while others plan.
func TestPlanningSettingsAreHidden(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for i := range 60 {
				query(f, fmt.Sprintf("SELECT a + %d FROM t", w*1000+i))
			}
		})
	}
	wg.Go(func() {
		for range 60 {
			expect(t, "read", query(f, optimizersQuery), "")
			if got := query(f, "SELECT value FROM duckdb_settings() WHERE name = 'disabled_optimizers'"); got != "" {
				t.Errorf("setting %q", got)
			}
		}
		exec(t, f, "SET disabled_optimizers = 'join_order'")
		for range 60 {
			expect(t, "set", query(f, optimizersQuery), "join_order")
		}
	})
	wg.Wait()
	expect(t, "at last", query(f.plain(), optimizersQuery), "join_order")
}

func TestExplainOfGuardedText(t *testing.T) {
	f := open(t, "")
	for _, text := range []string{"EXPLAIN REFFINE /* disabled_optimizers */ SELECT 1", "EXPLAIN REFFINE " + optimizersQuery} {
		if got := query(f, text); got == "" || strings.HasPrefix(got, "error") {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestPlanningWithLockedConfiguration(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a", "SET lock_configuration = true")
	f.native(1, func() { expect(t, "locked", query(f, sumQuery), "1 1") })
	expect(t, "setting", query(f, optimizersQuery), "")
}

// TestPlanningInTransaction: settings are no business of the user's transaction.
func TestPlanningInTransaction(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	tx := begin(t, f)
	f.native(1, func() { expect(t, "in it", query(tx, "SELECT a FROM t"), "1") })
	exec(t, tx, "INSERT INTO t VALUES (2)")
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	expect(t, "after", query(f, sumQuery), "2 3")
}

// TestPlansAreOfTheConnection: names mean what they mean on the user's
// connection.
func TestPlansAreOfTheConnection(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a", "CREATE SCHEMA s", "CREATE TABLE s.t AS SELECT 2 AS a",
		"CREATE MACRO json_serialize_plan(x) AS 'mine'")
	c := f.conn()
	plans := ""
	f.eng.compiling = func(_ context.Context, src source) error {
		plans += string(src.plan)
		return nil
	}
	exec(t, c, "USE s")
	query(c, "SELECT a FROM t")
	if !strings.Contains(plans, `"schema":"s","table":"t"`) {
		t.Errorf("the plan is %s", plans)
	}
	exec(t, c, "CREATE TEMP TABLE t AS SELECT 3 AS a")
	f.refusal("scan: a temporary table is of its connection only", func() { expect(t, "temporary", query(c, "SELECT a FROM temp.t"), "3") })
}

// TestVolatile: what changes without a write does not run natively, wherever it
// hides, and so no constant of the optimizer's is kept.
func TestVolatile(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a, now()::TIMESTAMP AS w", "CREATE SEQUENCE q",
		"CREATE VIEW recent AS SELECT a FROM t WHERE w <= get_current_timestamp()::TIMESTAMP",
		"CREATE MACRO later(d) AS today() + d", "CREATE MACRO rows() AS TABLE SELECT a, nextval('q') AS n FROM t")
	for text, reason := range map[string]string{
		"SELECT a FROM t WHERE w < now()":                         "volatile: now",
		"SELECT current_date":                                     "volatile: current_date",
		"SELECT a FROM t WHERE w < current_timestamp::TIMESTAMP":  "volatile: get_current_timestamp",
		"SELECT a FROM recent":                                    "volatile: get_current_timestamp",
		"SELECT later(1)":                                         "volatile: today",
		"SELECT a FROM rows()":                                    "volatile: nextval",
		"SELECT random() < 2, uuid()::VARCHAR <> ''":              "volatile: random, uuid",
		"SELECT (SELECT max(a) FROM t WHERE random() < 2) FROM t": "volatile: random",
	} {
		f.refusal(reason, func() {
			if got := query(f, text); strings.HasPrefix(got, "error") {
				t.Errorf("%s: %s", text, got)
			}
		})
	}
	n := query(f, "SELECT nextval('q')")
	if again := query(f, "SELECT nextval('q')"); n == again {
		t.Errorf("nextval gives %s twice", n)
	}
	// Settings and variables are folded while binding; they are in the key of a plan.
	c := f.conn()
	for _, v := range []string{"1", "2"} {
		exec(t, c, "SET VARIABLE v = "+v)
		f.native(1, func() {
			if got := query(c, "SELECT a + getvariable('v') FROM t"); got == "" {
				t.Error("no rows")
			}
		})
	}
}

// TestUnserializable: what json_serialize_plan does not know is DuckDB's.
func TestUnserializable(t *testing.T) {
	f := open(t, "")
	plain := f.plain()
	exec(t, f, "CREATE TABLE t AS SELECT i AS a, i % 2 AS b FROM range(4) r(i)")
	text := "FROM (PIVOT t ON b USING sum(a))"
	for range 2 {
		f.refusal("plan: Cannot plan statement of type MULTI!", func() { expect(t, text, shape(t, f, text), shape(t, plain, text)) })
	}
}

// TestProfiling: a profile is of the user's query, so DuckDB runs it.
func TestProfiling(t *testing.T) {
	f := open(t, "")
	c := f.conn()
	exec(t, c, "SET enable_profiling = 'no_output'")
	f.refusal("driver: DuckDB's profiling is on", func() { expect(t, "profiled", query(c, "SELECT 1"), "1") })
	f.native(1, func() { expect(t, "others", query(f, "SELECT 1"), "1") })
}
