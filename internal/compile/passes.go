package compile

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/reffine-db/reffine/fuse"
	"github.com/reffine-db/reffine/ir"
)

// pass is one IR → IR transformation. A required pass cannot be disabled: later
// phases rely on it.
type pass struct {
	name     string
	required bool
	fn       func(*ir.Program, *state) (*ir.Program, error)
}

// state collects what passes have to say beyond their result.
type state struct {
	stops    []fuse.Stop
	choices  []fuse.Choice
	expected []fuse.Expected
}

// fusedPhase and canonicalPhase name the passes after which the program is shown
// as the fused and as the canonical phase.
const (
	fusedPhase     = "prune"
	canonicalPhase = "nest"
)

var passes = [...]pass{
	{name: "inline", fn: func(p *ir.Program, s *state) (*ir.Program, error) {
		p, s.stops = fuse.Inline(p)
		return p, nil
	}},
	{name: "distribute", fn: plain(fuse.Distribute)},
	{name: "simplify", fn: plain(fuse.Simplify)},
	{name: "resolve", fn: plain(fuse.Resolve)},
	{name: "inline points", required: true, fn: plain(fuse.InlinePoints)},
	{name: "drop implied", fn: plain(fuse.DropImplied)},
	{name: "roll up", fn: plain(fuse.RollUp)},
	{name: "prune", fn: plain(fuse.Prune)},
	{name: "materialize", required: true, fn: func(p *ir.Program, _ *state) (*ir.Program, error) {
		p, err := fuse.Materialize(p)
		if err != nil {
			return nil, &Refusal{Operator: "FIELD", Reason: err.Error()}
		}
		return p, nil
	}},
	{name: "scatter", required: true, fn: func(p *ir.Program, _ *state) (*ir.Program, error) {
		p, err := fuse.Scatter(p)
		if err != nil {
			return nil, &Refusal{Operator: "AGGREGATE", Reason: err.Error()}
		}
		return p, nil
	}},
	{name: "order", fn: func(p *ir.Program, s *state) (*ir.Program, error) {
		p, s.choices, s.expected = fuse.Order(p)
		return p, nil
	}},
	{name: "precompute", fn: plain(fuse.Precompute)},
	{name: "precompute keys", required: true, fn: plain(fuse.PrecomputeKeys)},
	{name: "bound", required: true, fn: plain(fuse.Bound)},
	{name: "nest", required: true, fn: plain(fuse.Nest)},
}

// order states what the order of passes must respect, verified at start.
var order = [...]struct{ before, after, why string }{
	{"inline", "distribute", "an operator is over a union alone once others are substituted"},
	{"distribute", "simplify", "what each part makes of the conditions is constant in some"},
	{"inline", "simplify", "substitution puts the CASE of a mark join into the predicate that makes it two-valued"},
	{"inline", "resolve", "a group key is equated with a value only where both fields meet"},
	{"resolve", "inline points", "points are what resolved keys leave"},
	{"inline points", "drop implied", "the existence of a group is implied once its reduction stands beside it"},
	{"drop implied", "roll up", "rows are the same under the same conditions"},
	{"roll up", "prune", "what only the rows were read for need not be stored"},
	{"drop implied", "prune", "what only an implied condition read need not be stored"},
	{"inline", "materialize", "what could be substituted must not be stored"},
	{"drop implied", "materialize", "a field that turns out not to be read must not be stored"},
	{"materialize", "scatter", "groups are read by position as well"},
	{"inline points", "scatter", "a reordering read at a point must not be materialized"},
	{"scatter", "order", "the rows of a group field are a loop to be ordered"},
	{"order", "precompute", "what is tested how often depends on the order of loops"},
	{"order", "precompute keys", "which rows are to be found depends on the order of loops"},
	{"precompute keys", "bound", "the keys of all rows are computed in parallel slices too"},
	{"precompute", "bound", "what is computed for all rows runs in parallel slices too"},
	{"order", "bound", "bounds go on the outermost coordinate"},
	{"bound", "nest", "bounds belong to the outermost level"},
}

func init() {
	at := map[string]int{}
	for i, p := range passes {
		if _, dup := at[p.name]; dup {
			panic("compile: two passes named " + p.name)
		}
		at[p.name] = i
	}
	for _, o := range order {
		if at[o.before] >= at[o.after] {
			panic(fmt.Sprintf("compile: pass %s must come before %s: %s", o.before, o.after, o.why))
		}
	}
}

func plain(f func(*ir.Program) *ir.Program) func(*ir.Program, *state) (*ir.Program, error) {
	return func(p *ir.Program, _ *state) (*ir.Program, error) { return f(p), nil }
}

// runPass runs one pass: cancellation, switch and panic border.
func runPass(ctx context.Context, ps pass, p *ir.Program, s *state, opt Options) (out *ir.Program, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if opt.Disable[ps.name] && !ps.required {
		return p, nil
	}
	defer recoverAs(&err, ps.name, func() string { return p.String() })
	return ps.fn(p, s)
}

// recoverAs turns a panic into an *Internal of the phase.
func recoverAs(err *error, phase string, before func() string) {
	r := recover()
	if r == nil {
		return
	}
	text := ""
	if before != nil {
		text = "\nbefore:\n" + before()
	}
	*err = &Internal{Phase: phase, Cause: r, Stack: string(debug.Stack()) + text}
}

// OptionalPasses returns the names of the passes that can be disabled, in order.
func OptionalPasses() []string {
	var out []string
	for _, p := range passes {
		if !p.required {
			out = append(out, p.name)
		}
	}
	return out
}

// CheckDisabled returns an error naming the first of names that is not a pass that can be
// disabled.
func CheckDisabled(names map[string]bool) error {
	known := OptionalPasses()
next:
	for n := range names {
		for _, k := range known {
			if n == k {
				continue next
			}
		}
		return fmt.Errorf("compile: no pass %q that can be disabled (have %s)", n, strings.Join(known, ", "))
	}
	return nil
}
