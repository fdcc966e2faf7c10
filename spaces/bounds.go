package spaces

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/reffine-db/reffine/internal/smt"
	"github.com/reffine-db/reffine/ir"
)

// Limits on the candidates a conjunct is tried with.
const (
	maxCandidates      = 2048
	maxOptimizeSymbols = 3
)

// bound is a candidate: t <= at, or t >= at.
type bound struct {
	edge edge
	at   Affine
}

// bounds derives what a literal that matches no template still implies: the coordinates of a
// field, an upper and a lower bound, each proved by the solver. Candidates come from the
// literal's own comparisons and, where products hide them, from optimizing t at sample values
// of the symbols, on a side that has no bound. The literal stays as a filter unless the
// bounds imply it.
//
//	abs(t - k) < w     gives  lbound(ubound(universal(t), k + w - 1), k - w + 1)
//	t // 60 = m        gives  bounds, and a filter: the quotient truncates at 0
func (d *deriver) bounds(l literal, f *formula) (Space, bool) {
	var space Space = &Universal{d.it}
	for _, test := range f.tests {
		if s, at, ok := d.coordinates(f, test); ok && unsat(smt.And(f.term, smt.Not(at))) {
			space = &Inter{Left: space, Right: s}
		}
	}
	held := f.prove(d.harvest(l))
	for _, e := range []edge{upperEdge, lowerEdge} {
		if !slices.ContainsFunc(held, func(b bound) bool { return b.edge == e }) {
			if at, ok := f.optimum(e); ok {
				held = append(held, f.prove([]bound{{e, at}})...)
			}
		}
	}
	var forms []Affine
	var all []*smt.Term
	for _, b := range held {
		space = &Inter{Left: space, Right: b.edge.space(d.it, b.at)}
		forms = append(forms, b.at)
		all = append(all, f.compare(b.edge, b.at))
	}
	if isUniversal(rewrite(space)) {
		return nil, false
	}
	exact := len(f.tests) == 0 && f.keeps(forms...) && unsat(smt.And(smt.And(all...), smt.Not(f.term)))
	if !exact {
		space = &Filter{space, l.expr()}
	}
	return rewrite(space), true
}

// prove returns the candidates that follow from f, of those that differ in their constant
// only the tightest.
func (f *formula) prove(candidates []bound) []bound {
	slices.SortStableFunc(candidates, func(a, b bound) int {
		tightest := cmp.Compare(a.at.Const, b.at.Const)
		if a.edge == lowerEdge {
			tightest = -tightest
		}
		return cmp.Or(cmp.Compare(a.edge, b.edge), strings.Compare(a.family(), b.family()), tightest)
	})
	var held []bound
	err := smt.Assume(f.term, func(entails func(*smt.Term) bool) {
		for len(candidates) > 0 {
			first := candidates[0]
			n := slices.IndexFunc(candidates, func(b bound) bool { return b.edge != first.edge || b.family() != first.family() })
			if n < 0 {
				n = len(candidates)
			}
			// What follows for one follows for the looser ones.
			if i := sort.Search(n, func(i int) bool { return entails(f.compare(first.edge, candidates[i].at)) }); i < n {
				held = append(held, candidates[i])
			}
			candidates = candidates[n:]
		}
	})
	if err != nil {
		return nil
	}
	return held
}

// family names the bounds that differ from b in the constant only.
func (b bound) family() string {
	var s strings.Builder
	for _, t := range b.at.Terms {
		s.WriteString(strconv.FormatInt(t.Coef, 10) + "*" + t.text + " ")
	}
	return s.String() + "/" + strconv.FormatInt(b.at.div(), 10)
}

// optimum returns the bound through the least or greatest t at sample values of the
// symbols: the samples are far apart, so that ranges between symbols are not empty.
func (f *formula) optimum(e edge) (Affine, bool) {
	if !f.product || len(f.symbols) > maxOptimizeSymbols || len(f.tests) > 0 {
		return Affine{}, false
	}
	goal := smt.Maximize
	if e == lowerEdge {
		goal = smt.Minimize
	}
	base := func(i int) int64 { return 1000 * int64(i+1) }
	var values []int64
	for j := range len(f.symbols) + 1 {
		at := map[string]*smt.Term{}
		for i := range f.symbols {
			n := base(i)
			if i == j-1 {
				n++
			}
			at[symbolVar(i)] = smt.Int(n)
		}
		v, ok, err := smt.Optimize(f.term.Subst(at), smt.Var(iterVar), goal)
		if !ok || err != nil {
			return Affine{}, false
		}
		values = append(values, v)
	}
	a, ok := f.through(values)
	for _, t := range a.Terms { // the form passes through the samples, not through 0
		i := slices.IndexFunc(f.symbols, func(s Term) bool { return s.text == t.text })
		k, ok1 := mul64(-t.Coef, base(i))
		c, ok2 := add64(a.Const, k)
		a.Const, ok = c, ok && ok1 && ok2
	}
	return a, ok
}

