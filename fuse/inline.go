package fuse

import (
	"fmt"
	"slices"

	"github.com/reffine-db/reffine/ir"
)

// Stop says why a reference to a derived field was left in place.
type Stop struct{ In, Field, Reason string }

// String says what stopped where: "out reads v1: it is used twice".
func (s Stop) String() string { return s.In + " reads " + s.Field + ": " + s.Reason }

// Inline fuses operators by substitution (paper section 3.2): every reference to
// a derived field is replaced by its definition, greedily and to a fixpoint.
// Existence at a coordinate becomes the definition's predicate there, an
// attribute becomes the expression of its body, a sub-field becomes the
// operator over the remaining coordinates.
//
//	v1  = forall i : t[i] != null & t[i].a < 24 { {b: t[i].b} }
//	out = forall i : v1[i] != null { {c: v1[i].b * 2} }
//
// becomes
//
//	out = forall i : t[i] != null & t[i].a < 24 { {c: t[i].b * 2} }
//
// Left in place, with the reason: reductions without coordinates (computed
// once), and reorderings read at all their key coordinates (a reduction over one
// is a scatter). Definitions nobody reads any more are dropped.
func Inline(p *ir.Program) (*ir.Program, []Stop) {
	in := &inliner{prog: p, done: map[string]ir.Expr{}, keys: map[string]int{}, stops: map[Stop]bool{}}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		in.at = d.Name
		x := in.expr(d.X)
		in.done[d.Name] = x
		in.keys[d.Name] = keyCoords(x)
		out.Defs = append(out.Defs, d.With(x))
	}
	return dropDead(out), in.order
}

type inliner struct {
	prog  *ir.Program
	done  map[string]ir.Expr // fused right-hand sides
	keys  map[string]int     // leading key coordinates of reorderings
	outer map[string]bool    // iterators in scope that may be φ; not in the outer ranges themselves
	at    string
	stops map[Stop]bool
	order []Stop
	fresh int
}

func (in *inliner) stop(field, reason string) {
	s := Stop{in.at, field, reason}
	if !in.stops[s] {
		in.stops[s] = true
		in.order = append(in.order, s)
	}
}

// keyCoords returns how many leading iterators of x are key coordinates: bound by
// k = expr (or k <=> expr) alone, so derived from values.
func keyCoords(x ir.Expr) int {
	f, ok := x.(*ir.Forall)
	if !ok {
		return 0
	}
	conj := ir.Conjuncts(f.Pred)
	n := 0
	for _, it := range f.Iters {
		if keyBinding(conj, it.Name) < 0 || boundByField(conj, it.Name) {
			break
		}
		n++
	}
	return n
}

// keyBinding returns the index of the conjunct that binds iterator name to an expression
// free of it, or -1.
func keyBinding(conj []ir.Expr, name string) int {
	for i, c := range conj {
		if _, ok := bindingOf(c, name); ok {
			return i
		}
	}
	return -1
}

// bindingOf matches c against name = e, e = name, name <=> e with e free of name.
func bindingOf(c ir.Expr, name string) (ir.Expr, bool) {
	call, ok := c.(*ir.Call)
	if !ok || call.Op != ir.Eq && call.Op != ir.NotDistinct {
		return nil, false
	}
	for k := range 2 {
		it, ok := call.Args[k].(*ir.Iter)
		if ok && it.Name == name && !Mentions(call.Args[1-k], name) {
			return call.Args[1-k], true
		}
	}
	return nil, false
}

// boundByField reports whether a conjunct is the existence of a field access with the
// iterator itself as an argument.
func boundByField(conj []ir.Expr, name string) bool {
	for _, c := range conj {
		if e, ok := c.(*ir.Exists); ok {
			if a, ok := e.X.(*ir.Access); ok {
				for _, x := range a.Args {
					if it, ok := x.(*ir.Iter); ok && it.Name == name {
						return true
					}
				}
			}
		}
	}
	return false
}

// Mentions reports whether iterator name is free in e.
func Mentions(e ir.Expr, name string) bool {
	free := map[string]bool{}
	ir.FreeIters(e, free)
	return free[name]
}

