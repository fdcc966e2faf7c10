package driver

import (
	"database/sql/driver"
	"fmt"
	"math/big"
	"reflect"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
)

// typeRow says what duckdb-go makes of a type.
type typeRow struct {
	duck duckdb.Type
	sql  string       // DuckDB's name; of DECIMAL without its width and scale
	scan reflect.Type // what a value comes as
}

var typeTable = [...]typeRow{
	ir.Bool:      {duckdb.TYPE_BOOLEAN, "BOOLEAN", reflect.TypeFor[bool]()},
	ir.Int8:      {duckdb.TYPE_TINYINT, "TINYINT", reflect.TypeFor[int8]()},
	ir.Int16:     {duckdb.TYPE_SMALLINT, "SMALLINT", reflect.TypeFor[int16]()},
	ir.Int32:     {duckdb.TYPE_INTEGER, "INTEGER", reflect.TypeFor[int32]()},
	ir.Int64:     {duckdb.TYPE_BIGINT, "BIGINT", reflect.TypeFor[int64]()},
	ir.UInt8:     {duckdb.TYPE_UTINYINT, "UTINYINT", reflect.TypeFor[uint8]()},
	ir.UInt16:    {duckdb.TYPE_USMALLINT, "USMALLINT", reflect.TypeFor[uint16]()},
	ir.UInt32:    {duckdb.TYPE_UINTEGER, "UINTEGER", reflect.TypeFor[uint32]()},
	ir.UInt64:    {duckdb.TYPE_UBIGINT, "UBIGINT", reflect.TypeFor[uint64]()},
	ir.Int128:    {duckdb.TYPE_HUGEINT, "HUGEINT", reflect.TypeFor[*big.Int]()},
	ir.Float32:   {duckdb.TYPE_FLOAT, "FLOAT", reflect.TypeFor[float32]()},
	ir.Float64:   {duckdb.TYPE_DOUBLE, "DOUBLE", reflect.TypeFor[float64]()},
	ir.Decimal:   {duckdb.TYPE_DECIMAL, "DECIMAL", reflect.TypeFor[duckdb.Decimal]()},
	ir.Varchar:   {duckdb.TYPE_VARCHAR, "VARCHAR", reflect.TypeFor[string]()},
	ir.Date:      {duckdb.TYPE_DATE, "DATE", reflect.TypeFor[time.Time]()},
	ir.Timestamp: {duckdb.TYPE_TIMESTAMP, "TIMESTAMP", reflect.TypeFor[time.Time]()},

	ir.Time:        {duckdb.TYPE_TIME, "TIME", reflect.TypeFor[time.Time]()},
	ir.TimestampS:  {duckdb.TYPE_TIMESTAMP_S, "TIMESTAMP_S", reflect.TypeFor[time.Time]()},
	ir.TimestampMS: {duckdb.TYPE_TIMESTAMP_MS, "TIMESTAMP_MS", reflect.TypeFor[time.Time]()},
	ir.TimestampNS: {duckdb.TYPE_TIMESTAMP_NS, "TIMESTAMP_NS", reflect.TypeFor[time.Time]()},
	ir.TimestampTZ: {duckdb.TYPE_TIMESTAMP_TZ, "TIMESTAMPTZ", reflect.TypeFor[time.Time]()},
	ir.UUID:        {duckdb.TYPE_UUID, "UUID", reflect.TypeFor[[]byte]()},
	ir.UHugeInt:    {duckdb.TYPE_UHUGEINT, "UHUGEINT", reflect.TypeFor[*big.Int]()},
	ir.Blob:        {duckdb.TYPE_BLOB, "BLOB", reflect.TypeFor[[]byte]()},
	ir.Enum:        {duckdb.TYPE_ENUM, "ENUM", reflect.TypeFor[string]()},
}

// sqlName returns DuckDB's name of a type, as duckdb-go reports it.
func sqlName(t ir.Type) string {
	if t.Kind == ir.Decimal {
		return fmt.Sprintf("DECIMAL(%d,%d)", t.Width, t.Scale)
	}
	return typeTable[t.Kind].sql
}

