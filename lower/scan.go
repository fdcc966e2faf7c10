package lower

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// scan: a table is a field keyed by its row number, pushed filters are conjuncts.
//
//	v1 = forall i : t[i] != null & t[i].a < 24 { {b: t[i].b} }
func (l *lowerer) scan(n *plan.Scan) *relation {
	in := l.input(n)
	it := ir.Iterator{Name: l.fresh("i"), T: ir.Of(ir.Int64)}
	acc := &ir.Access{Field: in.Name, Args: []ir.Expr{&ir.Iter{Name: it.Name, T: it.T}}}
	all := &relation{iters: []ir.Iterator{it}, pred: []ir.Expr{&ir.Exists{X: acc}}}
	for _, c := range n.Cols {
		all.names = append(all.names, c.Name)
		if c.Kind != plan.TableColumn {
			all.cols = append(all.cols, nil)
			continue
		}
		a := in.Type.Attrs[in.Type.Attr(c.Name)]
		all.cols = append(all.cols, &ir.Attr{X: acc, Name: a.Name, T: a.Type})
	}
	for _, f := range n.Filters {
		all.pred = append(all.pred, l.cond(f, all.cols))
	}
	out := &relation{iters: all.iters, pred: all.pred}
	for _, c := range n.Output {
		out.cols = append(out.cols, all.cols[c])
		out.names = append(out.names, all.names[c])
	}
	return l.define(out)
}

// input returns the input field of the scanned table with the columns of n
// added to it: scans of the same table share one input.
func (l *lowerer) input(n *plan.Scan) *ir.Input {
	qualified := n.Table.Catalog + "." + n.Table.Schema + "." + n.Table.Name
	var in *ir.Input
	for _, have := range l.prog.Inputs {
		if have.Table == qualified {
			in = have
		}
	}
	if in == nil {
		in = &ir.Input{Name: l.fresh(n.Table.Name), Table: qualified, Rows: l.cat.Rows(n.Table)}
		in.Type.Coords = []ir.Coord{{Name: "i", Type: ir.Of(ir.Int64)}}
		l.prog.Inputs = append(l.prog.Inputs, in)
	}
	for _, c := range n.Cols {
		if c.Kind != plan.TableColumn || in.Type.Attr(c.Name) >= 0 {
			continue
		}
		a, err := l.cat.Attribute(n.Table, c.Name)
		if err != nil {
			refuse("GET", "column %s: %v", c.Name, err)
		}
		in.Type.Attrs = append(in.Type.Attrs, a)
	}
	return in
}

// empty: no rows of the given types.
func (l *lowerer) empty(n *plan.EmptyResult) *relation {
	r := &relation{pred: []ir.Expr{&ir.Const{Val: ir.BoolValue(false)}}, names: names(n)}
	for _, c := range n.Cols {
		r.cols = append(r.cols, &ir.Const{Val: ir.NullOf(l.scalarType("EMPTY_RESULT", c.Type))})
	}
	return r
}
