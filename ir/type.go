package ir

import (
	"fmt"
	"strings"
)

// Kind is the tag of a scalar type.
type Kind uint8

// The scalar kinds. Their names in IR text are given by Kind.String.
const (
	Invalid Kind = iota
	Bool
	Int8
	Int16
	Int32
	Int64
	UInt8
	UInt16
	UInt32
	UInt64
	Int128
	Float32
	Float64
	Decimal // Width and Scale are set
	Varchar
	Date      // days since 1970-01-01
	Timestamp // microseconds since 1970-01-01
	Time      // microseconds since midnight

	// Types that are read, compared, grouped by and returned, and no more.
	TimestampS  // seconds since 1970-01-01
	TimestampMS // milliseconds
	TimestampNS // nanoseconds
	TimestampTZ // microseconds since 1970-01-01 UTC
	UUID        // its 128 bits, the topmost flipped, which orders them as signed
	UHugeInt    // an unsigned 128-bit integer, the topmost bit flipped
	Blob        // bytes
	Enum        // the position of one of the type's labels (see EnumOf)
)

var kindNames = [...]string{
	Invalid: "invalid", Bool: "bool", Int8: "int8", Int16: "int16", Int32: "int32", Int64: "int64",
	UInt8: "uint8", UInt16: "uint16", UInt32: "uint32", UInt64: "uint64", Int128: "int128",
	Float32: "float", Float64: "double", Decimal: "decimal", Varchar: "varchar", Date: "date", Timestamp: "timestamp",
	Time: "time", TimestampS: "timestamp_s", TimestampMS: "timestamp_ms", TimestampNS: "timestamp_ns", TimestampTZ: "timestamptz",
	UUID: "uuid", UHugeInt: "uhugeint", Blob: "blob", Enum: "enum",
}

// String returns the kind's name in IR text.
func (k Kind) String() string { return kindNames[k] }

// Type is the type of a scalar expression. Width and Scale are zero unless
// Kind is Decimal (or Enum, which keeps the number of its labels there); the comparable form makes == the type equality.
// Null says whether the SQL value NULL may occur; it is not φ, the absence of a
// coordinate (see package comment).
type Type struct {
	Kind         Kind
	Width, Scale uint8
	Null         bool
}

// Of returns the non-nullable type of a kind other than Decimal.
func Of(k Kind) Type { return Type{Kind: k} }

// DecimalOf returns DECIMAL(width, scale), not nullable.
func DecimalOf(width, scale uint8) Type { return Type{Kind: Decimal, Width: width, Scale: scale} }

// Nullable returns t with NULL allowed.
func (t Type) Nullable() Type { t.Null = true; return t }

// NotNull returns t with NULL excluded.
func (t Type) NotNull() Type { t.Null = false; return t }

// WithNull returns t with NULL allowed exactly when null is true.
func (t Type) WithNull(null bool) Type { t.Null = null; return t }

// Same reports equality up to nullability.
func (t Type) Same(u Type) bool { return t.NotNull() == u.NotNull() }

// Integer reports whether t is a signed or unsigned integer of any width.
func (t Type) Integer() bool { return t.Kind >= Int8 && t.Kind <= Int128 }

// Unsigned reports whether t is an unsigned integer.
func (t Type) Unsigned() bool { return t.Kind >= UInt8 && t.Kind <= UInt64 }

// Float reports whether t is a binary floating-point type.
func (t Type) Float() bool { return t.Kind == Float32 || t.Kind == Float64 }

// Numeric reports whether arithmetic is defined on t.
func (t Type) Numeric() bool { return t.Kind >= Int8 && t.Kind <= Decimal }

// Wide reports whether values of t may need 128 bits.
func (t Type) Wide() bool {
	return t.Kind == Int128 || t.Kind == Decimal && t.Width > 18 || t.Kind == UUID || t.Kind == UHugeInt
}

// Text reports whether values of t are strings of bytes.
func (t Type) Text() bool { return t.Kind == Varchar || t.Kind == Blob }

