package fuse

import (
	"math"

	"github.com/reffine-db/reffine/ir"
)

// Distribute fuses an operator over a union with its parts, when nothing else reads the union: it
// becomes a union itself, of the operator over each part. A part that is a union becomes parts.
//
//	u[r] = forall i : t[i] != null { {a: t[i].x} } ++ {a: 3}
//	out  = forall k : u[k] != null & u[k].a > 2 { {b: u[k].a + 1} }
//
// becomes
//
//	out[r] = forall i : t[i] != null & t[i].x > 2 { {b: t[i].x + 1} } ++ forall : 3 > 2 { {b: 3 + 1} }
func Distribute(p *ir.Program) *ir.Program {
	all := map[string]int{}
	for _, d := range p.Defs {
		countReads(d.X, all)
	}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		n := d.With(d.X)
		switch x := d.X.(type) {
		case *ir.Forall:
			if parts := distribute(out, x, all); parts != nil {
				n.X = &ir.Union{Parts: parts}
				if n.Row == "" {
					n.Row = "r"
				}
			}
		case *ir.Union:
			u := &ir.Union{}
			for _, part := range x.Parts {
				if parts := distribute(out, part, all); parts != nil {
					u.Parts = append(u.Parts, parts...)
				} else {
					u.Parts = append(u.Parts, part)
				}
			}
			n.X = u
		}
		out.Defs = append(out.Defs, n)
	}
	return dropDead(out)
}

// countReads adds the accesses and ranges in e to n, by field.
func countReads(e ir.Expr, n map[string]int) {
	ir.Walk(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Access:
			n[e.Field]++
		case *ir.Range:
			n[e.Field]++
		}
		return true
	})
}

// distribute returns x over each part of the union that is all it runs over, nil when there is none
// or all says that it has other readers.
func distribute(p *ir.Program, x ir.Expr, all map[string]int) []ir.Expr {
	f, ok := x.(*ir.Forall)
	if !ok || len(f.Iters) != 1 || f.Iters[0].Outer != nil || !isRecord(f.Body) {
		return nil
	}
	name := f.Iters[0].Name
	a := enumeratedBy(f, func(a *ir.Access) bool {
		d := p.Def(a.Field)
		if d == nil || len(a.Args) != 1 || d.Cut != nil {
			return false
		}
		_, ok := d.X.(*ir.Union)
		return ok
	})
	if a == nil || a.Field == p.Out.Field {
		return nil
	}
	attrs := map[string]string{} // stand-ins for attributes
	reads := 0
	atRow := func(x ir.Expr) bool {
		b, ok := x.(*ir.Access)
		if !ok || b.Field != a.Field || len(b.Args) != 1 {
			return false
		}
		it, ok := b.Args[0].(*ir.Iter)
		return ok && it.Name == name
	}
	standIn := func(e ir.Expr) ir.Expr {
		switch e := e.(type) {
		case *ir.Exists:
			if atRow(e.X) {
				reads++
				return trueConst
			}
		case *ir.Attr:
			if atRow(e.X) {
				reads++
				attrs["%"+e.Name] = e.Name
				return &ir.Iter{Name: "%" + e.Name, T: e.T}
			}
		}
		return e
	}
	pred, body := ir.Rewrite(f.Pred, standIn), ir.Rewrite(f.Body, standIn)
	if reads != all[a.Field] || pred != nil && Mentions(pred, name) || Mentions(body, name) {
		return nil
	}
	var out []ir.Expr
	for _, part := range p.Def(a.Field).X.(*ir.Union).Parts {
		over, ok := part.(*ir.Forall)
		if !ok {
			over = &ir.Forall{Body: part}
		}
		rec, ok := over.Body.(*ir.Record)
		if !ok {
			return nil
		}
		m := map[string]ir.Expr{}
		for in, attr := range attrs {
			m[in] = (&inliner{}).component(rec, &ir.Attr{Name: attr})
		}
		n := &ir.Forall{Iters: over.Iters, Body: subst(body, m)}
		n.Pred = ir.Conj(append(ir.Conjuncts(over.Pred), conditions(subst(pred, m))...)...)
		if len(n.Iters) == 0 && n.Pred == nil {
			out = append(out, n.Body)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// rowsAtMost bounds the rows of what a definition says: those of inputs and unions, as far as they
// are known, 1e6 otherwise.
func rowsAtMost(p *ir.Program, x ir.Expr) float64 {
	switch x := x.(type) {
	case *ir.Record:
		return 1
	case *ir.Union:
		n := 0.0
		for _, part := range x.Parts {
			n += rowsAtMost(p, part)
		}
		return n
	case *ir.Forall:
		n := 1.0
		for _, it := range x.Iters {
			rows := 1e6
			for _, c := range append(ir.Conjuncts(x.Pred), ir.Conjuncts(it.Outer)...) {
				if a := accessOf(c); a == nil || !hasIter(a, it.Name) {
					continue
				} else if in := p.Input(a.Field); in != nil && in.Rows >= 0 {
					rows = math.Min(rows, float64(in.Rows))
				} else if d := p.Def(a.Field); d != nil {
					rows = math.Min(rows, rowsAtMost(p, d.X))
				}
			}
			n *= math.Max(1, rows)
		}
		return n
	}
	return 1e6
}
