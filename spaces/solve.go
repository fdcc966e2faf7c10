package spaces

import (
	"strconv"

	"github.com/reffine-db/reffine/internal/smt"
	"github.com/reffine-db/reffine/ir"
)

// maxSymbols is the number of symbols up to which the solver is asked.
const maxSymbols = 6

// solve matches a literal that the recogniser does not know to a template, or
// derives bounds from it. ok is false when the solver is not there, the
// literal is not for it, or nothing came out.
func (d *deriver) solve(l literal) (s Space, how How, ok bool) {
	if d.ctx.NoSolver {
		return nil, 0, false
	}
	f, ok := d.formulaOf(l)
	if !ok || len(f.symbols) > maxSymbols {
		return nil, 0, false
	}
	if _, err := smt.Available(); err != nil {
		return nil, 0, false
	}
	key := ""
	if len(f.tests) == 0 { // else the answer depends on what is known of the fields
		key = d.it.Name + " " + d.it.T.String() + " " + ir.Key(l.expr())
		if a, ok := solved.get(key); ok {
			return a.space, a.how, a.space != nil
		}
	}
	var a answer
	if s, ok := d.template(f); ok {
		a = answer{s, BySolver}
	} else if s, ok := d.bounds(l, f); ok {
		a = answer{s, ByBounds}
	}
	if key != "" {
		solved.put(key, a)
	}
	return a.space, a.how, a.space != nil
}

// template returns the one space of Table 1 that f is equal to, by the boundary encoding.
// The paper (section 3.3) asks the solver for A, B, C such that expression and template
// agree for all t: a quantified query, which is slow and was seen to be answered wrongly where a
// field is a free function. Here one quantifier-free query samples the edge of the
// expression with the symbols at 0 and at each unit vector, which leaves one candidate, and
// another proves or refutes it.
func (d *deriver) template(f *formula) (Space, bool) {
	edges := []edge{upperEdge, lowerEdge, pointEdge}
	if len(f.tests) > 0 {
		if s, ok := d.fieldTemplate(f); ok {
			return s, true
		}
		edges = nil
	}
	varies := false // true somewhere and false somewhere
	for _, e := range edges {
		a, ok := f.boundary(e)
		varies = varies || ok && e != pointEdge
		if ok && unsat(smt.Not(smt.Eq(f.term, f.compare(e, a)))) && f.keeps(a) {
			return e.space(d.it, a), true
		}
	}
	switch {
	case varies:
		return nil, false
	case unsat(f.term):
		return empty(d.it), true
	case !f.mayBeNull() && unsat(smt.Not(f.term)):
		return &Universal{d.it}, true
	}
	return nil, false
}

// edge is what the expression looks like around the template's parameter b.
type edge uint8

const (
	upperEdge edge = iota // holds at b, not at b+1: t <= b
	lowerEdge             // holds at b, not at b-1: t >= b
	pointEdge             // holds at b: t = b
)

func (e edge) space(it ir.Iterator, a Affine) Space {
	switch e {
	case upperEdge:
		return &UBound{&Universal{it}, a}
	case lowerEdge:
		return &LBound{&Universal{it}, a}
	}
	return &Constant{it, a}
}

// boundary samples the edge and returns the parameter as the only affine form that
// passes through the samples; ok is false when there is no such edge.
func (f *formula) boundary(e edge) (Affine, bool) {
	var parts, samples []*smt.Term
	for j := range len(f.symbols) + 1 {
		b := smt.Var("b" + strconv.Itoa(j))
		samples = append(samples, b)
		at := f.sample(j)
		at[iterVar] = b
		parts = append(parts, f.term.Subst(at))
		if e != pointEdge {
			step := int64(1)
			if e == lowerEdge {
				step = -1
			}
			at[iterVar] = smt.Add(b, smt.Int(step))
			parts = append(parts, smt.Not(f.term.Subst(at)))
		}
	}
	r, values, err := smt.Check(smt.And(parts...), samples...)
	if err != nil || r != smt.Sat {
		return Affine{}, false
	}
	return f.through(values)
}

