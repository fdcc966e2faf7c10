package sidebyside

import (
	"context"
	"fmt"

	"github.com/reffine-db/reffine/driver"
)

// A Pair is both engines open on one file.
type Pair struct {
	duck, reffine *engine

	// Around is called before the hot runs of Reffine, and what it returns after them. It may be nil.
	Around func(q Query) (after func() error, err error)
}

// Open opens a database file, read-only, in both engines, with threads for each. Reffine is in the
// mode that leaves to DuckDB what it cannot run itself. The caller closes the pair.
func Open(ctx context.Context, path string, threads int) (*Pair, error) {
	duck, err := openEngine(ctx, "duckdb", dsn(path, threads))
	if err != nil {
		return nil, err
	}
	source := fmt.Sprintf("%s&reffine_mode=auto&reffine_threads=%d", dsn(path, threads), threads)
	reffine, err := openEngine(ctx, "reffine", source)
	if err != nil {
		duck.close()
		return nil, err
	}
	return &Pair{duck: duck, reffine: reffine}, nil
}

// Close ends both engines.
func (p *Pair) Close() {
	p.reffine.close()
	p.duck.close()
}

// FieldBytes asks Reffine how much its loaded fields hold.
func (p *Pair) FieldBytes() (int64, error) {
	s, err := driver.Stats(p.reffine.db)
	return s.FieldBytes, err
}

// Explain runs a query in Reffine and returns its phases by name; the last, run, says what each loop did.
func (p *Pair) Explain(ctx context.Context, query string) (phases map[string]string, err error) {
	e, err := driver.Analyze(ctx, p.reffine.db, query)
	if err != nil {
		return nil, err
	}
	phases = map[string]string{}
	for _, p := range e.Phases {
		phases[p.Name] = p.Text
	}
	return phases, nil
}

// counts asks the driver how its executions on this database have run so far.
func (e *engine) counts() (counts, error) {
	s, err := driver.Stats(e.db)
	if err != nil {
		return counts{}, err
	}
	return counts{native: s.Native, duckdb: s.DuckDB}, nil
}
