package eval_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

// TestCaseMappingEqualsDuckDB compares lower, upper and length on every character.
func TestCaseMappingEqualsDuckDB(t *testing.T) {
	e := newEngine(t, &randexpr.Gen{Rand: rand.New(rand.NewPCG(1, 1))}, 1)
	rows, err := e.db.Query("SELECT i, lower(chr(i)), upper(chr(i)), length(chr(i)) FROM (SELECT i::INTEGER i FROM range(1, 1114112) t(i)) " +
		"WHERE i < 55296 OR i > 57343")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		var c rune
		var lower, upper string
		var length int64
		if err := rows.Scan(&c, &lower, &upper, &length); err != nil {
			t.Fatal(err)
		}
		n++
		s := string(c)
		if l, u := eval.Lower(s), eval.Upper(s); l != lower || u != upper || eval.Length(s) != length {
			t.Errorf("%U: lower %q, want %q; upper %q, want %q; length %d", c, l, lower, u, upper, length)
		}
	}
	if err := rows.Err(); err != nil || n != 1114111-2048 {
		t.Fatalf("%d characters, %v", n, err)
	}
}

// TestTextCasts compares casts from varchar: what eval accepts has the engine's
// value, and the plain spellings are accepted.
func TestTextCasts(t *testing.T) {
	e := newEngine(t, &randexpr.Gen{Rand: rand.New(rand.NewPCG(1, 1))}, 1)
	plain := map[ir.Kind][]string{
		ir.Bool:      {"true", "FALSE", "t", "f", "1", "0"},
		ir.Int8:      {"0", "-128", "127", "007"},
		ir.Int64:     {"-9223372036854775808", "9223372036854775807"},
		ir.UInt64:    {"18446744073709551615"},
		ir.Int128:    {"-170141183460469231731687303715884105728"},
		ir.Float32:   {"0.1", "1e10", "16777217", "-0.0", "3.4028235e+38"},
		ir.Float64:   {"0.1", "1e-300", "123456789012345678901234567890", "2.5", "1e22"},
		ir.Decimal:   {"0", "-0.5", "123.4", "999.9"},
		ir.Date:      {"1970-01-01", "0001-01-01", "2000-02-29", "9999-12-31"},
		ir.Timestamp: {"1969-12-31 23:59:59.5", "2000-02-29", "2024-06-30T12:34:56", "2024-06-30 12:34:56.123456"},
	}
	odd := []string{"", " 1", "1 ", "+1", "1.5", "1e2", "0x10", "1_0", "yes", "no", "-", ".5", "5.", "1e400", "nan", "inf", "2000-1-1", "2001-02-29",
		"2000-01-01 24:00:00", "infinity", "128", "1000", "1.25", "2000-01-01 10:00", "2000-01-01 10:00:00+02", "0000-01-01", "1 BC"}
	accepted := 0
	for _, typ := range randexpr.Types {
		if typ.Kind == ir.Varchar {
			continue
		}
		for i, s := range append(plain[typ.Kind], odd...) {
			v := ir.StringValue(s)
			got, err := eval.Cast(v, v.Type, typ, false)
			if err != nil {
				if i < len(plain[typ.Kind]) && !(typ.Kind == ir.Decimal && typ.Width == typ.Scale) && !(typ.Scale == 0 && strings.Contains(s, ".")) {
					t.Errorf("%q to %v: %v", s, typ, err)
				}
				continue
			}
			accepted++
			_, want, err := e.query("CAST("+randexpr.Literal(v, v.Type)+" AS "+randexpr.TypeName(typ)+")", "true")
			if err != nil || !sameText(text(got, typ), want[0], typ) {
				t.Errorf("%q to %v: %s, want %v, %v", s, typ, text(got, typ), want, err)
			}
		}
	}
	if accepted < 100 {
		t.Fatalf("only %d accepted", accepted)
	}
}

// TestLikeEqualsDuckDB matches many short strings and patterns in one query.
func TestLikeEqualsDuckDB(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	e := newEngine(t, &randexpr.Gen{Rand: r}, 1)
	word := func(alphabet []string, n int) (s string) {
		for range r.IntN(n) {
			s += alphabet[r.IntN(len(alphabet))]
		}
		return s
	}
	e.exec(t, "CREATE TABLE l(i INTEGER, s VARCHAR, p VARCHAR)")
	var rows []string
	var subjects, patterns []string
	for i := range 4000 {
		s, p := word([]string{"a", "B", "é", "日"}, 7), word([]string{"a", "b", "B", "É", "日", "%", "_"}, 6)
		subjects, patterns = append(subjects, s), append(patterns, p)
		rows = append(rows, fmt.Sprintf("(%d, '%s', '%s')", i, s, p))
	}
	e.exec(t, "INSERT INTO l VALUES "+strings.Join(rows, ", "))
	res, err := e.db.Query("SELECT s LIKE p, s ILIKE p FROM l ORDER BY i")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	n := 0
	for ; res.Next(); n++ {
		var like, ilike bool
		if err := res.Scan(&like, &ilike); err != nil {
			t.Fatal(err)
		}
		s, p := subjects[n], patterns[n]
		if got := eval.Like(s, p); got != like {
			t.Errorf("%q like %q: %v, want %v", s, p, got, like)
		}
		if got := eval.Like(eval.Lower(s), eval.Lower(p)); got != ilike {
			t.Errorf("%q ilike %q: %v, want %v", s, p, got, ilike)
		}
	}
	if n != len(subjects) {
		t.Fatalf("%d rows", n)
	}
}