// Ordinal reports whether a field can be put in an ordering by an attribute of type t, of which ranges are
// read: not by truth values, nor by what may need more than 64 bits with a sign.
func (t Type) Ordinal() bool {
	return t.Kind != Invalid && t.Kind != Bool && t.Kind != UInt64 && !t.Wide()
}

// String returns the type in IR text: "int32", "decimal(15,2)", with " null"
// appended when NULL may occur.
func (t Type) String() string {
	s := t.Kind.String()
	if t.Kind == Decimal {
		s = fmt.Sprintf("decimal(%d,%d)", t.Width, t.Scale)
	}
	if t.Kind == Enum {
		s = enumText(t.Labels())
	}
	if t.Null {
		s += " null"
	}
	return s
}

// KindByName returns the kind with the given IR text name.
func KindByName(name string) (Kind, bool) {
	for k, n := range kindNames {
		if n == name && Kind(k) != Invalid {
			return Kind(k), true
		}
	}
	return Invalid, false
}

// Property is a measured or declared fact about an attribute of an input.
type Property uint8

// The properties of an attribute, as a set.
const (
	Unique Property = 1 << iota // no two coordinates share a value (NULLs aside)
	Sorted                      // non-decreasing in coordinate order, no NULL
)

// Has reports whether p contains all of q.
func (p Property) Has(q Property) bool { return p&q == q }

// String returns " unique sorted" and the like, empty for no property.
func (p Property) String() string {
	var b strings.Builder
	if p.Has(Unique) {
		b.WriteString(" unique")
	}
	if p.Has(Sorted) {
		b.WriteString(" sorted")
	}
	return b.String()
}

// Attribute is a named component of the value of a field.
type Attribute struct {
	Name     string
	Type     Type
	Props    Property // inputs only
	Distinct int64    // inputs only: distinct values, 0 when unknown
	Lo, Hi   int64    // inputs only: least and greatest value of an integer-represented type; Hi < Lo or both 0 when unknown
}

// FieldType is the type of a field: a sparse map from Coords to a record of
// Attrs. A field whose value is one unnamed scalar has a single attribute with
// an empty name. (Paper section 3.1.)
type FieldType struct {
	Coords []Coord
	Attrs  []Attribute
}

// Coord is one dimension of a field: the type of its coordinate. Coordinates
// are integers; a coordinate of another type stands for its order-preserving
// code.
type Coord struct {
	Name string
	Type Type
}

// Attr returns the index of the attribute, or -1.
func (f FieldType) Attr(name string) int {
	for i := range f.Attrs {
		if f.Attrs[i].Name == name {
			return i
		}
	}
	return -1
}

// String returns "<i, j> {a: int32, b: varchar null}", and "<t> double" for a
// field of unnamed scalars.
func (f FieldType) String() string {
	var b strings.Builder
	b.WriteByte('<')
	for i, c := range f.Coords {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoteName(c.Name))
		if c.Type != Of(Int64) {
			b.WriteString(": " + c.Type.String())
		}
	}
	b.WriteString("> ")
	if f.Unnamed() {
		b.WriteString(f.Attrs[0].facts())
		return b.String()
	}
	b.WriteByte('{')
	for i, a := range f.Attrs {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoteAttr(a.Name) + ": " + a.facts())
	}
	b.WriteByte('}')
	return b.String()
}

// Unnamed reports whether the field's value is one unnamed scalar rather than a
// record.
func (f FieldType) Unnamed() bool { return len(f.Attrs) == 1 && f.Attrs[0].Name == "" }

// facts returns the attribute without its name:
// "int32 unique distinct 10 from -5 to 20".
func (a Attribute) facts() string {
	s := a.Type.String() + a.Props.String()
	if a.Distinct != 0 {
		s += fmt.Sprintf(" distinct %d", a.Distinct)
	}
	if a.Lo != 0 || a.Hi != 0 {
		s += fmt.Sprintf(" from %d to %d", a.Lo, a.Hi)
	}
	return s
}
