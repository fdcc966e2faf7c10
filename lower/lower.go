package lower

import (
	"fmt"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// Refusal says which operator could not be lowered and why. DuckDB runs the query.
type Refusal struct{ Operator, Reason string }

// Error implements error.
func (r *Refusal) Error() string { return "lower: " + r.Operator + ": " + r.Reason }

// Catalog tells what was measured of the tables a plan reads.
type Catalog interface {
	// Rows returns the number of rows of t.
	Rows(t plan.Table) int64
	// Attribute returns name, type (nullable when the column holds a NULL) and
	// properties of a column of t.
	Attribute(t plan.Table, column string) (ir.Attribute, error)
	// Range bounds the values of a column of t, NULLs aside: decimals without their point, dates and
	// times as counts. It is false where that was not measured.
	Range(t plan.Table, column string) (int128.Interval, bool)
}

// Lower translates a plan into Field IR. The result passes ir.Check. A plan that
// has no translation is a *Refusal.
func Lower(p *plan.Plan, c Catalog) (out *ir.Program, err error) {
	l := &lowerer{cat: c, prog: &ir.Program{}, used: map[string]bool{}, params: map[string]*ir.Sym{}, ctes: map[int]*relation{}, delims: map[int]*relation{}, outer: map[string][]bool{}}
	defer func() {
		if r := recover(); r != nil {
			ref, ok := r.(*Refusal)
			if !ok {
				panic(r)
			}
			out, err = nil, ref
		}
	}()
	if len(p.Volatile) > 0 {
		refuse("FUNCTION", "%s is volatile", p.Volatile[0])
	}
	for _, prm := range p.Params {
		s := &ir.Sym{Name: "$" + prm.ID, T: l.scalarType("PARAMETER", prm.T).Nullable()}
		l.params[prm.ID] = s
		l.prog.Params = append(l.prog.Params, s)
	}
	l.output(p.Root)
	return l.prog, nil
}

// lowerer is the state of one translation.
type lowerer struct {
	cat    Catalog
	prog   *ir.Program
	used   map[string]bool // names of fields and iterators taken so far
	params map[string]*ir.Sym
	ctes   map[int]*relation
	delims map[int]*relation // of the delim side, in scope while its other side is lowered: columns, or distinct rows

	outer map[string][]bool // which coordinates of a definition may be φ, as far as asked

	// inline is positive below a dependent join, where relations have free
	// iterators of the outer side and cannot be definitions of their own.
	inline int
}

// relation is the meaning of a plan node: the rows are the coordinates of iters
// for which all of pred hold, with value cols[i] in column i. A nil column cannot
// be read (a row id nobody asked for).
type relation struct {
	iters []ir.Iterator
	pred  []ir.Expr
	cols  []ir.Expr
	names []string

	// rows, when not nil, makes this a table of constants instead: no iterators, and cols are
	// placeholder iterators that stand for the values of each row in turn.
	rows [][]ir.Expr
}

func refuse(op, format string, args ...any) {
	panic(&Refusal{op, fmt.Sprintf(format, args...)})
}

// fresh returns a name derived from base that no field or iterator has yet.
func (l *lowerer) fresh(base string) string {
	name := base
	for n := 2; l.used[name]; n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	l.used[name] = true
	return name
}

// node lowers a plan node. Every operator has its file.
func (l *lowerer) node(n plan.Node) *relation {
	if l.inline > 0 && l.standsAlone(n) {
		defer func(inline int) { l.inline = inline }(l.inline)
		l.inline = 0
	}
	switch n := n.(type) {
	case *plan.Scan:
		return l.scan(n)
	case *plan.Filter:
		return l.filter(n)
	case *plan.Project:
		return l.project(n)
	case *plan.Join:
		return l.join(n)
	case *plan.Aggregate:
		return l.aggregate(n)
	case *plan.Distinct:
		return l.distinct(n)
	case *plan.CTE:
		return l.cte(n)
	case *plan.CTERef:
		return l.cteRef(n)
	case *plan.DelimGet:
		return l.delimGet(n)
	case *plan.DummyScan:
		return &relation{cols: []ir.Expr{nil}, names: []string{""}}
	case *plan.EmptyResult:
		return l.empty(n)
	case *plan.OrderBy, *plan.TopN, *plan.Limit:
		return l.cut(l.top(n), n)
	case *plan.Window:
		refuse("WINDOW", "window functions")
	case *plan.SetOp:
		return l.setOp(n)
	case *plan.Values:
		return l.valueRows(n)
	case *plan.TableFunction:
		refuse("TABLE_FUNCTION", "%s", n.Name)
	default:
		refuse("PLAN", "unknown node %T", n)
	}
	return nil
}

// define makes the relation a definition of the program, and returns the
// relation that reads it. Below a dependent join it returns r itself.
func (l *lowerer) define(r *relation) *relation {
	if l.inline > 0 || len(r.iters) == 0 {
		return r
	}
	name := l.fresh("v")
	if name == "v" {
		name = l.fresh("v1")
	}
	rec, attrs := l.record(r)
	l.prog.Defs = append(l.prog.Defs, &ir.Def{Name: name, X: &ir.Forall{Iters: r.iters, Pred: ir.Conj(r.pred...), Body: rec}})
	return readField(name, r, rec, attrs)
}

// readField returns the relation over all coordinates of the definition name,
// whose body is rec; attrs gives the attribute of each column of r.
func readField(name string, r *relation, rec *ir.Record, attrs []string) *relation {
	acc := &ir.Access{Field: name}
	out := &relation{names: r.names}
	for _, it := range r.iters {
		it.Outer = nil
		out.iters = append(out.iters, it)
		acc.Args = append(acc.Args, &ir.Iter{Name: it.Name, T: it.T})
	}
	out.pred = []ir.Expr{&ir.Exists{X: acc}}
	types := map[string]ir.Type{}
	for i, n := range rec.Names {
		types[n] = rec.Elems[i].Type()
	}
	for _, a := range attrs {
		if a == "" {
			out.cols = append(out.cols, nil)
			continue
		}
		out.cols = append(out.cols, &ir.Attr{X: acc, Name: a, T: types[a]})
	}
	return out
}

// record makes the value of a definition from the readable columns of r, and
// returns the attribute name of each column ("" where it has none). Names that
// occur twice are told apart by a number.
func (l *lowerer) record(r *relation) (*ir.Record, []string) {
	rec, seen := &ir.Record{}, map[string]bool{}
	attrs := make([]string, len(r.cols))
	for i, c := range r.cols {
		if c == nil {
			continue
		}
		base := r.names[i]
		if base == "" {
			base = fmt.Sprintf("c%d", i)
		}
		name := base
		for n := 2; seen[name]; n++ {
			name = fmt.Sprintf("%s_%d", base, n)
		}
		seen[name] = true
		attrs[i] = name
		rec.Names = append(rec.Names, name)
		rec.Elems = append(rec.Elems, c)
	}
	return rec, attrs
}

// instance returns r with new iterator names, so that it can stand beside another
// copy of itself.
func (l *lowerer) instance(r *relation) *relation {
	m := map[string]ir.Expr{}
	out := &relation{names: r.names}
	for _, it := range r.iters {
		n := l.fresh(it.Name)
		m[it.Name] = &ir.Iter{Name: n, T: it.T}
		it.Name, it.Outer = n, ir.Subst(it.Outer, m) // which mentions the iterator itself
		out.iters = append(out.iters, it)
	}
	for _, p := range r.pred {
		out.pred = append(out.pred, ir.Subst(p, m))
	}
	for _, c := range r.cols {
		if c != nil {
			c = ir.Subst(c, m)
		}
		out.cols = append(out.cols, c)
	}
	return out
}

// names returns the column names of a node's output.
func names(n plan.Node) []string {
	var out []string
	for _, c := range n.Columns() {
		out = append(out, c.Name)
	}
	return out
}
