package loops

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
)

// A union that only drives the loops of others is not stored: a stage that runs over it takes the loops
// of each part, and reads what these give.
//
//	u[r] = forall i : t[i] != null { {a: t[i].x} } ++ forall j : v[j] != null { {a: v[j].y} }
//	s    = {n: count_all(forall r : u[r] != null { true }), m: max(forall r : u[r] != null { u[r].a })}
//
// becomes
//
//	s:
//	  part
//	    for i in t[start:end]  parallel
//	      give $t1 = t[i].x
//	  part
//	    for j in v[start:end]  parallel
//	      give $t1 = v[j].y
//	  n += count_all()
//	  m += max($t1)

// maxParts bounds the parts of a union that is not stored: each has closures of its own.
const maxParts = 32

// streams returns the unions that need not be stored: their rows are read by the outermost loops of
// stages only, by attribute, and once, unless computing them again is as cheap as reading them, or they are
// too many to be stored.
func (b *builder) streams() map[string]bool {
	out := map[string]bool{}
	for _, d := range b.prog.Defs {
		u, ok := d.X.(*ir.Union)
		if !ok || d.Cut != nil || d.Name == b.prog.Out.Field || len(u.Parts) > maxParts || !slices.ContainsFunc(u.Parts, isLoop) {
			continue
		}
		reads, driven := 0, 0
		stages := map[string]bool{}
		for _, by := range b.prog.Defs {
			reads += readsOf(d.Name, by.X)
			for _, f := range b.drivers(by) {
				if n := readsOf(d.Name, f); n > 0 && enumerated(f) == d.Name && onlyAttributes(f, d.Name) {
					driven += n
					stages[by.Name+" "+ir.String(withoutValue(f))] = true
				}
			}
		}
		out[d.Name] = reads == driven && (len(stages) == 1 || len(stages) > 1 && (rereadable(u) || b.tooMany(u)))
	}
	return out
}

// isLoop reports a part of a union that has coordinates.
func isLoop(part ir.Expr) bool {
	f, ok := part.(*ir.Forall)
	return ok && len(f.Iters) > 0
}

// drivers returns the operators that become the loops of the stages of a definition.
func (b *builder) drivers(d *ir.Def) (out []*ir.Forall) {
	switch x := d.X.(type) {
	case *ir.Record:
		for _, e := range x.Elems {
			if r, ok := e.(*ir.Reduce); ok {
				if f, ok := r.Over.(*ir.Forall); ok {
					out = append(out, f)
				}
			}
		}
	case *ir.Forall:
		if !b.isReordering(d.Name) {
			return []*ir.Forall{x}
		}
		if f, ok := x.Body.(*ir.Forall); ok {
			out = append(out, f)
		}
	}
	return out
}

// enumerated returns the field at whose coordinates the outermost loop of f runs, "" for none.
func enumerated(f *ir.Forall) string {
	if len(f.Iters) != 1 || f.Iters[0].Outer != nil {
		return ""
	}
	for _, c := range ir.Conjuncts(f.Pred) {
		if a := ownAccess(c, f.Iters[0].Name); a != nil {
			return a.Field
		}
	}
	return ""
}

// onlyAttributes reports that f uses the coordinate of its outermost loop, over a field, for nothing but
// to read attributes of the field there, and reads the field nowhere else.
func onlyAttributes(f *ir.Forall, field string) bool {
	it, fine := f.Iters[0].Name, true
	ir.Walk(f, func(e ir.Expr) bool {
		if g, ok := e.(*ir.Forall); ok && g != f {
			for _, inner := range g.Iters {
				fine = fine && inner.Name != it
			}
		}
		return true
	})
	var own []ir.Expr
	for _, c := range ir.Conjuncts(f.Pred) {
		if a := ownAccess(c, it); !sliceBound(c, it) && (a == nil || a.Field != field) {
			own = append(own, c)
		}
	}
	rest := attributesAt(&ir.Forall{Pred: ir.Conj(own...), Body: f.Body}, field, it, func(a *ir.Attr) ir.Expr {
		return &ir.Const{Val: ir.NullOf(a.T)}
	})
	return fine && !mentions(rest, it) && readsOf(field, rest) == 0
}

