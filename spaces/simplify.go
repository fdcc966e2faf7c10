package spaces

import (
	"github.com/reffine-db/reffine/ir"
)

// Simplify rewrites s to a fixpoint of the rules below and chooses how each
// intersection left is walked. The result holds the same coordinates in the form
//
//	filter(lbound(ubound(base, …), …), predicates)
//
// where the base is universal, a constant, a coord, a shifted coord, or a
// co-iteration of such bases; the only Inter and Union left are between spaces that walk
// different coordinates (paper section 3.3, Figure 3b).
func Simplify(s Space) Space { return rewrite(chooseMethods(rewrite(s))) }

// rewrite applies the rules from the bases up, at each node until none applies.
func rewrite(s Space) Space {
	steps := 0
	var apply func(Space) Space
	apply = func(s Space) Space {
		s = mapBases(s, apply)
		for _, r := range rules {
			t := r.apply(s)
			if t == nil {
				continue
			}
			if steps++; steps > maxSteps {
				panic("spaces: " + r.name + " rewrites without end: " + s.String())
			}
			return apply(t)
		}
		return s
	}
	return apply(s)
}

// maxSteps is far beyond what a predicate of a thousand conjuncts takes.
const maxSteps = 1_000_000

// rules in the order they are tried at a node whose bases are simplified. Each returns
// nil when it does not apply. Every rule removes a node, or moves a wrapper outwards
// (shifted, co-iterations, ubound, lbound, filter from the inside out), or
// sorts equals: none undoes another.
var rules = [...]struct {
	name  string
	apply func(Space) Space
}{
	{"DropUniversal", dropUniversal},
	{"DropEmpty", dropEmpty},
	{"PushShift", pushShift},
	{"HoistWrapper", hoistWrapper},
	{"ProbeConstant", probeConstant},
	{"OrderWrappers", orderWrappers},
	{"MergeBounds", mergeBounds},
	{"MergeFilters", mergeFilters},
	{"DropImplied", dropImplied},
	{"RotateInter", rotateInter},
	{"UniteSides", uniteSides},
}

// bases returns the spaces s is made from.
func bases(s Space) []Space {
	switch s := s.(type) {
	case *Universal, *Constant, *Coord:
		return nil
	case *LBound:
		return []Space{s.Base}
	case *UBound:
		return []Space{s.Base}
	case *Shifted:
		return []Space{s.Base}
	case *Filter:
		return []Space{s.Base}
	case *Inter:
		return []Space{s.Left, s.Right}
	case *Union:
		return []Space{s.Left, s.Right}
	}
	panic("spaces: unknown space")
}

// mapBases returns s with f applied to the spaces it is made from, s itself
// when none changed.
func mapBases(s Space, f func(Space) Space) Space {
	old := bases(s)
	var now [2]Space
	changed := false
	for i, b := range old {
		now[i] = f(b)
		changed = changed || now[i] != b
	}
	if !changed {
		return s
	}
	switch s := s.(type) {
	case *LBound:
		return &LBound{now[0], s.Lo}
	case *UBound:
		return &UBound{now[0], s.Hi}
	case *Shifted:
		return &Shifted{now[0], s.By}
	case *Filter:
		return &Filter{now[0], s.Pred}
	case *Inter:
		return &Inter{now[0], now[1], s.Method}
	case *Union:
		return &Union{now[0], now[1]}
	}
	panic("spaces: unknown space")
}

// dropUniversal: inter(X, universal) = X, union(X, universal) = universal.
func dropUniversal(s Space) Space {
	switch s := s.(type) {
	case *Inter:
		if isUniversal(s.Left) {
			return s.Right
		}
		if isUniversal(s.Right) {
			return s.Left
		}
	case *Union:
		if isUniversal(s.Left) {
			return s.Left
		}
		if isUniversal(s.Right) {
			return s.Right
		}
	}
	return nil
}

func isUniversal(s Space) bool {
	_, ok := s.(*Universal)
	return ok
}

// dropEmpty: a filter on false is empty, whatever its base; so is what is made from
// an empty space, but for a union.
func dropEmpty(s Space) Space {
	if f, ok := s.(*Filter); ok {
		if c, ok := f.Pred.(*ir.Const); ok {
			switch _, constant := f.Base.(*Constant); {
			case c.Val.True():
				return f.Base
			case !constant || isEmpty(f.Base):
				return empty(IteratorOf(s))
			}
			return nil
		}
	}
	if u, ok := s.(*Union); ok {
		if isEmpty(u.Left) {
			return u.Right
		}
		if isEmpty(u.Right) {
			return u.Left
		}
		return nil
	}
	for _, b := range bases(s) {
		if isEmpty(b) {
			return b
		}
	}
	return nil
}

