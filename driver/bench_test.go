package driver

import (
	"context"
	"database/sql"
	"testing"
)

// BenchmarkRepeated is the driver's own cost of a query planned before: of a
// run that costs nothing.
func BenchmarkRepeated(b *testing.B) {
	eng := &memoEngine{}
	connector, err := NewConnector("", func(c *config) {
		c.newEngine = func(engineTarget) (engine, error) { return eng, nil }
	})
	if err != nil {
		b.Fatal(err)
	}
	eng.inner = connector.inner
	db := sql.OpenDB(connector)
	defer db.Close()
	ctx := context.Background()
	if _, err := db.ExecContext(ctx, "CREATE TABLE t AS SELECT i AS a FROM range(100) r(i)"); err != nil {
		b.Fatal(err)
	}
	for name, args := range map[string][]any{"plain": nil, "parameter": {5}} {
		text := "SELECT sum(a) FROM t WHERE a > 5"
		if args != nil {
			text = "SELECT sum(a) FROM t WHERE a > ?"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var v any
				if err := db.QueryRowContext(ctx, text, args...).Scan(&v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("planned", func(b *testing.B) {
		for b.Loop() {
			connector.plans.clear()
			var v any
			if err := db.QueryRowContext(ctx, "SELECT sum(a) FROM t WHERE a > 5").Scan(&v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
