package driver

import (
	"context"
	"database/sql"
	"testing"
)

// TestDivisionSetting checks that a connection on which division by zero is NULL
// is left to DuckDB.
func TestDivisionSetting(t *testing.T) {
	db, err := sql.Open(Name, "?reffine_mode=strict")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, s := range []string{"CREATE TABLE t AS SELECT i::DOUBLE x FROM range(-2, 3) r(i)", "SELECT count(*) FROM t WHERE 1 / x > 9"} {
		if _, err := conn.ExecContext(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	var n int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM t WHERE 1 / x > 9").Scan(&n); err != nil || n != 1 {
		t.Fatalf("count %d, %v; want the infinity of 1 / 0", n, err)
	}
	if _, err := conn.ExecContext(ctx, "SET ieee_floating_point_ops = false"); err != nil {
		t.Fatal(err)
	}
	err = conn.QueryRowContext(ctx, "SELECT count(*) FROM t WHERE 1 / x > 9").Scan(&n)
	if no, ok := err.(*NotNativeError); !ok || no.Operator != "setting" {
		t.Fatalf("got %v, want a refusal for the setting", err)
	}
}

// TestIntegerDivisionSetting checks that / is left to DuckDB where it divides integers: the plan that is made of a
// text divides floating-point numbers.
func TestIntegerDivisionSetting(t *testing.T) {
	ctx := context.Background()
	for _, mode := range []string{"auto", "strict"} {
		db, err := sql.Open(Name, "?reffine_mode="+mode)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		conn, err := db.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		for _, s := range []string{"CREATE TABLE t AS SELECT i::INTEGER x FROM range(5) r(i)", "SET integer_division = true"} {
			if _, err := conn.ExecContext(ctx, s); err != nil {
				t.Fatal(err)
			}
		}
		count := func(cond string) (n int, err error) {
			err = conn.QueryRowContext(ctx, "SELECT count(*) FROM t WHERE "+cond).Scan(&n)
			return n, err
		}
		if n, err := count("x // 2 = 1"); err != nil || n != 2 {
			t.Errorf("%s: x // 2 = 1: %d, %v; want 2", mode, n, err)
		}
		n, err := count("x / 2 = 1")
		if no, ok := err.(*NotNativeError); mode == "strict" && (!ok || no.Operator != "setting") {
			t.Errorf("got %v, want a refusal for the setting", err)
		}
		if mode == "auto" && (err != nil || n != 2) {
			t.Errorf("x / 2 = 1: %d, %v; want 2", n, err)
		}
		if _, err := conn.ExecContext(ctx, "SET integer_division = false"); err != nil {
			t.Fatal(err)
		}
		if n, err := count("x / 2 = 1"); err != nil || n != 1 {
			t.Errorf("%s: %d, %v; want 1 of floating-point numbers", mode, n, err)
		}
	}
}
