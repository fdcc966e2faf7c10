package field

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// partChunks is the number of chunks of a part.
const partChunks = 32

// stream scans the table for some of its columns, in row order.
type stream struct {
	*loader
	conn    *conn
	columns []int // of the loader's sources
	found   int   // rows

	mu    sync.Mutex
	parts [][]part // in row order; by column
}

// streams deals the sources to at most threads streams of about equal work.
func (l *loader) streams(threads int) []*stream {
	if l.rows < 16*chunkRows {
		threads = 1
	}
	order := make([]int, len(l.sources))
	for i := range order {
		order[i] = i
	}
	weight := func(i int) int { return l.sources[i].weight() }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	streams := make([]*stream, min(threads, len(order)))
	loads := make([]int, len(streams))
	for i := range streams {
		streams[i] = &stream{loader: l}
	}
	for _, i := range order {
		least := slices.Index(loads, slices.Min(loads))
		loads[least] += weight(i)
		streams[least].columns = append(streams[least].columns, i)
	}
	return streams
}

// weight is about how much work a column is.
func (s *source) weight() int {
	switch {
	case s.typ.Text():
		return 10
	case s.typ.Wide():
		return 2
	}
	return 1
}

// read runs the streams, and encoders of their batches on the threads that are
// left.
func (l *loader) read(streams []*stream, threads int) error {
	var scans, encodes sync.WaitGroup
	if encoders := threads - len(streams); encoders > 0 && l.rows >= 16*chunkRows {
		l.work = make(chan batch, encoders)
		for range encoders {
			encodes.Go(func() {
				w := l.newWorker()
				for b := range l.work {
					l.fail(w.encodeBatch(b))
				}
			})
		}
	}
	for _, s := range streams {
		scans.Go(func() { l.fail(s.run()) })
	}
	scans.Wait()
	if l.work != nil {
		close(l.work)
		encodes.Wait()
	}
	return l.err
}

// fail keeps the first error and stops everything.
func (l *loader) fail(err error) {
	if err == nil {
		return
	}
	l.errOnce.Do(func() { l.err = err })
	l.cancel()
}

// run scans the stream's columns and sets its parts.
func (s *stream) run() error {
	if err := s.repin(); err != nil {
		return err
	}
	w, pending := s.newWorker(), batch{stream: s}
	defer func() { pending.destroy() }()
	flush := func() error {
		b := pending
		pending = batch{stream: s, number: b.number + 1}
		if s.work == nil {
			return w.finish(b)
		}
		select {
		case s.work <- b:
			return nil
		default: // the encoders are busy
			return w.encodeBatch(b)
		}
	}
	err := s.conn.scan(s.query(), func(chunk *mapping.DataChunk, n int) error {
		s.found += n
		pending.size++
		if s.work != nil {
			pending.chunks = append(pending.chunks, *chunk)
			chunk.Ptr = nil
		} else if err := w.encode(s, *chunk, n); err != nil { // while it is in cache
			return err
		}
		if pending.size == partChunks {
			return flush()
		}
		return s.ctx.Err()
	})
	if err == nil && pending.size > 0 {
		err = flush()
	}
	if err == nil && s.found != s.rows {
		err = &Changed{s.from, fmt.Sprintf("%d rows counted, %d found", s.rows, s.found)}
	}
	return err
}

// repin pins the stream's connection, unless it is the first, which is, and
// checks that the table is the same.
func (s *stream) repin() error {
	if s.conn.pinned {
		return nil
	}
	rows, ordered, err := s.pin(s.conn)
	switch {
	case err != nil:
		return err
	case rows != int64(s.rows):
		return &Changed{s.from, fmt.Sprintf("%d rows, then %d", s.rows, rows)}
	case ordered != s.ordered:
		return &Changed{s.from, "preserve_insertion_order was set"}
	}
	return nil
}

func (s *stream) query() string {
	names := make([]string, len(s.columns))
	for j, i := range s.columns {
		names[j] = quote(s.sources[i].name)
	}
	sql := "SELECT " + strings.Join(names, ", ") + " FROM " + s.from
	if !s.ordered {
		sql += " ORDER BY rowid"
	}
	return sql
}

// batch is the chunks of one part: handed to an encoder, which destroys them,
// or already encoded and then without chunks.
type batch struct {
	stream *stream
	number int // of the part
	size   int // chunks
	chunks []mapping.DataChunk
}

func (b *batch) destroy() {
	for i := range b.chunks {
		mapping.DestroyDataChunk(&b.chunks[i])
	}
}

// worker encodes chunks on one goroutine.
type worker struct {
	*loader
	mem      arena
	counted  int64     // of mem.total
	encoders []encoder // by source; nil before the first chunk
}

func (l *loader) newWorker() *worker {
	return &worker{loader: l, encoders: make([]encoder, len(l.sources))}
}

// encodeBatch encodes and destroys the chunks of a batch and sets its part.
func (w *worker) encodeBatch(b batch) error {
	defer b.destroy()
	for i := range b.chunks {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		n := int(mapping.DataChunkGetSize(b.chunks[i]))
		if err := w.encode(b.stream, b.chunks[i], n); err != nil {
			return err
		}
		mapping.DestroyDataChunk(&b.chunks[i])
	}
	return w.finish(b)
}

// encode encodes a chunk of a stream.
func (w *worker) encode(s *stream, chunk mapping.DataChunk, n int) error {
	for j, i := range s.columns {
		v := mapping.DataChunkGetVector(chunk, mapping.IdxT(j))
		data := mapping.VectorGetData(v)
		if data == nil {
			return fmt.Errorf("no data for column %q", w.sources[i].name)
		}
		var valid []uint64
		if mask := mapping.VectorGetValidity(v); mask != nil {
			valid = unsafe.Slice((*uint64)(mask), (n+63)/64)
		}
		if w.encoders[i] == nil {
			w.encoders[i] = w.sources[i].encoder(&w.mem)
		}
		w.encoders[i].append(data, valid, n)
	}
	return nil
}

// finish takes the encoded part of a batch.
func (w *worker) finish(b batch) error {
	s := b.stream
	parts := make([]part, len(s.columns))
	for j, i := range s.columns {
		parts[j] = w.encoders[i].take()
	}
	s.mu.Lock()
	for len(s.parts) <= b.number {
		s.parts = append(s.parts, nil)
	}
	s.parts[b.number] = parts
	s.mu.Unlock()
	held := w.held.Add(w.mem.total - w.counted)
	w.counted = w.mem.total
	// Parts may be twice as wide as columns, and blocks are not full.
	if slack := int64(64 * arenaBlock); w.limit > 0 && held > 2*w.limit+slack {
		return &OverLimit{Table: w.from, Need: held, Limit: w.limit}
	}
	return nil
}
