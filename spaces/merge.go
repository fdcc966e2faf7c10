package spaces

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
)

// mergeBounds: of two bounds that compare, the tighter one; bounds that do not compare stay
// nested in text order. A lower bound above the upper one leaves nothing, one that meets it a
// constant.
func mergeBounds(s Space) Space {
	switch s := s.(type) {
	case *LBound:
		if b, ok := s.Base.(*LBound); ok {
			switch {
			case s.Lo.sameTerms(b.Lo):
				return &LBound{b.Base, tighter(s.Lo, b.Lo, s.Lo.Const > b.Lo.Const)}
			case s.Lo.String() < b.Lo.String():
				return &LBound{&LBound{b.Base, s.Lo}, b.Lo}
			}
		}
		return meet(s)
	case *UBound:
		if b, ok := s.Base.(*UBound); ok {
			switch {
			case s.Hi.sameTerms(b.Hi):
				return &UBound{b.Base, tighter(s.Hi, b.Hi, s.Hi.Const < b.Hi.Const)}
			case s.Hi.String() < b.Hi.String():
				return &UBound{&UBound{b.Base, s.Hi}, b.Hi}
			}
		}
	}
	return nil
}

func tighter(a, b Affine, first bool) Affine {
	if first {
		return a
	}
	return b
}

// meet compares a lower bound with the upper bounds below it.
func meet(l *LBound) Space {
	for b := l.Base; ; {
		switch w := b.(type) {
		case *LBound:
			b = w.Base
		case *UBound:
			if l.Lo.div() == 1 && l.Lo.sameTerms(w.Hi) {
				switch {
				case l.Lo.Const > w.Hi.Const:
					return empty(IteratorOf(l))
				case l.Lo.Const == w.Hi.Const:
					return &Inter{Left: l.Base, Right: &Constant{IteratorOf(l), l.Lo}}
				}
			}
			b = w.Base
		default:
			return nil
		}
	}
}

// mergeFilters: filter(filter(X, p), q) = filter(X, p & q), each conjunct once.
func mergeFilters(s Space) Space {
	f, ok := s.(*Filter)
	if !ok {
		return nil
	}
	inner, ok := f.Base.(*Filter)
	if !ok {
		return nil
	}
	list := slices.Clone(ir.Conjuncts(inner.Pred))
	for _, p := range ir.Conjuncts(f.Pred) {
		if !slices.ContainsFunc(list, func(q ir.Expr) bool { return ir.Equal(p, q) }) {
			list = append(list, p)
		}
	}
	return &Filter{inner.Base, ir.Conj(list...)}
}

// rotateInter: co-iterations nest to the left.
func rotateInter(s Space) Space {
	switch s := s.(type) {
	case *Inter:
		if r, ok := s.Right.(*Inter); ok {
			return &Inter{&Inter{s.Left, r.Left, s.Method}, r.Right, r.Method}
		}
	case *Union:
		if r, ok := s.Right.(*Union); ok {
			return &Union{&Union{s.Left, r.Left}, r.Right}
		}
	}
	return nil
}

// dropImplied: of two sides of an intersection, one that contains the other adds nothing,
// neither does a φ test that the base guarantees.
func dropImplied(s Space) Space {
	switch s := s.(type) {
	case *Inter:
		return mergePairs(interLeaves(s), joinInter, func(a, b Space) Space {
			switch {
			case contains(a, b):
				return b
			case contains(b, a):
				return a
			}
			return nil
		})
	case *Filter:
		return dropGuaranteed(s)
	}
	return nil
}

// dropGuaranteed drops the φ tests of a filter that its base has made.
func dropGuaranteed(f *Filter) Space {
	list := ir.Conjuncts(f.Pred)
	if !slices.ContainsFunc(list, isTest) {
		return nil
	}
	guaranteed := map[string]bool{}
	base, _, _ := unbound(f.Base)
	for _, leaf := range interLeaves(base) {
		for _, p := range ir.Conjuncts(Predicate(leaf)) {
			guaranteed[ir.String(p)] = true
		}
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(p ir.Expr) bool { return isTest(p) && guaranteed[ir.String(p)] })
	switch len(kept) {
	case len(list):
		return nil
	case 0:
		return f.Base
	}
	return &Filter{f.Base, ir.Conj(kept...)}
}

func isTest(p ir.Expr) bool {
	_, ok := p.(*ir.Exists)
	return ok
}

// uniteSides: of two sides of a union, one that contains the other; intervals that overlap or touch
// are one interval; filters over one base are one filter on the disjunction.
func uniteSides(s Space) Space {
	u, ok := s.(*Union)
	if !ok {
		return nil
	}
	return mergePairs(unionLeaves(u), joinUnion, func(a, b Space) Space {
		switch {
		case contains(a, b):
			return a
		case contains(b, a):
			return b
		}
		if m := uniteIntervals(a, b); m != nil {
			return m
		}
		return uniteFilters(a, b)
	})
}