// expr fuses an expression: operators from the inside out, then references.
func (in *inliner) expr(e ir.Expr) ir.Expr {
	if f, ok := e.(*ir.Forall); ok {
		return in.forall(f)
	}
	e = ir.MapChildren(e, func(c ir.Expr) ir.Expr {
		switch e.(type) {
		case *ir.Exists, *ir.Attr, *ir.Reduce:
			if a, ok := c.(*ir.Access); ok {
				return in.args(a) // replaced as a whole below
			}
		}
		return in.expr(c)
	})
	if len(in.outer) > 0 {
		e = retype(e)
	}
	switch e := e.(type) {
	case *ir.Exists:
		return in.exists(e)
	case *ir.Attr:
		return in.attr(e)
	case *ir.Reduce:
		if a, ok := e.Over.(*ir.Access); ok {
			if f := in.subfield(a, ""); f != nil {
				return &ir.Reduce{Fn: e.Fn, Distinct: e.Distinct, Over: f, T: e.T}
			}
		}
	case *ir.Access:
		if body, ok := in.point(e); ok {
			return body
		}
	}
	return e
}

func (in *inliner) args(a *ir.Access) ir.Expr {
	return ir.MapChildren(a, in.expr)
}

// forall fuses an operator. A definition with outer iterators can only be read by
// taking over its iterators, which needs the operator that binds them.
func (in *inliner) forall(f *ir.Forall) ir.Expr {
	n := &ir.Forall{Iters: append([]ir.Iterator{}, f.Iters...)}
	for i := range n.Iters {
		if n.Iters[i].Outer != nil {
			inner := in.innerRange(n.Iters[i])
			n.Iters[i].Outer = in.cond(ir.Conj(inner, in.expr(n.Iters[i].Outer)))
		}
	}
	enclosing := in.outer
	in.outer = outerAmong(enclosing, n.Iters)
	defer func() { in.outer = enclosing }()
	n.Body = in.expr(f.Body)
	var conj []ir.Expr
	for _, c := range ir.Conjuncts(f.Pred) {
		if e, ok := c.(*ir.Exists); ok {
			if a, ok := e.X.(*ir.Access); ok {
				in.adoptOuter(n, a)
			}
		}
		conj = append(conj, conditions(in.expr(c))...)
	}
	n.Pred = ir.Conj(dedup(conj)...)
	return n
}

// outerAmong returns the iterators in scope that may be φ: of an enclosing operator, or of its.
func outerAmong(enclosing map[string]bool, its []ir.Iterator) map[string]bool {
	out := map[string]bool{}
	for n, may := range enclosing {
		out[n] = may
	}
	for _, it := range its {
		out[it.Name] = it.Outer != nil
	}
	return out
}

func (in *inliner) cond(e ir.Expr) ir.Expr { return ir.Conj(dedup(conditions(e))...) }

// isTrue is the two-valued "p holds" of a three-valued condition, nil being true.
func isTrue(p ir.Expr) ir.Expr {
	if p == nil {
		return trueConst
	}
	if !p.Type().Null {
		return p
	}
	return &ir.Call{Op: ir.Coalesce, Args: []ir.Expr{p, falseConst}, T: ir.Of(ir.Bool)}
}

var trueConst, falseConst = &ir.Const{Val: ir.BoolValue(true)}, &ir.Const{Val: ir.BoolValue(false)}

// conditions splits a predicate at conjunctions; where only truth matters,
// coalesce(p, false) is p, and what an existence asks of outer coordinates alone stands beside it:
//
//	(forall j : a[i] != null & b[i, j] != null { true }) != null
//
// is a[i] != null and (forall j : b[i, j] != null { true }) != null.
func conditions(e ir.Expr) []ir.Expr {
	var out []ir.Expr
	for _, c := range ir.Conjuncts(e) {
		if k, ok := c.(*ir.Call); ok && k.Op == ir.Coalesce && len(k.Args) == 2 && isFalse(k.Args[1]) {
			out = append(out, conditions(k.Args[0])...)
			continue
		}
		out = append(out, besideExistence(c)...)
	}
	return out
}

