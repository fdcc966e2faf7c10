package ir

import (
	"errors"
	"fmt"
	"slices"
)

// value checks e as the value of a field: a scalar, a record or a field. A
// record that an outer iterator may make φ has to be spelled out by attribute.
func (c checker) value(e Expr) error {
	if err := c.expr(e); err != nil {
		return err
	}
	a, ok := e.(*Access)
	if !ok || c.fields[a.Field].Unnamed() || len(a.Args) < len(c.fields[a.Field].Coords) {
		return nil
	}
	free := map[string]bool{}
	FreeIters(a, free)
	for _, it := range c.iters {
		if free[it.Name] && it.Outer != nil {
			return fmt.Errorf("ir: %s as a whole record may be φ; name its attributes", brief(e))
		}
	}
	return nil
}

// expr checks e and everything in it.
func (c checker) expr(e Expr) error {
	switch e := e.(type) {
	case *Const:
		return e.Val.Check()
	case *Iter, *Sym:
		return c.declared(e)
	case *Access:
		if err := c.checkField(e.Field, len(e.Args)); err != nil {
			return err
		}
		for i, x := range e.Args {
			if err := c.coordinate(e.Field, i, x); err != nil {
				return err
			}
		}
		return c.typed(e)
	case *Range:
		if err := c.checkField(e.Field, 1); err != nil {
			return err
		}
		if err := c.coordinate(e.Field, 0, e.Lo); err != nil {
			return err
		}
		return c.coordinate(e.Field, 0, e.Hi)
	case *Attr:
		if e.Name == "" {
			return errors.New("ir: attribute without a name")
		}
		if err := c.source(e.X, "attribute"); err != nil {
			return err
		}
		return c.typed(e)
	case *Exists:
		return c.source(e.X, "φ test")
	case *Call:
		for _, x := range e.Args {
			if err := c.scalar(x); err != nil {
				return err
			}
		}
		return c.typed(e)
	case *Cast:
		if err := e.T.Check(); err != nil {
			return err
		}
		if err := c.scalar(e.X); err != nil {
			return err
		}
		return c.typed(e)
	case *Case:
		return c.caseWhen(e)
	case *In:
		return c.in(e)
	case *Reduce:
		return c.reduce(e)
	case *Record:
		return c.record(e)
	case *Forall:
		return c.forall(e)
	case *Union:
		return fmt.Errorf("ir: %s, which is no definition of its own", brief(e))
	case nil:
		return errors.New("ir: missing expression")
	}
	panic("ir: unknown expression")
}

// declared requires the type of an iterator or symbol to be the declared one.
func (c checker) declared(e Expr) error {
	t, err := c.derive(e)
	if err == nil && t != e.Type() {
		err = fmt.Errorf("ir: %s is of type %s, not %s", brief(e), t, e.Type())
	}
	return err
}

// typed requires the type that e, whose parts are sound, records to agree with
// the type derived from its parts.
func (c checker) typed(e Expr) error {
	want, err := c.derive(e)
	if err != nil {
		return fmt.Errorf("ir: %s in %s", bareError(err), brief(e))
	}
	got, ok := e.Type(), false
	switch e := e.(type) {
	case *Access, *Attr: // a predicate may have said that there is a value
		ok = got.Same(want)
	case *Reduce: // likewise
		ok = agrees(got, want, e.Fn == Sum || e.Fn == SumNoOverflow || e.Fn == WSum)
	case *Call:
		ok = agrees(got, want, e.Op >= Add && e.Op <= Neg || e.Op == Abs) || e.Op == RoundTo && got.Kind == Decimal && want.Kind == Decimal
		ok = ok && (got.Null || !want.Null)
	default:
		ok = got.Same(want) && (got.Null || !want.Null)
	}
	if want == (Type{}) {
		if ok = got == want; !ok {
			return fmt.Errorf("ir: %s is not a scalar but has type %s", brief(e), got)
		}
		return nil
	}
	if !ok {
		return fmt.Errorf("ir: %s has type %s where %s is due", brief(e), got, want)
	}
	return got.Check()
}

// agrees reports whether got may stand for want: the same type or, for
// arithmetic, another width of it.
func agrees(got, want Type, arithmetic bool) bool {
	if got.Same(want) || !arithmetic {
		return got.Same(want)
	}
	return got.Integer() && want.Integer() || got.Float() && want.Float() ||
		got.Kind == Decimal && want.Kind == Decimal && got.Scale == want.Scale
}

// scalar checks e and that its value is a scalar.
func (c checker) scalar(e Expr) error {
	if err := c.expr(e); err != nil {
		return err
	}
	if t := c.shape(e); len(t.Coords) > 0 || !t.Unnamed() || e.Type().Kind == Invalid {
		return fmt.Errorf("ir: %s is not a scalar", brief(e))
	}
	return nil
}

