package field

import (
	"math"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/reffine-db/reffine/ir"
)

// Arrow returns the column as an Arrow array of the type DuckDB exports it as
// (HUGEINT as decimal(38, 0); a column with a dictionary as a dictionary array).
// The array shares the column's memory, and shared is true, where the layouts agree: I64 as int64 or
// timestamp, doubles, strings, dictionary codes, and narrow codes that are the
// values themselves in a type of the same width. Otherwise it is a copy. Either
// way it need not be released.
func (c *Column) Arrow() (a arrow.Array, shared bool) {
	if c.Dict != nil {
		return c.arrowDictionary(), true
	}
	if c.Rows != nil {
		a, _ = c.gathered().Arrow()
		return a, false
	}
	t, shared := arrowType(c), true
	var buffers []*memory.Buffer
	if c.Storage == Str {
		buffers, shared = c.arrowText()
	} else {
		var b []byte
		b, shared = c.arrowValues(t)
		buffers = []*memory.Buffer{memory.NewBufferBytes(b)}
	}
	d := array.NewData(t, c.Len, append([]*memory.Buffer{c.arrowValid()}, buffers...), nil, c.NullCount, 0)
	return array.MakeFromData(d), shared
}

// arrowType returns the type of a column without a dictionary.
func arrowType(c *Column) arrow.DataType {
	switch t := c.Type; t.Kind {
	case ir.Bool:
		return arrow.FixedWidthTypes.Boolean
	case ir.Int8:
		return arrow.PrimitiveTypes.Int8
	case ir.Int16:
		return arrow.PrimitiveTypes.Int16
	case ir.Int32:
		return arrow.PrimitiveTypes.Int32
	case ir.Int64:
		return arrow.PrimitiveTypes.Int64
	case ir.UInt8:
		return arrow.PrimitiveTypes.Uint8
	case ir.UInt16:
		return arrow.PrimitiveTypes.Uint16
	case ir.UInt32:
		return arrow.PrimitiveTypes.Uint32
	case ir.UInt64:
		return arrow.PrimitiveTypes.Uint64
	case ir.Int128:
		return &arrow.Decimal128Type{Precision: 38}
	case ir.Float32:
		return arrow.PrimitiveTypes.Float32
	case ir.Float64:
		return arrow.PrimitiveTypes.Float64
	case ir.Decimal:
		return &arrow.Decimal128Type{Precision: int32(t.Width), Scale: int32(t.Scale)}
	case ir.Date:
		return arrow.FixedWidthTypes.Date32
	case ir.Timestamp:
		return &arrow.TimestampType{Unit: arrow.Microsecond}
	case ir.TimestampTZ:
		return &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}
	case ir.TimestampS:
		return &arrow.TimestampType{Unit: arrow.Second}
	case ir.TimestampMS:
		return &arrow.TimestampType{Unit: arrow.Millisecond}
	case ir.TimestampNS:
		return &arrow.TimestampType{Unit: arrow.Nanosecond}
	case ir.Time:
		return arrow.FixedWidthTypes.Time64us
	case ir.Enum: // as the position of the label
		return arrow.PrimitiveTypes.Int32
	case ir.UUID, ir.UHugeInt: // as the code that orders them
		return &arrow.Decimal128Type{Precision: 38}
	case ir.Blob:
		if c.Offsets64 != nil || len(c.Text) > math.MaxInt32 {
			return arrow.BinaryTypes.LargeBinary
		}
		return arrow.BinaryTypes.Binary
	case ir.Varchar:
		if c.Offsets64 != nil || len(c.Text) > math.MaxInt32 {
			return arrow.BinaryTypes.LargeString
		}
		return arrow.BinaryTypes.String
	}
	panic("field: no Arrow type for " + c.Type.String())
}

// arrowValid returns the validity, shared, nil when there are no NULLs.
func (c *Column) arrowValid() *memory.Buffer {
	if c.Valid == nil {
		return nil
	}
	return memory.NewBufferBytes(bytesOf(c.Valid))
}

