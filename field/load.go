package field

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/duckdb/duckdb-go/v2/mapping"
	"github.com/reffine-db/reffine/ir"
)

// loader is one load of some columns of a table. The columns are dealt to
// streams, which scan the table side by side: a scan without a filter and for few
// columns is what DuckDB does fastest, and it needs no row ids, which have gaps.
// Each stream has a connection, whose transaction pins its snapshot.
type loader struct {
	ctx     context.Context // done at the first error, too
	cancel  context.CancelFunc
	ref     TableRef
	from    string // quoted
	limit   int64
	rows    int
	ordered bool // scans return rows in row-id order
	sources []source
	work    chan batch   // nil: streams encode by themselves
	held    atomic.Int64 // bytes of parts
	errOnce sync.Once
	err     error
}

// load reads columns of a table. want is the expected number of rows, -1 when
// unknown.
func (s *Store) load(ctx context.Context, ref TableRef, names []string, want int) (int, []*Column, error) {
	l := &loader{ref: ref, from: ref.String(), limit: s.opts.MemoryLimit}
	l.ctx, l.cancel = context.WithCancel(ctx)
	defer l.cancel()
	n, cols, err := l.run(s, names, want)
	switch err.(type) {
	case nil, *Unsupported, *OverLimit, *Changed:
		return n, cols, err
	}
	if ctx.Err() != nil {
		return 0, nil, ctx.Err()
	}
	return 0, nil, fmt.Errorf("field: load %s: %w", l.from, err)
}

func (l *loader) run(s *Store, names []string, want int) (int, []*Column, error) {
	if strings.EqualFold(l.ref.Catalog, "temp") {
		return 0, nil, &Unsupported{Column: l.from, Reason: "a temporary table is visible to its own connection only"}
	}
	first, err := l.open(s.db)
	if err != nil {
		return 0, nil, err
	}
	conns := []*conn{first}
	defer func() {
		for _, k := range conns {
			k.close()
		}
	}()
	if want >= 0 && want != l.rows {
		return 0, nil, &Changed{l.from, fmt.Sprintf("%d rows, then %d", want, l.rows)}
	}
	if err := l.resolve(first, names); err != nil {
		return 0, nil, err
	}
	if len(names) == 0 {
		return l.rows, nil, nil
	}
	streams := l.streams(s.threads())
	for i := range streams {
		if i > 0 {
			k, err := connect(s.db)
			if err != nil {
				return 0, nil, err
			}
			conns = append(conns, k)
		}
		streams[i].conn = conns[i]
	}
	stop := interrupter(l.ctx, conns)
	err = l.read(streams, s.threads())
	stop()
	if err != nil {
		return 0, nil, err
	}
	types, parts := make([]ir.Type, len(names)), make([][]part, len(names))
	for i := range l.sources {
		types[i] = l.sources[i].typ
	}
	for _, st := range streams {
		for j, i := range st.columns {
			for _, p := range st.parts {
				parts[i] = append(parts[i], p[j])
			}
		}
	}
	return l.rows, assemble(names, types, parts, s.threads()), nil
}

// open opens the first connection and asks for the number of rows.
func (l *loader) open(db mapping.Database) (*conn, error) {
	k, err := connect(db)
	if err == nil {
		var n int64
		if n, l.ordered, err = l.pin(k); err == nil && n > maxRows {
			err = tooManyRows(l.from, n)
		}
		l.rows = int(n)
		if err != nil {
			k.close()
		}
	}
	return k, err
}

// pin begins a transaction and fixes its snapshot of the table.
func (l *loader) pin(k *conn) (rows int64, ordered bool, err error) {
	if err = k.exec("BEGIN TRANSACTION READ ONLY"); err != nil {
		return 0, false, err
	}
	k.pinned = true
	sql := "SELECT count(*), current_setting('preserve_insertion_order') FROM " + l.from
	err = k.scan(sql, func(chunk *mapping.DataChunk, _ int) error {
		rows = *(*int64)(mapping.VectorGetData(mapping.DataChunkGetVector(*chunk, 0)))
		ordered = *(*bool)(mapping.VectorGetData(mapping.DataChunkGetVector(*chunk, 1)))
		return nil
	})
	return rows, ordered, err
}

// resolve finds the columns to load and their types. Only a base table has
// rows in an order of its own.
func (l *loader) resolve(k *conn, names []string) error {
	var d mapping.TableDescription
	defer mapping.TableDescriptionDestroy(&d)
	if mapping.TableDescriptionCreateExt(k.c, l.ref.Catalog, l.ref.Schema, l.ref.Table, &d) == mapping.StateError {
		if d.Ptr == nil {
			return errors.New("no description of the table")
		}
		return errors.New(mapping.TableDescriptionError(d))
	}
	at, hidden := map[string]mapping.IdxT{}, false
	for i := range mapping.TableDescriptionGetColumnCount(d) {
		name := mapping.TableDescriptionGetColumnName(d, i)
		at[name] = i
		hidden = hidden || strings.EqualFold(name, "rowid")
	}
	if hidden && !l.ordered {
		return &Unsupported{Column: l.from, Reason: "its column rowid hides the row id, and preserve_insertion_order is off"}
	}
	for _, name := range names {
		i, ok := at[name]
		if !ok {
			return fmt.Errorf("no column %q", name)
		}
		if err := l.resolveColumn(mapping.TableDescriptionGetColumnType(d, i), name); err != nil {
			return err
		}
	}
	return nil
}

// resolveColumn adds a source. It destroys t.
func (l *loader) resolveColumn(t mapping.LogicalType, name string) error {
	defer mapping.DestroyLogicalType(&t)
	if t.Ptr == nil {
		return fmt.Errorf("no type for column %q", name)
	}
	src, reason := newSource(name, t, l.rows)
	if reason != "" {
		return &Unsupported{Column: l.from + "." + quote(name), Type: typeName(t), Reason: reason}
	}
	l.sources = append(l.sources, src)
	return nil
}
