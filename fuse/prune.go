package fuse

import "github.com/reffine-db/reffine/ir"

// Prune drops the attributes of stored fields that nobody reads.
//
//	u[r] = forall i : t[i] != null { {a: t[i].x, b: t[i].y} } ++ {a: 3, b: 4}
//	out  = forall k, l : u[k] != null & u[l] != null & u[k].a < u[l].a { {a: u[k].a} }
//
// becomes
//
//	u[r] = forall i : t[i] != null { {a: t[i].x} } ++ {a: 3}
func Prune(p *ir.Program) *ir.Program {
	n := &needs{attrs: map[string]map[string]bool{}, whole: map[string]bool{p.Out.Field: true}}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out, Defs: make([]*ir.Def, len(p.Defs))}
	for i := len(p.Defs) - 1; i >= 0; i-- {
		d := p.Defs[i]
		if d.Cut != nil {
			for _, k := range d.Cut.Order {
				n.attr(d.Name, k.Attr)
			}
		}
		if d.Row != "" && !n.whole[d.Name] {
			d = d.With(prune(d.X, n.attrs[d.Name]))
		}
		out.Defs[i] = d
		n.add(d.X)
	}
	return out
}

// needs is what readers seen so far want of fields: attributes, or all there is.
type needs struct {
	attrs map[string]map[string]bool
	whole map[string]bool
}

func (n *needs) attr(field, name string) {
	if n.attrs[field] == nil {
		n.attrs[field] = map[string]bool{}
	}
	n.attrs[field][name] = true
}

func (n *needs) add(e ir.Expr) {
	ir.Walk(e, func(e ir.Expr) bool {
		var a *ir.Access
		switch e := e.(type) {
		case *ir.Exists:
			a, _ = e.X.(*ir.Access)
		case *ir.Attr:
			if a, _ = e.X.(*ir.Access); a != nil {
				n.attr(a.Field, e.Name)
			}
		case *ir.Access:
			n.whole[e.Field] = true
		case *ir.Range:
			n.whole[e.Field] = true
		}
		if a == nil {
			return true
		}
		for _, x := range a.Args {
			n.add(x)
		}
		return false
	})
}

// prune leaves the given attributes, or one that only says that the row is there.
func prune(x ir.Expr, attrs map[string]bool) ir.Expr {
	switch x := x.(type) {
	case *ir.Union:
		return ir.MapChildren(x, func(part ir.Expr) ir.Expr { return prune(part, attrs) })
	case *ir.Forall:
		if isRecord(x.Body) {
			return &ir.Forall{Iters: x.Iters, Pred: x.Pred, Body: prune(x.Body, attrs)}
		}
	case *ir.Record:
		n := &ir.Record{}
		for i, name := range x.Names {
			if attrs[name] {
				n.Names, n.Elems = append(n.Names, name), append(n.Elems, x.Elems[i])
			}
		}
		if len(n.Names) == 0 {
			n.Names, n.Elems = []string{"here"}, []ir.Expr{trueConst}
		}
		return n
	}
	return x
}
