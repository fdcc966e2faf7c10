package loops

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
)

// conditions turns conjuncts into steps: plain ones into one filter, (non-)existences
// into probes, others with nested reductions into a Let and a filter, in this order.
func (b *builder) conditions(conj []ir.Expr) []Step {
	var plain []ir.Expr
	var probes, lets []Step
	for _, c := range conj {
		if !hasNested(c) {
			plain = append(plain, b.scalar(c))
			continue
		}
		if f, anti, ok := probe(c); ok {
			probes = append(probes, &Probe{Anti: anti, Body: b.nested(f)})
			continue
		}
		pre, v := b.value(c)
		lets = append(append(lets, pre...), &Filter{[]ir.Expr{v}})
	}
	var steps []Step
	if len(plain) > 0 {
		steps = append(steps, &Filter{plain})
	}
	return append(append(steps, probes...), lets...)
}

// probe matches an existence, or the negation of one.
func probe(c ir.Expr) (f *ir.Forall, anti, ok bool) {
	if call, isCall := c.(*ir.Call); isCall && call.Op == ir.Not {
		f, anti, ok = probe(call.Args[0])
		return f, !anti, ok
	}
	if e, isExists := c.(*ir.Exists); isExists {
		f, ok = e.X.(*ir.Forall)
	}
	return f, false, ok
}

// nested builds the loops of an operator inside another one.
func (b *builder) nested(f *ir.Forall) []Step {
	depth := b.depth
	b.depth = max(1, depth)
	steps, _ := b.operator(f)
	b.depth = depth
	return steps
}

// value returns the steps that compute the nested reductions and existences of e, and e
// with those replaced by what the steps bind.
func (b *builder) value(e ir.Expr) ([]Step, ir.Expr) {
	if !hasNested(e) {
		return nil, b.scalar(e)
	}
	var steps []Step
	var rewrite func(ir.Expr) ir.Expr
	rewrite = func(x ir.Expr) ir.Expr {
		switch n := x.(type) {
		case *ir.Exists:
			if f, ok := n.X.(*ir.Forall); ok {
				name := b.temp(ir.Of(ir.Bool))
				steps = append(steps, &Let{Names: []string{name}, Body: b.nested(f)})
				return &ir.Iter{Name: name, T: ir.Of(ir.Bool)}
			}
		case *ir.Reduce:
			if f, ok := n.Over.(*ir.Forall); ok {
				return b.let(n, f, &steps)
			}
		}
		return ir.MapChildren(x, rewrite)
	}
	v := rewrite(e)
	return steps, b.scalar(v)
}

// let adds the loops of a nested reduction, sharing them with an earlier reduction over the
// same operator.
func (b *builder) let(n *ir.Reduce, f *ir.Forall, steps *[]Step) ir.Expr {
	name := b.temp(n.T)
	depth := b.depth
	b.depth = max(1, depth)
	body, arg := b.operator(f)
	b.depth = depth
	r := Reduction{Fn: n.Fn, Distinct: n.Distinct, T: n.T}
	if n.Fn != ir.CountAll {
		pre, v := b.value(arg)
		body = append(body, pre...)
		r.Arg = v
	}
	*steps = append(*steps, &Let{Names: []string{name}, Reds: []Reduction{r}, Body: body})
	return &ir.Iter{Name: name, T: n.T}
}

func (b *builder) temp(t ir.Type) string {
	b.temps++
	name := fmt.Sprintf("$t%d", b.temps)
	b.stage.Temps = append(b.stage.Temps, Temp{name, t})
	return name
}

// scalar replaces the attributes of 0-d fields by symbols: they are known before the
// stage that reads them runs.
func (b *builder) scalar(e ir.Expr) ir.Expr {
	return ir.Rewrite(e, func(x ir.Expr) ir.Expr {
		if a, ok := x.(*ir.Attr); ok {
			if acc, ok := a.X.(*ir.Access); ok && len(acc.Args) == 0 {
				return &ir.Sym{Name: acc.Field + "." + a.Name, T: a.T}
			}
		}
		return x
	})
}
