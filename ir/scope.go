package ir

import "fmt"

// scope is what the names in an expression refer to. The zero scope knows no
// program: derive then answers only for what an expression says by itself.
type scope struct {
	program bool
	fields  map[string]FieldType // inputs, and definitions so far
	params  map[string]Type      // by Sym.Name
	iters   []Iterator           // innermost last
}

// newScope returns the scope of p's inputs and parameters; p may be nil.
func newScope(p *Program) *scope {
	s := &scope{program: true, fields: map[string]FieldType{}, params: map[string]Type{}}
	s.params["start"], s.params["end"] = Of(Int64), Of(Int64)
	if p != nil {
		for _, in := range p.Inputs {
			s.fields[in.Name] = in.Type
		}
		for _, q := range p.Params {
			s.params[q.Name] = q.T
		}
	}
	return s
}

// fullScope returns the scope behind all definitions of p, with iters bound.
func fullScope(p *Program, iters []Coord) *scope {
	s := newScope(p)
	if p != nil {
		for _, d := range p.Defs {
			s.define(d)
		}
	}
	for _, c := range iters {
		s.iters = append(s.iters, Iterator{Name: c.Name, T: c.Type})
	}
	return s
}

// define adds a definition.
func (s *scope) define(d *Def) { s.fields[d.Name] = d.shape(s.field) }

func (s *scope) field(name string) (FieldType, bool) {
	t, ok := s.fields[name]
	return t, ok
}

// iter returns the innermost iterator of the given name.
func (s *scope) iter(name string) (Iterator, bool) {
	for i := len(s.iters) - 1; i >= 0; i-- {
		if s.iters[i].Name == name {
			return s.iters[i], true
		}
	}
	return Iterator{}, false
}

// bind calls visit for the Outer condition of each iterator of e that has one,
// with the iterators up to and including it in scope, then calls body with all of
// them in scope. An iterator counts as possibly φ only behind its own condition.
func (s *scope) bind(e *Forall, visit func(i int, outer Expr), body func()) {
	n := len(s.iters)
	for i, it := range e.Iters {
		outer := it.Outer
		it.Outer = nil
		s.iters = append(s.iters, it)
		if outer != nil {
			visit(i, outer)
		}
		s.iters[n+i].Outer = outer
	}
	body()
	s.iters = s.iters[:n]
}

func (s *scope) shape(e Expr) FieldType { return shapeOf(e, s.field) }

// shape returns the type of the field that d defines.
func (d *Def) shape(field func(string) (FieldType, bool)) FieldType {
	t := shapeOf(d.X, field)
	if d.Row != "" {
		t.Coords = []Coord{{d.Row, Of(Int64)}}
	}
	return t
}

// shapeOf returns the type of any expression as a field, given the types of
// the fields it reads: coordinates that remain, and attributes. A scalar has no
// coordinates and one unnamed attribute; a record has no coordinates. Facts
// about attributes (Props, Distinct) are dropped: they need not hold of what is
// computed. Unknown names give what is known of the rest.
func shapeOf(e Expr, field func(string) (FieldType, bool)) FieldType {
	switch e := e.(type) {
	case *Access:
		ft, _ := field(e.Field)
		t := FieldType{ft.Coords[min(len(e.Args), len(ft.Coords)):], bare(ft.Attrs)}
		if len(t.Coords) == 0 && ft.Unnamed() {
			t.Attrs[0].Type = e.T
		}
		return t
	case *Range:
		ft, _ := field(e.Field)
		return FieldType{ft.Coords, bare(ft.Attrs)}
	case *Attr:
		x := shapeOf(e.X, field)
		if len(x.Coords) == 0 {
			return scalarShape(e.T)
		}
		t, _ := attrOf(x, e.Name)
		return FieldType{x.Coords, scalarShape(t).Attrs}
	case *Record:
		var t FieldType
		for i := range min(len(e.Names), len(e.Elems)) {
			t.Attrs = append(t.Attrs, Attribute{Name: e.Names[i], Type: e.Elems[i].Type()})
		}
		return t
	case *Forall:
		var t FieldType
		for _, it := range e.Iters {
			t.Coords = append(t.Coords, Coord{it.Name, it.T})
		}
		body := shapeOf(e.Body, field)
		return FieldType{append(t.Coords, body.Coords...), body.Attrs}
	case *Union:
		return unionShape(e, field)
	case *Const, *Iter, *Sym, *Exists, *Call, *Cast, *Case, *In, *Reduce:
		return scalarShape(e.Type())
	}
	panic("ir: unknown expression")
}

// unionShape has the attributes of the first part, with NULL where it is allowed in any.
func unionShape(e *Union, field func(string) (FieldType, bool)) FieldType {
	t := FieldType{Coords: []Coord{{"r", Of(Int64)}}}
	for i, x := range e.Parts {
		attrs := shapeOf(x, field).Attrs
		if i == 0 {
			t.Attrs = attrs
		}
		for j := range min(len(attrs), len(t.Attrs)) {
			t.Attrs[j].Type.Null = t.Attrs[j].Type.Null || attrs[j].Type.Null
		}
	}
	return t
}

