package phasetest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/compile"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// table is a result, of either engine.
type table struct {
	names []string
	types []string // as DuckDB spells them
	rows  [][]cell
}

// cell is a value in a form that both engines' results come to.
type cell struct {
	text  string  // as printed, exact
	num   float64 // of numbers, for sorting; of floating-point ones, to compare
	float bool
}

// equal reports that two cells are the same value, up to the rounding of floating-point sums.
func (c cell) equal(d cell) bool {
	if c.text == d.text {
		return true
	}
	if !c.float || !d.float || math.IsInf(c.num, 0) || math.IsInf(d.num, 0) {
		return false
	}
	return math.Abs(c.num-d.num) <= 1e-9*math.Max(math.Abs(c.num), math.Abs(d.num))
}

func compareCells(c, d cell) int {
	if c.num != d.num {
		return cmp.Compare(c.num, d.num)
	}
	return cmp.Compare(c.text, d.text)
}

// compareRows orders rows for printing and for comparing multisets. Floating-point columns come last,
// so that rounding does not disturb the order.
func compareRows(a, b []cell) int {
	for _, float := range []bool{false, true} {
		for i := range min(len(a), len(b)) {
			if a[i].float != float {
				continue
			}
			if c := compareCells(a[i], b[i]); c != 0 {
				return c
			}
		}
	}
	return 0
}

var (
	null       = cell{text: "NULL", num: math.Inf(1)}
	nullFloat  = cell{text: "NULL", num: math.Inf(1), float: true}
	dateLayout = "2006-01-02"
	timeLayout = "2006-01-02 15:04:05.999999"
)

func floatCell(x float64) cell {
	return cell{text: strconv.FormatFloat(x, 'g', 12, 64), num: x, float: true}
}

// intCell is an integer with so many decimals.
func intCell(x *big.Int, scale int) cell {
	digits, sign := new(big.Int).Abs(x).String(), ""
	if x.Sign() < 0 {
		sign = "-"
	}
	if scale > 0 {
		digits = strings.Repeat("0", max(0, scale+1-len(digits))) + digits
		digits = digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
	}
	num, _ := new(big.Float).SetInt(x).Float64()
	return cell{text: sign + digits, num: num / math.Pow10(scale)}
}

func textCell(s string) cell { return cell{text: "'" + s + "'"} }

// goCell is a value as database/sql has it.
func goCell(x any, typ string) cell {
	switch x := x.(type) {
	case nil:
		if typ == "DOUBLE" || typ == "FLOAT" {
			return nullFloat
		}
		return null
	case bool:
		return cell{text: strconv.FormatBool(x)}
	case float32:
		return floatCell(float64(x))
	case float64:
		return floatCell(x)
	case string:
		return textCell(x)
	case []byte:
		return textCell(fmt.Sprintf("%x", x))
	case *big.Int:
		return intCell(x, 0)
	case duckdb.Decimal:
		return intCell(x.Value, int(x.Scale))
	case time.Time:
		switch typ {
		case "DATE":
			return cell{text: x.Format(dateLayout)}
		case "TIME":
			return cell{text: x.Format("15:04:05.999999")}
		case "TIMESTAMP_NS":
			return cell{text: x.Format(timeLayout + "999")}
		}
		return cell{text: x.UTC().Format(timeLayout)}
	}
	s := fmt.Sprint(x) // the integers
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return cell{text: s}
	}
	return intCell(n, 0)
}

// fieldCell is a value as Reffine has it.
func fieldCell(v *field.Vector, t ir.Type, row int) cell {
	x := v.Value(row)
	switch {
	case !x.Valid && t.Float():
		return nullFloat
	case !x.Valid:
		return null
	case t.Kind == ir.Bool:
		return cell{text: strconv.FormatBool(x.True())}
	case t.Float():
		return floatCell(x.Float)
	case t.Kind == ir.Varchar || t.Kind == ir.Enum:
		return textCell(eval.Format(x, t))
	case t.Kind == ir.Blob:
		return textCell(fmt.Sprintf("%x", x.Str))
	case t.Kind == ir.UUID:
		return textCell(strings.ReplaceAll(eval.Format(x, t), "-", ""))
	case t.Kind == ir.UHugeInt:
		n, _ := new(big.Int).SetString(eval.Format(x, t), 10)
		return intCell(n, 0)
	}
	n, _ := x.Int.Int64()
	switch t.Kind {
	case ir.Date:
		return cell{text: time.Unix(n*86400, 0).UTC().Format(dateLayout)}
	case ir.Timestamp, ir.TimestampTZ:
		return cell{text: time.UnixMicro(n).UTC().Format(timeLayout)}
	case ir.TimestampS:
		return cell{text: time.Unix(n, 0).UTC().Format(timeLayout)}
	case ir.TimestampMS:
		return cell{text: time.UnixMilli(n).UTC().Format(timeLayout)}
	case ir.TimestampNS:
		return cell{text: time.Unix(0, n).UTC().Format(timeLayout + "999")}
	case ir.Time:
		return cell{text: time.UnixMicro(n).UTC().Format("15:04:05.999999")}
	}
	return intCell(x.Int.Big(), int(t.Scale))
}

// fieldTable is the result of a run.
func fieldTable(columns []compile.Column, vectors []*field.Vector) *table {
	out := &table{}
	for i, c := range columns {
		out.names = append(out.names, c.Name)
		out.types = append(out.types, typeName(c.Type))
		for row := range vectors[i].Len() {
			if i == 0 {
				out.rows = append(out.rows, make([]cell, len(columns)))
			}
			out.rows[row][i] = fieldCell(vectors[i], c.Type, row)
		}
	}
	return out
}