// pushShift: a shift by 0 is none; shifts add up; a shift moves the bounds, constants and
// predicates under it, so that it stays next to its coord.
func pushShift(s Space) Space {
	sh, ok := s.(*Shifted)
	if !ok {
		return nil
	}
	if n, number := sh.By.IsNumber(); number && n == 0 {
		return sh.Base
	}
	if sh.By.nullable() {
		return nil // NULL would empty the space
	}
	switch b := sh.Base.(type) {
	case *Universal:
		return b
	case *Shifted:
		if by, ok := combine(1, sh.By, 1, b.By); ok {
			return &Shifted{b.Base, by}
		}
	case *LBound:
		if lo, ok := b.Lo.less(sh.By); ok {
			return &LBound{&Shifted{b.Base, sh.By}, lo}
		}
	case *UBound:
		if hi, ok := b.Hi.less(sh.By); ok {
			return &UBound{&Shifted{b.Base, sh.By}, hi}
		}
	case *Constant:
		if at, ok := b.At.less(sh.By); ok {
			return &Constant{b.It, at}
		}
	case *Filter:
		it := IteratorOf(b)
		return &Filter{&Shifted{b.Base, sh.By}, ir.Subst(b.Pred, map[string]ir.Expr{it.Name: shiftedIter(it, sh.By)})}
	}
	return nil
}

// shiftedIter returns t + by, t first.
func shiftedIter(it ir.Iterator, by Affine) ir.Expr {
	t := Term{Coef: 1, X: &ir.Iter{Name: it.Name, T: it.T}}
	return Affine{Terms: append([]Term{t}, by.Terms...), Const: by.Const, Div: 1}.expr(it.T)
}

// probeConstant: a constant with anything is the constant, with the rest as a test.
func probeConstant(s Space) Space {
	switch s := s.(type) {
	case *Inter:
		c, left := s.Left.(*Constant)
		k, right := s.Right.(*Constant)
		switch {
		case left && right && c.At.sameTerms(k.At) && c.At.div() == 1:
			return keepIf(c.At.Const == k.At.Const, c)
		case left:
			return tested(c, s.Right)
		case right:
			return tested(k, s.Left)
		}
	case *LBound:
		if c, ok := s.Base.(*Constant); ok {
			if c.At.sameTerms(s.Lo) && c.At.div() == 1 {
				return keepIf(c.At.Const >= s.Lo.Const, c)
			}
			return &Filter{c, s.Lo.compare(c.It, ir.Ge)}
		}
	case *UBound:
		if c, ok := s.Base.(*Constant); ok {
			if c.At.sameTerms(s.Hi) && c.At.div() == 1 {
				return keepIf(c.At.Const <= s.Hi.Const, c)
			}
			return &Filter{c, s.Hi.compare(c.It, ir.Le)}
		}
	}
	return nil
}

// tested returns base with the predicate of s as a filter.
func tested(base, s Space) Space {
	if p := Predicate(s); p != nil {
		return &Filter{base, p}
	}
	return base
}

func keepIf(keep bool, s Space) Space {
	if keep {
		return s
	}
	return empty(IteratorOf(s))
}

// hoistWrapper: inter(lbound(X, l), Y) = lbound(inter(X, Y), l), and the same for
// upper bounds and filters. A bound never forces a merge.
func hoistWrapper(s Space) Space {
	x, ok := s.(*Inter)
	if !ok {
		return nil
	}
	// The right side first: conjuncts then keep their order.
	for i, side := range []Space{x.Right, x.Left} {
		join := func(base Space) Space {
			if i == 0 {
				return &Inter{x.Left, base, x.Method}
			}
			return &Inter{base, x.Right, x.Method}
		}
		switch w := side.(type) {
		case *LBound:
			return &LBound{join(w.Base), w.Lo}
		case *UBound:
			return &UBound{join(w.Base), w.Hi}
		case *Filter:
			return &Filter{join(w.Base), w.Pred}
		}
	}
	return nil
}

// orderWrappers: filters outside lower bounds outside upper bounds; a bound over an unordered
// base is a filter.
func orderWrappers(s Space) Space {
	switch s := s.(type) {
	case *LBound:
		if f, ok := s.Base.(*Filter); ok {
			return &Filter{&LBound{f.Base, s.Lo}, f.Pred}
		}
		if !s.Base.Caps().Ordered {
			return &Filter{s.Base, s.Lo.compare(IteratorOf(s), ir.Ge)}
		}
	case *UBound:
		switch b := s.Base.(type) {
		case *Filter:
			return &Filter{&UBound{b.Base, s.Hi}, b.Pred}
		case *LBound:
			return &LBound{&UBound{b.Base, s.Hi}, b.Lo}
		}
		if !s.Base.Caps().Ordered {
			return &Filter{s.Base, s.Hi.compare(IteratorOf(s), ir.Le)}
		}
	}
	return nil
}
