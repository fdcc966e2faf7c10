package field

import (
	"context"
	"errors"
	"time"

	bindings "github.com/duckdb/duckdb-go-bindings"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// conn is a connection to DuckDB of our own, used by one goroutine at a time.
type conn struct {
	c      mapping.Connection
	pinned bool // in a transaction with a snapshot
}

// connect opens a connection; the caller closes it.
func connect(db mapping.Database) (*conn, error) {
	k := &conn{}
	if mapping.Connect(db, &k.c) == mapping.StateError || k.c.Ptr == nil {
		mapping.Disconnect(&k.c)
		return nil, errors.New("no connection to the database")
	}
	return k, nil
}

// close ends the connection and rolls its transaction back.
func (k *conn) close() { mapping.Disconnect(&k.c) }

// exec runs a statement that returns no rows of interest.
func (k *conn) exec(sql string) error {
	var r mapping.Result
	defer mapping.DestroyResult(&r)
	if mapping.Query(k.c, sql, &r) == mapping.StateError {
		return errors.New(mapping.ResultError(&r))
	}
	return nil
}

// prepare calls f with a prepared statement.
func (k *conn) prepare(sql string, f func(mapping.PreparedStatement) error) error {
	var p mapping.PreparedStatement
	defer mapping.DestroyPrepare(&p)
	if mapping.Prepare(k.c, sql, &p) == mapping.StateError {
		if p.Ptr == nil {
			return errors.New("the statement could not be prepared")
		}
		return errors.New(mapping.PrepareError(p))
	}
	return f(p)
}

// scan runs a query and calls f with each chunk of n > 0 rows, in order. The
// chunk is borrowed, unless f takes it and zeroes the handle. Rows stream through DuckDB's bounded buffer: the result is
// never held as a whole.
func (k *conn) scan(sql string, f func(chunk *mapping.DataChunk, n int) error) error {
	return k.prepare(sql, func(p mapping.PreparedStatement) error {
		var pending mapping.PendingResult
		defer mapping.DestroyPending(&pending)
		// The C API has no other streaming interface; a materialized result would cost a copy and its memory.
		if bindings.PendingPreparedStreaming(p, &pending) == mapping.StateError {
			if pending.Ptr == nil {
				return errors.New("the statement could not be started")
			}
			return errors.New(mapping.PendingError(pending))
		}
		var r mapping.Result
		defer mapping.DestroyResult(&r)
		if mapping.ExecutePending(pending, &r) == mapping.StateError {
			return errors.New(mapping.ResultError(&r))
		}
		for {
			n, err := fetch(&r, f)
			if n == 0 || err != nil {
				return err
			}
		}
	})
}

// fetch calls f with the next chunk and returns its rows, 0 at the end.
func fetch(r *mapping.Result, f func(chunk *mapping.DataChunk, n int) error) (int, error) {
	chunk := mapping.FetchChunk(*r)
	defer mapping.DestroyDataChunk(&chunk)
	if chunk.Ptr == nil { // the end, or an error on the way
		if msg := mapping.ResultError(r); msg != "" {
			return 0, errors.New(msg)
		}
		return 0, nil
	}
	n := int(mapping.DataChunkGetSize(chunk))
	if n == 0 {
		return 0, nil
	}
	return n, f(&chunk, n)
}

// interruptEvery is how often a cancelled load interrupts its connections: an
// interrupt between two statements is lost, so one is not enough.
const interruptEvery = 2 * time.Millisecond

// interrupter interrupts the connections from the moment ctx is done until stop
// returns; then they may be closed.
func interrupter(ctx context.Context, conns []*conn) (stop func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-quit:
			return
		case <-ctx.Done():
		}
		for {
			for _, k := range conns {
				mapping.Interrupt(k.c)
			}
			select {
			case <-quit:
				return
			case <-time.After(interruptEvery):
			}
		}
	}()
	return func() { close(quit); <-done }
}
