package querytest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/reffine-db/reffine/internal/compile"
)

// verdict is how a query went. The last four are failures.
type verdict uint8

const (
	native    verdict = iota
	refused           // by Reffine; reason says why
	invalid           // DuckDB does not know what it means
	unplanned         // DuckDB fails while it plans
	bothFail          // DuckDB and Reffine fail
	runError          // Reffine fails where DuckDB does not, and DuckDB is to answer
	lazier            // DuckDB fails on a row that need not be looked at for the result
	slow              // DuckDB, or Reffine with passes left out, takes too long
	mismatch          // another result
	unfailing         // a result where DuckDB fails
	broken            // a panic, or a failed check
	hanging           // Reffine does not stop when it is told to
)

var verdictNames = [...]string{"native", "refused", "invalid", "unplanned", "both fail", "run error", "lazier", "slow", "mismatch", "no error", "internal error", "does not stop"}

func (v verdict) String() string { return verdictNames[v] }

func (v verdict) failure() bool { return v >= mismatch }

// outcome is a verdict with its reason.
type outcome struct {
	verdict verdict
	reason  string
}

func (o outcome) String() string { return o.verdict.String() + " " + o.reason }

// symptoms are words by which internal errors differ.
var symptoms = regexp.MustCompile("unknown iterator|has type|is of type|nil pointer|out of range|no attribute|conversion|NULL in column|no value")

// symptom tells failures apart that have different causes, more or less: a case made small keeps it.
func (o outcome) symptom() string {
	first, _, _ := strings.Cut(o.reason, "\n")
	switch o.verdict {
	case broken:
		phase, cause, _ := strings.Cut(first, ":")
		return o.verdict.String() + " " + phase + " " + symptoms.FindString(cause)
	case refused, runError, unplanned:
		return o.String()
	}
	return o.verdict.String()
}

// check runs a query of the loaded tables in both engines.
func (w *world) check(text string, cmp comparison, configs ...config) outcome {
	planJSON, err := w.plan(text)
	if err != nil {
		var e *planError
		if errors.As(err, &e) && wrong[e.kind] {
			return outcome{invalid, e.message}
		}
		return outcome{unplanned, err.Error()}
	}
	want, failed := w.duck(text)
	if errors.Is(failed, errLarge) {
		return outcome{slow, failed.Error()}
	}
	for _, c := range configs {
		got, err := w.reffine(planJSON, c)
		var refusal *compile.Refusal
		var internal *compile.Internal
		switch {
		case errors.As(err, &refusal):
			return outcome{refused, refusal.Error()}
		case errors.Is(err, errHangs):
			return outcome{hanging, c.String() + ": " + err.Error()}
		case errors.As(err, &internal):
			return outcome{broken, fmt.Sprintf("%s: %v\n%s", internal.Phase, internal.Cause, internal.Stack)}
		}
		if o := judge(want, failed, got, err, cmp, c); o.verdict != native {
			return o
		}
	}
	if failed != nil {
		return outcome{bothFail, failed.Error()}
	}
	return outcome{native, rowCount(len(want.rows))}
}

// rowCount groups results by size.
func rowCount(n int) string {
	switch {
	case n == 0:
		return "no rows"
	case n == 1:
		return "one row"
	case n < 100:
		return "some rows"
	}
	return "100 rows or more"
}

// wrong are the kinds of DuckDB's errors that speak of the query's text.
var wrong = map[string]bool{"parser": true, "binder": true, "catalog": true, "Parser": true, "Binder": true, "Catalog": true}

// judge compares two answers. Both failing is native.
func judge(want *result, failed error, got *result, err error, cmp comparison, c config) outcome {
	late := func(e error) bool {
		return e != nil && (strings.Contains(e.Error(), context.DeadlineExceeded.Error()) || strings.Contains(e.Error(), "INTERRUPT"))
	}
	switch {
	case late(failed) || late(err):
		return outcome{slow, c.String()}
	case failed != nil && err == nil && !cmp.total:
		return outcome{lazier, failed.Error()}
	case failed != nil && err == nil:
		return outcome{unfailing, failed.Error()}
	case failed == nil && err != nil:
		return outcome{runError, err.Error()}
	case failed == nil:
		if d := cmp.diff(want, got); d != "" {
			return outcome{mismatch, d}
		}
	}
	return outcome{native, ""}
}
