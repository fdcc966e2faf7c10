package plan

import (
	"cmp"
	"slices"
	"strconv"
)

// Options are the named arguments with which json_serialize_plan must be called.
const Options = "optimize := true, skip_null := true, skip_empty := false, skip_default := true"

// DisabledOptimizers must be in DuckDB's setting disabled_optimizers while it plans: the first makes
// serialization fail on many plans, and the last on count(*) beside the count of a column without
// NULLs; the second adds functions that exist inside DuckDB only, the third puts a limit below a join on
// row ids.
const DisabledOptimizers = "column_lifetime,compressed_materialization,late_materialization,common_aggregate"

// Decode reads the answer of json_serialize_plan for one statement; see the package comment for the
// options and settings it must have been made with.
//
// Errors: *Unsupported for a plan this package does not know in full, *Rejected when
// DuckDB could not plan the statement, *Malformed when data is not such an answer (DuckDB answers
// with an empty text when a constant, a BIT for one, cannot be written as JSON).
func Decode(data []byte) (p *Plan, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Unsupported:
			p, err = nil, r
		case *Rejected:
			p, err = nil, r
		case *Malformed:
			p, err = nil, r
		default:
			panic(r)
		}
	}()
	root := parseJSON(data)
	d := &decoder{op: "STATEMENT", params: map[string]Type{}, volatile: map[string]bool{}, cteIndex: map[*CTE]uint64{}}
	p = &Plan{Root: d.node(d.statement(&root))}
	p.Params = d.sortedParams()
	p.Tables = d.tables
	for name := range d.volatile {
		p.Volatile = append(p.Volatile, name)
	}
	slices.Sort(p.Volatile)
	return p, nil
}

// statement returns the plan in the answer.
func (d *decoder) statement(root *value) *value {
	o := d.object(root, "answer")
	if o.flag("error", false) {
		// Further attributes vary with the kind of error.
		panic(&Rejected{Kind: o.textOr("error_type", ""), Message: o.textOr("error_message", "")})
	}
	plans := o.list("plans")
	o.done()
	if len(plans) != 1 {
		d.refuse("%d statements in one text", len(plans))
	}
	return &plans[0]
}

func (d *decoder) sortedParams() []Param {
	var out []Param
	for id, t := range d.params {
		out = append(out, Param{ID: id, T: t})
	}
	slices.SortFunc(out, func(a, b Param) int {
		m, errA := strconv.Atoi(a.ID)
		n, errB := strconv.Atoi(b.ID)
		switch {
		case errA == nil && errB == nil:
			return cmp.Compare(m, n)
		case errA == nil:
			return -1
		case errB == nil:
			return 1
		}
		return cmp.Compare(a.ID, b.ID)
	})
	return out
}

// Unsupported is a refusal: the plan holds something that cannot be decoded without guessing.
type Unsupported struct {
	Operator string // DuckDB's name of the operator: FILTER, GET, COMPARISON_JOIN, ...
	Reason   string
}

// Error implements error.
func (e *Unsupported) Error() string { return e.Operator + ": " + e.Reason }

// Rejected is DuckDB's own error on planning or serializing the statement.
type Rejected struct {
	Kind    string // DuckDB's class of the error: binder, catalog, parser, invalid input, ...
	Message string
}

// Error implements error.
func (e *Rejected) Error() string {
	return "plan: duckdb does not plan the statement: " + e.Kind + ": " + e.Message
}

// Malformed says that the input is not an answer of json_serialize_plan.
type Malformed struct {
	Offset int // byte position
	Reason string
}

// Error implements error.
func (e *Malformed) Error() string {
	return "plan: malformed input at byte " + strconv.Itoa(e.Offset) + ": " + e.Reason
}
