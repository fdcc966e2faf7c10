package main

import (
	"bufio"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/duckdb/duckdb-go/v2"
)

// table is a result as text.
type table struct {
	columns []tableColumn
	rows    [][]string
}

type tableColumn struct {
	name  string
	typ   string // DuckDB's name of the type
	right bool   // a number
}

// readTable reads all rows and closes them.
func readTable(rows *sql.Rows) (_ *table, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	t := &table{}
	for _, c := range types {
		t.columns = append(t.columns, tableColumn{c.Name(), c.DatabaseTypeName(), isNumber(c.DatabaseTypeName())})
	}
	values := make([]any, len(types))
	targets := make([]any, len(types))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		row := make([]string, len(values))
		for i, v := range values {
			row[i] = valueText(v, t.columns[i].typ)
		}
		t.rows = append(t.rows, row)
	}
	return t, rows.Err()
}

func isNumber(typ string) bool {
	switch typ {
	case "FLOAT", "DOUBLE":
		return true
	}
	return strings.HasSuffix(typ, "INT") || strings.HasSuffix(typ, "INTEGER") || strings.HasPrefix(typ, "DECIMAL")
}

// print prints the columns side by side under their names.
func (t *table) print(w io.Writer) error {
	b := bufio.NewWriter(w)
	widths := make([]int, len(t.columns))
	names := make([]string, len(t.columns))
	rules := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = oneLine.Replace(c.name)
		widths[i] = utf8.RuneCountInString(names[i])
	}
	for _, row := range t.rows {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for i, width := range widths {
		rules[i] = strings.Repeat("-", width)
	}
	t.printRow(b, names, widths)
	t.printRow(b, rules, widths)
	for _, row := range t.rows {
		t.printRow(b, row, widths)
	}
	return b.Flush()
}

// printRow prints one line, without spaces at its end.
func (t *table) printRow(b *bufio.Writer, row []string, widths []int) {
	var line strings.Builder
	for i, text := range row {
		if i > 0 {
			line.WriteString("  ")
		}
		padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
		if t.columns[i].right {
			line.WriteString(padding + text)
		} else {
			line.WriteString(text + padding)
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

// oneLine keeps a value on its line.
var oneLine = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`)

// valueText returns a value of a column of DuckDB's type typ as one line of text.
func valueText(v any, typ string) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		return oneLine.Replace(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case float32:
		return strconv.FormatFloat(float64(v), 'g', -1, 32)
	case time.Time:
		return v.Format(timeLayout(typ))
	case duckdb.Decimal:
		return decimalText(v.Value, int(v.Scale))
	case duckdb.Interval:
		return fmt.Sprintf("%d months %d days %s", v.Months, v.Days, time.Duration(v.Micros)*time.Microsecond)
	case []byte:
		if typ == "UUID" && len(v) == len(duckdb.UUID{}) {
			id := duckdb.UUID(v)
			return id.String()
		}
		return `\x` + hex.EncodeToString(v)
	}
	return oneLine.Replace(fmt.Sprint(v))
}

func timeLayout(typ string) string {
	switch typ {
	case "DATE":
		return time.DateOnly
	case "TIME":
		return "15:04:05.999999"
	case "TIMETZ":
		return "15:04:05.999999Z07:00"
	case "TIMESTAMPTZ":
		return "2006-01-02 15:04:05.999999Z07:00"
	}
	return "2006-01-02 15:04:05.999999999"
}

// decimalText writes v divided by ten to the power of scale, with all scale digits.
func decimalText(v *big.Int, scale int) string {
	digits := new(big.Int).Abs(v).String()
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	sign := ""
	if v.Sign() < 0 {
		sign = "-"
	}
	point := len(digits) - scale
	if scale == 0 {
		return sign + digits
	}
	return sign + digits[:point] + "." + digits[point:]
}