// typeName spells a type as DuckDB does.
func typeName(t ir.Type) string {
	if t.Kind == ir.Decimal {
		return fmt.Sprintf("DECIMAL(%d,%d)", t.Width, t.Scale)
	}
	return map[ir.Kind]string{
		ir.Bool: "BOOLEAN", ir.Int8: "TINYINT", ir.Int16: "SMALLINT", ir.Int32: "INTEGER", ir.Int64: "BIGINT", ir.Int128: "HUGEINT",
		ir.UInt8: "UTINYINT", ir.UInt16: "USMALLINT", ir.UInt32: "UINTEGER", ir.UInt64: "UBIGINT",
		ir.Float32: "FLOAT", ir.Float64: "DOUBLE", ir.Varchar: "VARCHAR", ir.Date: "DATE", ir.Timestamp: "TIMESTAMP",
		ir.Time: "TIME", ir.TimestampS: "TIMESTAMP_S", ir.TimestampMS: "TIMESTAMP_MS", ir.TimestampNS: "TIMESTAMP_NS", ir.TimestampTZ: "TIMESTAMPTZ",
		ir.UUID: "UUID", ir.UHugeInt: "UHUGEINT", ir.Blob: "BLOB", ir.Enum: "ENUM",
	}[t.Kind]
}

// sorted returns the rows in an order that depends on their values only.
func sorted(rows [][]cell) [][]cell {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, compareRows)
	return rows
}

// text prints at most limit rows, with a head line, the number of rows, and a hash when there are more.
func (t *table) text(rows [][]cell, limit int) string {
	var b strings.Builder
	for i, n := range t.names {
		if i > 0 {
			b.WriteString(" | ")
		}
		b.WriteString(n + " " + t.types[i])
	}
	b.WriteByte('\n')
	hash := fnv.New32a()
	for i, row := range rows {
		line := rowText(row) + "\n"
		if hash.Write([]byte(line)); i < limit {
			b.WriteString(line)
		}
	}
	if len(rows) == 1 {
		b.WriteString("(1 row)\n")
	} else if len(rows) <= limit {
		fmt.Fprintf(&b, "(%d rows)\n", len(rows))
	} else {
		fmt.Fprintf(&b, "(%d rows, the first %d of them, hash of all %08x)\n", len(rows), limit, hash.Sum32())
	}
	return b.String()
}

func rowText(row []cell) string {
	var parts []string
	for _, c := range row {
		parts = append(parts, c.text)
	}
	return strings.Join(parts, " | ")
}

// sequence says how the rows of a result may be ordered.
type sequence struct {
	ordered bool  // by ORDER BY
	columns []int // the only columns ordered by; nil when the order is total
	limit   int   // rows at most, 0 for all
}

// difference returns the first difference of got from want, empty when there is none. Names are
// not compared: an optimized plan does not keep them all, the driver has them from the prepared
// statement.
func difference(want, got *table, seq sequence) string {
	if !slices.Equal(want.types, got.types) {
		return fmt.Sprintf("types are %q, not %q", got.types, want.types)
	}
	if len(want.rows) != len(got.rows) {
		return fmt.Sprintf("%d rows, not %d\n%s", len(got.rows), len(want.rows), sample(want.rows, got.rows))
	}
	switch {
	case !seq.ordered:
		return rowsDiffer(sorted(want.rows), sorted(got.rows))
	case seq.columns == nil:
		return rowsDiffer(want.rows, got.rows)
	}
	return tiesDiffer(want.rows, got.rows, seq)
}

// sample shows rows of results of different length.
func sample(want, got [][]cell) string {
	var b strings.Builder
	for _, r := range []struct {
		who  string
		rows [][]cell
	}{{"DuckDB", want}, {"Reffine", got}} {
		for i, row := range sorted(r.rows) {
			if i == 10 {
				break
			}
			fmt.Fprintf(&b, "  %s: %s\n", r.who, rowText(row))
		}
	}
	return b.String()
}

func rowsDiffer(want, got [][]cell) string {
	for i := range want {
		if !slices.EqualFunc(want[i], got[i], cell.equal) {
			return fmt.Sprintf("row %d is %s, not %s", i+1, rowText(got[i]), rowText(want[i]))
		}
	}
	return ""
}

// tiesDiffer compares the columns of the order in sequence, and the rows that share them as a
// multiset. Of a tie that the limit has cut, any rows will do.
func tiesDiffer(want, got [][]cell, seq sequence) string {
	for first := 0; first < len(want); {
		last := first
		for ; last < len(want) && sameKey(want[first], want[last], seq.columns); last++ {
			if !sameKey(want[first], got[last], seq.columns) {
				return fmt.Sprintf("row %d is %s, not %s", last+1, rowText(got[last]), rowText(want[last]))
			}
		}
		if last != seq.limit {
			if d := rowsDiffer(sorted(want[first:last]), sorted(got[first:last])); d != "" {
				return fmt.Sprintf("among the ties from row %d: %s", first+1, d)
			}
		}
		first = last
	}
	return ""
}

func sameKey(a, b []cell, columns []int) bool {
	for _, i := range columns {
		if !a[i].equal(b[i]) {
			return false
		}
	}
	return true
}
