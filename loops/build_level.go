package loops

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/spaces"
)

// operator builds the levels of a nested operator and returns its steps and its value.
func (b *builder) operator(f *ir.Forall) ([]Step, ir.Expr) {
	var steps []Step
	for {
		conj := b.bindKeys(ir.Conjuncts(f.Pred))
		if len(f.Iters) == 0 {
			steps = append(steps, b.conditions(conj)...)
		} else {
			steps = append(steps, b.level(f.Iters[0], conj)...)
		}
		inner, ok := f.Body.(*ir.Forall)
		if !ok {
			return steps, f.Body
		}
		f = inner
	}
}

// bindKeys takes from the conjuncts those that bind a key coordinate of the reordering being
// built to a value, k = e: a Constant space (paper Table 1).
func (b *builder) bindKeys(conj []ir.Expr) []ir.Expr {
	var rest []ir.Expr
next:
	for _, c := range conj {
		call, ok := c.(*ir.Call)
		if ok && (call.Op == ir.Eq || call.Op == ir.NotDistinct) {
			for k := range 2 {
				it, ok := call.Args[k].(*ir.Iter)
				if !ok {
					continue
				}
				if have, key := b.keys[it.Name]; key && have == nil {
					b.keys[it.Name] = call.Args[1-k]
					b.keyLevels = append(b.keyLevels, Level{In: b.at, Key: it.Name, At: call.Args[1-k]})
					continue next
				}
			}
		}
		rest = append(rest, c)
	}
	return rest
}

// ownAccess returns the access of c when c is F[name] != null.
func ownAccess(c ir.Expr, name string) *ir.Access {
	e, ok := c.(*ir.Exists)
	if !ok {
		return nil
	}
	a, ok := e.X.(*ir.Access)
	if !ok || len(a.Args) != 1 {
		return nil
	}
	if it, ok := a.Args[0].(*ir.Iter); ok && it.Name == name {
		return a
	}
	return nil
}

// level builds one loop: its space from the plain conjuncts, then what must be tested at each
// coordinate, cheap conditions before probes of other fields.
func (b *builder) level(it ir.Iterator, conj []ir.Expr) []Step {
	if it.Outer == nil {
		bind, rest := b.bind(it, conj)
		b.depth++
		return append(bind, b.conditions(rest)...)
	}
	bind, rest := b.bind(it, ir.Conjuncts(it.Outer))
	b.depth++
	steps := []Step{&Outer{It: it.Name, Body: append(bind, b.conditions(rest)...)}}
	return append(steps, b.conditions(conj)...)
}

// bind derives the space of an iterator and returns the steps that walk it, and the conjuncts
// that remain to be tested.
func (b *builder) bind(it ir.Iterator, conj []ir.Expr) ([]Step, []ir.Expr) {
	driver := b.depth == 0 && it.Outer == nil // an outer range has no slices: there is one coordinate around it
	var plain, tested, nested []ir.Expr
	for _, c := range conj {
		switch {
		case hasNested(c) || isConst(c):
			nested = append(nested, c)
		case driver && equality(c):
			tested = append(tested, c)
		default:
			plain = append(plain, c)
		}
	}
	sp, notes := spaces.Derive(it, plain, b.context(!driver))
	if _, lone := peel(sp).(*spaces.Coord); !driver && !lone {
		sp, notes = spaces.Derive(it, plain, b.context(false)) // what walks the space reads no ordering
	}
	if len(tested) > 0 {
		sp = spaces.Simplify(&spaces.Filter{Base: sp, Pred: ir.Conj(tested...)})
	}
	b.levels = append(b.levels, Level{In: b.at, Depth: b.depth, Space: sp, Notes: notes})
	base := peel(sp)
	co, ok := base.(*spaces.Coord)
	if !ok || co.Window != nil || len(co.Prefix) > 0 || !driver && co.Key == nil && co.Band == nil && cut(sp) {
		if s, rest := b.span(it, plain, sp); s != nil && !driver {
			return []Step{s}, append(append(rest, tested...), nested...)
		}
		b.walkAllowed(it, plain)
		return walk(it, sp, nested)
	}
	var tests []ir.Expr
	for _, n := range notes {
		if n.How == spaces.ByKey || n.How == spaces.ByBand || ownAccess(n.Conjunct, it.Name) != nil || driver && sliceBound(n.Conjunct, it.Name) {
			continue
		}
		tests = append(tests, n.Conjunct)
	}
	var s Step
	switch {
	case driver:
		s = &Scan{It: it.Name, Field: co.Field, Space: sp}
	case co.Key != nil:
		s = &Lookup{It: it.Name, Field: co.Field, Key: b.key(co.Key), Unique: co.Level.Unique && co.Level.Locate, Space: sp}
	case co.Band != nil:
		s = &Band{It: it.Name, Field: co.Field, Of: b.band(co.Band), Space: sp}
	default:
		s = &Cross{It: it.Name, Field: co.Field, Space: sp}
	}
	return []Step{s}, append(append(tests, tested...), nested...)
}

