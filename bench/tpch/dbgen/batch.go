package dbgen

import (
	"unsafe"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// inlineText is the longest text that DuckDB keeps inside its 16-byte string slot.
const inlineText = 12

// A stringSlot is DuckDB's duckdb_string_t with an inlined text: length and bytes.
type stringSlot struct {
	size uint32
	text [inlineText]byte
}

// A vector is one column of a DuckDB data chunk: its memory, typed, and its handle.
type vector struct {
	handle mapping.Vector
	longs  []int64
	ints   []int32
	slots  []stringSlot
}

// A batch is a DuckDB data chunk being filled. The vectors alias the chunk's memory, which stays
// in place until the chunk is reset.
type batch struct {
	data     mapping.DataChunk
	vectors  []vector
	rows     int
	capacity int
}

func newBatch(t *table) *batch {
	types := make([]mapping.LogicalType, len(t.columns))
	for i, c := range t.columns {
		types[i] = c.kind.logical()
		defer mapping.DestroyLogicalType(&types[i])
	}
	b := &batch{
		data:     mapping.CreateDataChunk(types),
		vectors:  make([]vector, len(types)),
		capacity: int(mapping.VectorSize()),
	}
	b.attach(t)
	return b
}

// attach points the vectors at the memory of the chunk, empty from now on.
func (b *batch) attach(t *table) {
	b.rows = 0
	n := b.capacity
	for i, c := range t.columns {
		v := &b.vectors[i]
		v.handle = mapping.DataChunkGetVector(b.data, mapping.IdxT(i))
		memory := mapping.VectorGetData(v.handle)
		switch c.kind {
		case bigint, decimal:
			v.longs = unsafe.Slice((*int64)(memory), n)
		case integer, date:
			v.ints = unsafe.Slice((*int32)(memory), n)
		case varchar:
			v.slots = unsafe.Slice((*stringSlot)(memory), n)
		}
	}
}

// logical returns a new logical type, which the caller destroys.
func (k kind) logical() mapping.LogicalType {
	switch k {
	case bigint:
		return mapping.CreateLogicalType(mapping.TypeBigInt)
	case integer:
		return mapping.CreateLogicalType(mapping.TypeInteger)
	case decimal:
		return mapping.CreateDecimalType(15, 2)
	case date:
		return mapping.CreateLogicalType(mapping.TypeDate)
	case varchar:
		return mapping.CreateLogicalType(mapping.TypeVarchar)
	}
	panic("dbgen: no such kind of column")
}

// A batchEncoder collects the rows of a table in batches.
type batchEncoder struct {
	pool   *batchPool
	full   []*batch
	fill   *batch
	column int
}

// batches returns all batches, the last one perhaps partly filled; none is empty.
func (e *batchEncoder) batches() []*batch {
	if e.fill != nil && e.fill.rows > 0 {
		e.full = append(e.full, e.fill)
		e.fill = nil
	}
	return e.full
}

// next returns the vector and the row of the next value.
func (e *batchEncoder) next() (*vector, int) {
	if e.fill == nil {
		e.fill = e.pool.get()
	}
	v := &e.fill.vectors[e.column]
	e.column++
	return v, e.fill.rows
}

func (e *batchEncoder) bigint(n int64) {
	v, row := e.next()
	v.longs[row] = n
}

func (e *batchEncoder) integer(n int32) {
	v, row := e.next()
	v.ints[row] = n
}

func (e *batchEncoder) money(cents int64) { e.bigint(cents) }

func (e *batchEncoder) units(n int64) { e.bigint(n * 100) }

func (e *batchEncoder) date(day int32) { e.integer(day) }

// text stores short texts in place; DuckDB copies the longer ones to memory of the chunk.
func (e *batchEncoder) text(s []byte) {
	v, row := e.next()
	if len(s) > inlineText {
		mapping.VectorAssignStringElementLen(v.handle, mapping.IdxT(row), s)
		return
	}
	slot := &v.slots[row]
	*slot = stringSlot{size: uint32(len(s))}
	copy(slot.text[:], s)
}

func (e *batchEncoder) end() {
	e.column = 0
	e.fill.rows++
	if e.fill.rows == e.fill.capacity {
		e.full = append(e.full, e.fill)
		e.fill = nil
	}
}
