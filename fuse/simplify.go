package fuse

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// Simplify folds constants and reduces conditions to what they mean where they
// stand: in a predicate NULL is as good as false, so the three-valued CASE of a mark
// join becomes a plain (non-)existence.
//
//	forall i : t[i] != null & not(case when x then true when y then null:bool else false end) { ... }
//
// becomes
//
//	forall i : t[i] != null & not(x) & not(y) { ... }
func Simplify(p *ir.Program) *ir.Program {
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		out.Defs = append(out.Defs, d.With(simplify(d.X)))
	}
	return dropDead(out)
}

func simplify(e ir.Expr) ir.Expr {
	f, ok := e.(*ir.Forall)
	if !ok {
		return simplifyNode(ir.MapChildren(e, simplify))
	}
	n := &ir.Forall{Iters: append([]ir.Iterator{}, f.Iters...), Body: simplify(f.Body), Pred: simplifyPred(f.Pred, f.Iters)}
	for i, it := range n.Iters {
		if it.Outer != nil {
			n.Iters[i].Outer = simplifyPred(it.Outer, n.Iters[i:i+1])
			if n.Iters[i].Outer == nil {
				n.Iters[i].Outer = trueConst
			}
		}
	}
	return n
}

// simplifyPred simplifies what confines iterators. Where it holds nowhere it is false, and what
// says where the coordinates come from, for passes that ask.
func simplifyPred(p ir.Expr, its []ir.Iterator) ir.Expr {
	var conj, binding []ir.Expr
	never := false
	for _, c := range ir.Conjuncts(p) {
		t := truth(simplify(c))
		never = never || t != nil && isFalse(t)
		if t != nil && !isTrueConst(t) {
			conj = append(conj, t)
		}
		binds := accessOf(c) != nil
		for _, it := range its {
			_, bound := bindingOf(c, it.Name)
			binds = binds || bound
		}
		if binds {
			binding = append(binding, c)
		}
	}
	if never {
		conj = append([]ir.Expr{falseConst}, binding...)
	}
	return ir.Conj(dedup(ir.Conjuncts(ir.Conj(conj...)))...)
}

func simplifyNode(e ir.Expr) ir.Expr {
	switch e := e.(type) {
	case *ir.Call:
		switch {
		case e.Op == ir.Not:
			return negate(e)
		case (e.Op == ir.IsNull || e.Op == ir.IsNotNull) && !e.Args[0].Type().Null && e.Args[0].Type().Kind != ir.Invalid && !eval.MayFail(e.Args[0]):
			return &ir.Const{Val: ir.BoolValue(e.Op == ir.IsNotNull)}
		}
	case *ir.Exists:
		if f, ok := e.X.(*ir.Forall); ok {
			if conj := ir.Conjuncts(f.Pred); len(conj) > 0 && isFalse(conj[0]) {
				return falseConst
			}
			if len(f.Iters) == 0 {
				return isTrue(f.Pred)
			}
			return somewhere(e, f)
		}
	}
	return fold(e)
}

var inverse = map[ir.Op]ir.Op{ir.Eq: ir.Ne, ir.Ne: ir.Eq, ir.Lt: ir.Ge, ir.Ge: ir.Lt, ir.Gt: ir.Le, ir.Le: ir.Gt,
	ir.IsNull: ir.IsNotNull, ir.IsNotNull: ir.IsNull, ir.Distinct: ir.NotDistinct, ir.NotDistinct: ir.Distinct, ir.Like: ir.NotLike, ir.NotLike: ir.Like}

// somewhere takes out of the existence e of f, whose iterators have outer ranges all, what does not
// depend on them: there is always a coordinate, φ if nothing else.
//
//	(forall k outer (c[k] != null & ...) : b[j] != null { true }) != null
//
// becomes b[j] != null.
func somewhere(e ir.Expr, f *ir.Forall) ir.Expr {
	own := map[string]bool{}
	for _, it := range f.Iters {
		if it.Outer == nil {
			return e
		}
		own[it.Name] = true
	}
	var outside, inside []ir.Expr
	for _, c := range ir.Conjuncts(f.Pred) {
		if mentionsAny(c, own) {
			inside = append(inside, c)
		} else {
			outside = append(outside, isTrue(c))
		}
	}
	switch {
	case len(outside) == 0 && len(inside) > 0:
		return e
	case len(inside) > 0:
		outside = append(outside, &ir.Exists{X: &ir.Forall{Iters: f.Iters, Pred: ir.Conj(inside...), Body: f.Body}})
	}
	return isTrue(ir.Conj(outside...))
}

