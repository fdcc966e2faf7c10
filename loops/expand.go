package loops

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
)

// expand gives reductions over a part of a field the loops that enumerate it:
//
//	wsum(stock[t-50:t])   wsum(forall t_1 : stock[t_1] != null & t_1 > t-50 & t_1 <= t { stock[t_1] })
//	sum(f[i].x)           sum(forall j_1 : f[i, j_1] != null { f[i, j_1].x })
//
// Reductions over a reordering are not among them: their loops are the reordering's.
func (b *builder) expand(e ir.Expr) ir.Expr {
	return ir.Rewrite(e, func(e ir.Expr) ir.Expr {
		r, ok := e.(*ir.Reduce)
		if !ok {
			return e
		}
		over, attr := r.Over, ""
		if a, ok := over.(*ir.Attr); ok {
			over, attr = a.X, a.Name
		}
		var f *ir.Forall
		switch x := over.(type) {
		case *ir.Range:
			f = b.enumerate(x.Field, nil, attr)
			it := &ir.Iter{Name: f.Iters[0].Name, T: f.Iters[0].T}
			above := &ir.Call{Op: ir.Gt, Args: []ir.Expr{it, x.Lo}, T: ir.Of(ir.Bool)}
			upTo := &ir.Call{Op: ir.Le, Args: []ir.Expr{it, x.Hi}, T: ir.Of(ir.Bool)}
			f.Pred = ir.Conj(f.Pred, above, upTo)
		case *ir.Access:
			f = b.enumerate(x.Field, x.Args, attr)
		default:
			return e
		}
		return &ir.Reduce{Fn: r.Fn, Distinct: r.Distinct, Over: f, T: r.T}
	})
}

// enumerate is the operator over the coordinates of a field after the given ones, with an
// attribute as value.
func (b *builder) enumerate(name string, at []ir.Expr, attr string) *ir.Forall {
	t, ok := b.prog.FieldType(name)
	if !ok || len(at) >= len(t.Coords) {
		refuse("PROGRAM", "a reduction over %s, which has no coordinates left", name)
	}
	f := &ir.Forall{}
	acc := &ir.Access{Field: name, Args: at[:len(at):len(at)]}
	for _, c := range t.Coords[len(at):] {
		b.expanded++
		it := &ir.Iter{Name: fmt.Sprintf("%s_%d", c.Name, b.expanded), T: c.Type}
		f.Iters = append(f.Iters, ir.Iterator{Name: it.Name, T: it.T})
		acc.Args = append(acc.Args, it)
	}
	f.Pred = &ir.Exists{X: acc}
	switch n := t.Attr(attr); {
	case attr != "":
		f.Body = &ir.Attr{X: acc, Name: attr, T: t.Attrs[n].Type}
	case t.Unnamed():
		f.Body = &ir.Access{Field: name, Args: acc.Args, T: t.Attrs[0].Type}
	default:
		f.Body = &ir.Const{Val: ir.BoolValue(true)}
	}
	if len(f.Iters) > 1 {
		refuse("PROGRAM", "a reduction over several coordinates of %s", name)
	}
	return f
}
