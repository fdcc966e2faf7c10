package compile

import (
	"context"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
)

// Refusal is the typed answer of any phase that cannot carry a plan further:
// DuckDB runs the query. Operator names the plan or IR operator, Reason says why. Phases
// are those that were completed before, for explain.
type Refusal struct {
	Operator, Reason string
	Phases           []Phase
}

// Error implements error.
func (r *Refusal) Error() string { return r.Operator + ": " + r.Reason }

// Internal is a compiler bug or a panic in the loops, caught at the border of
// this package: the phase, the panic value, the stack.
type Internal struct {
	Phase string
	Cause any
	Stack string
}

// Phase is one printable stage of a compiled query.
type Phase struct{ Name, Text string }

// Column is a result column.
type Column struct {
	Name string
	Type ir.Type
}

// Tier chooses how loops run.
type Tier uint8

// The tiers: Auto decides by expected work.
const (
	Auto Tier = iota
	Interpreted
	Compiled
)

// Options of one compilation and its runs.
type Options struct {
	Threads int             // workers; 0 means GOMAXPROCS
	Block   int             // positions a block; 0 means what suits each loop
	Morsel  int             // positions a morsel; 0 means 65536
	Tier    Tier            //
	Disable map[string]bool // passes by name
	Verify  bool            // check the program after every pass, not the first and the last only
}

// Query is a compiled plan, safe for concurrent Runs. It is valid for the
// data version it was compiled at.
type Query interface {
	Columns() []Column
	Phases() []Phase // plan, ir, fused, spaces, loops, tier
	// Params lists the identifiers of the parameters used ("1", "2" or names),
	// with the types their values must have.
	Params() map[string]ir.Type
	// Run executes the loops. An error is ctx's error, or says that DuckDB must
	// answer instead (an overflow, a failed cast): DuckDB then raises its own error.
	Run(ctx context.Context, args map[string]ir.Value) ([]*field.Vector, error)
	// Analyze is Run, and returns what every loop did, as text.
	Analyze(ctx context.Context, args map[string]ir.Value) (out []*field.Vector, text string, err error)
}
