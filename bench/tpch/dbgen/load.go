package dbgen

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// Load creates the eight tables in a database of the driver "duckdb" and fills them, all in one
// transaction: after an error the database is as before. Rows are in the generator's order. It
// fails when a table of that name exists.
func Load(ctx context.Context, db *sql.DB, sf float64, o Options) error {
	g, err := newGenerator(sf, o)
	if err != nil {
		return err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("dbgen: %w", err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return fmt.Errorf("dbgen: %w", err)
	}
	if err := g.fillTables(ctx, conn, chunkRows, o); err != nil {
		// The context may be done already; the transaction must end all the same.
		_, rollback := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return errors.Join(fmt.Errorf("dbgen: %w", err), rollback)
	}
	if _, err := conn.ExecContext(ctx, "COMMIT"); err != nil {
		return fmt.Errorf("dbgen: %w", err) // a failed commit has rolled back
	}
	return nil
}

// fillTables creates and fills the tables within the connection's transaction.
func (g *generator) fillTables(ctx context.Context, conn *sql.Conn, size int64, o Options) error {
	for i := range schema {
		if _, err := conn.ExecContext(ctx, schema[i].create()); err != nil {
			return err
		}
	}
	return conn.Raw(func(driverConn any) error {
		native, err := nativeConnection(driverConn)
		if err != nil {
			return err
		}
		targets := map[string]*target{}
		defer func() {
			for _, t := range targets {
				t.destroy()
			}
		}()
		for i := range schema {
			t, err := newTarget(native, &schema[i])
			if err != nil {
				return err
			}
			targets[t.table.name] = t
		}
		if err := g.append(ctx, targets, size, o); err != nil {
			return err
		}
		for _, t := range targets {
			if err := t.flush(); err != nil {
				return err
			}
		}
		return nil
	})
}

// append generates chunks of size base rows in parallel and appends them in order.
func (g *generator) append(ctx context.Context, targets map[string]*target, size int64, o Options) error {
	chunks := g.chunks(size)
	bar := newBar(o.Progress, "generating TPC-H tables", chunks)
	defer bar.close()
	produce := func(c chunk) []encoder {
		rows := make([]encoder, len(c.tables))
		for i, name := range c.tables {
			rows[i] = &batchEncoder{pool: &targets[name].pool}
		}
		c.generate(g, rows)
		return rows
	}
	consume := func(c chunk, rows []encoder) error {
		for i, name := range c.tables {
			for _, b := range rows[i].(*batchEncoder).batches() {
				if err := targets[name].append(b); err != nil {
					return err
				}
			}
		}
		bar.add(c.rows)
		return nil
	}
	return inOrder(ctx, chunks, o.threads(), produce, consume)
}

// nativeConnection returns the handle inside a connection of duckdb-go, which offers no appender
// of whole data chunks itself. The handle is valid as long as the connection is.
func nativeConnection(driverConn any) (mapping.Connection, error) {
	v := reflect.Indirect(reflect.ValueOf(driverConn))
	if v.Kind() == reflect.Struct {
		if f := v.FieldByName("conn"); f.IsValid() && f.Type() == reflect.TypeFor[mapping.Connection]() {
			if p := f.FieldByName("Ptr"); p.Kind() == reflect.UnsafePointer && !p.IsNil() {
				return mapping.Connection{Ptr: p.UnsafePointer()}, nil
			}
		}
	}
	return mapping.Connection{}, fmt.Errorf("%T is not a connection of the duckdb driver", driverConn)
}

// A target is a table being filled through a DuckDB appender.
type target struct {
	table    *table
	appender mapping.Appender
	pool     batchPool
}

func newTarget(native mapping.Connection, t *table) (*target, error) {
	a := &target{table: t, pool: batchPool{table: t}}
	if mapping.AppenderCreate(native, "", t.name, &a.appender) == mapping.StateError {
		err := a.err()
		mapping.AppenderDestroy(&a.appender)
		return nil, err
	}
	return a, nil
}

// append hands the rows of a batch to DuckDB, which copies them, and recycles the batch.
func (a *target) append(b *batch) error {
	mapping.DataChunkSetSize(b.data, mapping.IdxT(b.rows))
	if mapping.AppendDataChunk(a.appender, b.data) == mapping.StateError {
		return a.err()
	}
	a.pool.put(b)
	return nil
}

func (a *target) flush() error {
	if mapping.AppenderFlush(a.appender) == mapping.StateError {
		return a.err()
	}
	return nil
}

func (a *target) err() error {
	data := mapping.AppenderErrorData(a.appender)
	defer mapping.DestroyErrorData(&data)
	return fmt.Errorf("%s: %s", a.table.name, mapping.ErrorDataMessage(data))
}

// destroy releases the appender without its unflushed rows, and all batches.
func (a *target) destroy() {
	mapping.AppenderClear(a.appender)
	mapping.AppenderDestroy(&a.appender)
	a.pool.destroy()
}

// A batchPool recycles the batches of a table. It is safe for concurrent use.
type batchPool struct {
	table *table
	mu    sync.Mutex
	free  []*batch
	all   []*batch
}

// get returns an empty batch.
func (p *batchPool) get() *batch {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		b := p.free[n-1]
		p.free = p.free[:n-1]
		return b
	}
	b := newBatch(p.table)
	p.all = append(p.all, b)
	return b
}

func (p *batchPool) put(b *batch) {
	mapping.DataChunkReset(b.data)
	b.attach(p.table)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, b)
}

func (p *batchPool) destroy() {
	for _, b := range p.all {
		mapping.DestroyDataChunk(&b.data)
	}
	p.all, p.free = nil, nil
}
