package fuse

import "github.com/reffine-db/reffine/ir"

// DropImplied removes existences that another conjunct implies: a comparison with a
// reduction that is NULL over an empty field is not true where there is nothing.
//
//	forall i : t[i] != null & (forall j : ...) != null & sum(forall j : ... {x}) > 3 { ... }
//
// becomes
//
//	forall i : t[i] != null & sum(forall j : ... {x}) > 3 { ... }
//
// So is the existence of a range in which there is a value.
func DropImplied(p *ir.Program) *ir.Program {
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		x := ir.Rewrite(d.X, func(e ir.Expr) ir.Expr {
			if c, ok := e.(*ir.Case); ok {
				return impliedCase(c)
			}
			f, ok := e.(*ir.Forall)
			if !ok {
				return e
			}
			return &ir.Forall{Iters: f.Iters, Pred: ir.Conj(dropWindows(dropImplied(ir.Conjuncts(f.Pred), f.Iters))...), Body: f.Body}
		})
		out.Defs = append(out.Defs, d.With(x))
	}
	return Simplify(out)
}

// dropImplied does not ask an equality that binds one of the iterators: what a key coordinate is bound
// to is its value, which nothing compares.
func dropImplied(conj []ir.Expr, its []ir.Iterator) []ir.Expr {
	implied := map[string]bool{}
	for _, c := range conj {
		for _, loops := range impliedBy(c, its) {
			implied[loops] = true
		}
	}
	if len(implied) == 0 {
		return conj
	}
	dropped := map[string]bool{}
	var rest []ir.Expr
	for _, c := range conj {
		if e, ok := c.(*ir.Exists); ok {
			if f, ok := e.X.(*ir.Forall); ok && implied[loopsOf(f)] {
				dropped[loopsOf(f)] = true
				continue
			}
		}
		rest = append(rest, c)
	}
	for i, c := range rest {
		for _, loops := range impliedBy(c, its) {
			if call, ok := rest[i].(*ir.Call); ok && dropped[loops] {
				rest[i] = nullableComparison(call)
			}
		}
	}
	return rest
}

// impliedBy names the loops whose existence a conjunct implies.
func impliedBy(c ir.Expr, its []ir.Iterator) (loops []string) {
	call, ok := c.(*ir.Call)
	if !ok || !call.Op.Comparison() || bindsAny(c, its) {
		return nil
	}
	for _, a := range call.Args {
		if r := reductionIn(a); r != nil && r.Fn != ir.Count && r.Fn != ir.CountAll {
			if f, ok := r.Over.(*ir.Forall); ok {
				loops = append(loops, loopsOf(f))
			}
		}
	}
	return loops
}

// nullableComparison retypes a comparison that now stands for an existence as well: where there is
// nothing it is NULL, and its negation is not the opposite comparison.
func nullableComparison(c *ir.Call) *ir.Call {
	n := &ir.Call{Op: c.Op, T: c.T.Nullable()}
	for _, a := range c.Args {
		n.Args = append(n.Args, nullable(a))
	}
	return n
}

// impliedCase drops the test of CASE WHEN (F != null) THEN x ELSE NULL where x is NULL by itself
// over an empty F.
func impliedCase(c *ir.Case) ir.Expr {
	k, ok := c.Else.(*ir.Const)
	if !ok || k.Val.Valid || len(c.Whens) != 1 {
		return c
	}
	e, ok := c.Whens[0].Cond.(*ir.Exists)
	if !ok {
		return c
	}
	f, ok := e.X.(*ir.Forall)
	r := reductionIn(c.Whens[0].Then)
	if !ok || r == nil || r.Fn == ir.Count || r.Fn == ir.CountAll {
		return c
	}
	if g, ok := r.Over.(*ir.Forall); !ok || loopsOf(g) != loopsOf(f) {
		return c
	}
	return nullable(c.Whens[0].Then)
}

// nullable retypes what reductionIn looks through: it is NULL over an empty field.
func nullable(e ir.Expr) ir.Expr {
	if reductionIn(e) == nil {
		return e
	}
	switch e := e.(type) {
	case *ir.Reduce:
		return &ir.Reduce{Fn: e.Fn, Distinct: e.Distinct, Over: e.Over, T: e.T.Nullable()}
	case *ir.Cast:
		return &ir.Cast{X: nullable(e.X), T: e.T.Nullable(), Try: e.Try}
	case *ir.Call:
		n := &ir.Call{Op: e.Op, T: e.T.Nullable()}
		for _, a := range e.Args {
			n.Args = append(n.Args, nullable(a))
		}
		return n
	}
	panic("fuse: not a reduction")
}

func bindsAny(c ir.Expr, its []ir.Iterator) bool {
	for _, it := range its {
		if _, ok := bindingOf(c, it.Name); ok {
			return true
		}
	}
	return false
}

// reductionIn returns the reduction that e is, below casts and arithmetic that are NULL when it
// is; nil when there is none.
func reductionIn(e ir.Expr) *ir.Reduce {
	switch e := e.(type) {
	case *ir.Reduce:
		return e
	case *ir.Cast:
		return reductionIn(e.X)
	case *ir.Call:
		switch e.Op {
		case ir.Add, ir.Sub, ir.Mul, ir.Neg:
			for _, a := range e.Args {
				if r := reductionIn(a); r != nil {
					return r
				}
			}
		}
	}
	return nil
}

// loopsOf is the text of an operator's iterators and predicate, iterators numbered, so that two
// operators over the same coordinates have the same.
func loopsOf(f *ir.Forall) string {
	m := map[string]string{}
	n := &ir.Forall{Body: trueConst}
	for i, it := range f.Iters {
		name := "%" + string(rune('a'+i))
		m[it.Name] = name
		n.Iters = append(n.Iters, ir.Iterator{Name: name, T: it.T, Outer: ir.RenameIters(it.Outer, m)})
	}
	n.Pred = ir.RenameIters(f.Pred, m)
	return ir.String(n)
}
