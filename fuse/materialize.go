package fuse

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
)

// Materialize stores what fusion has left in place: a field that is still read is computed once and
// read by position. After Inline only reorderings are left, which are Scatter's, and
// fields without coordinates.
//
//	v1  = forall i : t[i] != null & t[i].a < 24 { {b: t[i].b} }
//	out = forall i : v1[i] != null { {c: v1[i].b * 2} }
//
// becomes
//
//	v1[r] = forall i : t[i] != null & t[i].a < 24 { {b: t[i].b} }
//	out   = forall v1_1 : v1[v1_1] != null { {c: v1[v1_1].b * 2} }
//
// A field that is read in another way than at the iterators of an operator is an error.
func Materialize(p *ir.Program) (*ir.Program, error) {
	m := &materializer{stored: map[string]bool{}, rows: map[string]bool{}}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		x := ir.Rewrite(d.X, m.forall)
		if err := m.leftover(d.Name, x); err != nil {
			return nil, err
		}
		n := d.With(x)
		if f, ok := x.(*ir.Forall); ok && n.Row == "" && d.Name != p.Out.Field && keyCoords(f) == 0 && isRecord(f.Body) {
			n.X, n.Row = notEmpty(f), "r"
			m.stored[d.Name] = true
		}
		out.Defs = append(out.Defs, n)
	}
	return out, nil
}

// notEmpty gives a value without attributes one: what is stored is columns, and rows are counted
// by them.
func notEmpty(f *ir.Forall) *ir.Forall {
	if len(f.Body.(*ir.Record).Names) > 0 {
		return f
	}
	return &ir.Forall{Iters: f.Iters, Pred: f.Pred, Body: &ir.Record{Names: []string{"here"}, Elems: []ir.Expr{trueConst}}}
}

type materializer struct {
	stored map[string]bool // fields read by position
	rows   map[string]bool // the iterators that do
}

// forall replaces, in one operator, the iterators that enumerate a stored field by its position.
func (m *materializer) forall(e ir.Expr) ir.Expr {
	f, ok := e.(*ir.Forall)
	if !ok {
		return e
	}
	for {
		a := enumeratedBy(f, func(a *ir.Access) bool { return m.stored[a.Field] && !m.byRow(a) })
		if a == nil {
			return f
		}
		r := &ir.Iter{Name: fmt.Sprintf("%s_%d", a.Field, len(m.rows)+1), T: ir.Of(ir.Int64)}
		m.rows[r.Name] = true
		row, text := &ir.Access{Field: a.Field, Args: []ir.Expr{r}}, ir.String(a)
		f = byPosition(f, a, r, nil, func(e ir.Expr) ir.Expr {
			return ir.Rewrite(e, func(e ir.Expr) ir.Expr {
				if b, ok := e.(*ir.Access); ok && b.Field == a.Field && ir.String(b) == text {
					return row
				}
				return e
			})
		})
	}
}

// byRow reports whether an access is one by position already.
func (m *materializer) byRow(a *ir.Access) bool {
	if len(a.Args) != 1 {
		return false
	}
	it, ok := a.Args[0].(*ir.Iter)
	return ok && m.rows[it.Name]
}

// leftover is an error when x reads a stored field other than by position.
func (m *materializer) leftover(in string, x ir.Expr) (err error) {
	ir.Walk(x, func(e ir.Expr) bool {
		if a, ok := e.(*ir.Access); ok && m.stored[a.Field] && !m.byRow(a) && err == nil {
			err = fmt.Errorf("%s reads %s other than by its coordinates", in, a.Field)
		}
		return err == nil
	})
	return err
}
