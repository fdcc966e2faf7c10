package querytest

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/reffine-db/reffine/internal/compile"
)

// TestDiff holds the comparison of results to what it must tell apart.
func TestDiff(t *testing.T) {
	negative, tenth := math.Copysign(0, -1), 0.1
	one := func(typ string, cells ...cell) *result {
		r := &result{types: []string{typ}}
		for _, c := range cells {
			r.rows = append(r.rows, []cell{c})
		}
		return r
	}
	multiset, sequence := comparison{}, comparison{ordered: true}
	for _, c := range []struct {
		name      string
		cmp       comparison
		want, got *result
		same      bool
	}{
		{"equal", multiset, one("BIGINT", "1", nil), one("BIGINT", "1", nil), true},
		{"other order", multiset, one("BIGINT", "1", nil), one("BIGINT", nil, "1"), true},
		{"other sequence", sequence, one("BIGINT", "1", "2"), one("BIGINT", "2", "1"), false},
		{"multiplicity", multiset, one("BIGINT", "1", "1", "2"), one("BIGINT", "1", "2", "2"), false},
		{"missing row", multiset, one("BIGINT", "1"), one("BIGINT"), false},
		{"type", multiset, one("BIGINT", "1"), one("HUGEINT", "1"), false},
		{"NULL is not text", multiset, one("VARCHAR", nil), one("VARCHAR", ""), false},
		{"NaN", multiset, one("DOUBLE", math.NaN(), 1.0), one("DOUBLE", 1.0, math.NaN()), true},
		{"NaN is not NULL", multiset, one("DOUBLE", nil), one("DOUBLE", math.NaN()), false},
		{"zeros", multiset, one("DOUBLE", negative), one("DOUBLE", 0.0), true},
		{"sign of zero", comparison{zeros: true}, one("DOUBLE", negative), one("DOUBLE", 0.0), false},
		{"rounding", multiset, one("DOUBLE", tenth+2*tenth), one("DOUBLE", 3.0/10), false},
		{"loose", comparison{loose: []bool{true}}, one("DOUBLE", 1e12+1), one("DOUBLE", 1e12), true},
		{"loose but wrong", comparison{loose: []bool{true}}, one("DOUBLE", 1e12+1e5), one("DOUBLE", 1e12), false},
	} {
		if d := c.cmp.diff(c.want, c.got); (d == "") != c.same {
			t.Errorf("%s: %q", c.name, d)
		}
	}
}

// TestJudge holds verdicts on pairs of answers.
func TestJudge(t *testing.T) {
	one := &result{types: []string{"BIGINT"}, rows: [][]cell{{"1"}}}
	two := &result{types: []string{"BIGINT"}, rows: [][]cell{{"2"}}}
	fault := errRun{&compile.Refusal{Operator: "RUN", Reason: "overflow"}}
	for _, c := range []struct {
		want      *result
		failed    error
		got       *result
		err       error
		is        verdict
		isFailure bool
	}{
		{one, nil, one, nil, native, false},
		{one, nil, two, nil, mismatch, true},
		{nil, fault, one, nil, lazier, false},
		{nil, fault, nil, fault, native, false},
		{one, nil, nil, fault, runError, false},
	} {
		if o := judge(c.want, c.failed, c.got, c.err, comparison{}, config{}); o.verdict != c.is || o.verdict.failure() != c.isFailure {
			t.Errorf("judged %s, want %s", o.verdict, c.is)
		}
	}
	if o := judge(nil, fault, one, nil, comparison{total: true}, config{}); o.verdict != unfailing || !o.verdict.failure() {
		t.Errorf("judged %s, want %s", o.verdict, unfailing)
	}
}

// TestSeeds: a seed decides everything, and what it makes is SQL.
func TestSeeds(t *testing.T) {
	w := newWorld(t)
	right := 0
	for seed := range uint64(20) {
		texts := [2]string{}
		for i := range texts {
			d := newDice(seed, []byte{1, 2, 3})
			tables := d.tables()
			q := d.query(tables)
			texts[i] = strings.Join(append(script(tables), q.String()), ";\n")
			if err := w.load(script(tables)); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if _, err := w.plan(q.String()); err == nil {
				right++
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("seed %d is two cases", seed)
		}
	}
	if right < 30 {
		t.Errorf("%d of 40 queries have a plan", right)
	}
}

// TestShrink makes a case small that fails when its query reads a negative number.
func TestShrink(t *testing.T) {
	w := newWorld(t)
	d := newDice(3, nil)
	tables := d.tables()
	tables[0].cols[0], tables[0].rows = column{name: "c0", typ: of(integer)}, tables[0].rows[:0]
	for _, v := range []string{"5", "NULL", "-7", "0"} {
		r := row{values: []string{v}}
		for range tables[0].cols[1:] {
			r.values = append(r.values, "NULL")
		}
		tables[0].rows = append(tables[0].rows, r)
	}
	for i := range tables[0].cols {
		tables[0].cols[i].notNull = false
	}
	c0 := leaf(of(integer), "a.c0")
	q := &query{limit: -1, from: []*source{{name: "t0", alias: "a"}}, where: form(of(boolean), "($ OR $)", leaf(of(boolean), "true"), form(of(boolean), "$ IS NULL", c0))}
	q.add(form(of(integer), "(-$)", form(of(integer), "abs($)", c0)))
	q.add(c0)
	s := &shrinker{until: time.Now().Add(time.Minute), fails: func(f failure) bool {
		if w.load(script(f.tables)) != nil {
			return false
		}
		r, err := w.duck(f.q.String())
		if err != nil {
			return false
		}
		for _, row := range r.rows {
			for _, x := range row {
				if text, ok := x.(string); ok && text[0] == '-' {
					return true
				}
			}
		}
		return false
	}}
	f := s.shrink(failure{tables, q, config{compile.Compiled, 4, 3, 7, "order"}})
	got := strings.Join(append(script(f.tables), f.q.String()), ";\n")
	want := "CREATE TABLE t0 (c0 INTEGER);\nINSERT INTO t0 VALUES (1);\nSELECT (-a.c0) AS x0 FROM t0 AS a"
	if got != want {
		t.Errorf("shrunk to\n%s\nwant\n%s", got, want)
	}
}
