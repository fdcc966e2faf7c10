package spaces

import (
	"github.com/reffine-db/reffine/ir"
)

// recognise matches a comparison against the templates of paper section 3.3,
//
//	t <= A·x + B·y + … + C     UBound
//	t >= A·x + B·y + … + C     LBound
//	t  = A·x + B·y + … + C     Constant
//
// without a solver: everything to one side, sign-normalised, divided by the
// coefficient of t with floor or ceiling. A coefficient that does not divide the
// symbols stays as the divisor of the bound, which the paper's template cannot express.
// neg asks for the negation of pred. ok is false when pred is no linear comparison
// in it; the caller goes on to the solver.
//
//	not (2*t >= end + 3)   gives   ubound(universal(t), floor((end + 2) / 2))
func recognise(pred ir.Expr, neg bool, it ir.Iterator) (Space, bool) {
	c, ok := pred.(*ir.Call)
	if !ok {
		return nil, false
	}
	if c.Op == ir.Not {
		return recognise(c.Args[0], !neg, it)
	}
	op := c.Op
	if neg {
		op = negation[op]
	}
	if op == ir.BadOp || !op.Comparison() || op == ir.Ne || !comparable(c.Args[0].Type(), c.Args[1].Type()) {
		return nil, false
	}
	l, ok1 := linearOf(c.Args[0], it.Name)
	r, ok2 := linearOf(c.Args[1], it.Name)
	d, ok3 := sum(1, l, -1, r) // d op 0
	if !ok1 || !ok2 || !ok3 || d.K == 0 || !keepsNulls(c, d.Rest) {
		return nil, false
	}
	return solveLinear(d, op, it)
}

// recogniseKey matches t = e for coordinates of any type with exact equality: non-integer
// coordinates are codes, and the environment gives e's. Null-safe equality is the same where
// NULL cannot meet NULL.
func recogniseKey(pred ir.Expr, neg bool, it ir.Iterator) (Space, bool) {
	c, ok := pred.(*ir.Call)
	if !ok || neg || c.Op != ir.Eq && c.Op != ir.NotDistinct {
		return nil, false
	}
	for i, x := range c.Args {
		at := c.Args[1-i]
		v, ok := x.(*ir.Iter)
		if !ok || v.Name != it.Name || mentions(at, it.Name) || !v.T.Same(at.Type()) || v.T.Float() {
			continue
		}
		if c.Op == ir.Eq || !v.T.Null || !mayBeNull(at) {
			return &Constant{it, symbol(at)}, true
		}
	}
	return nil, false
}

// solveLinear returns the space of K·t + Rest op 0, K not zero.
func solveLinear(d linear, op ir.Op, it ir.Iterator) (Space, bool) {
	universal := &Universal{it}
	if d.K > 0 { // K·t op -Rest, so that K is positive on the left
		rest, ok := combine(-1, d.Rest, 0, Number(0))
		if !ok {
			return nil, false
		}
		d.Rest = rest
	} else {
		if d.K == NegInf {
			return nil, false
		}
		d.K, op = -d.K, mirror[op]
	}
	switch op {
	case ir.Eq:
		q := d.Rest.quotient(d.K)
		if q.neverInteger() {
			return empty(it), true
		}
		return &Constant{it, q}, true
	case ir.Lt, ir.Le:
		hi, ok := d.Rest, true
		if op == ir.Lt {
			hi, ok = hi.plus(-1)
		}
		return &UBound{universal, hi.quotient(d.K).roundConst(false)}, ok
	case ir.Gt, ir.Ge:
		lo, ok := d.Rest, true
		if op == ir.Gt {
			lo, ok = lo.plus(1)
		}
		return &LBound{universal, lo.quotient(d.K).roundConst(true)}, ok
	}
	return nil, false
}

// negation and mirror of the comparisons: not (a < b) is a >= b in three-valued
// logic too, and a < b is b > a.
var (
	negation = map[ir.Op]ir.Op{ir.Lt: ir.Ge, ir.Ge: ir.Lt, ir.Gt: ir.Le, ir.Le: ir.Gt, ir.Eq: ir.Ne, ir.Ne: ir.Eq}
	mirror   = map[ir.Op]ir.Op{ir.Lt: ir.Gt, ir.Gt: ir.Lt, ir.Le: ir.Ge, ir.Ge: ir.Le, ir.Eq: ir.Eq}
)

// Mirror returns the comparison that b op a is when a op b is the one given.
func Mirror(op ir.Op) ir.Op {
	if m, ok := mirror[op]; ok {
		return m
	}
	return op // <>
}

// comparable reports whether the integers underneath two types compare as the
// values do.
func comparable(a, b ir.Type) bool { return a.Integer() && b.Integer() || a.Kind == b.Kind }

// keepsNulls reports whether each part of the comparison that may be NULL is still in the
// bound: one that cancelled out would have made the comparison NULL.
func keepsNulls(c *ir.Call, rest Affine) bool {
	ok := true
	ir.Walk(c, func(x ir.Expr) bool {
		switch {
		case !ok || !mayBeNull(x) || rest.has(x):
			return false
		case len(ir.Children(x)) == 0 || !linearNode(x):
			ok = false
		}
		return ok
	})
	return ok
}

// linearNode reports whether linearOf looks inside x.
func linearNode(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.Cast:
		_, ok := castFactor(x)
		return ok
	case *ir.Call:
		return x.Op.Comparison() || x.Op == ir.Add || x.Op == ir.Sub || x.Op == ir.Mul || x.Op == ir.Neg
	}
	return false
}

// empty is the space without coordinates, bounded like a constant.
func empty(it ir.Iterator) Space {
	return &Filter{&Constant{it, Number(0)}, &ir.Const{Val: ir.BoolValue(false)}}
}

// isEmpty recognises empty.
func isEmpty(s Space) bool {
	f, ok := s.(*Filter)
	if !ok {
		return false
	}
	c, ok := f.Pred.(*ir.Const)
	return ok && !c.Val.True()
}
