package spaces

import (
	"strconv"

	"github.com/reffine-db/reffine/internal/smt"
	"github.com/reffine-db/reffine/ir"
)

// formula is a conjunct as the solver sees it: integers, booleans and φ tests in
// the iterator t and in symbols, the integer parts free of t.
type formula struct {
	term    *smt.Term
	symbols []Term    // in order of appearance, coefficient 1; variable names x0, x1, …
	tests   []fieldAt // the φ tests at t
	product bool      // something is multiplied by no constant
	from    *translator
}

// fieldAt is a φ test of a materialized field at an argument that mentions the iterator.
type fieldAt struct {
	access *ir.Access
	axis   int // of the argument
	name   string
	arg    *smt.Term
}

const iterVar = "t"

func symbolVar(i int) string { return "x" + strconv.Itoa(i) }

// formulaOf translates a literal; ok is false for what is not integer-only. NULL
// has no place in the solver: a part that may be NULL, which includes
// anything read from a field, is taken only where the whole literal cannot be true when it is
// (strict), and then stands for the values that are not NULL.
func (d *deriver) formulaOf(l literal) (f *formula, ok bool) {
	t := &translator{deriver: d, strict: l.strict(), symbols: map[string]int{}, fields: map[string]string{}, f: &formula{}}
	x := t.boolean(l.x)
	if t.failed {
		return nil, false
	}
	if l.neg {
		x = smt.Not(x)
	}
	t.f.term, t.f.from = x, t
	return t.f, true
}

// strict reports whether the literal is NULL or false whenever a part of it is NULL: a
// conjunction of comparisons of arithmetic.
func (l literal) strict() bool {
	for _, p := range l.split(ir.And, nil) {
		c, ok := p.x.(*ir.Call)
		if !ok || !c.Op.Comparison() || !strictParts(c) {
			return false
		}
	}
	return true
}

func strictParts(c *ir.Call) bool {
	for _, a := range c.Args {
		ok := true
		ir.Walk(a, func(x ir.Expr) bool {
			switch x := x.(type) {
			case *ir.Call:
				ok = ok && x.Op != ir.Coalesce && x.Op != ir.And && x.Op != ir.Or
			case *ir.Case, *ir.In, *ir.Exists, *ir.Reduce:
				ok = false
			}
			return ok
		})
		if !ok {
			return false
		}
	}
	return true
}

// translator builds the terms of one formula. After failed, the terms mean nothing.
type translator struct {
	*deriver
	strict  bool
	symbols map[string]int    // by text
	fields  map[string]string // predicate names by text of the access with a hole
	f       *formula
	failed  bool
}

func (t *translator) fail() *smt.Term {
	t.failed = true
	return smt.Int(0)
}

func (t *translator) no() *smt.Term {
	t.failed = true
	return smt.Bool(false)
}

// integer translates a term.
func (t *translator) integer(x ir.Expr) *smt.Term {
	if t.failed {
		return smt.Int(0)
	}
	switch x := x.(type) {
	case *ir.Const:
		n, fits := x.Val.Int.Int64()
		if !fits || !x.Val.Valid || !x.Val.Type.Integer() && !coordinateType(x.Val.Type) {
			return t.fail()
		}
		return smt.Int(n)
	case *ir.Iter:
		if x.Name == t.it.Name && coordinateType(x.T) && !x.T.Null {
			return smt.Var(iterVar)
		}
	case *ir.Cast:
		if k, ok := castFactor(x); ok && k == 1 {
			return t.integer(x.X)
		}
	case *ir.Case:
		return t.cases(x, t.integer)
	case *ir.Call:
		if term := t.arithmetic(x); term != nil {
			return term
		}
	}
	return t.symbol(x)
}

// arithmetic translates a call of an operator the solver has, nil for any other.
func (t *translator) arithmetic(c *ir.Call) *smt.Term {
	if !c.T.Integer() && !coordinateType(c.T) {
		return nil
	}
	switch c.Op {
	case ir.IntDiv, ir.Mod:
		n, ok := divisor(c.Args[1])
		if !ok {
			return nil
		}
		if a := t.integer(c.Args[0]); c.Op == ir.IntDiv {
			return smt.Quo(a, n)
		} else {
			return smt.Rem(a, n)
		}
	case ir.Add, ir.Sub, ir.Mul, ir.Neg, ir.Abs, ir.Least, ir.Greatest:
	default:
		return nil
	}
	args := make([]*smt.Term, len(c.Args))
	for i, a := range c.Args {
		if args[i] = t.integer(a); t.failed {
			return smt.Int(0)
		}
	}
	a := args[0]
	switch c.Op {
	case ir.Add:
		return smt.Add(args...)
	case ir.Sub:
		return smt.Sub(a, args[1])
	case ir.Mul:
		_, constant := args[0].Number()
		_, factor := args[1].Number()
		t.f.product = t.f.product || !constant && !factor
		return smt.Mul(args...)
	case ir.Neg:
		return smt.Sub(smt.Int(0), a)
	case ir.Abs:
		return smt.Ite(smt.Lt(a, smt.Int(0)), smt.Sub(smt.Int(0), a), a)
	}
	for _, b := range args[1:] {
		first := smt.Lt(a, b)
		if c.Op == ir.Greatest {
			first = smt.Lt(b, a)
		}
		a = smt.Ite(first, a, b)
	}
	return a
}

