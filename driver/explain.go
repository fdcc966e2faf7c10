package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
)

// Phase is a printable stage of a query: plan, ir, fused, spaces, loops, tier;
// or refusal, naming operator and reason; or run, after EXPLAIN REFFINE ANALYZE: the rows and the time
// of the result, then each loop with its time, rows, estimates and bytes.
type Phase struct{ Name, Text string }

// Explanation says how a query would run now on a new connection.
type Explanation struct {
	Native bool
	// Operator and Reason say what keeps the query from running natively.
	Operator, Reason string
	Phases           []Phase
}

// Explain compiles a query without running it. Where arguments are left out,
// parameters have the types DuckDB infers. A text that DuckDB rejects is
// DuckDB's error.
func Explain(ctx context.Context, db *sql.DB, query string, args ...any) (Explanation, error) {
	return explainIn(ctx, db, query, args, false)
}

// Analyze is Explain, and runs the query, if it runs natively: then the last phase is run.
func Analyze(ctx context.Context, db *sql.DB, query string, args ...any) (Explanation, error) {
	return explainIn(ctx, db, query, args, true)
}

func explainIn(ctx context.Context, db *sql.DB, query string, args []any, analyze bool) (Explanation, error) {
	var out Explanation
	err := withConn(ctx, db, func(c *Conn) error {
		named, err := c.namedArgs(args)
		if err != nil {
			return err
		}
		out, err = c.explain(ctx, query, named, analyze)
		return err
	})
	return out, err
}

// namedArgs converts arguments as database/sql does for this driver.
func (c *Conn) namedArgs(args []any) ([]driver.NamedValue, error) {
	out := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		v := driver.NamedValue{Ordinal: i + 1, Value: arg}
		if named, ok := arg.(sql.NamedArg); ok {
			v.Name, v.Value = named.Name, named.Value
		}
		err := c.CheckNamedValue(&v)
		if errors.Is(err, driver.ErrSkip) {
			v.Value, err = driver.DefaultParameterConverter.ConvertValue(v.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("reffine: argument %d: %w", i+1, err)
		}
		out[i] = v
	}
	return out, nil
}

// explain compiles a query, and with analyze runs it.
func (c *Conn) explain(ctx context.Context, query string, args []driver.NamedValue, analyze bool) (Explanation, error) {
	st := classify(query)
	if st.class != classQuery {
		if st.single {
			stmt, _, err := c.prepareInner(ctx, st)
			if err != nil {
				return Explanation{}, err
			}
			_ = stmt.Close()
		}
		return refusalOf(notNative("statement", "only a single query runs natively")), nil
	}
	how := forPhases
	if analyze {
		how = forAnalysis
	}
	out := c.attempt(ctx, st, args, how)
	defer out.close()
	no := out.no
	if no != nil && out.stmt == nil {
		// The text may be a bad one all the same.
		c.prepareQuery(ctx, st, &out)
	}
	if out.err != nil {
		return Explanation{}, out.err
	}
	if no != nil {
		return refusalOf(no), nil
	}
	e := Explanation{Native: true}
	for _, p := range out.decision.query.Phases() {
		e.Phases = append(e.Phases, Phase(p))
	}
	if analyze {
		rows := 0
		if len(out.vectors) > 0 {
			rows = out.vectors[0].Len()
		}
		text := fmt.Sprintf("rows %d\ntime %s\n%s", rows, out.took, out.analysis)
		e.Phases = append(e.Phases, Phase{Name: "run", Text: text})
	}
	return e, nil
}

func refusalOf(no *NotNativeError) Explanation {
	return Explanation{Operator: no.Operator, Reason: no.Reason,
		Phases: append(slices.Clip(no.phases), Phase{Name: "refusal", Text: no.Operator + ": " + no.Reason})}
}

// explainStatement answers EXPLAIN REFFINE [ANALYZE] query: rows of phase and
// text.
func (c *Conn) explainStatement(ctx context.Context, st *statement, args []driver.NamedValue) (driver.Rows, error) {
	query := strings.TrimSpace(st.text[st.query:])
	if query == "" {
		return nil, errors.New("reffine: EXPLAIN REFFINE of nothing")
	}
	e, err := c.explain(ctx, query, args, st.analyze)
	if err != nil {
		return nil, err
	}
	varchar := ir.Of(ir.Varchar)
	names, texts := &field.Vector{Type: varchar}, &field.Vector{Type: varchar}
	for _, p := range e.Phases {
		names.Str = append(names.Str, p.Name)
		texts.Str = append(texts.Str, p.Text)
	}
	columns := []column{{"phase", varchar}, {"text", varchar}}
	return newVectorRows(columns, []*field.Vector{names, texts}), nil
}
