package eval

import (
	"strings"

	"github.com/reffine-db/reffine/ir"
)

// Compare orders two values of one type (up to decimal width and integer
// width), neither NULL: -1, 0 or 1. NaN equals NaN and is greater than every other
// float; -0 equals 0; strings compare by bytes.
func Compare(a, b ir.Value) int {
	switch {
	case a.Type.Text():
		return strings.Compare(a.Str, b.Str)
	case a.Type.Float():
		return CompareFloat(a.Float, b.Float)
	}
	return a.Int.Cmp(b.Int)
}

// CompareFloat is Compare on floats.
func CompareFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == b:
		return 0
	}
	an, bn := a != a, b != b
	switch {
	case an && bn:
		return 0
	case an:
		return 1
	}
	return -1
}

// holds interprets the outcome of Compare.
func holds(op ir.Op, c int) bool {
	switch op {
	case ir.Eq:
		return c == 0
	case ir.Ne:
		return c != 0
	case ir.Lt:
		return c < 0
	case ir.Le:
		return c <= 0
	case ir.Gt:
		return c > 0
	case ir.Ge:
		return c >= 0
	}
	panic("eval: not a comparison: " + op.String())
}

func notDistinct(a, b ir.Value) bool {
	if !a.Valid || !b.Valid {
		return a.Valid == b.Valid
	}
	return Compare(a, b) == 0
}

// extreme is least or greatest of the values that are not NULL.
func extreme(op ir.Op, args []ir.Value, t ir.Type) ir.Value {
	best := ir.NullOf(t)
	for _, a := range args {
		if !a.Valid {
			continue
		}
		if a.Type = t.NotNull(); !best.Valid {
			best = a
			continue
		}
		if c := Compare(a, best); op == ir.Least && c < 0 || op == ir.Greatest && c > 0 {
			best = a
		}
	}
	if t.Kind == ir.Float32 && best.Float == 0 {
		best.Float = 0 // the engine orders this type by keys, which have no -0
	}
	return best
}

// connect is three-valued conjunction or disjunction.
func connect(op ir.Op, args []ir.Value) ir.Value {
	null := false
	for _, a := range args {
		switch {
		case !a.Valid:
			null = true
		case a.True() == (op == ir.Or):
			return ir.BoolValue(op == ir.Or)
		}
	}
	if null {
		return ir.NullOf(ir.Of(ir.Bool))
	}
	return ir.BoolValue(op == ir.And)
}
