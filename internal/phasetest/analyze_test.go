package phasetest

import (
	"context"
	"fmt"
	"regexp"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/reffine-db/reffine/internal/compile"
)

var (
	leadingTime = regexp.MustCompile(`(?m)^ *[0-9.]+(µs|ms|s) `)
	workers     = regexp.MustCompile(`[0-9]+ workers,`)
	anyTime     = regexp.MustCompile(`[0-9.]+(µs|ms|s)\b`)
)

// analyze runs the query on one thread and returns what each loop did, with the times left out.
func (f *file) analyze(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	o := compile.Options{Threads: 1, Tier: compile.Compiled, Verify: true}
	for _, a := range d.CmdArgs {
		if a.String() != "tier=interpreted" {
			t.Fatalf("analyze has no argument %s", a)
		}
		o.Tier = compile.Interpreted
	}
	q, err := f.session.compile(f.planned, o)
	if err != nil {
		t.Fatal(describe(err))
	}
	plain, err := q.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(describe(err))
	}
	out, text, err := q.Analyze(context.Background(), nil)
	if err != nil {
		t.Fatal(describe(err))
	}
	for i := range plain {
		for r := range plain[i].Len() {
			if a, b := fmt.Sprint(plain[i].Value(r)), fmt.Sprint(out[i].Value(r)); a != b {
				t.Errorf("column %d, row %d: %s when analyzed, not %s", i, r, b, a)
			}
		}
	}
	text = withoutTimes(text)
	if o.Tier == compile.Compiled {
		o.Threads, o.Block, o.Morsel = 4, 64, 64
		if q, err = f.session.compile(f.planned, o); err != nil {
			t.Fatal(describe(err))
		}
		_, other, err := q.Analyze(context.Background(), nil)
		if err != nil {
			t.Fatal(describe(err))
		}
		if other = workers.ReplaceAllString(withoutTimes(other), "1 worker,"); other != text {
			t.Errorf("on four threads, in small blocks, other counts:\n%s", other)
		}
	}
	return text
}

func withoutTimes(text string) string {
	text = leadingTime.ReplaceAllString(text, "       T ")
	return anyTime.ReplaceAllString(text, "T")
}