// besideExistence returns c, or the conditions it comes to when it is an existence.
func besideExistence(c ir.Expr) []ir.Expr {
	e, ok := c.(*ir.Exists)
	if !ok {
		return []ir.Expr{c}
	}
	f, ok := e.X.(*ir.Forall)
	if !ok {
		return []ir.Expr{c}
	}
	own := map[string]bool{}
	for _, it := range f.Iters {
		own[it.Name] = true
	}
	var beside, inside []ir.Expr
	for _, p := range ir.Conjuncts(f.Pred) {
		if mentionsAny(p, own) {
			inside = append(inside, p)
		} else {
			beside = append(beside, p)
		}
	}
	if len(beside) == 0 || len(inside) == 0 {
		return []ir.Expr{c}
	}
	return append(beside, &ir.Exists{X: &ir.Forall{Iters: f.Iters, Pred: ir.Conj(inside...), Body: f.Body}})
}

// isFalse reports the constant false or NULL.
func isFalse(e ir.Expr) bool {
	c, ok := e.(*ir.Const)
	return ok && c.Val.Type.Kind == ir.Bool && !c.Val.True()
}

func isTrueConst(e ir.Expr) bool {
	c, ok := e.(*ir.Const)
	return ok && c.Val.Type.Kind == ir.Bool && c.Val.True()
}

// dedup drops repeated conjuncts.
func dedup(conj []ir.Expr) []ir.Expr {
	var out []ir.Expr
	for _, c := range conj {
		if !slices.ContainsFunc(out, func(o ir.Expr) bool { return ir.Equal(o, c) }) {
			out = append(out, c)
		}
	}
	return out
}

// definition returns the fused operator of a derived field that may be
// substituted, or nil. One that is read by row number is stored.
func (in *inliner) definition(field string) *ir.Forall {
	if d := in.prog.Def(field); d != nil && d.Row != "" {
		return nil
	}
	f, _ := in.done[field].(*ir.Forall)
	return f
}

// adoptOuter makes iterators of n outer where they read outer iterators of a definition.
func (in *inliner) adoptOuter(n *ir.Forall, a *ir.Access) {
	d := in.definition(a.Field)
	if d == nil || len(a.Args) != len(d.Iters) {
		return
	}
	m := bind(d, a)
	for i, it := range d.Iters {
		ref, ok := a.Args[i].(*ir.Iter)
		if it.Outer == nil || !ok {
			continue
		}
		for j := range n.Iters {
			if n.Iters[j].Name == ref.Name && n.Iters[j].Outer == nil {
				n.Iters[j].Outer = ir.Subst(it.Outer, m)
			}
		}
	}
}

// innerRange is the outer range that a definition read in the outer range of it has there: the two
// are one range, for where the inner one finds nothing the coordinate is φ as well.
//
//	v   = forall j, k outer (c[k] != null & c[k].x = b[j].x) : b[j] != null { ... }
//	out = forall i, j outer (...), k outer (v[j, k] != null & ...) : a[i] != null { ... }
func (in *inliner) innerRange(it ir.Iterator) ir.Expr {
	var out []ir.Expr
	ir.Walk(it.Outer, func(e ir.Expr) bool {
		a, ok := e.(*ir.Access)
		if !ok {
			return true
		}
		d := in.definition(a.Field)
		if d == nil || len(a.Args) != len(d.Iters) {
			return true
		}
		for i, x := range a.Args {
			if ref, ok := x.(*ir.Iter); ok && ref.Name == it.Name && d.Iters[i].Outer != nil {
				out = append(out, subst(d.Iters[i].Outer, bind(d, a)))
			}
		}
		return true
	})
	return ir.Conj(dedup(out)...)
}

func bind(d *ir.Forall, a *ir.Access) map[string]ir.Expr {
	m := map[string]ir.Expr{}
	for i, x := range a.Args {
		m[d.Iters[i].Name] = x
	}
	return m
}

func hasOuter(d *ir.Forall) bool {
	for _, it := range d.Iters {
		if it.Outer != nil {
			return true
		}
	}
	return false
}

// atAllKeys reports whether the access reads a reordering at iterators in every
// key coordinate, and no further coordinate.
func (in *inliner) atAllKeys(a *ir.Access) bool {
	k := in.keys[a.Field]
	if k == 0 || len(a.Args) != k {
		return false
	}
	for _, x := range a.Args {
		if _, ok := x.(*ir.Iter); !ok {
			return false
		}
	}
	return true
}

