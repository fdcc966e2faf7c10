package driver

import "testing"

// TestEngine runs the real engine end to end.
func TestEngine(t *testing.T) {
	f := openReal(t, "?reffine_threads=2")
	plain := f.plain()
	exec(t, f, `CREATE TABLE t AS SELECT i::INTEGER AS a, i % 7 AS g, (i / 4)::DECIMAL(9, 2) AS m, DATE '2020-01-01' + (i % 50)::INTEGER AS d,
		CASE WHEN i % 5 > 0 THEN 'row ' || i % 3 END AS s FROM range(10000) r(i)`)
	for _, q := range []struct {
		text string
		args []any
	}{
		{"SELECT sum(m) FROM t WHERE a < 500", nil},
		{"SELECT sum(m) AS total, count(*) FROM t WHERE a < ? AND d >= ?", []any{500, "2020-01-09"}},
		{"SELECT g, sum(a), avg(m), min(d), count(s) FROM t GROUP BY g ORDER BY g", nil},
	} {
		f.native(1, func() { expect(t, q.text, shape(t, f, q.text, q.args...), shape(t, plain, q.text, q.args...)) })
	}
	if stats, err := Stats(f.DB); err != nil || stats.FieldBytes == 0 {
		t.Errorf("%d bytes of fields, %v", stats.FieldBytes, err)
	}
	exec(t, f, "INSERT INTO t (a, m) VALUES (1, 1000)")
	if stats, err := Stats(f.DB); err != nil || stats.FieldBytes != 0 {
		t.Errorf("%d bytes of fields after a write, %v", stats.FieldBytes, err)
	}
	expect(t, "after a write", query(f, "SELECT sum(m) FROM t WHERE a < 500"), query(plain, "SELECT sum(m) FROM t WHERE a < 500"))
}
