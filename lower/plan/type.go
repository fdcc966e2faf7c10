package plan

import (
	"fmt"
	"strconv"
	"strings"
)

// TypeID is one of DuckDB's logical types.
type TypeID uint8

// The types a plan may mention. Nested types, JSON, BIGNUM, GEOMETRY, VARIANT and
// user-defined aliases are refused by the decoder and have no id.
const (
	Invalid TypeID = iota
	Null           // the type of an untyped NULL
	Boolean
	TinyInt
	SmallInt
	Integer
	BigInt
	HugeInt
	UTinyInt
	USmallInt
	UInteger
	UBigInt
	UHugeInt
	Float
	Double
	Decimal // Width and Scale are set
	Varchar // always the binary collation
	Blob
	Bit
	Date
	Time
	TimeTZ
	TimeNS
	TimestampS
	TimestampMS
	Timestamp // microseconds
	TimestampNS
	TimestampTZ
	Interval
	UUID
	Enum // Labels is not empty
)

var typeNames = [...]string{
	Invalid:     "INVALID",
	Null:        "NULL",
	Boolean:     "BOOLEAN",
	TinyInt:     "TINYINT",
	SmallInt:    "SMALLINT",
	Integer:     "INTEGER",
	BigInt:      "BIGINT",
	HugeInt:     "HUGEINT",
	UTinyInt:    "UTINYINT",
	USmallInt:   "USMALLINT",
	UInteger:    "UINTEGER",
	UBigInt:     "UBIGINT",
	UHugeInt:    "UHUGEINT",
	Float:       "FLOAT",
	Double:      "DOUBLE",
	Decimal:     "DECIMAL",
	Varchar:     "VARCHAR",
	Blob:        "BLOB",
	Bit:         "BIT",
	Date:        "DATE",
	Time:        "TIME",
	TimeTZ:      "TIME WITH TIME ZONE",
	TimeNS:      "TIME_NS",
	TimestampS:  "TIMESTAMP_S",
	TimestampMS: "TIMESTAMP_MS",
	Timestamp:   "TIMESTAMP",
	TimestampNS: "TIMESTAMP_NS",
	TimestampTZ: "TIMESTAMP WITH TIME ZONE",
	Interval:    "INTERVAL",
	UUID:        "UUID",
	Enum:        "ENUM",
}

// String returns DuckDB's spelling of the type.
func (id TypeID) String() string {
	if int(id) < len(typeNames) {
		return typeNames[id]
	}
	return fmt.Sprintf("TypeID(%d)", uint8(id))
}

// Type is a DuckDB logical type. It is comparable: two types are the same type
// exactly when they are ==, enumerations by their labels.
type Type struct {
	ID    TypeID
	Width uint8 // digits of a Decimal, 1 to 38
	Scale uint8 // digits after the point of a Decimal, at most Width

	labels string // labels of an Enum, each as length, colon, bytes
}

// DecimalType returns DECIMAL(width, scale).
func DecimalType(width, scale uint8) Type {
	return Type{ID: Decimal, Width: width, Scale: scale}
}

// EnumType returns the enumeration of the labels, in their order.
func EnumType(labels []string) Type {
	var b strings.Builder
	for _, l := range labels {
		b.WriteString(strconv.Itoa(len(l)))
		b.WriteByte(':')
		b.WriteString(l)
	}
	return Type{ID: Enum, labels: b.String()}
}

// Labels returns the labels of an Enum in order of their codes, and nil for any
// other type. The slice is the caller's.
func (t Type) Labels() []string {
	var out []string
	for rest := t.labels; rest != ""; {
		head, tail, _ := strings.Cut(rest, ":")
		n, _ := strconv.Atoi(head)
		out = append(out, tail[:n])
		rest = tail[n:]
	}
	return out
}

// String returns the type as DuckDB prints it: DECIMAL(15,2), ENUM('a', 'b').
func (t Type) String() string {
	switch t.ID {
	case Decimal:
		return fmt.Sprintf("DECIMAL(%d,%d)", t.Width, t.Scale)
	case Enum:
		quoted := t.Labels()
		for i, l := range quoted {
			quoted[i] = quoteText(l)
		}
		return "ENUM(" + strings.Join(quoted, ", ") + ")"
	default:
		return t.ID.String()
	}
}

// quoteText returns s as an SQL string literal.
func quoteText(s string) string {
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
