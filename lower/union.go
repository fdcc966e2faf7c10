package lower

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// union is the relation of the rows of all parts, one part after the other: a field of its own, read
// by row number.
//
//	u[r] = forall i : v1[i] != null { {a: v1[i].a} } ++ forall j : v2[j] != null { {a: v2[j].b} }
//	     read as    forall r : u[r] != null { ... u[r].a ... }
//
// A column that a part does not have cannot be read.
func (l *lowerer) union(ns []string, parts []*relation) *relation {
	var some []*relation
	for _, p := range parts {
		if !isEmpty(p) {
			some = append(some, p)
		}
	}
	switch len(some) {
	case 0:
		return parts[0]
	case 1:
		return &relation{iters: some[0].iters, pred: some[0].pred, cols: some[0].cols, names: ns}
	}
	out := &relation{names: ns, cols: make([]ir.Expr, len(ns))}
	null := make([]bool, len(ns))
	for c := range ns {
		out.cols[c] = some[0].cols[c]
		for _, p := range some {
			if p.cols[c] == nil {
				out.cols[c] = nil
				break
			}
			null[c] = null[c] || p.cols[c].Type().Null
		}
	}
	u := &ir.Union{}
	var attrs []string
	for _, p := range some {
		row := &relation{names: ns}
		for c, x := range p.cols {
			if out.cols[c] == nil {
				x = nil
			}
			row.cols = append(row.cols, x)
		}
		var rec *ir.Record
		rec, attrs = l.record(row)
		if len(rec.Names) == 0 {
			rec = hereRecord()
		}
		u.Parts = append(u.Parts, part(p, rec))
	}
	free := map[string]bool{}
	ir.FreeIters(u, free)
	if len(free) > 0 {
		refuse("SET_OPERATION", "in a correlated subquery")
	}
	return l.stored("u", u, out, attrs, null)
}

// hereRecord is the value of a row without columns that can be read.
func hereRecord() *ir.Record {
	return &ir.Record{Names: []string{"here"}, Elems: []ir.Expr{&ir.Const{Val: ir.BoolValue(true)}}}
}

// part is a relation as a part of a union.
func part(r *relation, rec *ir.Record) ir.Expr {
	if len(r.iters) == 0 && len(r.pred) == 0 {
		return rec
	}
	return &ir.Forall{Iters: r.iters, Pred: ir.Conj(r.pred...), Body: rec}
}

// stored defines a field that is read by row number, and returns the relation that reads it. The
// readable columns are those that r has; attrs are their attributes, and null tells which may be NULL.
func (l *lowerer) stored(base string, x ir.Expr, r *relation, attrs []string, null []bool) *relation {
	name := l.fresh(base)
	if name == base {
		name = l.fresh(base + "1")
	}
	l.prog.Defs = append(l.prog.Defs, &ir.Def{Name: name, X: x, Row: "r"})
	it := ir.Iterator{Name: l.fresh("r"), T: ir.Of(ir.Int64)}
	at := &ir.Access{Field: name, Args: []ir.Expr{&ir.Iter{Name: it.Name, T: it.T}}}
	out := &relation{iters: []ir.Iterator{it}, pred: []ir.Expr{&ir.Exists{X: at}}, names: r.names}
	for c, col := range r.cols {
		if col == nil {
			out.cols = append(out.cols, nil)
			continue
		}
		out.cols = append(out.cols, &ir.Attr{X: at, Name: attrs[c], T: col.Type().WithNull(null[c])})
	}
	return out
}

// valueRows is a table of constants, or of expressions without columns, as rows.
func (l *lowerer) valueRows(n *plan.Values) *relation {
	if len(n.Rows)*len(n.Cols) > maxConstants {
		refuse("VALUES", "a table of %d rows of constants", len(n.Rows))
	}
	ns := names(n)
	for i := range ns {
		if ns[i] == "" {
			ns[i] = fmt.Sprintf("col%d", i)
		}
	}
	var parts []*relation
	for _, row := range n.Rows {
		parts = append(parts, &relation{cols: l.exprs(row, nil), names: ns})
	}
	if len(parts) == 0 {
		return l.empty(&plan.EmptyResult{Cols: n.Cols})
	}
	return l.union(ns, parts)
}

// standsAlone reports that a node that has to be a field of its own can be one below a dependent
// join: nothing in it reads the outer side.
func (l *lowerer) standsAlone(n plan.Node) bool {
	switch n := n.(type) {
	case *plan.SetOp, *plan.Values, *plan.Distinct, *plan.OrderBy, *plan.TopN, *plan.Limit:
	case *plan.Join:
		if n.Kind != plan.FullOuter {
			return false
		}
	case *plan.Aggregate:
		if len(n.Groups) == 0 {
			return false
		}
	default:
		return false
	}
	alone := true
	own := map[int]bool{}
	plan.Walk(n, func(x plan.Node) {
		switch x := x.(type) {
		case *plan.Join:
			if x.Delim != nil {
				own[x.Delim.ID] = true
			}
		case *plan.CTE:
			own[-x.ID] = true
		}
	})
	plan.Walk(n, func(x plan.Node) {
		switch x := x.(type) {
		case *plan.DelimGet:
			d := l.delims[x.ID]
			alone = alone && (own[x.ID] || d != nil && len(d.iters) > 0)
		case *plan.CTERef:
			alone = alone && (own[-x.ID] || closed(l.ctes[x.ID]))
		}
	})
	return alone
}

// closed reports that a relation has no iterators of others.
func closed(r *relation) bool {
	if r == nil {
		return false
	}
	free := map[string]bool{}
	for _, x := range append(append([]ir.Expr{}, r.pred...), r.cols...) {
		ir.FreeIters(x, free)
	}
	for _, it := range r.iters {
		ir.FreeIters(it.Outer, free)
	}
	for _, it := range r.iters {
		delete(free, it.Name)
	}
	return len(free) == 0
}
