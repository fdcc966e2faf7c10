package dbgen

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// WriteTBL writes the eight tables as NAME.tbl into dir, in the text format of the reference
// generator: every value followed by a vertical bar, a row a line.
func WriteTBL(ctx context.Context, dir string, sf float64, o Options) (err error) {
	g, err := newGenerator(sf, o)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("dbgen: %w", err)
	}
	files := map[string]io.Writer{}
	for _, t := range Tables() {
		f, err := os.Create(filepath.Join(dir, t+".tbl"))
		if err != nil {
			return fmt.Errorf("dbgen: %w", err)
		}
		defer func() {
			if e := f.Close(); err == nil && e != nil {
				err = fmt.Errorf("dbgen: %w", e)
			}
		}()
		files[t] = f
	}
	return g.writeTBL(ctx, files, chunkRows, o)
}

// writeTBL writes the text of every table to its writer, generated in chunks of size base rows.
func (g *generator) writeTBL(ctx context.Context, to map[string]io.Writer, size int64, o Options) error {
	chunks := g.chunks(size)
	bar := newBar(o.Progress, "writing TPC-H text", chunks)
	defer bar.close()
	buffers := sync.Pool{New: func() any { return new(textEncoder) }}
	produce := func(c chunk) []encoder {
		texts := make([]encoder, len(c.tables))
		for i := range texts {
			t := buffers.Get().(*textEncoder)
			t.buf = t.buf[:0]
			texts[i] = t
		}
		c.generate(g, texts)
		return texts
	}
	consume := func(c chunk, texts []encoder) error {
		for i, e := range texts {
			t := e.(*textEncoder)
			if _, err := to[c.tables[i]].Write(t.buf); err != nil {
				return fmt.Errorf("dbgen: %s: %w", c.tables[i], err)
			}
			buffers.Put(t)
		}
		bar.add(c.rows)
		return nil
	}
	return inOrder(ctx, chunks, o.threads(), produce, consume)
}

// A textEncoder appends rows in the reference generator's text format to buf.
type textEncoder struct {
	buf []byte
}

func (t *textEncoder) bigint(v int64) {
	t.buf = append(strconv.AppendInt(t.buf, v, 10), '|')
}

func (t *textEncoder) integer(v int32) { t.bigint(int64(v)) }

func (t *textEncoder) units(n int64) { t.bigint(n) }

func (t *textEncoder) money(cents int64) {
	if cents < 0 {
		t.buf = append(t.buf, '-')
		cents = -cents
	}
	t.buf = append(strconv.AppendInt(t.buf, cents/100, 10), '.')
	t.buf = append(appendPadded(t.buf, cents%100, 2), '|')
}

func (t *textEncoder) date(day int32) {
	t.buf = append(append(t.buf, calendar()[day-firstDay]...), '|')
}

func (t *textEncoder) text(s []byte) {
	t.buf = append(append(t.buf, s...), '|')
}

func (t *textEncoder) end() { t.buf = append(t.buf, '\n') }

// calendar holds the text of every day from firstDay to lastDay.
var calendar = sync.OnceValue(func() (days []string) {
	for day := int64(firstDay); day <= lastDay; day++ {
		days = append(days, time.Unix(day*24*60*60, 0).UTC().Format(time.DateOnly))
	}
	return days
})