// divisor returns a constant that may divide.
func divisor(x ir.Expr) (int64, bool) {
	c, ok := x.(*ir.Const)
	if !ok || !c.Val.Valid || !c.Val.Type.Integer() {
		return 0, false
	}
	n, fits := c.Val.Int.Int64()
	return n, fits && n != 0 && n != NegInf
}

// symbol makes a part free of the iterator a variable.
func (t *translator) symbol(x ir.Expr) *smt.Term {
	if !coordinateType(x.Type()) || mentions(x, t.it.Name) || !t.strict && mayBeNull(x) {
		return t.fail()
	}
	text := ir.String(x)
	i, ok := t.symbols[text]
	if !ok {
		i = len(t.f.symbols)
		t.symbols[text] = i
		t.f.symbols = append(t.f.symbols, Term{Coef: 1, X: x, text: text})
	}
	return smt.Var(symbolVar(i))
}

// mayBeNull reports whether x can be NULL at run time: by type, or because it reads a
// field at a coordinate where there may be nothing.
func mayBeNull(x ir.Expr) bool {
	null := x.Type().Null
	ir.Walk(x, func(x ir.Expr) bool {
		switch x.(type) {
		case *ir.Access, *ir.Range, *ir.Reduce:
			null = true
		}
		return !null
	})
	return null
}

// boolean translates a formula.
func (t *translator) boolean(x ir.Expr) *smt.Term {
	if t.failed {
		return smt.Bool(false)
	}
	switch x := x.(type) {
	case *ir.Const:
		if x.Val.Valid && x.Val.Type.Kind == ir.Bool {
			return smt.Bool(x.Val.True())
		}
	case *ir.In:
		list := make([]*smt.Term, len(x.List))
		for i, e := range x.List {
			list[i] = t.compare(ir.Eq, x.X, e)
		}
		return smt.Or(list...)
	case *ir.Case:
		if x.T.Kind == ir.Bool {
			return t.cases(x, t.boolean)
		}
	case *ir.Exists:
		return t.exists(x)
	case *ir.Call:
		return t.connective(x)
	}
	return t.no()
}

func (t *translator) connective(c *ir.Call) *smt.Term {
	switch c.Op {
	case ir.And, ir.Or:
		args := make([]*smt.Term, len(c.Args))
		for i, a := range c.Args {
			args[i] = t.boolean(a)
		}
		if c.Op == ir.And {
			return smt.And(args...)
		}
		return smt.Or(args...)
	case ir.Not:
		return smt.Not(t.boolean(c.Args[0]))
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		return t.compare(c.Op, c.Args[0], c.Args[1])
	}
	return t.no()
}

func (t *translator) compare(op ir.Op, x, y ir.Expr) *smt.Term {
	if !comparable(x.Type(), y.Type()) {
		return t.no()
	}
	a, b := t.integer(x), t.integer(y)
	switch op {
	case ir.Eq:
		return smt.Eq(a, b)
	case ir.Ne:
		return smt.Not(smt.Eq(a, b))
	case ir.Lt:
		return smt.Lt(a, b)
	case ir.Le:
		return smt.Le(a, b)
	case ir.Gt:
		return smt.Lt(b, a)
	}
	return smt.Le(b, a)
}

// cases translates CASE; without NULLs its conditions are two-valued.
func (t *translator) cases(c *ir.Case, branch func(ir.Expr) *smt.Term) *smt.Term {
	if c.Else == nil {
		return t.no()
	}
	x := branch(c.Else)
	for i := len(c.Whens) - 1; i >= 0; i-- {
		cond, then := t.boolean(c.Whens[i].Cond), branch(c.Whens[i].Then)
		if t.failed {
			return x
		}
		x = smt.Ite(cond, then, x)
	}
	return x
}

// exists translates the φ test of a field at one argument that mentions the iterator: an
// uninterpreted predicate, so that what is proved holds for any contents.
func (t *translator) exists(e *ir.Exists) *smt.Term {
	a, ok := e.X.(*ir.Access)
	if !ok {
		return t.no()
	}
	axis := -1
	hole := append([]ir.Expr{}, a.Args...)
	for i, arg := range a.Args {
		if !mentions(arg, t.it.Name) {
			continue
		}
		if axis >= 0 {
			return t.no()
		}
		axis, hole[i] = i, &ir.Iter{}
	}
	if axis < 0 {
		return t.no()
	}
	text := ir.String(&ir.Access{Field: a.Field, Args: hole})
	name, ok := t.fields[text]
	if !ok {
		name = "f" + strconv.Itoa(len(t.fields))
		t.fields[text] = name
	}
	arg := t.integer(a.Args[axis])
	if t.failed {
		return smt.Bool(false)
	}
	t.f.tests = append(t.f.tests, fieldAt{a, axis, name, arg})
	return smt.Apply(name, arg)
}
