package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/internal/compile"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// decision is what is known of a text at a version: how to run it natively, or
// why not. It does not change once made, and may be used by many connections.
type decision struct {
	no      *NotNativeError // set, or the rest is
	query   compile.Query
	columns []column
	params  []parameter
}

// draft is a decision waiting for the engine.
type draft struct {
	decision
	text string // as planned: parameters may have got casts
	// The two answers of fetchPlan.
	plan, unoptimized []byte
	// transient refusals may not hold at the next try.
	transient bool
}

// draft asks DuckDB all that a native run needs to know of a prepared
// statement: names and types of columns and parameters, and the plan. It
// answers a refusal as a draft with only no set, and an error only for a
// context that ended.
func (c *Conn) draft(ctx context.Context, st *statement, stmt *duckdb.Stmt, args []argValue) (*draft, error) {
	d := &draft{text: st.text}
	casts, no := d.typeParams(stmt, args)
	if no == nil && len(casts) > 0 {
		d.text, no = st.recast(casts)
	}
	if no != nil {
		return refused(no), nil
	}
	answers, err := c.fetchPlan(ctx, d.text)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		d.no, d.transient = notNative("plan", err.Error()), true
		return d, nil
	}
	for _, a := range answers {
		if no = planError(a); no != nil {
			return refused(no), nil
		}
	}
	if answers[2] != "true" {
		return refused(notNative("setting", "ieee_floating_point_ops is off")), nil
	}
	if answers[3] == "true" && strings.Contains(strings.ReplaceAll(d.text, "//", ""), "/") {
		return refused(notNative("setting", "integer_division is on, which plans do not heed")), nil
	}
	d.plan, d.unoptimized = []byte(answers[0]), []byte(answers[1])
	// With casts the statement has other types than the one prepared, but the
	// names are the user's.
	typed := stmt
	if len(casts) > 0 {
		again, err := c.inner.PrepareContext(ctx, d.text)
		if err != nil {
			return refused(notNative("parameter", err.Error())), ctx.Err()
		}
		typed = again.(*duckdb.Stmt)
		defer typed.Close()
	}
	if d.columns, no = describeColumns(stmt, typed); no != nil {
		return refused(no), nil
	}
	return d, nil
}

func refused(no *NotNativeError) *draft { return &draft{decision: decision{no: no}} }

// typeParams finds the statement's parameters and their types for the
// arguments, or the inferred types when there are no arguments. casts has the
// types that the text must be made to have.
func (d *draft) typeParams(stmt *duckdb.Stmt, args []argValue) (casts map[string]ir.Type, no *NotNativeError) {
	casts = map[string]ir.Type{}
	if len(args) > 0 && len(args) < stmt.NumInput() {
		return nil, notNative("parameter", "too few arguments")
	}
	for i := range stmt.NumInput() {
		var p parameter
		var err error
		if p.name, err = stmt.ParamName(i + 1); err == nil {
			p.duck, err = stmt.ParamType(i + 1)
		}
		if err != nil {
			return nil, notNative("parameter", err.Error())
		}
		if len(args) == 0 {
			no = p.typeInferred()
		} else {
			var recast bool
			if recast, no = p.typeArgument(argument(args, i, p.name)); recast {
				casts[strings.ToLower(p.name)] = p.typ
			}
		}
		if no != nil {
			return nil, no
		}
		d.params = append(d.params, p)
	}
	return casts, nil
}

// describeColumns returns the result columns with the names of one statement
// and the types of another.
func describeColumns(named, typed *duckdb.Stmt) ([]column, *NotNativeError) {
	n, err := named.ColumnCount()
	m, err2 := typed.ColumnCount()
	if err := errors.Join(err, err2); err != nil {
		return nil, notNative("result", err.Error())
	}
	// Where the types of parameters are not known, nor are the columns: DuckDB
	// then speaks of one column of no type.
	if t, err := named.ColumnType(0); n != m || err != nil || t == duckdb.TYPE_INVALID {
		return nil, notNative("parameter", "the columns depend on the arguments")
	}
	columns := make([]column, n)
	for i := range columns {
		name, err := named.ColumnName(i)
		if err != nil {
			return nil, notNative("result", err.Error())
		}
		info, err := typed.ColumnTypeInfo(i)
		if err != nil {
			return nil, notNative("result", fmt.Sprintf("column %s: %v", name, err))
		}
		t, ok := typeOf(info)
		if !ok {
			return nil, notNative("result", fmt.Sprintf("column %s is of %s", name, infoName(info)))
		}
		columns[i] = column{name, t}
	}
	return columns, nil
}