func scalarShape(t Type) FieldType { return FieldType{Attrs: []Attribute{{Type: t}}} }

func bare(attrs []Attribute) []Attribute {
	out := make([]Attribute, len(attrs))
	for i := range attrs {
		out[i] = Attribute{Name: attrs[i].Name, Type: attrs[i].Type}
	}
	return out
}

func attrOf(t FieldType, name string) (Type, bool) {
	if i := t.Attr(name); i >= 0 {
		return t.Attrs[i].Type, true
	}
	return Type{}, false
}

// derive returns the type the text of e stands for when it bears no type
// suffix, from the types of e's sub-expressions; or why there is none.
func (s *scope) derive(e Expr) (Type, error) {
	switch e := e.(type) {
	case *Const, *Exists, *In:
		return e.Type(), nil
	case *Iter:
		it, ok := s.iter(e.Name)
		if !ok {
			return Type{}, fmt.Errorf("ir: unknown iterator %s", quoteName(e.Name))
		}
		return it.T, nil
	case *Sym:
		t, ok := s.params[e.Name]
		if !ok {
			return Type{}, fmt.Errorf("ir: unknown parameter %s", e.Name)
		}
		return t, nil
	case *Access:
		return s.deriveAccess(e)
	case *Range:
		return Type{}, s.checkField(e.Field, 1)
	case *Attr:
		return s.deriveAttr(e)
	case *Call:
		return deriveCall(e)
	case *Cast:
		return e.T.WithNull(e.Try || e.X.Type().Null), nil
	case *Case:
		return deriveCase(e)
	case *Reduce:
		x := s.shape(e.Over)
		if !x.Unnamed() {
			return InferReduce(e.Fn, Type{})
		}
		return InferReduce(e.Fn, x.Attrs[0].Type)
	case *Record, *Forall, *Union:
		return Type{}, nil
	}
	panic("ir: unknown expression")
}

// checkField says whether name is a field with at least n coordinates.
func (s *scope) checkField(name string, n int) error {
	ft, ok := s.fields[name]
	switch {
	case !ok:
		return fmt.Errorf("ir: unknown field %s", quoteName(name))
	case n > len(ft.Coords):
		return fmt.Errorf("ir: %s has %s, not %d", quoteName(name), plural(len(ft.Coords), "coordinate"), n)
	}
	return nil
}

func (s *scope) deriveAccess(e *Access) (Type, error) {
	if err := s.checkField(e.Field, len(e.Args)); err != nil {
		return Type{}, err
	}
	ft := s.fields[e.Field]
	if len(e.Args) < len(ft.Coords) || !ft.Unnamed() {
		return Type{}, nil
	}
	t := ft.Attrs[0].Type
	return t.WithNull(t.Null || s.mayMiss(e)), nil
}

func (s *scope) deriveAttr(e *Attr) (Type, error) {
	x := s.shape(e.X)
	t, ok := attrOf(x, e.Name)
	switch {
	case !ok:
		return Type{}, fmt.Errorf("ir: %s has no attribute %s", brief(e.X), quoteAttr(e.Name))
	case len(x.Coords) > 0:
		return Type{}, nil
	}
	return t.WithNull(t.Null || s.mayMiss(e.X)), nil
}

// mayMiss reports whether e may be φ for a reason that its arguments show: an
// outer iterator among them, or a NULL where the coordinate has none. (Whether a
// coordinate is present is otherwise for predicates to say.)
func (s *scope) mayMiss(e Expr) bool {
	a, ok := e.(*Access)
	if !ok {
		return true
	}
	coords := s.fields[a.Field].Coords
	miss := false
	for i, x := range a.Args {
		miss = miss || i < len(coords) && x.Type().Null && !coords[i].Type.Null
		free := map[string]bool{}
		FreeIters(x, free)
		for n := range free {
			it, _ := s.iter(n)
			miss = miss || it.Outer != nil
		}
	}
	return miss
}

// deriveCall is Infer, and knows that only a divisor of zero makes // and %
// give NULL.
func deriveCall(e *Call) (Type, error) {
	args := make([]Type, len(e.Args))
	for i, x := range e.Args {
		args[i] = x.Type()
	}
	t, err := Infer(e.Op, args...)
	if err == nil && (e.Op == IntDiv || e.Op == Mod) {
		if c, ok := e.Args[1].(*Const); ok && c.Val.Valid && (!c.Val.Int.IsZero() || c.Val.Float != 0) {
			t.Null = args[0].Null
		}
	}
	return t, err
}

// deriveCase requires branches of one type.
func deriveCase(e *Case) (Type, error) {
	t := e.Else.Type()
	for _, w := range e.Whens {
		u := w.Then.Type()
		if !t.Same(u) {
			return Type{}, fmt.Errorf("ir: case of %s and %s", u.NotNull(), t.NotNull())
		}
		t.Null = t.Null || u.Null
	}
	return t, nil
}