// harvest returns the bounds that the literal's comparisons suggest when each case, abs, least,
// greatest, quotient and remainder in them is replaced by one of its alternatives.
func (d *deriver) harvest(l literal) []bound {
	seen := map[string]bool{}
	var out []bound
	ir.Walk(l.x, func(x ir.Expr) bool {
		for _, c := range comparisons(x) {
			for _, a := range d.alternatives(c.Args[0]) {
				for _, b := range d.alternatives(c.Args[1]) {
					for _, op := range []ir.Op{ir.Lt, ir.Le, ir.Gt, ir.Ge} {
						if cand, ok := d.candidate(a, b, op); ok && len(out) < maxCandidates && !seen[cand.key()] {
							seen[cand.key()] = true
							out = append(out, cand)
						}
					}
				}
			}
		}
		return true
	})
	return out
}

func (b bound) key() string {
	return strconv.Itoa(int(b.edge)) + b.family() + strconv.FormatInt(b.at.Const, 10)
}

// comparisons returns x as comparisons: itself, or an IN as equalities.
func comparisons(x ir.Expr) []*ir.Call {
	switch x := x.(type) {
	case *ir.Call:
		if x.Op.Comparison() {
			return []*ir.Call{x}
		}
	case *ir.In:
		var list []*ir.Call
		for _, e := range x.List {
			list = append(list, &ir.Call{Op: ir.Eq, Args: []ir.Expr{x.X, e}, T: x.Type()})
		}
		return list
	}
	return nil
}

// candidate solves a op b for the iterator.
func (d *deriver) candidate(a, b fraction, op ir.Op) (bound, bool) {
	diff, ok := a.minus(b)
	if !ok || diff.K == 0 {
		return bound{}, false
	}
	s, ok := solveLinear(diff.linear, op, d.it)
	if !ok {
		return bound{}, false
	}
	switch s := s.(type) {
	case *UBound:
		return bound{upperEdge, s.Hi}, true
	case *LBound:
		return bound{lowerEdge, s.Lo}, true
	}
	return bound{}, false
}

// fraction is a linear form divided by a positive integer.
type fraction struct {
	linear
	den int64
}

// minus returns a - b times the product of the denominators.
func (a fraction) minus(b fraction) (fraction, bool) {
	den, ok1 := mul64(a.den, b.den)
	diff, ok2 := sum(b.den, a.linear, -a.den, b.linear)
	return fraction{diff, den}, ok1 && ok2
}

// maxAlternatives bounds the combinations of one term.
const maxAlternatives = 16

// alternatives returns the linear forms that x can take or lie between.
func (d *deriver) alternatives(x ir.Expr) []fraction {
	if l, ok := linearOf(x, d.it.Name); ok {
		return []fraction{{l, 1}}
	}
	switch x := x.(type) {
	case *ir.Cast:
		if k, ok := castFactor(x); ok && k == 1 {
			return d.alternatives(x.X)
		}
	case *ir.Case:
		var out []fraction
		for _, w := range x.Whens {
			out = append(out, d.alternatives(w.Then)...)
		}
		return limit(append(out, d.alternatives(x.Else)...))
	case *ir.Call:
		return limit(d.alternativesOfCall(x))
	}
	return nil
}

func limit(list []fraction) []fraction { return list[:min(len(list), maxAlternatives)] }

func (d *deriver) alternativesOfCall(c *ir.Call) (out []fraction) {
	switch c.Op {
	case ir.Least, ir.Greatest:
		for _, a := range c.Args {
			out = append(out, d.alternatives(a)...)
		}
	case ir.Abs:
		for _, a := range d.alternatives(c.Args[0]) {
			out = append(out, scaled(a, 1)...)
			out = append(out, scaled(a, -1)...)
		}
	case ir.Neg:
		for _, a := range d.alternatives(c.Args[0]) {
			out = append(out, scaled(a, -1)...)
		}
	case ir.Add, ir.Sub:
		sign := int64(1)
		if c.Op == ir.Sub {
			sign = -1
		}
		for _, a := range d.alternatives(c.Args[0]) {
			for _, b := range d.alternatives(c.Args[1]) {
				for _, b := range scaled(b, -sign) {
					if s, ok := a.minus(b); ok {
						out = append(out, s)
					}
				}
			}
		}
	case ir.Mul:
		for i, a := range c.Args {
			if k, ok := linearOf(a, d.it.Name); ok && k.K == 0 && len(k.Rest.Terms) == 0 {
				for _, b := range d.alternatives(c.Args[1-i]) {
					out = append(out, scaled(b, k.Rest.Const)...)
				}
				break
			}
		}
	case ir.Mod:
		if n, ok := divisor(c.Args[1]); ok {
			n = max(n, -n)
			for _, r := range []int64{0, n - 1, 1 - n} {
				out = append(out, fraction{linear{Rest: Number(r)}, 1})
			}
		}
	case ir.IntDiv:
		if n, ok := divisor(c.Args[1]); ok && n > 0 {
			for _, a := range d.alternatives(c.Args[0]) {
				out = append(out, quotients(a, n)...)
			}
		}
	}
	return out
}

func scaled(a fraction, k int64) []fraction {
	l, ok := scale(a.linear, k)
	if !ok {
		return nil
	}
	return []fraction{{l, a.den}}
}

// quotients returns a/n and the ends of what a truncated a/n may differ from it.
func quotients(a fraction, n int64) (out []fraction) {
	den, ok := mul64(a.den, n)
	for _, slack := range []int64{0, n - 1, 1 - n} {
		rest, ok1 := combine(1, a.Rest, a.den, Number(slack))
		if ok && ok1 {
			out = append(out, fraction{linear{a.K, rest}, den})
		}
	}
	return out
}