// fold folds constants in e, but not in the operators inside it: what confines their iterators has
// been simplified, and false there is not all there is to say.
func fold(e ir.Expr) ir.Expr {
	held := map[string]ir.Expr{}
	var hide func(ir.Expr) ir.Expr
	hide = func(x ir.Expr) ir.Expr {
		if _, ok := x.(*ir.Forall); !ok {
			return ir.MapChildren(x, hide)
		}
		s := &ir.Sym{Name: fmt.Sprintf("%%%d", len(held)), T: x.Type()}
		held[s.Name] = x
		return s
	}
	hidden := hide(e)
	if len(held) == 0 {
		return eval.Fold(e)
	}
	return ir.Rewrite(eval.Fold(hidden), func(x ir.Expr) ir.Expr {
		if s, ok := x.(*ir.Sym); ok && held[s.Name] != nil {
			return held[s.Name]
		}
		return x
	})
}

// negate moves a negation inward where three-valued logic allows it.
func negate(e *ir.Call) ir.Expr {
	switch x := e.Args[0].(type) {
	case *ir.Call:
		if op, ok := inverse[x.Op]; ok {
			return &ir.Call{Op: op, Args: x.Args, T: x.T}
		}
		if x.Op == ir.Not {
			return x.Args[0]
		}
	case *ir.Case:
		n := &ir.Case{T: x.T, Else: simplifyNode(not(x.Else))}
		for _, w := range x.Whens {
			n.Whens = append(n.Whens, ir.When{Cond: w.Cond, Then: simplifyNode(not(w.Then))})
		}
		return n
	}
	return fold(e)
}

func not(e ir.Expr) ir.Expr { return &ir.Call{Op: ir.Not, Args: []ir.Expr{e}, T: e.Type()} }

// truth returns a condition that is true exactly when e is: what is NULL may become
// false. nil is true.
func truth(e ir.Expr) ir.Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *ir.Call:
		switch e.Op {
		case ir.And:
			return truthAll(e)
		case ir.Or:
			return truthAny(e)
		case ir.Coalesce:
			if len(e.Args) == 2 && isFalse(e.Args[1]) {
				return truth(e.Args[0])
			}
		}
	case *ir.Case:
		return truthCase(e)
	case *ir.Const:
		if isFalse(e) {
			return falseConst
		}
	}
	return e
}

func truthAll(e *ir.Call) ir.Expr {
	var out []ir.Expr
	for _, a := range e.Args {
		t := truth(a)
		if isFalse(t) && t != nil {
			return falseConst
		}
		if t != nil && !isTrueConst(t) {
			out = append(out, t)
		}
	}
	return ir.Conj(out...)
}

func truthAny(e *ir.Call) ir.Expr {
	var out []ir.Expr
	null := false
	for _, a := range e.Args {
		t := truth(a)
		if t == nil || isTrueConst(t) {
			return nil
		}
		if !isFalse(t) {
			out = append(out, t)
			null = null || t.Type().Null
		}
	}
	switch len(out) {
	case 0:
		return falseConst
	case 1:
		return out[0]
	}
	return &ir.Call{Op: ir.Or, Args: out, T: ir.Of(ir.Bool).WithNull(null)}
}

// truthCase turns a CASE over constant truth values into conditions: from the last
// branch up, "then true" is or, anything else is and not.
func truthCase(e *ir.Case) ir.Expr {
	if !isTruthValue(e.Else) {
		return e
	}
	for _, w := range e.Whens {
		if !isTruthValue(w.Then) {
			return e
		}
	}
	acc := truth(e.Else)
	for i := len(e.Whens) - 1; i >= 0; i-- {
		w := e.Whens[i]
		if isTrueConst(w.Then) {
			if acc == nil {
				continue
			}
			c := truth(w.Cond)
			if c == nil {
				acc = nil
			} else if isFalse(acc) {
				acc = c
			} else {
				acc = &ir.Call{Op: ir.Or, Args: []ir.Expr{c, acc}, T: ir.Of(ir.Bool).WithNull(c.Type().Null || acc.Type().Null)}
			}
			continue
		}
		if acc != nil && isFalse(acc) {
			continue
		}
		acc = ir.Conj(simplifyNode(not(isTrue(w.Cond))), acc)
	}
	return acc
}

func isTruthValue(e ir.Expr) bool { return isTrueConst(e) || isFalse(e) }
