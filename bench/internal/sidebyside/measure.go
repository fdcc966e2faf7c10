package sidebyside

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// A Measurement is what is known about one query in the end. Times are in milliseconds.
type Measurement struct {
	Native    bool    `json:"native"`
	Reason    string  `json:"reason"` // why not native, or what went wrong
	Verified  bool    `json:"verified"`
	Rows      int     `json:"rows"`
	Cold      float64 `json:"cold_ms"`
	Reffine   float64 `json:"reffine_ms"`
	ReffineLo float64 `json:"reffine_min_ms"`
	DuckDB    float64 `json:"duckdb_ms"`
	DuckDBLo  float64 `json:"duckdb_min_ms"`
	Ratio     float64 `json:"ratio"`

	Result Result `json:"-"` // Reffine's
}

// Measure runs a query in both engines, runs times hot. It never fails: what goes wrong ends in the
// reason, and the measurement is not verified.
func (p *Pair) Measure(ctx context.Context, q Query, runs int) (m Measurement) {
	if err := m.run(ctx, q, p, runs); err != nil {
		m.Verified = false
		m.Because(err.Error())
	}
	return m
}

// Because adds to the reason.
func (m *Measurement) Because(reason string) {
	if m.Reason != "" {
		reason = m.Reason + "; " + reason
	}
	m.Reason = reason
}

func (m *Measurement) run(ctx context.Context, q Query, p *Pair, runs int) error {
	duck, reffine := p.duck, p.reffine
	want, rows, _, err := duck.query(ctx, q.SQL, true)
	if err != nil {
		return fmt.Errorf("duckdb: %w", err)
	}
	before, err := reffine.counts()
	if err != nil {
		return err
	}
	got, n, cold, err := reffine.query(ctx, q.SQL, true)
	if err != nil {
		return fmt.Errorf("reffine: %w", err)
	}
	m.Result, m.Rows, m.Cold = got, n, milliseconds(cold)
	difference := Compare(want, got, q)
	m.Verified = difference == nil

	runtime.GC()
	hot, err := p.hot(ctx, q, runs, n)
	if err != nil {
		return fmt.Errorf("reffine: %w", err)
	}
	after, err := reffine.counts()
	if err != nil {
		return err
	}
	m.Native, m.Reason = after.since(before)
	runtime.GC()
	other, err := duck.times(ctx, q.SQL, runs, rows)
	if err != nil {
		return fmt.Errorf("duckdb: %w", err)
	}
	m.Reffine, m.ReffineLo = milliseconds(median(hot)), milliseconds(slices.Min(hot))
	m.DuckDB, m.DuckDBLo = milliseconds(median(other)), milliseconds(slices.Min(other))
	m.Ratio = m.DuckDB / m.Reffine
	if difference != nil {
		return fmt.Errorf("differs from duckdb: %w", difference)
	}
	return nil
}

// hot runs Reffine hot, as times does.
func (p *Pair) hot(ctx context.Context, q Query, runs, rows int) (all []time.Duration, err error) {
	if p.Around != nil {
		after, err := p.Around(q)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, after()) }()
	}
	return p.reffine.times(ctx, q.SQL, runs, rows)
}

// median returns the middle of the durations, or the mean of the two in the middle.
func median(all []time.Duration) time.Duration {
	all = slices.Sorted(slices.Values(all))
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}

func milliseconds(d time.Duration) float64 {
	return float64(d) / float64(time.Millisecond)
}