func infoName(info duckdb.TypeInfo) string {
	if alias := info.Alias(); alias != "" {
		return "type " + alias
	}
	return duckName(info.InternalType())
}

// planOptions are what lower/plan decodes.
const planOptions = "skip_null := true, skip_empty := false, skip_default := true"

// fetchPlan returns DuckDB's plan of a query, its plan before optimization, whether division by zero gives
// infinities ("true") as the loops do, and whether / is the division of integers ("true"), all
// made on the user's connection: its schema path, settings, temporary
// tables and transaction decide, except that json_serialize_plan parses / as if it were not.
//
// json_serialize_plan answers errors of the query as data, so a query that
// cannot be planned does not abort the user's transaction. An error is a reason
// to ask again.
func (c *Conn) fetchPlan(ctx context.Context, text string) ([]string, error) {
	release, err := c.connector.db.takePlanning(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	// Planning takes milliseconds. Interrupted in it, DuckDB may keep a reference to the connection: then
	// the database stays open after all are closed, and cannot be opened again.
	ctx = context.WithoutCancel(ctx)
	restore, err := c.connector.service.relax(ctx)
	if err != nil {
		return nil, err
	}
	defer restore()
	literal := quoteString(text)
	answers, err := queryStrings(ctx, c.inner, "SELECT "+
		"system.main.json_serialize_plan("+literal+", optimize := true, "+planOptions+")::VARCHAR, "+
		"system.main.json_serialize_plan("+literal+", optimize := false, "+planOptions+")::VARCHAR, "+
		"current_setting('ieee_floating_point_ops')::VARCHAR, "+
		"current_setting('integer_division')::VARCHAR")
	if err != nil {
		c.failed(err)
	}
	return answers, err
}

// planError returns the error in an answer of json_serialize_plan.
func planError(answer string) *NotNativeError {
	if !strings.HasPrefix(answer, `{"error":true`) {
		return nil
	}
	var e struct {
		Message string `json:"error_message"`
	}
	if err := json.Unmarshal([]byte(answer), &e); err != nil {
		return notNative("plan", err.Error())
	}
	return notNative("plan", e.Message)
}

// checkPlan refuses a plan that says too little: what the optimizer folds (now(),
// also when a view or macro hides it) shows before optimization only, and a
// temporary table is nobody else's to load.
func (d *draft) checkPlan() *NotNativeError {
	unstable, err := plan.Unstable(d.unoptimized)
	if err != nil {
		return notNative("plan", err.Error())
	}
	if len(unstable) > 0 {
		return notNative("volatile", strings.Join(unstable, ", "))
	}
	if bytes.Contains(d.plan, []byte(`"catalog":"temp"`)) {
		return notNative("scan", "a temporary table is of its connection only")
	}
	return nil
}

// finish compiles a draft. The error is one of the engine's.
func (d *draft) finish(ctx context.Context, eng engine, version uint64, opt compile.Options) (*decision, error) {
	if no := d.checkPlan(); no != nil {
		return &decision{no: no}, nil
	}
	q, err := eng.Compile(ctx, source{text: d.text, plan: d.plan, version: version, options: opt})
	var refusal *compile.Refusal
	if errors.As(err, &refusal) {
		return &decision{no: refusedBy(refusal)}, nil
	}
	if err != nil {
		return nil, err
	}
	if no := d.check(q); no != nil {
		return &decision{no: no}, nil
	}
	d.query = q
	return &d.decision, nil
}

// check holds a compiled query to what DuckDB says of the statement.
func (d *draft) check(q compile.Query) *NotNativeError {
	columns := q.Columns()
	if len(columns) != len(d.columns) {
		return notNative("result", fmt.Sprintf("%d columns, and DuckDB has %d", len(columns), len(d.columns)))
	}
	for i, c := range d.columns {
		if !columns[i].Type.Same(c.typ) {
			return notNative("result", fmt.Sprintf("column %s is of type %s, and DuckDB's of %s", c.name, columns[i].Type.NotNull(), sqlName(c.typ)))
		}
	}
	for name, want := range q.Params() {
		known := false
		for _, p := range d.params {
			if strings.EqualFold(p.name, name) {
				known = true
				if !want.Same(p.typ) {
					return notNative("parameter", fmt.Sprintf("$%s is planned as %s, and the argument is a %s", name, want.NotNull(), sqlName(p.typ)))
				}
			}
		}
		if !known {
			return notNative("parameter", "$"+name+" is not a parameter of the statement")
		}
	}
	return nil
}
