package randexpr

import (
	"math"
	"strconv"
	"strings"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// Types are the types expressions are grown over.
var Types = []ir.Type{
	ir.Of(ir.Bool), ir.Of(ir.Int8), ir.Of(ir.Int16), ir.Of(ir.Int32), ir.Of(ir.Int64), ir.Of(ir.UInt8), ir.Of(ir.UInt16),
	ir.Of(ir.UInt32), ir.Of(ir.UInt64), ir.Of(ir.Int128), ir.Of(ir.Float32), ir.Of(ir.Float64),
	ir.DecimalOf(4, 1), ir.DecimalOf(9, 2), ir.DecimalOf(15, 2), ir.DecimalOf(18, 0), ir.DecimalOf(18, 4),
	ir.DecimalOf(30, 10), ir.DecimalOf(38, 4), ir.DecimalOf(38, 38),
	ir.Of(ir.Varchar), ir.Of(ir.Date), ir.Of(ir.Timestamp),
}

// TypeName returns the SQL name of a type.
func TypeName(t ir.Type) string {
	switch t.Kind {
	case ir.Bool:
		return "BOOLEAN"
	case ir.Int8:
		return "TINYINT"
	case ir.Int16:
		return "SMALLINT"
	case ir.Int32:
		return "INTEGER"
	case ir.Int64:
		return "BIGINT"
	case ir.UInt8:
		return "UTINYINT"
	case ir.UInt16:
		return "USMALLINT"
	case ir.UInt32:
		return "UINTEGER"
	case ir.UInt64:
		return "UBIGINT"
	case ir.Int128:
		return "HUGEINT"
	case ir.Float32:
		return "FLOAT"
	case ir.Float64:
		return "DOUBLE"
	case ir.Decimal:
		return "DECIMAL(" + strconv.Itoa(int(t.Width)) + "," + strconv.Itoa(int(t.Scale)) + ")"
	}
	return strings.ToUpper(t.Kind.String())
}

var texts = []string{
	"", "a", "b", "ab", "Ab", "hello world", "special requests", "äöü", "ÄÖÜ straße", "日本語", "x_y", "100%", "%", "aXbXc", "\U0001F600z",
	"1", "-17", "127", "128", "3.75", "1e3", "true", "2000-02-29", "1969-12-31 23:59:59.5", "zzz", "  5", "nan",
}

var floats = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2.5, -2.5, 0.1, 1e-7, 123456.789, 1e15, 1e16, 1e17, 3e38, 1e300, -1e300,
	math.Inf(1), math.Inf(-1), math.NaN(), 127.4, -128.4, 2147483647, 9007199254740993, 1e20, -1e37, 0.125, 0.285,
}

var days = []int64{
	0, -1, 1, 59, 60, 10957, 11016, 11017, -719528, -719529, -719163, -719162, -1000000, 2932896, 2932897, 106751991, -106751991,
	math.MaxInt32, -math.MaxInt32, 8766, 8035, 19782,
}

var instants = []int64{
	0, -1, 1, 86399999999, 86400000000, -86400000001, 951782400000000, 1234567890123456, -62135596800000001,
	math.MaxInt64, -math.MaxInt64, 253402300800000000, -99999999999999999,
}

// Value returns a random value of type t, often an edge, sometimes NULL.
func (g *Gen) Value(t ir.Type) ir.Value {
	if g.Rand.IntN(10) == 0 {
		return ir.NullOf(t)
	}
	return g.valid(t)
}

// valid is Value without NULL.
func (g *Gen) valid(t ir.Type) ir.Value {
	r := g.Rand
	switch t.Kind {
	case ir.Varchar:
		return ir.StringValue(texts[r.IntN(len(texts))])
	case ir.Float64:
		if r.IntN(3) == 0 {
			return ir.FloatValue(t, r.NormFloat64()*20)
		}
		return ir.FloatValue(t, floats[r.IntN(len(floats))])
	case ir.Float32:
		return ir.FloatValue(t, float64(float32(floats[r.IntN(len(floats))])))
	case ir.Date:
		if r.IntN(2) == 0 {
			return ir.IntValue(t, int64(r.IntN(20000)))
		}
		return ir.IntValue(t, days[r.IntN(len(days))])
	case ir.Timestamp:
		return ir.IntValue(t, instants[r.IntN(len(instants))])
	}
	all := eval.Range(t)
	var v int128.Int
	switch r.IntN(8) {
	case 0:
		v = all.Lo
	case 1:
		v = all.Hi
	case 2:
		v, _ = all.Lo.Add(int128.Of(1))
	case 3:
		v = int128.Int{Hi: r.Int64() >> r.IntN(64), Lo: r.Uint64()}
	case 4:
		v = int128.Of(int64(r.Uint64()) >> r.IntN(64))
	default:
		v = int128.Of(int64(r.IntN(21) - 5))
	}
	if !all.Has(v) {
		v = int128.Of(int64(r.IntN(2)))
	}
	return ir.WideValue(t, v)
}

// Literal returns the SQL of a value of type t.
func Literal(v ir.Value, t ir.Type) string {
	s := "NULL"
	if v.Valid {
		s = "'" + strings.ReplaceAll(eval.Format(v, t), "'", "''") + "'"
	}
	if t.Kind == ir.Varchar && v.Valid {
		return s
	}
	return "CAST(" + s + " AS " + TypeName(t) + ")"
}
