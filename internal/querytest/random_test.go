package querytest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	seedsFlag    = flag.String("seeds", "1:80", "seeds to run, from:to")
	timeFlag     = flag.Duration("time", 24*time.Hour, "time for them")
	durationFlag = flag.Duration("duration", 0, "run seeds from the clock on for so long, instead of -seeds, in other processes")
	queriesFlag  = flag.Int("queries", 12, "queries a seed")
	failuresFlag = flag.Int("failures", 5, "stop after so many failures")
	keepFlag     = flag.String("keep", "", "folder for the scripts of failures")
	huntFlag     = flag.String("hunt", "", "take a verdict, or a part of one with its reason, for a failure: \"run error\", \"refused JOIN\"")
	shrinkFlag   = flag.Duration("shrink", 20*time.Second, "time to make one failure small")
)

// tally counts outcomes.
type tally struct {
	Verdicts [len(verdictNames)]int
	Reasons  [len(verdictNames)]map[string]int
}

func (c *tally) add(o outcome) {
	reason, _, _ := strings.Cut(o.reason, "\n")
	c.count(o.verdict, fmt.Sprintf("%.110s", reason), 1)
}

func (c *tally) count(v verdict, reason string, n int) {
	c.Verdicts[v] += n
	if c.Reasons[v] == nil {
		c.Reasons[v] = map[string]int{}
	}
	c.Reasons[v][reason] += n
}

func (c *tally) merge(from *tally) {
	for v, reasons := range from.Reasons {
		for r, n := range reasons {
			c.count(verdict(v), r, n)
		}
	}
}

func (c *tally) String() string {
	var b strings.Builder
	for v, n := range c.Verdicts {
		if n == 0 {
			continue
		}
		fmt.Fprintf(&b, "%6d %s\n", n, verdict(v))
		var reasons []string
		for r := range c.Reasons[v] {
			reasons = append(reasons, r)
		}
		slices.SortFunc(reasons, func(x, y string) int {
			if n := c.Reasons[v][y] - c.Reasons[v][x]; n != 0 {
				return n
			}
			return strings.Compare(x, y)
		})
		for _, r := range reasons[:min(len(reasons), 15)] {
			fmt.Fprintf(&b, "       %6d %s\n", c.Reasons[v][r], r)
		}
	}
	return b.String()
}

// seed runs all queries of a seed, and returns how many failed.
func (w *world) seed(t *testing.T, seed uint64, data []byte, queries int, c *tally) (failures int) {
	d := newDice(seed, data)
	tables := d.tables()
	if err := w.load(script(tables)); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	for i := range queries {
		q := w.fruitful(d, tables)
		configs := []config{d.config(), d.config()}
		if *aloneFlag {
			_, _ = w.duck(q.String()) // it is about what becomes of the process
			continue
		}
		o := w.check(q.String(), q.comparison(), configs...)
		c.add(o)
		if !o.verdict.failure() && (*huntFlag == "" || !strings.HasPrefix(o.String(), *huntFlag)) {
			continue
		}
		failures++
		if o.verdict == hanging { // and goes on: nothing more can be measured
			report(t, fmt.Sprintf("seed %d query %d", seed, i), failure{tables, q, configs[0]}, o)
			t.FailNow()
		}
		f, why := w.minimize(failure{tables, q, configs[0]}, configs, o)
		report(t, fmt.Sprintf("seed %d query %d", seed, i), f, why)
		if err := w.load(script(tables)); err != nil {
			t.Fatal(err)
		}
	}
	return failures
}

// fruitful returns a query that most likely has rows: the first of three that has, or the last.
func (w *world) fruitful(d *dice, tables []*table) *query {
	for range 2 {
		q := d.query(tables)
		if r, err := w.duck(q.String()); err != nil || len(r.rows) > 0 {
			return q
		}
	}
	return d.query(tables)
}

// minimize returns a small failure with the same verdict, and its outcome.
func (w *world) minimize(f failure, configs []config, o outcome) (failure, outcome) {
	why := o
	var loaded []*table
	s := &shrinker{until: time.Now().Add(*shrinkFlag), fails: func(f failure) bool {
		if !slices.Equal(loaded, f.tables) {
			loaded = nil
			if w.load(script(f.tables)) != nil {
				return false
			}
			loaded = f.tables
		}
		got := w.check(f.q.String(), f.q.comparison(), f.config)
		if got.symptom() != o.symptom() {
			return false
		}
		why = got
		return true
	}}
	for _, c := range configs {
		if f.config = c; s.fails(f) {
			break
		}
	}
	return s.shrink(f), why
}

// report fails the test with a script.
func report(t *testing.T, title string, f failure, o outcome) {
	t.Helper()
	statements := append(script(f.tables), f.q.String())
	text := fmt.Sprintf("-- %s: %s, %s\n-- %s\n%s;\n", title, o.verdict, f.config,
		strings.ReplaceAll(strings.TrimSpace(brief(o.reason)), "\n", "\n-- "), strings.Join(statements, ";\n"))
	t.Errorf("%s", text)
	if *keepFlag != "" {
		name := strings.ReplaceAll(title, " ", "_") + ".sql"
		if err := os.WriteFile(filepath.Join(*keepFlag, name), []byte(text), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// brief drops from a reason what a stack trace has besides functions of this module.
func brief(reason string) string {
	var out []string
	for line := range strings.Lines(reason) {
		foreign := strings.HasPrefix(line, "goroutine ") || strings.HasPrefix(line, "runtime") || strings.HasPrefix(line, "panic(") ||
			strings.HasPrefix(line, "created by") || strings.HasPrefix(line, "\t")
		if !foreign {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

func TestRandomQueries(t *testing.T) {
	var lo, hi uint64
	if _, err := fmt.Sscanf(*seedsFlag, "%d:%d", &lo, &hi); err != nil {
		t.Fatalf("-seeds %s: %v", *seedsFlag, err)
	}
	if *durationFlag > 0 {
		long(t, *durationFlag)
		return
	}
	until := time.Now().Add(*timeFlag)
	w := newWorld(t)
	failures := 0
	p := progress{Next: lo}
	for ; p.Next < hi && failures < *failuresFlag && time.Now().Before(until); p.Next++ {
		if err := p.save(); err != nil {
			t.Fatal(err)
		}
		failures += w.seed(t, p.Next, nil, *queriesFlag, &p.Tally)
	}
	if err := p.save(); err != nil {
		t.Fatal(err)
	}
	t.Logf("seeds %d:%d\n%s", lo, p.Next, &p.Tally)
	if p.Tally.Verdicts[native] == 0 && !*aloneFlag {
		t.Error("no query ran natively")
	}
}

// FuzzQuery lets the fuzzer choose: the bytes are the first choices, the seed makes the others.
func FuzzQuery(f *testing.F) {
	w := newWorld(f)
	f.Add(uint64(1), []byte{})
	f.Add(uint64(2), []byte{0, 1, 2, 3, 4, 5, 6, 7})
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		var c tally
		w.seed(t, seed, data, 3, &c)
	})
}
