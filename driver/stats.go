package driver

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// Snapshot counts what the queries of a database have met. Only queries are
// counted: of other statements DuckDB runs all.
type Snapshot struct {
	Native     int64            // answered natively
	DuckDB     map[string]int64 // not answered natively, by "operator: reason"
	Panics     []PanicRecord    // of the engine, the latest last
	FieldBytes int64            // memory held by fields
}

// PanicRecord is a panic of the compiler or the loops. It never leaves the
// driver.
type PanicRecord struct {
	At    time.Time
	Query string
	Phase string
	Cause string
	Stack string
}

const (
	maxPanics = 16
	// maxReasons bounds the keys of Snapshot.DuckDB: reasons may quote texts.
	// What does not fit is counted under otherReasons.
	maxReasons   = 256
	otherReasons = "other: more reasons than are kept"
)

type stats struct {
	mu     sync.Mutex
	native int64
	duckDB map[string]int64
	panics []PanicRecord
}

func (s *stats) ranNatively() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.native++
}

func (s *stats) ranInDuckDB(no *NotNativeError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.duckDB == nil {
		s.duckDB = map[string]int64{}
	}
	key := no.Operator + ": " + no.Reason
	if _, known := s.duckDB[key]; !known && len(s.duckDB) >= maxReasons {
		key = otherReasons
	}
	s.duckDB[key]++
}

func (s *stats) panicked(r PanicRecord) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.At = time.Now()
	if len(s.panics) == maxPanics {
		s.panics = slices.Delete(s.panics, 0, 1)
	}
	s.panics = append(s.panics, r)
}

func (s *stats) snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Snapshot{Native: s.native, DuckDB: maps.Clone(s.duckDB), Panics: slices.Clone(s.panics)}
}

// Stats returns the counts of a database's connector since it was opened.
func Stats(db *sql.DB) (Snapshot, error) {
	var out Snapshot
	err := withConn(context.Background(), db, func(c *Conn) error {
		out = c.connector.stats.snapshot()
		if c.connector.eng != nil {
			out.FieldBytes = c.connector.eng.Bytes()
		}
		return nil
	})
	return out, err
}

// withConn gives f a connection of a database opened with this driver.
func withConn(ctx context.Context, db *sql.DB, f func(*Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	err = conn.Raw(func(inner any) error {
		c, ok := inner.(*Conn)
		if !ok {
			return fmt.Errorf("reffine: the database is a %T's, not this driver's", inner)
		}
		return f(c)
	})
	if e := conn.Close(); err == nil {
		err = e
	}
	return err
}