// arrowValues returns the values of a fixed-width column.
func (c *Column) arrowValues(t arrow.DataType) (b []byte, shared bool) {
	plain := c.Base == 0 && c.Factor == 1
	switch t.ID() {
	case arrow.BOOL:
		b = make([]byte, (c.Len+7)/8)
		for i := range c.Len {
			b[i>>3] |= byte(c.Int(i)) << (i & 7)
		}
		return b, false
	case arrow.INT8:
		return integers[int8](c, c.U8, c.Storage == U8 && plain && c.Max <= math.MaxInt8)
	case arrow.UINT8:
		return integers[uint8](c, c.U8, c.Storage == U8 && plain)
	case arrow.INT16:
		return integers[int16](c, c.U16, c.Storage == U16 && plain && c.Max <= math.MaxInt16)
	case arrow.UINT16:
		return integers[uint16](c, c.U16, c.Storage == U16 && plain)
	case arrow.INT32, arrow.DATE32:
		return integers[int32](c, c.U32, c.Storage == U32 && plain && c.Max <= math.MaxInt32)
	case arrow.UINT32:
		return integers[uint32](c, c.U32, c.Storage == U32 && plain)
	case arrow.INT64, arrow.TIMESTAMP, arrow.TIME64:
		return integers[int64](c, c.I64, c.Storage == I64)
	case arrow.FLOAT64:
		return bytesOf(c.F64), true
	case arrow.FLOAT32:
		out := make([]float32, c.Len)
		for i, v := range c.F64 {
			out[i] = float32(v)
		}
		return bytesOf(out), false
	case arrow.UINT64:
		out := make([]uint64, c.Len)
		for i, v := range c.Wide {
			out[i] = v.Lo
		}
		return bytesOf(out), false
	}
	out := make([][2]uint64, c.Len) // decimal128: low word first
	for i := range out {
		if c.Storage == I128 {
			out[i] = [2]uint64{c.Wide[i].Lo, uint64(c.Wide[i].Hi)}
		} else {
			v := c.Int(i)
			out[i] = [2]uint64{uint64(v), uint64(v >> 63)}
		}
	}
	return bytesOf(out), false
}

// integers returns an Integral column's values as T: stored itself when it has
// them in the same layout.
func integers[T integer, S any](c *Column, stored []S, same bool) ([]byte, bool) {
	if same {
		return bytesOf(stored), true
	}
	out := make([]T, c.Len)
	for i := range out {
		out[i] = T(c.Int(i))
	}
	return bytesOf(out), false
}

// gathered returns a Str column of another's strings with text of its own.
func (c *Column) gathered() *Column {
	g := &Column{Type: c.Type, Len: c.Len, Storage: Str, Valid: c.Valid, NullCount: c.NullCount, Offsets64: make([]int64, c.Len+1)}
	for i := range c.Len {
		g.Text = append(g.Text, c.Str(i)...)
		g.Offsets64[i+1] = int64(len(g.Text))
	}
	return g
}

// arrowText returns offsets and text. Offsets of string arrays are 32-bit
// signed, of large ones 64-bit.
func (c *Column) arrowText() (buffers []*memory.Buffer, shared bool) {
	text := memory.NewBufferBytes(c.Text)
	switch {
	case c.Offsets64 != nil:
		return []*memory.Buffer{memory.NewBufferBytes(bytesOf(c.Offsets64)), text}, true
	case len(c.Text) <= math.MaxInt32:
		return []*memory.Buffer{memory.NewBufferBytes(bytesOf(c.Offsets)), text}, true
	}
	wide := make([]int64, len(c.Offsets))
	for i, o := range c.Offsets {
		wide[i] = int64(o)
	}
	return []*memory.Buffer{memory.NewBufferBytes(bytesOf(wide)), text}, false
}

func (c *Column) arrowDictionary() arrow.Array {
	t := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint8, ValueType: arrow.BinaryTypes.String, Ordered: true}
	codes := c.U8
	if c.Storage == U16 {
		t.IndexType = arrow.PrimitiveTypes.Uint16
		codes = bytesOf(c.U16)
	}
	words := array.NewData(t.ValueType, c.Dict.Len(), []*memory.Buffer{
		nil, memory.NewBufferBytes(bytesOf(c.Dict.Offsets)), memory.NewBufferBytes(c.Dict.Text),
	}, nil, 0, 0)
	return array.NewDictionaryData(array.NewDataWithDictionary(t, c.Len, []*memory.Buffer{
		c.arrowValid(), memory.NewBufferBytes(codes),
	}, c.NullCount, 0, words))
}

// bytesOf returns the memory of s.
func bytesOf[T any](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)))
}
