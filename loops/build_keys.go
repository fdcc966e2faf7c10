package loops

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/spaces"
)

// determine finds the keys that identify a group: the others are functions of them,
// because they are read from coordinates that a unique attribute or a locate fixes. It
// also notes when groups are runs of the driving loop.
func (b *builder) determine(s *Scatter) {
	all := make([]int, len(s.Keys))
	for i := range all {
		all[i] = i
	}
	s.Determining = all
	if len(s.Keys) == 0 {
		return
	}
	for i := range s.Keys {
		if b.determines(s, []int{i}) {
			s.Determining = []int{i}
			break
		}
	}
	if len(s.Determining) == len(all) && len(all) > 2 {
		s.Determining = b.shrink(s, all)
	}
	if len(s.Determining) == 1 {
		s.Run = b.sortedAlongDriver(s.Keys[s.Determining[0]].X)
	}
}

// shrink drops keys that the rest determines, one at a time.
func (b *builder) shrink(s *Scatter, keys []int) []int {
	for i := 0; i < len(keys); {
		less := append(append([]int{}, keys[:i]...), keys[i+1:]...)
		if b.determines(s, less) {
			keys = less
			continue
		}
		i++
	}
	return keys
}

// determines reports whether the keys at the given positions fix all keys.
func (b *builder) determines(s *Scatter, at []int) bool {
	known := map[string]bool{}
	for _, i := range at {
		if s.Keys[i].X.Type().Null {
			return false
		}
		known[ir.String(s.Keys[i].X)] = true
	}
	fixed := map[string]bool{} // iterators
	for changed := true; changed; {
		changed = false
		for _, st := range b.stage.Steps {
			it, field := "", ""
			byLookup := false
			if l, ok := st.(*Lookup); ok && fixed[l.It] {
				for _, k := range l.Key {
					// Equal to the attribute it was found by, which for floats is not the same: zeros differ.
					if at := ir.String(k.At); !known[at] && !k.At.Type().Float() {
						known[at], changed = true, true
					}
				}
			}
			switch st := st.(type) {
			case *Scan:
				it, field = st.It, st.Field
			case *Cross:
				it, field = st.It, st.Field
			case *Band:
				it, field = st.It, st.Field
			case *Lookup:
				it, field = st.It, st.Field
				byLookup = st.Unique && b.fixedKey(st.Key, known, fixed)
			case *Outer:
				if l, ok := st.Body[0].(*Lookup); ok && len(st.Body) == 1 {
					it, field = l.It, l.Field
					byLookup = l.Unique && b.fixedKey(l.Key, known, fixed)
				}
			}
			if it == "" || fixed[it] {
				continue
			}
			if byLookup || b.uniqueKnown(it, field, known) {
				fixed[it], changed = true, true
			}
		}
	}
	for _, k := range s.Keys {
		if !known[ir.String(k.X)] && !b.fixedExpr(k.X, known, fixed) {
			return false
		}
	}
	return true
}

// fixedKey reports whether a key is a function of known terms and fixed iterators.
func (b *builder) fixedKey(key spaces.Key, known, fixed map[string]bool) bool {
	return !slices.ContainsFunc(key, func(k spaces.KeyPart) bool {
		return !known[ir.String(k.At)] && !b.fixedExpr(k.At, known, fixed)
	})
}

// fixedExpr reports whether e is a function of known terms and fixed iterators. Of a float that is known
// the sign of zero is not, and a function may heed it.
func (b *builder) fixedExpr(e ir.Expr, known, fixed map[string]bool) bool {
	if !e.Type().Float() && known[ir.String(e)] {
		return true
	}
	switch e := e.(type) {
	case *ir.Iter:
		return fixed[e.Name]
	case *ir.Const, *ir.Sym:
		return true
	case *ir.Forall, *ir.Reduce:
		return false
	}
	kids := ir.Children(e)
	for _, c := range kids {
		if !b.fixedExpr(c, known, fixed) {
			return false
		}
	}
	return len(kids) > 0
}

// uniqueKnown reports whether a known term is a unique attribute of field at it.
func (b *builder) uniqueKnown(it, field string, known map[string]bool) bool {
	in := b.prog.Input(field)
	if in == nil {
		return false
	}
	for _, a := range in.Type.Attrs {
		if a.Props.Has(ir.Unique) && !a.Type.Null {
			x := &ir.Attr{X: &ir.Access{Field: field, Args: []ir.Expr{&ir.Iter{Name: it, T: ir.Of(ir.Int64)}}}, Name: a.Name, T: a.Type}
			if known[ir.String(x)] {
				return true
			}
		}
	}
	return false
}

// sortedAlongDriver reports whether x is a sorted attribute of the driving field.
func (b *builder) sortedAlongDriver(x ir.Expr) bool {
	sc, ok := drivingScan(b.stage)
	if !ok {
		return false
	}
	a, ok := x.(*ir.Attr)
	if !ok {
		return false
	}
	acc, ok := a.X.(*ir.Access)
	if !ok || len(acc.Args) != 1 || acc.Field != sc.Field || !mentions(acc, sc.It) {
		return false
	}
	in := b.prog.Input(sc.Field)
	if in == nil {
		return false
	}
	i := in.Type.Attr(a.Name)
	if i < 0 || !in.Type.Attrs[i].Props.Has(ir.Sorted) {
		return false
	}
	return keepsOrder(b.stage.Steps) || in.Type.Attrs[i].Props.Has(ir.Unique) && keepsTogether(b.stage.Steps)
}

// keepsOrder reports that tuples reach the sink in the order of the driving loop. An outer join sends
// those without a match behind the others of their block.
func keepsOrder(steps []Step) bool {
	return !slices.ContainsFunc(steps, func(s Step) bool { _, outer := s.(*Outer); return outer })
}

// keepsTogether reports that the tuples of one coordinate of the driving loop reach the sink one after
// the other: an outer join sees one tuple of each, and is the only one.
func keepsTogether(steps []Step) bool {
	first := slices.IndexFunc(steps, func(s Step) bool { _, outer := s.(*Outer); return outer })
	return !slices.ContainsFunc(steps[:first], func(s Step) bool { return multiplies(s) != "" }) && keepsOrder(steps[first+1:])
}

// mentions reports whether iterator name is free in e.
func mentions(e ir.Expr, name string) bool {
	free := map[string]bool{}
	ir.FreeIters(e, free)
	return free[name]
}
