package field

import (
	"fmt"

	"github.com/duckdb/duckdb-go/v2/mapping"
	"github.com/reffine-db/reffine/ir"
)

// source is a column to load: its type and how to encode DuckDB's vectors of it.
type source struct {
	name    string
	typ     ir.Type
	strings *stringPlan // Varchar
	encoder func(mem *arena) encoder
}

func intSource[T integer](mem *arena) encoder { return &intEncoder[T]{mem: mem} }

func floatSource[T float32 | float64](mem *arena) encoder { return &floatEncoder[T]{mem: mem} }

func wideSource(layout wideLayout) func(*arena) encoder {
	return func(mem *arena) encoder { return newWideEncoder(mem, layout) }
}

// physical is how DuckDB lays out the values of its types, decimals aside.
var physical = map[mapping.Type]struct {
	kind    ir.Kind
	encoder func(mem *arena) encoder
}{
	mapping.TypeBoolean:   {ir.Bool, intSource[uint8]},
	mapping.TypeTinyInt:   {ir.Int8, intSource[int8]},
	mapping.TypeSmallInt:  {ir.Int16, intSource[int16]},
	mapping.TypeInteger:   {ir.Int32, intSource[int32]},
	mapping.TypeBigInt:    {ir.Int64, intSource[int64]},
	mapping.TypeUTinyInt:  {ir.UInt8, intSource[uint8]},
	mapping.TypeUSmallInt: {ir.UInt16, intSource[uint16]},
	mapping.TypeUInteger:  {ir.UInt32, intSource[uint32]},
	mapping.TypeUBigInt:   {ir.UInt64, wideSource(wideUbigint)},
	mapping.TypeHugeInt:   {ir.Int128, wideSource(wideHugeint)},
	mapping.TypeFloat:     {ir.Float32, floatSource[float32]},
	mapping.TypeDouble:    {ir.Float64, floatSource[float64]},
	mapping.TypeDate:      {ir.Date, intSource[int32]},
	mapping.TypeTimestamp: {ir.Timestamp, intSource[int64]},

	mapping.TypeTime:        {ir.Time, intSource[int64]},
	mapping.TypeTimestampS:  {ir.TimestampS, intSource[int64]},
	mapping.TypeTimestampMS: {ir.TimestampMS, intSource[int64]},
	mapping.TypeTimestampNS: {ir.TimestampNS, intSource[int64]},
	mapping.TypeTimestampTZ: {ir.TimestampTZ, intSource[int64]},
	mapping.TypeUUID:        {ir.UUID, wideSource(wideHugeint)},
	mapping.TypeUHugeInt:    {ir.UHugeInt, wideSource(wideUhugeint)},
}

// newSource returns the source of a column of a type of DuckDB, or the reason
// why the type is not supported.
func newSource(name string, t mapping.LogicalType, rows int) (src source, reason string) {
	src.name = name
	id := mapping.GetTypeId(t)
	if alias := mapping.LogicalTypeGetAlias(t); alias != "" && id != mapping.TypeEnum {
		return src, fmt.Sprintf("the named type %s has no field", alias)
	}
	switch id {
	case mapping.TypeVarchar, mapping.TypeBlob:
		src.typ = ir.Of(ir.Varchar)
		if id == mapping.TypeBlob {
			src.typ = ir.Of(ir.Blob)
		}
		src.strings = &stringPlan{rows: rows}
		src.encoder = func(mem *arena) encoder { return newStringEncoder(mem, src.strings) }
		return src, ""
	case mapping.TypeEnum:
		return newEnumSource(src, t)
	case mapping.TypeDecimal:
		src.typ = ir.DecimalOf(mapping.DecimalWidth(t), mapping.DecimalScale(t))
		switch mapping.DecimalInternalType(t) {
		case mapping.TypeSmallInt:
			src.encoder = intSource[int16]
		case mapping.TypeInteger:
			src.encoder = intSource[int32]
		case mapping.TypeBigInt:
			src.encoder = intSource[int64]
		case mapping.TypeHugeInt:
			src.encoder = wideSource(wideHugeint)
		default:
			return src, "a decimal of unknown layout"
		}
		return src, ""
	}
	p, ok := physical[id]
	if !ok {
		return src, "the type has no field"
	}
	src.typ, src.encoder = ir.Of(p.kind), p.encoder
	return src, ""
}

// newEnumSource is newSource for enumerations.
func newEnumSource(src source, t mapping.LogicalType) (source, string) {
	labels := make([]string, mapping.EnumDictionarySize(t))
	for i := range labels {
		labels[i] = mapping.EnumDictionaryValue(t, mapping.IdxT(i))
	}
	typ, ok := ir.EnumOf(labels)
	if !ok {
		return src, "an enumeration of too many labels"
	}
	src.typ = typ
	switch mapping.EnumInternalType(t) {
	case mapping.TypeUTinyInt:
		src.encoder = intSource[uint8]
	case mapping.TypeUSmallInt:
		src.encoder = intSource[uint16]
	case mapping.TypeUInteger:
		src.encoder = intSource[uint32]
	default:
		return src, "an enumeration of unknown layout"
	}
	return src, ""
}

// typeNames are DuckDB's names of types that are refused.
var typeNames = map[mapping.Type]string{
	mapping.TypeTimeTZ: "TIMETZ", mapping.TypeTimeNS: "TIME_NS", mapping.TypeInterval: "INTERVAL",
	mapping.TypeBlob: "BLOB", mapping.TypeBit: "BIT", mapping.TypeEnum: "ENUM", mapping.TypeList: "LIST", mapping.TypeStruct: "STRUCT",
	mapping.TypeMap: "MAP", mapping.TypeArray: "ARRAY", mapping.TypeUnion: "UNION", mapping.TypeBigNum: "BIGNUM",
	mapping.TypeGeometry: "GEOMETRY", mapping.TypeVariant: "VARIANT", mapping.TypeVarchar: "VARCHAR", mapping.TypeDecimal: "DECIMAL",
}

// typeName returns DuckDB's name of a refused type.
func typeName(t mapping.LogicalType) string {
	id := mapping.GetTypeId(t)
	if p, ok := physical[id]; ok {
		return p.kind.String()
	}
	if name := typeNames[id]; name != "" {
		return name
	}
	return fmt.Sprintf("%d", id)
}
