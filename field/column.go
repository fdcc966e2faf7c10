package field

import (
	"fmt"
	"unsafe"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// Storage says which slice of a Column holds its values.
type Storage uint8

// The storages. U8, U16 and U32 hold unsigned codes: the value is
// Base + Factor*code, or Dict.Str(code) when the column has a dictionary (then U8
// or U16, Base 0, Factor 1). I64, I128 and F64 hold the values themselves.
//
// The type decides the family: Varchar and Blob are Str or has a dictionary; Float32 and
// Float64 are F64; types with Wide() and UInt64 are I128; everything else is
// U8, U16, U32 or I64, whichever is the narrowest for the values at hand.
const (
	U8 Storage = iota
	U16
	U32
	I64
	I128
	F64
	Str
)

var storageNames = [...]string{U8: "u8", U16: "u16", U32: "u32", I64: "i64", I128: "i128", F64: "f64", Str: "str"}

// String returns "u8" and the like.
func (s Storage) String() string { return storageNames[s] }

// Column is an immutable column in Arrow layout. Its slices are shared: callers
// read them and never write.
//
// A NULL row holds a harmless value: code 0 (U8, U16, U32), Min (I64), MinWide
// (I128), 0 (F64), the empty string (Str). So every stored integer, NULL or not,
// is in [Min, Max], and every code of a dictionary column is in the dictionary.
type Column struct {
	Name    string
	Type    ir.Type // Null exactly when a value is NULL
	Len     int
	Storage Storage

	Base, Factor int64 // U8, U16, U32
	U8           []uint8
	U16          []uint16
	U32          []uint32
	I64          []int64
	Wide         []int128.Int // I128
	F64          []float64
	Dict         *Dictionary

	// Str: value i is Text[Offsets[i]:Offsets[i+1]], or the same over Offsets64
	// when Text is 4 GiB or longer (then Offsets is nil).
	Offsets   []uint32
	Offsets64 []int64
	Text      []byte
	Rows      []int32 // not nil: value i is at Rows[i] instead, and empty at -1: strings of another column

	Valid []uint64 // bit i set: value i is not NULL; nil: no NULLs

	// Measured. Min and Max are of the integer-represented values (of the codes
	// when there is a dictionary), 0 when every value is NULL; MinWide and MaxWide
	// the same for I128.
	Min, Max         int64
	MinWide, MaxWide int128.Int
	NullCount        int
	Sorted           bool // non-decreasing in row order (DuckDB's order of values), no NULL

	lazy   lazyProperties
	dictOf *Dictionary // whose strings these are
	used   useStamp
	idx    levelCache[Index, *Index]
	order  levelCache[Ordering, *Ordering]
	keys   keyCache
}

// Coded reports that the column is U8, U16 or U32.
func (c *Column) Coded() bool { return c.Storage <= U32 }

// Integral reports that Int is defined: the column is integer-represented or
// has a dictionary.
func (c *Column) Integral() bool { return c.Storage <= I64 }

// Range returns the measured bounds of the integer-represented values, NULLs aside; false when the column
// holds others.
func (c *Column) Range() (int128.Interval, bool) {
	switch {
	case c.Storage == I128:
		return int128.Interval{Lo: c.MinWide, Hi: c.MaxWide}, true
	case c.Integral() && c.Dict == nil:
		return int128.Between(c.Min, c.Max), true
	}
	return int128.Interval{}, false
}

// Null reports whether value i is NULL.
func (c *Column) Null(i int) bool {
	return c.Valid != nil && c.Valid[i>>6]>>(uint(i)&63)&1 == 0
}

// Code returns code i of a U8, U16 or U32 column.
func (c *Column) Code(i int) uint32 {
	switch c.Storage {
	case U8:
		return uint32(c.U8[i])
	case U16:
		return uint32(c.U16[i])
	case U32:
		return c.U32[i]
	}
	panic("field: Code of a " + c.Storage.String() + " column")
}

// Int returns value i of an Integral column: the logical integer, or the code
// when there is a dictionary. Defined for NULL rows too (see Column).
func (c *Column) Int(i int) int64 {
	switch c.Storage {
	case U8:
		return c.Base + c.Factor*int64(c.U8[i])
	case U16:
		return c.Base + c.Factor*int64(c.U16[i])
	case U32:
		return c.Base + c.Factor*int64(c.U32[i])
	case I64:
		return c.I64[i]
	}
	panic("field: Int of a " + c.Storage.String() + " column")
}

// Str returns value i of a Varchar or Blob column. The string is borrowed: it aliases
// the column's (or its dictionary's) bytes and keeps them alive.
func (c *Column) Str(i int) string {
	if c.Dict != nil {
		return c.Dict.Str(int(c.Code(i)))
	}
	lo, hi := c.span(i)
	return unsafe.String(unsafe.SliceData(c.Text[lo:hi]), hi-lo)
}

// span returns the bytes of Text that hold value i of a Str column.
func (c *Column) span(i int) (lo, hi int) {
	if c.Rows != nil {
		if i = int(c.Rows[i]); i < 0 {
			return 0, 0
		}
	}
	if c.Offsets64 != nil {
		return int(c.Offsets64[i]), int(c.Offsets64[i+1])
	}
	return int(c.Offsets[i]), int(c.Offsets[i+1])
}

// Value returns value i boxed. A string is borrowed, as in Str.
func (c *Column) Value(i int) ir.Value {
	switch {
	case c.Null(i):
		return ir.NullOf(c.Type)
	case c.Storage == Str || c.Dict != nil:
		return ir.TextValue(c.Type, c.Str(i))
	case c.Storage == F64:
		return ir.FloatValue(c.Type, c.F64[i])
	case c.Storage == I128:
		return ir.WideValue(c.Type, c.Wide[i])
	}
	return ir.IntValue(c.Type, c.Int(i))
}

// Bytes returns the memory held by the column's values and validity, without
// its index.
func (c *Column) Bytes() int64 {
	n := len(c.U8) + 2*len(c.U16) + 4*len(c.U32) + 8*len(c.I64) + 16*len(c.Wide) + 8*len(c.F64)
	n += 4*len(c.Offsets) + 8*len(c.Offsets64) + len(c.Text) + 8*len(c.Valid)
	if c.Dict != nil {
		n += c.Dict.bytes()
	}
	return int64(n)
}

// levelBytes returns the memory held by the column's indexes.
func (c *Column) levelBytes() int64 {
	n := c.idx.bytes() + c.order.bytes()
	for _, x := range c.keys.all() {
		n += x.Bytes()
	}
	return n
}

// String describes the column: "l_quantity decimal(15,2) u8 100+100c, 6001215
// values, 100..5000". For explain.
func (c *Column) String() string {
	s := fmt.Sprintf("%s %s %s", c.Name, c.Type, c.Storage)
	switch {
	case c.Dict != nil:
		s += fmt.Sprintf(" of %d strings", c.Dict.Len())
	case c.Coded():
		s += fmt.Sprintf(" %d+%dc", c.Base, c.Factor)
	}
	s += fmt.Sprintf(", %d values", c.Len)
	if c.Integral() && c.Dict == nil {
		s += fmt.Sprintf(", %d..%d", c.Min, c.Max)
	}
	if c.NullCount > 0 {
		s += fmt.Sprintf(", %d null", c.NullCount)
	}
	if c.Sorted {
		s += ", sorted"
	}
	return s
}
