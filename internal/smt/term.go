package smt

import (
	"fmt"
	"strconv"
	"strings"
)

// Term is an immutable integer or boolean term. The zero Term is not valid;
// build terms with the functions of this package, which panic on a mistake of sort.
type Term struct {
	op    op
	n     int64
	name  string
	args  []*Term
	depth int32
	size  int32
	bool  bool // sort: boolean, else integer
}

type op uint8

const (
	opInt op = iota
	opVar
	opApply // uninterpreted predicate over one integer
	opTrue
	opFalse
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opLt
	opLe
	opEq
	opAnd
	opOr
	opNot
	opIte
)

var opNames = [...]string{
	opAdd: "+", opSub: "-", opMul: "*", opDiv: "div", opMod: "mod", opLt: "<", opLe: "<=", opEq: "=",
	opAnd: "and", opOr: "or", opNot: "not", opIte: "ite",
}

// Limits on terms; Check refuses what is beyond.
const (
	maxDepth = 200
	maxSize  = 20_000
)

// Int returns the integer n.
func Int(n int64) *Term { return &Term{op: opInt, n: n, depth: 1, size: 1} }

// Number returns the value of a term made by Int.
func (t *Term) Number() (n int64, ok bool) { return t.n, t.op == opInt }

// Var returns the integer variable with the given name.
func Var(name string) *Term { return &Term{op: opVar, name: name, depth: 1, size: 1} }

// Bool returns true or false.
func Bool(b bool) *Term {
	if b {
		return &Term{op: opTrue, depth: 1, size: 1, bool: true}
	}
	return &Term{op: opFalse, depth: 1, size: 1, bool: true}
}

// Apply returns the uninterpreted predicate name at x: any set of integers, the same
// wherever the name occurs.
func Apply(name string, x *Term) *Term {
	t := build(opApply, true, false, x)
	t.name = name
	return t
}

// Add returns the sum, 0 of none.
func Add(xs ...*Term) *Term { return fold(opAdd, Int(0), false, xs) }

// Sub returns a - b.
func Sub(a, b *Term) *Term { return build(opSub, false, false, a, b) }

// Mul returns the product, 1 of none.
func Mul(xs ...*Term) *Term { return fold(opMul, Int(1), false, xs) }

// Div returns a / n rounded toward -∞, for n > 0.
func Div(a *Term, n int64) *Term { return build(opDiv, false, false, a, positive(n)) }

// Mod returns a - n·Div(a, n), which is in [0, n), for n > 0.
func Mod(a *Term, n int64) *Term { return build(opMod, false, false, a, positive(n)) }

// Quo returns a / n truncated toward zero, as machines and SQL divide, for n not 0
// and not the smallest integer. Z3's own division is Euclidean.
func Quo(a *Term, n int64) *Term {
	if n < 0 {
		return Sub(Int(0), Quo(a, -n))
	}
	return Ite(Le(Int(0), a), Div(a, n), Sub(Int(0), Div(Sub(Int(0), a), n)))
}

// Rem returns a - n·Quo(a, n), which has the sign of a.
func Rem(a *Term, n int64) *Term { return Sub(a, Mul(Int(n), Quo(a, n))) }

// Lt returns a < b.
func Lt(a, b *Term) *Term { return build(opLt, true, false, a, b) }

// Le returns a <= b.
func Le(a, b *Term) *Term { return build(opLe, true, false, a, b) }

// Eq returns a = b, of two integers or two booleans.
func Eq(a, b *Term) *Term { return build(opEq, true, a.bool, a, b) }

// And returns the conjunction, true of none.
func And(xs ...*Term) *Term { return fold(opAnd, Bool(true), true, xs) }

// Or returns the disjunction, false of none.
func Or(xs ...*Term) *Term { return fold(opOr, Bool(false), true, xs) }

// Not returns the negation.
func Not(a *Term) *Term { return build(opNot, true, true, a) }

// Ite returns a where c, else b; a and b are of one sort.
func Ite(c, a, b *Term) *Term {
	if !c.bool || a.bool != b.bool {
		panic("smt: ite of mixed sorts")
	}
	return newTerm(opIte, a.bool, c, a, b)
}

func positive(n int64) *Term {
	if n <= 0 {
		panic(fmt.Sprintf("smt: division by %d", n))
	}
	return Int(n)
}

func fold(o op, unit *Term, b bool, xs []*Term) *Term {
	switch len(xs) {
	case 0:
		return unit
	case 1:
		return xs[0]
	}
	return build(o, b, b, xs...)
}

// build makes a term of sort result over arguments of one sort.
func build(o op, result, arg bool, xs ...*Term) *Term {
	for _, x := range xs {
		if x.bool != arg {
			panic("smt: " + opNames[o] + " of the wrong sort")
		}
	}
	return newTerm(o, result, xs...)
}

func newTerm(o op, result bool, xs ...*Term) *Term {
	t := &Term{op: o, args: xs, size: 1, bool: result}
	for _, x := range xs {
		t.depth = max(t.depth, x.depth)
		t.size = min(t.size+x.size, maxSize+1)
	}
	t.depth++
	return t
}

// Subst returns t with integer variables replaced by terms.
func (t *Term) Subst(by map[string]*Term) *Term {
	if t.op == opVar {
		if r, ok := by[t.name]; ok {
			return r
		}
		return t
	}
	if len(t.args) == 0 {
		return t
	}
	args := make([]*Term, len(t.args))
	for i, a := range t.args {
		args[i] = a.Subst(by)
	}
	n := newTerm(t.op, t.bool, args...)
	n.name = t.name
	return n
}

// String returns t in the SMT-LIB notation.
func (t *Term) String() string {
	switch t.op {
	case opInt:
		if t.n < 0 {
			return "(- " + strings.TrimPrefix(strconv.FormatInt(t.n, 10), "-") + ")"
		}
		return strconv.FormatInt(t.n, 10)
	case opVar:
		return t.name
	case opTrue:
		return "true"
	case opFalse:
		return "false"
	}
	var b strings.Builder
	b.WriteString("(")
	if t.op == opApply {
		b.WriteString(t.name)
	} else {
		b.WriteString(opNames[t.op])
	}
	for _, a := range t.args {
		b.WriteString(" " + a.String())
	}
	return b.String() + ")"
}