// sample returns the symbols as 0, but for symbol j-1 as 1.
func (f *formula) sample(j int) map[string]*smt.Term {
	at := map[string]*smt.Term{}
	for i := range f.symbols {
		n := int64(0)
		if i == j-1 {
			n = 1
		}
		at[symbolVar(i)] = smt.Int(n)
	}
	return at
}

// through returns the affine form with the given values at the samples 0, 1, …
func (f *formula) through(values []int64) (Affine, bool) {
	a := Number(values[0])
	for i, s := range f.symbols {
		k, ok1 := add64(values[i+1], -values[0])
		s.Coef = k
		sum, ok2 := combine(1, a, 1, Affine{Terms: []Term{s}, Div: 1})
		if !ok1 || !ok2 || values[0] == NegInf {
			return Affine{}, false
		}
		if k != 0 {
			a = sum
		}
	}
	return a, true
}

// value returns the undivided sum of a as a term.
func (f *formula) value(a Affine) *smt.Term {
	parts := []*smt.Term{smt.Int(a.Const)}
	for _, t := range a.Terms {
		parts = append(parts, smt.Mul(smt.Int(t.Coef), f.from.integer(t.X)))
	}
	if f.from.failed {
		panic("spaces: a bound over what is not in the formula")
	}
	return smt.Add(parts...)
}

// compare returns the template `t <= a`, `t >= a` or `t = a`, for a divided a too: a
// bound rounded to an integer is one multiplied by its divisor.
func (f *formula) compare(e edge, a Affine) *smt.Term {
	t, v := smt.Mul(smt.Int(a.div()), smt.Var(iterVar)), f.value(a)
	switch e {
	case upperEdge:
		return smt.Le(t, v)
	case lowerEdge:
		return smt.Le(v, t)
	}
	return smt.Eq(t, v)
}

// mayBeNull reports whether a symbol can be NULL.
func (f *formula) mayBeNull() bool {
	for _, s := range f.symbols {
		if mayBeNull(s.X) {
			return true
		}
	}
	return false
}

// keeps reports whether each symbol that can be NULL is in one of the forms: NULL there is
// NULL in the formula.
func (f *formula) keeps(forms ...Affine) bool {
	kept := map[string]bool{}
	for _, a := range forms {
		for _, t := range a.Terms {
			ir.Walk(t.X, func(x ir.Expr) bool {
				kept[ir.String(x)] = true
				return true
			})
		}
	}
	for _, s := range f.symbols {
		if mayBeNull(s.X) && !kept[s.text] {
			return false
		}
	}
	return true
}

// fieldTemplate matches Coord and Shifted: an offset is read off each φ test, and proved for
// every content of the field.
func (d *deriver) fieldTemplate(f *formula) (Space, bool) {
	for _, test := range f.tests {
		if s, at, ok := d.coordinates(f, test); ok && unsat(smt.Not(smt.Eq(f.term, at))) {
			return s, true
		}
	}
	return nil, false
}

// coordinates returns the space of a φ test, and the test with its argument written as the
// iterator plus an offset.
func (d *deriver) coordinates(f *formula, test fieldAt) (s Space, at *smt.Term, ok bool) {
	offset, ok := f.offset(test)
	if !ok {
		return nil, nil, false
	}
	access := &ir.Access{Field: test.access.Field, Args: append([]ir.Expr{}, test.access.Args...), T: test.access.T}
	access.Args[test.axis] = shiftedIter(d.it, offset)
	s, ok = d.exists(&ir.Exists{X: access})
	return s, smt.Apply(test.name, smt.Add(smt.Var(iterVar), f.value(offset))), ok
}

// offset returns the affine o of the symbols for which the test's argument is t + o at the
// samples.
func (f *formula) offset(test fieldAt) (Affine, bool) {
	var args []*smt.Term
	for j := range len(f.symbols) + 1 {
		at := f.sample(j)
		at[iterVar] = smt.Int(0)
		args = append(args, test.arg.Subst(at))
	}
	r, values, err := smt.Check(smt.Bool(true), args...)
	if err != nil || r != smt.Sat {
		return Affine{}, false
	}
	return f.through(values)
}

// unsat reports whether the solver proves that t has no model. What it cannot
// tell, in time or at all, is not proved.
func unsat(t *smt.Term) bool {
	r, _, err := smt.Check(t)
	return err == nil && r == smt.Unsat
}
