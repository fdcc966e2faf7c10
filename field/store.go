package field

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// TableRef names a table of DuckDB. Catalog and Schema may be empty: DuckDB's
// default ones for a new connection.
type TableRef struct{ Catalog, Schema, Table string }

// String returns the reference as quoted SQL.
func (r TableRef) String() string {
	var s []string
	for _, name := range []string{r.Catalog, r.Schema, r.Table} {
		if name != "" {
			s = append(s, quote(name))
		}
	}
	return strings.Join(s, ".")
}

// quote returns a name as a quoted SQL identifier.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Options of a store.
type Options struct {
	Threads     int   // that load or build an index at most; 0 means GOMAXPROCS
	MemoryLimit int64 // bytes of fields kept, and needed by one query, at most; 0 means no limit
}

// Store holds the fields of one DuckDB database. It is safe for concurrent use.
type Store struct {
	db   mapping.Database
	opts Options

	mu     sync.Mutex
	tables map[TableRef]*state
}

// NewStore returns an empty store over an open database, which must stay open
// during loads.
func NewStore(db mapping.Database, opts Options) *Store {
	return &Store{db: db, opts: opts, tables: map[TableRef]*state{}}
}

// state is what the store holds of a table at one data version.
type state struct {
	version uint64
	rows    int // -1 before the first load
	columns map[string]*Column
	loading map[string]*flight
}

// flight is one load of some columns, which later callers wait for.
type flight struct {
	done chan struct{} // closed when err is set
	err  error
}

// Load returns the table with the named columns (as the catalog spells them) at
// a data version. It loads the columns that the store does not hold at this
// version; columns of another version of the table are dropped. Concurrent calls
// share one load of a column.
//
// Nothing may write to the table during the call: the caller compares data
// versions before and after, and drops the result when they differ. Load itself
// detects what shows in numbers of rows and returns *Changed.
//
// Other typed errors are *Unsupported and *OverLimit. When ctx is done the load
// stops and Load returns ctx's error; callers waiting for it load for themselves.
func (s *Store) Load(ctx context.Context, ref TableRef, cols []string, version uint64) (*Table, error) {
	if s.db.Ptr == nil {
		return nil, fmt.Errorf("field: load %s: the database is not open", ref)
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.mu.Lock()
		st := s.tables[ref]
		if st == nil || st.version != version {
			st = &state{version: version, rows: -1, columns: map[string]*Column{}, loading: map[string]*flight{}}
			s.tables[ref] = st
		}
		missing, other := st.missing(cols)
		if len(missing) == 0 && other == nil && st.rows >= 0 {
			t := s.view(ref, st, cols)
			s.mu.Unlock()
			if err := s.admit(t, 0); err != nil {
				s.evict(nil)
				return nil, err
			}
			s.evict(t)
			return t, nil
		}
		if len(missing) == 0 && other != nil {
			s.mu.Unlock()
			if err := other.wait(ctx); err != nil {
				return nil, err
			}
			continue
		}
		f := &flight{done: make(chan struct{})}
		for _, name := range missing {
			st.loading[name] = f
		}
		rows := st.rows
		s.mu.Unlock()
		s.fly(ctx, ref, st, missing, rows, f)
		if f.err != nil {
			return nil, f.err
		}
	}
}

// missing returns the columns nobody has loaded or is loading, without
// repetition, and a load that is under way for another.
func (st *state) missing(cols []string) (missing []string, other *flight) {
	for _, name := range cols {
		switch f := st.loading[name]; {
		case st.columns[name] != nil || slices.Contains(missing, name):
		case f != nil:
			other = f
		default:
			missing = append(missing, name)
		}
	}
	if len(cols) == 0 && st.rows < 0 { // only the number of rows is asked for
		if other = st.loading[""]; other == nil {
			missing = []string{""}
		}
	}
	return missing, other
}

// fly loads columns into st and sets f.err. The name "" stands for no column.
func (s *Store) fly(ctx context.Context, ref TableRef, st *state, names []string, rows int, f *flight) {
	f.err = fmt.Errorf("field: load %s: the load panicked", ref)
	var n int
	var cols []*Column
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if f.err == nil && st.rows >= 0 && st.rows != n {
			f.err = &Changed{ref.String(), fmt.Sprintf("%d rows, then %d", st.rows, n)}
		}
		for _, name := range names {
			delete(st.loading, name)
		}
		if _, changed := f.err.(*Changed); changed && s.tables[ref] == st {
			delete(s.tables, ref)
		}
		if f.err == nil {
			st.rows = n
			for _, c := range cols {
				c.used.touch()
				st.columns[c.Name] = c
			}
		}
		close(f.done)
	}()
	if len(names) == 1 && names[0] == "" {
		n, cols, f.err = s.load(ctx, ref, nil, rows)
	} else {
		n, cols, f.err = s.load(ctx, ref, names, rows)
	}
}

// wait returns when the load is done; an error only for ctx's own.
func (f *flight) wait(ctx context.Context) error {
	select {
	case <-f.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// view returns a table of columns that st holds. s.mu is held.
func (s *Store) view(ref TableRef, st *state, cols []string) *Table {
	t := newTable(ref.Table, st.rows)
	t.store = s
	for _, name := range cols {
		if c := st.columns[name]; t.byName[name] == nil {
			c.used.touch()
			t.add(c)
		}
	}
	return t
}
