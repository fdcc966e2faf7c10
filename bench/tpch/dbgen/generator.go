package dbgen

import (
	"context"
	"io"
	"runtime"
	"sync"
)

// Options steer how a database is generated.
type Options struct {
	Threads  int       // goroutines that generate; GOMAXPROCS when 0
	Progress io.Writer // where a progress bar is drawn; none when nil
	Text     Text      // whose comments and addresses to make
}

// Text tells apart the two generators in use. They agree in every column but comments and
// addresses, and there in the lengths, so that queries over those have different answers.
type Text int

const (
	// Official is the text of the TPC's dbgen.
	Official Text = iota
	// DuckDB is the text of DuckDB's tpch extension, on which its published answers rest. It
	// cuts comments from a shorter pool and reads the random bits of addresses differently.
	DuckDB
)

func (t Text) String() string {
	if t == DuckDB {
		return "duckdb"
	}
	return "official"
}

func (o Options) threads() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// A generator knows everything rows are made from. It is read-only once made, so that any number
// of row makers can share it.
type generator struct {
	scale
	pool      *pool
	addresses Text
}

func newGenerator(sf float64, o Options) (*generator, error) {
	s, err := newScale(sf)
	if err != nil {
		return nil, err
	}
	size := officialPool
	if o.Text == DuckDB {
		size = duckdbPool
	}
	return &generator{scale: s, pool: newPool(size, o.threads()), addresses: o.Text}, nil
}

// A rowMaker writes the rows that belong to one base row, an encoder for each table of its
// series, and moves on to the next base row.
type rowMaker interface {
	next(out []encoder)
}

// A series is one pass over base rows that fills one table or two.
type series struct {
	tables []string
	rows   func(s scale) int64
	start  func(g *generator, row int64) rowMaker
}

var allSeries = []series{
	{[]string{"region"}, func(scale) int64 { return int64(len(regionNames)) }, newRegions},
	{[]string{"nation"}, func(scale) int64 { return int64(len(nations)) }, newNations},
	{[]string{"supplier"}, func(s scale) int64 { return s.supplier }, newSuppliers},
	{[]string{"customer"}, func(s scale) int64 { return s.customer }, newCustomers},
	{[]string{"part", "partsupp"}, func(s scale) int64 { return s.part }, newParts},
	{[]string{"orders", "lineitem"}, func(s scale) int64 { return s.orders }, newOrders},
}

// chunkRows is the default number of base rows of a chunk: with their details, a few megabytes.
const chunkRows = 4096

// A chunk is a range of base rows of a series. Chunks are independent of each other.
type chunk struct {
	*series
	first, rows int64
}

// chunks cuts all series into chunks of at most size base rows, in the order of the tables.
func (g *generator) chunks(size int64) (all []chunk) {
	for i := range allSeries {
		s := &allSeries[i]
		total := s.rows(g.scale)
		for first := int64(0); first < total; first += size {
			all = append(all, chunk{s, first, min(size, total-first)})
		}
	}
	return all
}

// generate writes the rows of a chunk.
func (c chunk) generate(g *generator, out []encoder) {
	m := c.start(g, c.first)
	for range c.rows {
		m.next(out)
	}
}

// inOrder calls produce for every chunk on up to threads goroutines and consume with the results
// in the order of the chunks, on the caller's goroutine. Results waiting to be consumed are
// bounded by threads, so memory is too. It stops at the first error or when ctx is done, after
// the producers have returned; results that were not consumed are dropped.
func inOrder[T any](ctx context.Context, chunks []chunk, threads int, produce func(chunk) T, consume func(chunk, T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	var producers sync.WaitGroup
	defer producers.Wait()
	defer cancel()

	waiting := make(chan chan T, threads)
	producers.Go(func() {
		defer close(waiting)
		free := make(chan struct{}, threads)
		for _, c := range chunks {
			result := make(chan T, 1)
			select {
			case waiting <- result:
			case <-ctx.Done():
				return
			}
			free <- struct{}{}
			producers.Go(func() {
				result <- produce(c)
				<-free
			})
		}
	})
	for _, c := range chunks {
		result, ok := <-waiting
		if !ok {
			return ctx.Err()
		}
		if err := consume(c, <-result); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}
