package ir

import "strconv"

// Subst returns e with every free iterator named in m replaced by its
// expression, which is taken as it is (it is not searched for further
// iterators). A bound iterator that would capture a free iterator of a
// replacement is renamed: i becomes i_1, i_2, and so on. Types recorded in the
// nodes above a replacement stay as they are. Subst returns e itself when
// nothing is replaced.
//
//	Subst(forall j : r[i, j] != null { j + i }, i -> j * 2)
//	    = forall j_1 : r[j * 2, j_1] != null { j_1 + j * 2 }
func Subst(e Expr, m map[string]Expr) Expr {
	s := substitution{}
	for name, x := range m {
		free := map[string]bool{}
		FreeIters(x, free)
		s[name] = replacement{expr: x, free: free}
	}
	return s.apply(e)
}

// RenameIters returns e with its free iterators renamed by m, each keeping its
// type, and bound iterators renamed where they would capture one.
func RenameIters(e Expr, m map[string]string) Expr {
	s := substitution{}
	for from, to := range m {
		if from != to {
			s[from] = rename(to)
		}
	}
	return s.apply(e)
}

// substitution maps names of free iterators to what takes their place.
type substitution map[string]replacement

// replacement is an expression with its free iterators or, when expr is nil,
// another name for the same iterator.
type replacement struct {
	expr Expr
	name string
	free map[string]bool
}

func rename(to string) replacement {
	return replacement{name: to, free: map[string]bool{to: true}}
}

func (s substitution) apply(e Expr) Expr {
	if len(s) == 0 {
		return e
	}
	switch e := e.(type) {
	case nil:
		return nil
	case *Iter:
		r, ok := s[e.Name]
		switch {
		case !ok:
			return e
		case r.expr != nil:
			return r.expr
		}
		return &Iter{r.name, e.T}
	case *Forall:
		return s.applyForall(e)
	}
	return MapChildren(e, s.apply)
}

// applyForall drops from s what e binds or does not mention, and renames the
// iterators of e that occur in what remains.
func (s substitution) applyForall(e *Forall) Expr {
	free := map[string]bool{}
	FreeIters(e, free)
	inner, taken := substitution{}, map[string]bool{}
	for name, r := range s {
		if free[name] {
			inner[name] = r
			for n := range r.free {
				taken[n] = true
			}
		}
	}
	if len(inner) == 0 {
		return e
	}
	clash := false
	for _, it := range e.Iters {
		clash = clash || taken[it.Name]
		free[it.Name] = true
	}
	if clash {
		iters := append([]Iterator{}, e.Iters...)
		for i, it := range iters {
			if taken[it.Name] {
				iters[i].Name = fresh(it.Name, func(n string) bool { return taken[n] || free[n] })
				free[iters[i].Name] = true
				inner[it.Name] = rename(iters[i].Name)
			}
		}
		e = &Forall{iters, e.Pred, e.Body}
	}
	return MapChildren(e, inner.apply)
}

// fresh returns the first of name_1, name_2, ... that is not used.
func fresh(name string, used func(string) bool) string {
	for n := 1; ; n++ {
		if s := name + "_" + strconv.Itoa(n); !used(s) {
			return s
		}
	}
}