// exists substitutes X != null.
func (in *inliner) exists(e *ir.Exists) ir.Expr {
	a, ok := e.X.(*ir.Access)
	if !ok {
		return e
	}
	d := in.definition(a.Field)
	if d == nil {
		return e
	}
	if len(a.Args) == len(d.Iters) {
		for i, x := range a.Args {
			if _, ok := x.(*ir.Iter); !ok && d.Iters[i].Outer != nil {
				in.stop(a.Field, "a coordinate of an outer join that is not an iterator")
				return e
			}
		}
		p := subst(d.Pred, bind(d, a))
		return isTrue(p)
	}
	if f := in.subfield(a, "exists"); f != nil {
		return &ir.Exists{X: f}
	}
	return e
}

// attr substitutes F[...].name.
func (in *inliner) attr(e *ir.Attr) ir.Expr {
	a, ok := e.X.(*ir.Access)
	if !ok {
		return e
	}
	d := in.definition(a.Field)
	if d == nil {
		return e
	}
	if len(a.Args) < len(d.Iters) {
		if f := in.subfield(a, e.Name); f != nil {
			return f
		}
		return e
	}
	for _, x := range a.Args {
		if _, ok := x.(*ir.Iter); !ok && hasOuter(d) {
			return e
		}
	}
	x := in.component(subst(d.Body, bind(d, a)), e)
	if !mentionsAny(a, in.outer) {
		return x
	}
	x, known := nullAtAbsent(x, subst(d.Pred, bind(d, a)), in.outer)
	if !known {
		panic(fmt.Sprintf("fuse: nothing tells whether %s is absent", ir.String(a)))
	}
	return x
}

// component reads attribute e.Name of a body.
func (in *inliner) component(body ir.Expr, e *ir.Attr) ir.Expr {
	switch b := body.(type) {
	case *ir.Record:
		for i, n := range b.Names {
			if n == e.Name {
				return b.Elems[i]
			}
		}
	case *ir.Access:
		return in.attr(&ir.Attr{X: b, Name: e.Name, T: e.T})
	}
	panic(fmt.Sprintf("fuse: no attribute %s in %s", e.Name, ir.String(body)))
}

// point substitutes a full access whose value is used as a whole.
func (in *inliner) point(a *ir.Access) (ir.Expr, bool) {
	d := in.definition(a.Field)
	if d == nil || len(a.Args) != len(d.Iters) || hasOuter(d) {
		return nil, false
	}
	return subst(d.Body, bind(d, a)), true
}

// subfield is F[prefix] as an operator over the remaining coordinates with the
// given attribute as value ("" for the whole, "exists" for none), or nil when it
// must stay.
func (in *inliner) subfield(a *ir.Access, attr string) ir.Expr {
	d := in.definition(a.Field)
	if d == nil || len(a.Args) >= len(d.Iters) {
		return nil
	}
	if in.atAllKeys(a) {
		in.stop(a.Field, "a reordering: its key coordinates are derived from values, the reduction is a scatter")
		return nil
	}
	m := bind(d, a)
	rest := &ir.Forall{}
	for _, it := range d.Iters[len(a.Args):] {
		in.fresh++
		name := fmt.Sprintf("%s_%d", it.Name, in.fresh)
		m[it.Name] = &ir.Iter{Name: name, T: it.T}
		rest.Iters = append(rest.Iters, ir.Iterator{Name: name, T: it.T, Outer: it.Outer})
	}
	for i := range rest.Iters {
		rest.Iters[i].Outer = subst(rest.Iters[i].Outer, m)
	}
	rest.Pred = subst(d.Pred, m)
	body := subst(d.Body, m)
	switch {
	case attr == "exists", attr == "" && isRecord(body):
		rest.Body = &ir.Const{Val: ir.BoolValue(true)}
	case attr == "":
		rest.Body = body
	default:
		rest.Body = in.component(body, &ir.Attr{Name: attr})
	}
	return rest
}

func isRecord(e ir.Expr) bool { _, ok := e.(*ir.Record); return ok }

// dropDead removes definitions that the output does not need.
func dropDead(p *ir.Program) *ir.Program {
	live := map[string]bool{p.Out.Field: true}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for i := len(p.Defs) - 1; i >= 0; i-- {
		d := p.Defs[i]
		if !live[d.Name] {
			continue
		}
		out.Defs = append([]*ir.Def{d}, out.Defs...)
		markRead(d.X, live)
	}
	return out
}

func markRead(x ir.Expr, live map[string]bool) {
	ir.Walk(x, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Access:
			live[e.Field] = true
		case *ir.Range:
			live[e.Field] = true
		}
		return true
	})
}
