package driver

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/internal/compile"
)

func TestExplain(t *testing.T) {
	for _, mode := range []string{"auto", "strict"} {
		f := open(t, "?reffine_mode="+mode)
		ctx := context.Background()
		exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
		e, err := Explain(ctx, f.DB, sumQuery)
		want := Explanation{Native: true, Phases: []Phase{{"plan", sumQuery}, {"loops", "memo"}}}
		if err != nil || !reflect.DeepEqual(e, want) {
			t.Errorf("got %+v, %v", e, err)
		}
		expect(t, "statement", query(f, "EXPLAIN REFFINE "+sumQuery), "plan "+sumQuery+"\nloops memo")
		expect(t, "statement shape", shape(t, f, "EXPLAIN REFFINE "+sumQuery), "phase VARCHAR string 0 false false false 0 0 false\n"+
			"text VARCHAR string 0 false false false 0 0 false\n\"plan\", \""+sumQuery+"\", \n\"loops\", \"memo\", \n")
		if f.eng.runs.Load() != 0 || f.stats().Native != 0 || len(f.stats().DuckDB) != 0 {
			t.Error("explaining ran or counted the query")
		}

		got := query(f, "explain reffine analyze "+sumQuery)
		if !strings.HasPrefix(got, "plan "+sumQuery+"\nloops memo\nrun rows 1\ntime ") || !strings.HasSuffix(got, "s\nmemo") || f.eng.runs.Load() != 1 {
			t.Errorf("analyze: %q", got)
		}

		if e, err = Analyze(ctx, f.DB, "SELECT a FROM t WHERE a = ?", 1); err != nil || !e.Native || e.Phases[len(e.Phases)-1].Name != "run" {
			t.Errorf("got %+v, %v", e, err)
		}

		f.eng.compiling = func(context.Context, source) error {
			return &compile.Refusal{Operator: "WINDOW", Reason: "no: frames"}
		}
		refusal := Explanation{Operator: "WINDOW", Reason: "no: frames", Phases: []Phase{{"refusal", "WINDOW: no: frames"}}}
		if e, err = Explain(ctx, f.DB, "SELECT a FROM t"); err != nil || !reflect.DeepEqual(e, refusal) {
			t.Errorf("got %+v, %v", e, err)
		}
		expect(t, "refusal", query(f, "EXPLAIN REFFINE SELECT a FROM t"), "refusal WINDOW: no: frames")
		f.eng.compiling = nil

		// Parameters: with arguments, by name, and without arguments.
		for _, args := range [][]any{{5}, {sql.Named("x", 5)}, {}} {
			e, err := Explain(ctx, f.DB, "SELECT a FROM t WHERE a = $x", args...)
			if err != nil || !e.Native {
				t.Errorf("arguments %v: %+v, %v", args, e, err)
			}
		}
		if e, err := Explain(ctx, f.DB, "SELECT a FROM t WHERE a = $1", nil); err != nil || e.Operator != "parameter" {
			t.Errorf("NULL: %+v, %v", e, err)
		}
		if _, err := Explain(ctx, f.DB, "SELECT 1", struct{}{}); err == nil {
			t.Error("no error for a struct")
		}

		// What DuckDB rejects is its error; what is no query is a refusal.
		plain := f.plain()
		for _, text := range []string{"SELECT nope FROM t", "SELEC 1", "INSERT INTO missing VALUES (1)"} {
			_, err := Explain(ctx, f.DB, text)
			expect(t, text, "error: "+fmt.Sprint(err), query(plain, text))
			expect(t, "EXPLAIN REFFINE "+text, query(f, "EXPLAIN REFFINE "+text), query(plain, text))
		}
		for _, text := range []string{"INSERT INTO t VALUES (2)", "DROP TABLE t"} {
			e, err := Explain(ctx, f.DB, text)
			if err != nil || e.Native || e.Operator != "statement" {
				t.Errorf("%s: %+v, %v", text, e, err)
			}
		}
		expect(t, "nothing was run", query(f, sumQuery), "1 1")
		expect(t, "nothing", query(f, "EXPLAIN REFFINE"), "error: reffine: EXPLAIN REFFINE of nothing")
		stmt, err := f.PrepareContext(ctx, "EXPLAIN REFFINE SELECT a FROM t WHERE a > ?")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := stmt.Query(5)
		if err != nil {
			t.Fatal(err)
		}
		rows.Close()
		stmt.Close()
		if _, err := f.ExecContext(ctx, "EXPLAIN REFFINE SELECT 1"); err != nil {
			t.Error(err)
		}
	}
}

func TestExplainOff(t *testing.T) {
	f := open(t, "?reffine_mode=off")
	e, err := Explain(context.Background(), f.DB, "SELECT 1")
	if err != nil || e.Native || e.Operator != "driver" || e.Reason != "reffine_mode is off" {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := Explain(context.Background(), f.DB, "SELECT nope"); err == nil {
		t.Error("no error for a bad text")
	}
}

func TestOtherDatabase(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, f := range []func() error{
		func() error { _, err := Stats(db); return err },
		func() error { _, err := Explain(context.Background(), db, "SELECT 1"); return err },
	} {
		if err := f(); fmt.Sprint(err) != "reffine: the database is a *duckdb.Conn's, not this driver's" {
			t.Errorf("got %v", err)
		}
	}
}

func TestStatsOfDatabase(t *testing.T) {
	f := open(t, "")
	exec(t, f, "CREATE TABLE t AS SELECT 1 AS a")
	query(f, sumQuery)
	query(f, "SELECT random()")
	query(f, "SHOW TABLES")
	got, err := Stats(f.DB)
	want := Snapshot{Native: 1, DuckDB: map[string]int64{"volatile: random": 1}, FieldBytes: 1000}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	exec(t, f, "INSERT INTO t VALUES (1)")
	if got, _ := Stats(f.DB); got.FieldBytes != 0 {
		t.Errorf("%d bytes after a write", got.FieldBytes)
	}
}

func TestDriverOpen(t *testing.T) {
	if _, err := (Driver{}).Open("?reffine_x=1"); err == nil {
		t.Error("no error for a bad DSN")
	}
	conn, err := (Driver{}).Open("?reffine_mode=off")
	if err != nil {
		t.Fatal(err)
	}
	c := conn.(*Conn)
	if _, err := c.ExecContext(context.Background(), "CREATE TABLE t (a INTEGER)", nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := databaseHandle(c.connector.inner); err == nil {
		t.Error("the database is open")
	}
}

func TestInit(t *testing.T) {
	f := open(t, "", WithInit(func(execer driverExecer) error {
		_, err := execer.ExecContext(context.Background(), "SET VARIABLE x = 42", nil)
		return err
	}))
	for range 2 {
		expect(t, "variable", query(f.conn(), "SELECT getvariable('x'), random() < 2"), "42 true")
	}
	boom := errors.New("boom")
	g := open(t, "", WithInit(func(driverExecer) error { return boom }))
	if _, err := g.Conn(context.Background()); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
}
