package vector

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
)

// Env resolves the leaves of expressions at compile time. A leaf no method
// resolves is an *Unsupported error of Compile.
type Env interface {
	// Column resolves the attribute of a record (*ir.Attr over an *ir.Access)
	// or an unnamed scalar (*ir.Access with a scalar type): the column, the slot
	// of Frame.Slots that positions it, and whether a position may be -1.
	Column(x ir.Expr) (col *field.Column, slot int, maybeAbsent bool, ok bool)
	// Coordinate resolves an iterator whose value is the position itself plus
	// base: the rows of a table in row order, and the like. The position must not
	// be -1 where the value is used.
	Coordinate(name string) (slot int, base int64, ok bool)
	// Temp resolves an iterator name to a temporary. It is asked before
	// Coordinate.
	Temp(name string) (Temp, bool)
	// Present resolves x in x != null to the slot whose position is -1 exactly
	// when x is φ; maybeAbsent false says that never happens.
	Present(x ir.Expr) (slot int, maybeAbsent bool, ok bool)
	// Sym returns the value of a parameter or bound.
	Sym(name string) (ir.Value, bool)
}

// Temp describes Frame.Temps[Index]. Type.Null false promises no NULLs. Proved
// bounds the values when not nil. Dict is the dictionary of a Codes lane, the
// same in every block.
type Temp struct {
	Index  int
	Type   ir.Type
	Lane   Lane
	Proved *Interval
	Dict   *field.Dictionary
}

// Unsupported is Compile's refusal of an expression: the caller runs it another
// way.
type Unsupported struct{ Op, Reason string }

// Error implements error.
func (e *Unsupported) Error() string { return "vector: " + e.Op + ": " + e.Reason }