// truth checks e and that it is a bool.
func (c checker) truth(e Expr, what string) error {
	if err := c.scalar(e); err != nil {
		return err
	}
	if e.Type().Kind != Bool {
		return fmt.Errorf("ir: %s %s is of type %s, not bool", what, brief(e), e.Type())
	}
	return nil
}

// coordinate checks x as the argument of field's coordinate i. Integers of any
// width address an integer coordinate.
func (c checker) coordinate(field string, i int, x Expr) error {
	if err := c.scalar(x); err != nil {
		return err
	}
	want := c.fields[field].Coords[i]
	if t := x.Type(); !t.Same(want.Type) && !(t.Integer() && want.Type.Integer()) {
		return fmt.Errorf("ir: %s is of type %s where coordinate %s of %s is %s",
			brief(x), t, quoteName(want.Name), quoteName(field), want.Type)
	}
	return nil
}

// source checks x as something that may be φ.
func (c checker) source(x Expr, what string) error {
	if err := c.expr(x); err != nil {
		return err
	}
	switch x.(type) {
	case *Access, *Range, *Forall:
		return nil
	}
	return fmt.Errorf("ir: %s of %s, which is no access, range or operator", what, brief(x))
}

func (c checker) caseWhen(e *Case) error {
	if len(e.Whens) == 0 {
		return errors.New("ir: case without when")
	}
	for _, w := range e.Whens {
		if err := c.truth(w.Cond, "condition"); err != nil {
			return err
		}
		if err := c.scalar(w.Then); err != nil {
			return err
		}
	}
	if err := c.scalar(e.Else); err != nil {
		return err
	}
	return c.typed(e)
}

func (c checker) in(e *In) error {
	if err := c.scalar(e.X); err != nil {
		return err
	}
	if len(e.List) == 0 {
		return fmt.Errorf("ir: %s without elements", brief(e))
	}
	for _, x := range e.List {
		if err := c.expr(x); err != nil {
			return err
		}
		_, constant := x.(*Const)
		_, symbol := x.(*Sym)
		if !constant && !symbol || !x.Type().Same(e.X.Type()) {
			return fmt.Errorf("ir: %s in a list for %s", brief(x), e.X.Type())
		}
	}
	return nil
}

func (c checker) reduce(e *Reduce) error {
	if err := c.value(e.Over); err != nil {
		return err
	}
	if _, ok := e.Over.(*Forall); !ok && len(c.shape(e.Over).Coords) == 0 {
		return fmt.Errorf("ir: %s of %s, which is not a field", e.Fn, brief(e.Over))
	}
	return c.typed(e)
}

func (c checker) record(e *Record) error {
	if len(e.Names) != len(e.Elems) {
		return fmt.Errorf("ir: record of %s and %s", plural(len(e.Names), "name"), plural(len(e.Elems), "element"))
	}
	seen := map[string]bool{}
	for i, n := range e.Names {
		if n == "" || seen[n] {
			return fmt.Errorf("ir: attribute %s: the name is taken or empty", quoteAttr(n))
		}
		seen[n] = true
		if err := c.scalar(e.Elems[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c checker) forall(e *Forall) error {
	seen := map[string]bool{}
	for _, it := range e.Iters {
		if it.Name == "" || seen[it.Name] {
			return fmt.Errorf("ir: iterator %s: the name is taken or empty", quoteName(it.Name))
		}
		seen[it.Name] = true
		if err := it.T.Check(); err != nil {
			return fmt.Errorf("ir: iterator %s: %s", quoteName(it.Name), bareError(err))
		}
	}
	var err error
	c.bind(e, func(_ int, outer Expr) {
		if err == nil {
			err = c.truth(outer, "outer condition")
		}
	}, func() {
		if err == nil && e.Pred != nil {
			err = c.truth(e.Pred, "predicate")
		}
		if err == nil {
			err = c.value(e.Body)
		}
	})
	return err
}

// union requires two parts or more, each of records with the attributes of the first.
func (c checker) union(e *Union) error {
	if len(e.Parts) < 2 {
		return fmt.Errorf("ir: a union of %s", plural(len(e.Parts), "part"))
	}
	var first FieldType
	for i, x := range e.Parts {
		switch x.(type) {
		case *Forall, *Record:
		default:
			return fmt.Errorf("ir: %s in a union, which is no operator or record", brief(x))
		}
		if err := c.value(x); err != nil {
			return err
		}
		t := c.shape(x)
		if i == 0 {
			first = t
		}
		if t.Unnamed() || !slices.EqualFunc(t.Attrs, first.Attrs, func(a, b Attribute) bool {
			return a.Name == b.Name && a.Type.Same(b.Type)
		}) {
			return fmt.Errorf("ir: %s in a union of %s", t, first)
		}
	}
	return nil
}