// mergePairs replaces the first pair of leaves that merge has an answer for, and
// joins what is left; nil when there is none.
func mergePairs(leaves []Space, join func(a, b Space) Space, merge func(a, b Space) Space) Space {
	for i := range leaves {
		for j := i + 1; j < len(leaves); j++ {
			m := merge(leaves[i], leaves[j])
			if m == nil {
				continue
			}
			var out Space
			for k, l := range leaves {
				switch {
				case k == i:
					l = m
				case k == j:
					continue
				}
				if out == nil {
					out = l
					continue
				}
				out = join(out, l)
			}
			return out
		}
	}
	return nil
}

func joinInter(a, b Space) Space { return &Inter{Left: a, Right: b} }
func joinUnion(a, b Space) Space { return &Union{a, b} }

// interLeaves returns the sides of a nest of intersections, s itself when it is none.
func interLeaves(s Space) []Space {
	if x, ok := s.(*Inter); ok {
		return append(interLeaves(x.Left), interLeaves(x.Right)...)
	}
	return []Space{s}
}

func unionLeaves(s Space) []Space {
	if x, ok := s.(*Union); ok {
		return append(unionLeaves(x.Left), unionLeaves(x.Right)...)
	}
	return []Space{s}
}

// contains reports whether a is known to hold every coordinate of b.
func contains(a, b Space) bool {
	if isUniversal(a) || a.String() == b.String() {
		return true
	}
	if u, ok := a.(*Union); ok {
		return contains(u.Left, b) || contains(u.Right, b)
	}
	switch b := b.(type) {
	case *Filter:
		return contains(a, b.Base)
	case *LBound:
		return contains(a, b.Base)
	case *UBound:
		return contains(a, b.Base)
	case *Inter:
		return contains(a, b.Left) || contains(a, b.Right)
	case *Union:
		return contains(a, b.Left) && contains(a, b.Right)
	}
	outer, ok := a.(*Coord)
	return ok && outer.covers(b)
}

// covers reports whether s holds every coordinate of b because both read one field: a
// field contains its key's part, a window the offsets inside it.
func (s *Coord) covers(b Space) bool {
	offset := Number(0)
	if sh, ok := b.(*Shifted); ok {
		b, offset = sh.Base, sh.By
	}
	c, ok := b.(*Coord)
	if !ok || c.Field != s.Field || c.Window != nil || s.Key != nil || s.Band != nil {
		return false
	}
	if s.Window == nil {
		plain := *c
		plain.Key, plain.Band = nil, nil
		n, number := offset.IsNumber()
		return plain.String() == s.String() && number && n == 0
	}
	above, ok1 := combine(1, offset, -1, s.Window.Lo) // offset - Lo > 0
	below, ok2 := combine(1, s.Window.Hi, -1, offset) // Hi - offset >= 0
	x, xn := above.IsNumber()
	y, yn := below.IsNumber()
	return ok1 && ok2 && xn && yn && x > 0 && y >= 0 && len(c.Prefix) == 0
}

// uniteIntervals returns the union of two intervals over the universal space as one,
// nil when they are none, do not compare, or leave a gap. An interval may turn out
// empty: demanding that neither starts beyond the other's end keeps the result exact
// even then.
func uniteIntervals(a, b Space) Space {
	lo1, hi1, ok1 := interval(a)
	lo2, hi2, ok2 := interval(b)
	if !ok1 || !ok2 || !reaches(hi1, lo2) || !reaches(hi2, lo1) {
		return nil
	}
	var s Space = &Universal{IteratorOf(a)}
	if hi1 != nil && hi2 != nil {
		if !hi1.sameTerms(*hi2) {
			return nil
		}
		s = &UBound{s, tighter(*hi1, *hi2, hi1.Const > hi2.Const)}
	}
	if lo1 != nil && lo2 != nil {
		if !lo1.sameTerms(*lo2) {
			return nil
		}
		s = &LBound{s, tighter(*lo1, *lo2, lo1.Const < lo2.Const)}
	}
	return s
}

// interval returns the ends of a constant or of the universal space under at most one bound
// a side; nil is an open end.
func interval(s Space) (lo, hi *Affine, ok bool) {
	if c, ok := s.(*Constant); ok {
		return &c.At, &c.At, c.At.div() == 1
	}
	if l, ok := s.(*LBound); ok {
		lo, s = &l.Lo, l.Base
	}
	if u, ok := s.(*UBound); ok {
		hi, s = &u.Hi, u.Base
	}
	return lo, hi, isUniversal(s) && (lo != nil || hi != nil)
}

// reaches reports whether an interval that ends at hi leaves no gap before one that
// starts at lo.
func reaches(hi, lo *Affine) bool {
	if hi == nil || lo == nil {
		return true
	}
	return hi.div() == 1 && hi.sameTerms(*lo) && hi.Const >= lo.Const-1
}

// uniteFilters: union(filter(X, p), filter(X, q)) = filter(X, p | q).
func uniteFilters(a, b Space) Space {
	f, ok1 := a.(*Filter)
	g, ok2 := b.(*Filter)
	if !ok1 || !ok2 || f.Base.String() != g.Base.String() {
		return nil
	}
	return &Filter{f.Base, disjunction(f.Pred, g.Pred)}
}
