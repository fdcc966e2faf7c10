package sidebyside

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

// tolerance is the relative difference allowed between doubles. Everything else is exact.
const tolerance = 1e-9

// Compare returns nil when got is a right result of the query given that want is one, or the
// first difference. Names and types of columns must agree as well as the values.
func Compare(want, got Result, q Query) error {
	if !slices.Equal(want.Columns, got.Columns) {
		return fmt.Errorf("columns are %q, not %q", got.Columns, want.Columns)
	}
	for i := range min(len(want.Rows), len(got.Rows)) {
		for j, w := range want.Rows[i] {
			if g := got.Rows[i][j]; w != nil && g != nil && reflect.TypeOf(w) != reflect.TypeOf(g) {
				return fmt.Errorf("column %s is of type %T, not %T", want.Columns[j], g, w)
			}
		}
	}
	a, err := cellsOf(want.Rows)
	if err != nil {
		return err
	}
	b, err := cellsOf(got.Rows)
	if err != nil {
		return err
	}
	return compareRows(a, b, q)
}

// compareRows compares position by position in the columns of the order, and as multisets the
// rows with equal keys. Where a LIMIT has cut the result, the rows of the last key may be any of
// those that share it, and only the keys are compared.
func compareRows(want, got [][]cell, q Query) error {
	if len(want) != len(got) {
		return fmt.Errorf("%d rows, not %d", len(got), len(want))
	}
	for first := 0; first < len(want); {
		last := first + 1
		for last < len(want) && sameKey(want[first], want[last], q.Order) {
			last++
		}
		for i := first; i < last; i++ {
			if !sameKey(want[first], got[i], q.Order) {
				return fmt.Errorf("row %d is %v, not %v", i+1, got[i], want[i])
			}
		}
		cut := q.Limit > 0 && last == q.Limit && last-first > 1
		if !cut {
			if err := sameRows(want[first:last], got[first:last], first); err != nil {
				return err
			}
		}
		first = last
	}
	return nil
}

func sameKey(a, b []cell, columns []int) bool {
	for _, i := range columns {
		if i >= len(a) || i >= len(b) || !a[i].equal(b[i]) {
			return false
		}
	}
	return true
}

// sameRows compares two multisets of rows: sorted alike, they must agree row by row. Doubles come
// last in the sort, so that their tolerance does not disturb it.
func sameRows(want, got [][]cell, offset int) error {
	want, got = slices.Clone(want), slices.Clone(got)
	slices.SortStableFunc(want, compareCells)
	slices.SortStableFunc(got, compareCells)
	for i := range want {
		if !slices.EqualFunc(want[i], got[i], cell.equal) {
			return fmt.Errorf("near row %d: %v is not %v", offset+i+1, got[i], want[i])
		}
	}
	return nil
}

func compareCells(a, b []cell) int {
	for pass := range 2 {
		for i := range min(len(a), len(b)) {
			if (a[i].kind == double) != (pass == 1) {
				continue
			}
			if c := a[i].compare(b[i]); c != 0 {
				return c
			}
		}
	}
	return 0
}

// A cellKind is how a value is compared.
type cellKind int

const (
	null cellKind = iota
	exact
	double
	text // strings, dates, booleans
)

// A cell is one value in comparable form.
type cell struct {
	kind   cellKind
	number *big.Rat
	digits int  // after the decimal point
	cut    bool // further digits of the number are unknown
	float  float64
	text   string
}

func (c cell) String() string {
	switch c.kind {
	case null:
		return "NULL"
	case exact:
		return c.number.FloatString(c.digits)
	case double:
		return fmt.Sprint(c.float)
	}
	return c.text
}

// equal compares two cells. A cut number equals those that round to it.
func (c cell) equal(d cell) bool {
	if c.kind != d.kind {
		return false
	}
	switch c.kind {
	case exact:
		if d.cut {
			c, d = d, c
		}
		if c.cut {
			return c.number.FloatString(c.digits) == d.number.FloatString(c.digits)
		}
		return c.number.Cmp(d.number) == 0
	case double:
		if c.float == d.float || math.IsNaN(c.float) && math.IsNaN(d.float) {
			return true
		}
		return math.Abs(c.float-d.float) <= tolerance*max(math.Abs(c.float), math.Abs(d.float))
	}
	return c.text == d.text
}

// compare orders cells of a column.
func (c cell) compare(d cell) int {
	if c.kind != d.kind {
		return cmp.Compare(c.kind, d.kind)
	}
	switch c.kind {
	case exact:
		return c.number.Cmp(d.number)
	case double:
		return cmp.Compare(c.float, d.float)
	}
	return cmp.Compare(c.text, d.text)
}

func cellsOf(rows [][]any) ([][]cell, error) {
	all := make([][]cell, len(rows))
	for i, row := range rows {
		all[i] = make([]cell, len(row))
		for j, v := range row {
			c, err := cellOf(v)
			if err != nil {
				return nil, err
			}
			all[i][j] = c
		}
	}
	return all, nil
}

func integer(v int64) cell { return cell{kind: exact, number: new(big.Rat).SetInt64(v)} }

// cellOf takes the types that the columns of the benchmarks' queries have.
func cellOf(v any) (cell, error) {
	switch v := v.(type) {
	case nil:
		return cell{}, nil
	case int8:
		return integer(int64(v)), nil
	case int16:
		return integer(int64(v)), nil
	case int32:
		return integer(int64(v)), nil
	case int64:
		return integer(v), nil
	case *big.Int:
		return cell{kind: exact, number: new(big.Rat).SetInt(v)}, nil
	case duckdb.Decimal:
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v.Scale)), nil)
		return cell{kind: exact, number: new(big.Rat).SetFrac(v.Value, scale), digits: int(v.Scale)}, nil
	case float64:
		return cell{kind: double, float: v}, nil
	case string:
		return cell{kind: text, text: v}, nil
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return cell{kind: text, text: v.Format(time.DateOnly)}, nil
		}
		return cell{kind: text, text: v.Format(time.RFC3339Nano)}, nil
	case bool:
		return cell{kind: text, text: strconv.FormatBool(v)}, nil
	}
	return cell{}, fmt.Errorf("values of type %T are not compared", v)
}
