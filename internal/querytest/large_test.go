package querytest

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reffine-db/reffine/internal/compile"
)

var largeFlag = flag.String("large", "1:4", "seeds of large tables to run, from:to")

// largeConfig returns a random configuration that is not slow.
func (d *dice) largeConfig() config {
	return config{
		tier:    compile.Compiled,
		threads: pick(d, 1, 2, 3, 5),
		block:   pick(d, 0, 2048, 1024, 100),
		morsel:  pick(d, 1000, 4096, 16384, 65536),
	}
}

// largeSeed runs all queries of a seed over large tables, and returns how many failed.
func (w *world) largeSeed(t *testing.T, seed uint64, queries int, c *tally) (failures int) {
	d := newDice(seed, nil)
	tables := d.largeTables()
	load := func() {
		err := w.load(script(tables))
		if err == nil {
			err = w.look(tables)
		}
		if err != nil {
			t.Fatalf("large seed %d: %v", seed, err)
		}
	}
	load()
	for i := range queries {
		q := d.largeQuery(tables)
		configs := []config{d.largeConfig(), d.largeConfig()}
		o := w.check(q.String(), q.comparison(), configs...)
		c.add(o)
		if !o.verdict.failure() && (*huntFlag == "" || !strings.HasPrefix(o.String(), *huntFlag)) {
			continue
		}
		failures++
		title := fmt.Sprintf("large seed %d query %d", seed, i)
		f, why := failure{tables, q, configs[0]}, o
		if o.verdict != hanging {
			f, why = w.minimize(f, configs, o)
		}
		report(t, title, f, why)
		if o.verdict == hanging {
			t.FailNow()
		}
		load()
	}
	return failures
}

// TestLargeQueries compares the engines on tables of several morsels, with more groups and strings than a
// first guess has room for.
func TestLargeQueries(t *testing.T) {
	var lo, hi uint64
	if _, err := fmt.Sscanf(*largeFlag, "%d:%d", &lo, &hi); err != nil {
		t.Fatalf("-large %s: %v", *largeFlag, err)
	}
	until := time.Now().Add(*timeFlag)
	w := newWorld(t)
	var c tally
	failures := 0
	seed := lo
	for ; seed < hi && failures < *failuresFlag && time.Now().Before(until); seed++ {
		failures += w.largeSeed(t, seed, *queriesFlag, &c)
	}
	t.Logf("large seeds %d:%d\n%s", lo, seed, &c)
	if c.Verdicts[native] == 0 {
		t.Error("no query ran natively")
	}
}