// attributesAt replaces the attributes that e reads of a field at an iterator.
func attributesAt(e ir.Expr, field, it string, by func(a *ir.Attr) ir.Expr) ir.Expr {
	return ir.Rewrite(e, func(e ir.Expr) ir.Expr {
		a, ok := e.(*ir.Attr)
		if !ok {
			return e
		}
		if _, acc, at := attribute(a); acc == nil || acc.Field != field || at != it {
			return e
		}
		return by(a)
	})
}

// readsOf counts the accesses and ranges of a field.
func readsOf(field string, e ir.Expr) (n int) {
	ir.Walk(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Access:
			if e.Field == field {
				n++
			}
		case *ir.Range:
			if e.Field == field {
				n++
			}
		}
		return true
	})
	return n
}

// rereadable reports that each part of a union runs over one field, looking nothing up.
func rereadable(u *ir.Union) bool {
	for _, p := range u.Parts {
		f, ok := p.(*ir.Forall)
		if ok && (len(f.Iters) != 1 || f.Iters[0].Outer != nil || hasNested(f.Pred) || hasNested(f.Body)) {
			return false
		}
	}
	return true
}

// tooMany reports that the rows of a union will not be stored if as many come of its parts as drive them.
func (b *builder) tooMany(u *ir.Union) bool {
	values := int64(0)
	for _, p := range u.Parts {
		f, ok := p.(*ir.Forall)
		if !ok {
			continue
		}
		if in := b.prog.Input(enumerated(f)); in != nil {
			values += in.Rows * int64(len(innermost(f).(*ir.Record).Names))
		}
	}
	return values > maxValues
}

// over gives the stage being built the parts of the union that f runs over, if it is one that is not
// stored. The results are f and more, values computed at its coordinates, as they read what these give.
func (b *builder) over(f *ir.Forall, more []ir.Expr) (*ir.Forall, []ir.Expr) {
	name := enumerated(f)
	if !b.streamed[name] {
		return f, more
	}
	given := &Give{}
	var attrs []string
	temps := map[string]*ir.Iter{}
	read := func(e ir.Expr) ir.Expr {
		return attributesAt(e, name, f.Iters[0].Name, func(a *ir.Attr) ir.Expr {
			if temps[a.Name] == nil {
				temps[a.Name] = &ir.Iter{Name: b.temp(a.T), T: a.T}
				attrs, given.Names = append(attrs, a.Name), append(given.Names, temps[a.Name].Name)
			}
			return temps[a.Name]
		})
	}
	out := read(f).(*ir.Forall)
	values := make([]ir.Expr, len(more))
	for i, x := range more {
		values[i] = read(x)
	}
	st, at, keys := b.stage, b.at, b.keys
	b.at, b.keys = name, nil
	for _, x := range b.prog.Def(name).X.(*ir.Union).Parts {
		part, ok := x.(*ir.Forall)
		if !ok {
			part = &ir.Forall{Body: x}
		}
		st.Parts = append(st.Parts, b.part(part, attrs, given.Names))
	}
	b.stage, b.at, b.keys, b.depth = st, at, keys, 0
	return out, values
}

// part builds a part that gives its attributes names.
func (b *builder) part(f *ir.Forall, attrs, names []string) *Stage {
	p := b.begin("")
	var body ir.Expr
	p.Steps, body = b.operator(b.expand(f).(*ir.Forall))
	sink := &Give{Names: names}
	rec := body.(*ir.Record)
	for _, attr := range attrs {
		for i, n := range rec.Names {
			if n == attr {
				pre, v := b.value(rec.Elems[i])
				p.Steps, sink.Elems = append(p.Steps, pre...), append(sink.Elems, v)
			}
		}
	}
	p.Sink = sink
	return p
}

// ownSteps returns the steps of the stage being built behind those of its parts.
func (b *builder) ownSteps(steps []Step) []Step {
	if len(b.stage.Parts) > 0 {
		return steps[1:] // behind the scan of the union
	}
	return steps
}