// walk walks a space of any other kind. Its filters are tests at each coordinate.
func walk(it ir.Iterator, sp spaces.Space, nested []ir.Expr) ([]Step, []ir.Expr) {
	var tests []ir.Expr
	for f, ok := sp.(*spaces.Filter); ok; f, ok = sp.(*spaces.Filter) {
		tests = append(ir.Conjuncts(f.Pred), tests...)
		sp = f.Base
	}
	return []Step{&Walk{It: it.Name, Space: sp}}, append(tests, nested...)
}

// band returns a band whose limits read symbols for the attributes of 0-d fields.
func (b *builder) band(of *spaces.Band) *spaces.Band {
	limit := func(l *spaces.Limit) *spaces.Limit {
		if l == nil {
			return nil
		}
		return &spaces.Limit{At: b.scalar(l.At), Strict: l.Strict}
	}
	return &spaces.Band{Attr: of.Attr, T: of.T, Lo: limit(of.Lo), Hi: limit(of.Hi)}
}

// walkAllowed refuses an iterator that only the bounds of a parallel slice confine: every
// coordinate would have to be tried.
func (b *builder) walkAllowed(it ir.Iterator, conj []ir.Expr) {
	var own []ir.Expr
	for _, c := range conj {
		if !sliceBound(c, it.Name) {
			own = append(own, c)
		}
	}
	if sp, _ := spaces.Derive(it, own, b.context(false)); !spaces.Bounded(sp) {
		refuse("LOOPS", "no field confines the coordinates of %s", it.Name)
	}
}

// peel strips bounds and filters.
func peel(s spaces.Space) spaces.Space {
	for {
		switch x := s.(type) {
		case *spaces.Filter:
			s = x.Base
		case *spaces.LBound:
			s = x.Base
		case *spaces.UBound:
			s = x.Base
		default:
			return s
		}
	}
}

// cut reports whether bounds make a space a part of its base.
func cut(s spaces.Space) bool {
	for {
		switch x := s.(type) {
		case *spaces.Filter:
			s = x.Base
		case *spaces.LBound, *spaces.UBound:
			return true
		default:
			return false
		}
	}
}

// sliceBound reports the symbolic bounds of a parallel slice.
func sliceBound(c ir.Expr, name string) bool {
	call, ok := c.(*ir.Call)
	if !ok || len(call.Args) != 2 {
		return false
	}
	it, ok1 := call.Args[0].(*ir.Iter)
	s, ok2 := call.Args[1].(*ir.Sym)
	return ok1 && ok2 && it.Name == name && (call.Op == ir.Ge && s.Name == "start" || call.Op == ir.Lt && s.Name == "end")
}

// isConst reports a constant condition. It says nothing of coordinates: false would leave none, and
// no loop to test it in.
func isConst(c ir.Expr) bool {
	_, ok := c.(*ir.Const)
	return ok
}

func equality(c ir.Expr) bool {
	call, ok := c.(*ir.Call)
	return ok && (call.Op == ir.Eq || call.Op == ir.NotDistinct)
}

// key is the key of a lookup.
func (b *builder) key(k spaces.Key) spaces.Key {
	k = slices.Clone(k)
	for i := range k {
		k[i].At = b.scalar(k[i].At)
	}
	return k
}

// hasNested reports whether e contains an operator: an existence or reduction with loops of its own.
func hasNested(e ir.Expr) bool {
	found := false
	ir.Walk(e, func(x ir.Expr) bool {
		if _, ok := x.(*ir.Forall); ok {
			found = true
		}
		return !found
	})
	return found
}

// context describes the materialized fields to package spaces; with bands, orderings of them can be read.
func (b *builder) context(bands bool) spaces.Context {
	return spaces.Context{Field: func(name string) (spaces.FieldInfo, bool) {
		if in := b.prog.Input(name); in != nil {
			return spaces.FieldInfo{Type: in.Type, Rows: float64(in.Rows), Bands: bands}, true
		}
		if d := b.prog.Def(name); d != nil && d.Row != "" {
			t, _ := b.prog.FieldType(name)
			f := spaces.FieldInfo{Type: t, Rows: -1, Of: sameRows(d)}
			if keys := b.groupKeys(d); b.isGroups(d) {
				if f.Unique = keys; len(keys) == 1 {
					t.Attrs[t.Attr(keys[0])].Props |= ir.Unique
				}
			}
			f.Bands = bands
			return f, true
		}
		return spaces.FieldInfo{}, false
	}}
}

// sameRows returns the stored field that d has exactly the rows of, or "".
func sameRows(d *ir.Def) string {
	f, ok := d.X.(*ir.Forall)
	if !ok || len(f.Iters) != 1 || f.Iters[0].Outer != nil || d.Cut != nil {
		return ""
	}
	var of *ir.Access
	for _, c := range ir.Conjuncts(f.Pred) {
		a := ownAccess(c, f.Iters[0].Name)
		switch {
		case a != nil && of == nil:
			of = a
		case !sliceBound(c, f.Iters[0].Name):
			return ""
		}
	}
	if _, nested := f.Body.(*ir.Forall); of == nil || nested {
		return ""
	}
	return of.Field
}

// groupKeys returns the key attributes of a group field: a single one is unique.
func (b *builder) groupKeys(d *ir.Def) []string {
	var keys []string
	for f, ok := d.X.(*ir.Forall); ok; f, ok = f.Body.(*ir.Forall) {
		for _, it := range f.Iters {
			keys = append(keys, it.Name)
		}
	}
	return keys
}
