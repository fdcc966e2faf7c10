package spaces

import "github.com/reffine-db/reffine/ir"

// Predicate returns the predicate s is the space of: true exactly at its
// coordinates, false or NULL elsewhere; nil for the universal space. It is how a space that
// is not walked is tested.
func Predicate(s Space) ir.Expr {
	it := IteratorOf(s)
	switch s := s.(type) {
	case *Universal:
		return nil
	case *Constant:
		return s.At.compare(it, ir.Eq)
	case *Coord:
		return s.predicate()
	case *LBound:
		return ir.Conj(Predicate(s.Base), s.Lo.compare(it, ir.Ge))
	case *UBound:
		return ir.Conj(Predicate(s.Base), s.Hi.compare(it, ir.Le))
	case *Shifted:
		if p := Predicate(s.Base); p != nil {
			return ir.Subst(p, map[string]ir.Expr{it.Name: shiftedIter(it, s.By)})
		}
		return nil
	case *Filter:
		return ir.Conj(Predicate(s.Base), s.Pred)
	case *Inter:
		return ir.Conj(Predicate(s.Left), Predicate(s.Right))
	case *Union:
		return disjunction(Predicate(s.Left), Predicate(s.Right))
	}
	panic("spaces: unknown space")
}

func (s *Coord) predicate() ir.Expr {
	t := &ir.Iter{Name: s.It.Name, T: s.It.T}
	if s.Window != nil {
		return &ir.Exists{X: s.window()}
	}
	args := append(append([]ir.Expr{}, s.Prefix...), t)
	access := &ir.Access{Field: s.Field, Args: args}
	if s.Band != nil {
		return ir.Conj(append([]ir.Expr{&ir.Exists{X: access}}, s.Band.Conjuncts(access)...)...)
	}
	if s.Key == nil {
		return &ir.Exists{X: access}
	}
	conj := []ir.Expr{&ir.Exists{X: access}}
	for _, k := range s.Key {
		of := access
		if k.From != "" {
			of = &ir.Access{Field: k.From, Args: args}
		}
		eq := &ir.Call{Op: ir.Eq, Args: []ir.Expr{&ir.Attr{X: of, Name: k.Attr, T: k.T}, k.At}, T: ir.Of(ir.Bool)}
		if k.Nulls {
			eq.Op = ir.NotDistinct
		} else {
			eq.T = eq.T.WithNull(k.T.Null || k.At.Type().Null)
		}
		conj = append(conj, eq)
	}
	return ir.Conj(conj...)
}

// window returns the range that a windowed coord is the existence of.
func (s *Coord) window() *ir.Range {
	return &ir.Range{Field: s.Field, Lo: shiftedIter(s.It, s.Window.Lo), Hi: shiftedIter(s.It, s.Window.Hi)}
}

// disjunction returns p | q, nil (true) when either is.
func disjunction(p, q ir.Expr) ir.Expr {
	if p == nil || q == nil {
		return nil
	}
	var args []ir.Expr
	null := false
	for _, x := range []ir.Expr{p, q} {
		null = null || x.Type().Null
		if c, ok := x.(*ir.Call); ok && c.Op == ir.Or {
			args = append(args, c.Args...)
			continue
		}
		args = append(args, x)
	}
	return &ir.Call{Op: ir.Or, Args: args, T: ir.Of(ir.Bool).WithNull(null)}
}
