package driver

import (
	"database/sql/driver"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// parameter is a parameter of a statement.
type parameter struct {
	name string      // its identifier: "1", or a name
	duck duckdb.Type // what DuckDB infers when it prepares the statement
	typ  ir.Type     // what it is planned as
}

// argKinds names the Go types of arguments: what the types of the parameters of
// a given statement depend on.
func argKinds(args []driver.NamedValue) string {
	var b strings.Builder
	for _, a := range args {
		fmt.Fprintf(&b, "%s:%T,", a.Name, a.Value)
	}
	return b.String()
}

// argument returns the value duckdb-go binds to parameter i.
func argument(args []driver.NamedValue, i int, name string) driver.Value {
	value := args[i].Value
	for _, a := range args {
		if a.Ordinal == i+1 {
			value = a.Value
		}
	}
	for _, a := range args {
		if a.Name == name {
			value = a.Value
		}
	}
	return value
}

// typeArgument sets the type p is planned as: that of the DuckDB value that
// duckdb-go binds for v. DuckDB plans a statement anew, with that type, when it
// is not the inferred one; recast is true then. Where the new plan could depend
// on more than the type (NULL and string literals adapt to what is around
// them), the query is DuckDB's.
func (p *parameter) typeArgument(v driver.Value) (recast bool, no *NotNativeError) {
	kind := ir.Invalid
	switch v.(type) {
	case bool:
		kind = ir.Bool
	case int8:
		kind = ir.Int8
	case int16:
		kind = ir.Int16
	case int32:
		kind = ir.Int32
	case int, int64:
		kind = ir.Int64
	case uint8:
		kind = ir.UInt8
	case uint16:
		kind = ir.UInt16
	case uint32:
		kind = ir.UInt32
	case uint64:
		kind = ir.UInt64
	case float32:
		kind = ir.Float32
	case float64:
		kind = ir.Float64
	case *big.Int:
		if p.duck == duckdb.TYPE_HUGEINT {
			kind = ir.Int128
		}
	case string:
		if p.duck == duckdb.TYPE_VARCHAR {
			kind = ir.Varchar
		}
		if p.duck == duckdb.TYPE_DATE {
			kind = ir.Date
		}
	case time.Time:
		if p.duck == duckdb.TYPE_DATE {
			kind = ir.Date
		}
		if p.duck == duckdb.TYPE_TIMESTAMP {
			kind = ir.Timestamp
		}
	}
	if kind == ir.Invalid {
		return false, notNative("parameter", fmt.Sprintf("$%s: a %T for %s", p.name, v, duckName(p.duck)))
	}
	p.typ = ir.Of(kind)
	return typeTable[kind].duck != p.duck, nil
}

// typeInferred sets the type p is planned as to the inferred one.
func (p *parameter) typeInferred() *NotNativeError {
	t, ok := kindOf(p.duck)
	if !ok {
		return notNative("parameter", fmt.Sprintf("$%s of type %s", p.name, duckName(p.duck)))
	}
	p.typ = t
	return nil
}

// value returns v as a value of p's type, converted as duckdb-go does. The Go
// type of v is one that typeArgument took.
func (p *parameter) value(v driver.Value) (ir.Value, *NotNativeError) {
	switch v := v.(type) {
	case bool:
		return ir.BoolValue(v), nil
	case int8:
		return ir.IntValue(p.typ, int64(v)), nil
	case int16:
		return ir.IntValue(p.typ, int64(v)), nil
	case int32:
		return ir.IntValue(p.typ, int64(v)), nil
	case int:
		return ir.IntValue(p.typ, int64(v)), nil
	case int64:
		return ir.IntValue(p.typ, v), nil
	case uint8:
		return ir.IntValue(p.typ, int64(v)), nil
	case uint16:
		return ir.IntValue(p.typ, int64(v)), nil
	case uint32:
		return ir.IntValue(p.typ, int64(v)), nil
	case uint64:
		return ir.WideValue(p.typ, int128.OfUint(v)), nil
	case float32:
		return ir.FloatValue(p.typ, float64(v)), nil
	case float64:
		return ir.FloatValue(p.typ, v), nil
	case *big.Int:
		if v != nil {
			if wide, ok := int128.FromBig(v); ok {
				return ir.WideValue(p.typ, wide), nil
			}
		}
	case string:
		if p.typ.Kind == ir.Varchar && utf8.ValidString(v) {
			return ir.StringValue(v), nil
		}
		// Only what is a date in every setting of DuckDB's.
		if d, err := time.Parse(time.DateOnly, v); p.typ.Kind == ir.Date && err == nil && d.Year() > 0 {
			return ir.IntValue(p.typ, d.Unix()/secondsPerDay), nil
		}
	case time.Time:
		if p.typ.Kind == ir.Date {
			// duckdb-go rounds towards 1970, and narrows without a check.
			return ir.IntValue(p.typ, int64(int32(v.Unix()/secondsPerDay))), nil
		}
		if year := v.Year(); year >= -290307 && year <= 294246 {
			return ir.IntValue(p.typ, v.UnixMicro()), nil
		}
	}
	return ir.Value{}, notNative("parameter", fmt.Sprintf("$%s: %v is not a %s", p.name, v, sqlName(p.typ)))
}

func duckName(t duckdb.Type) string {
	if t == duckdb.TYPE_INVALID {
		return "a parameter of no certain type"
	}
	for _, row := range typeTable {
		if row.scan != nil && row.duck == t {
			return row.sql
		}
	}
	if name := otherTypes[t]; name != "" {
		return name
	}
	return "DuckDB type " + strconv.Itoa(int(t))
}

// recast returns the text with every parameter in casts made that type. The
// CASE keeps the type apart from its surroundings: DuckDB would merge a cast
// straight around the parameter with that of the context. The optimizer removes
// it.
func (st *statement) recast(casts map[string]ir.Type) (string, *NotNativeError) {
	var b strings.Builder
	last, ordinal := 0, 0
	for _, t := range st.tokens {
		if t.kind != tokenParameter {
			continue
		}
		name := strings.ToLower(st.text[t.start+1 : t.end])
		if st.text[t.start] == '?' {
			if name != "" {
				return "", notNative("parameter", "?"+name+" needs a cast")
			}
			ordinal++
			name = strconv.Itoa(ordinal)
		}
		typ, ok := casts[name]
		if !ok {
			continue
		}
		b.WriteString(st.text[last:t.start])
		b.WriteString("CASE WHEN true THEN CAST(" + st.text[t.start:t.end] + " AS " + sqlName(typ) + ") END")
		last = t.end
	}
	b.WriteString(st.text[last:])
	return b.String(), nil
}