// typeOf returns the type of a column or parameter of DuckDB's, and whether
// native results can be of it. An alias (JSON, an extension's type) makes
// duckdb-go decode values differently, so it makes a type another one.
func typeOf(info duckdb.TypeInfo) (ir.Type, bool) {
	if d, ok := info.Details().(*duckdb.EnumDetails); ok { // with a name, mostly
		return ir.EnumOf(d.Values)
	}
	if info.Alias() != "" {
		return ir.Type{}, false
	}
	if d, ok := info.Details().(*duckdb.DecimalDetails); ok {
		return ir.DecimalOf(d.Width, d.Scale), true
	}
	return kindOf(info.InternalType())
}

// kindOf is typeOf for a bare type tag; it does not know DECIMAL and ENUM.
func kindOf(t duckdb.Type) (ir.Type, bool) {
	for kind, row := range typeTable {
		if row.scan != nil && row.duck == t && ir.Kind(kind) != ir.Decimal && ir.Kind(kind) != ir.Enum {
			return ir.Of(ir.Kind(kind)), true
		}
	}
	return ir.Type{}, false
}

// getter returns the function that gives a vector's value i as duckdb-go does.
func getter(v *field.Vector) func(i int) driver.Value {
	get := valueGetter(v)
	if v.Null == nil {
		return get
	}
	return func(i int) driver.Value {
		if v.Null[i] {
			return nil
		}
		return get(i)
	}
}

// valueGetter is getter for values that are not NULL.
func valueGetter(v *field.Vector) func(i int) driver.Value {
	switch v.Type.Kind {
	case ir.Bool:
		return func(i int) driver.Value { return v.Int[i] != 0 }
	case ir.Int8:
		return func(i int) driver.Value { return int8(v.Int[i]) }
	case ir.Int16:
		return func(i int) driver.Value { return int16(v.Int[i]) }
	case ir.Int32:
		return func(i int) driver.Value { return int32(v.Int[i]) }
	case ir.Int64:
		return func(i int) driver.Value { return v.Int[i] }
	case ir.UInt8:
		return func(i int) driver.Value { return uint8(v.Int[i]) }
	case ir.UInt16:
		return func(i int) driver.Value { return uint16(v.Int[i]) }
	case ir.UInt32:
		return func(i int) driver.Value { return uint32(v.Int[i]) }
	case ir.UInt64:
		return func(i int) driver.Value { return v.Wide[i].Lo }
	case ir.Int128:
		return func(i int) driver.Value { return v.Wide[i].Big() }
	case ir.Float32:
		return func(i int) driver.Value { return float32(v.Float[i]) }
	case ir.Float64:
		return func(i int) driver.Value { return v.Float[i] }
	case ir.Decimal:
		return decimalGetter(v)
	case ir.Varchar:
		return func(i int) driver.Value { return v.Str[i] }
	case ir.Date:
		return func(i int) driver.Value { return time.Unix(v.Int[i]*secondsPerDay, 0).UTC() }
	case ir.Timestamp, ir.TimestampTZ:
		return func(i int) driver.Value { return time.UnixMicro(v.Int[i]).UTC() }
	case ir.TimestampS:
		return func(i int) driver.Value { return time.Unix(v.Int[i], 0).UTC() }
	case ir.TimestampMS:
		return func(i int) driver.Value { return time.UnixMilli(v.Int[i]).UTC() }
	case ir.TimestampNS:
		return func(i int) driver.Value { return time.Unix(0, v.Int[i]).UTC() }
	case ir.Time:
		return func(i int) driver.Value { return clock(v.Int[i]) }
	case ir.Enum:
		labels := v.Type.Labels()
		return func(i int) driver.Value { return labels[v.Int[i]] }
	case ir.UUID:
		return func(i int) driver.Value { return uuid(v.Wide[i]) }
	case ir.UHugeInt:
		return func(i int) driver.Value { return unsigned128(v.Wide[i]) }
	case ir.Blob:
		return func(i int) driver.Value { return []byte(v.Str[i]) }
	}
	panic("driver: a result of type " + v.Type.String())
}

const secondsPerDay = 24 * 60 * 60

func decimalGetter(v *field.Vector) func(i int) driver.Value {
	width, scale := v.Type.Width, v.Type.Scale
	if v.Type.Wide() {
		return func(i int) driver.Value {
			return duckdb.Decimal{Width: width, Scale: scale, Value: v.Wide[i].Big()}
		}
	}
	return func(i int) driver.Value {
		return duckdb.Decimal{Width: width, Scale: scale, Value: big.NewInt(v.Int[i])}
	}
}
