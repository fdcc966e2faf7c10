package ir

import "slices"

// Equal reports whether a and b are the same expression, node by node, with the
// same types. Bound iterators are compared by name. nil equals nil only.
func Equal(a, b Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *Const:
		b, ok := b.(*Const)
		return ok && a.Val.Type == b.Val.Type && a.Val.Equal(b.Val)
	case *Iter:
		b, ok := b.(*Iter)
		return ok && *a == *b
	case *Sym:
		b, ok := b.(*Sym)
		return ok && *a == *b
	case *Access:
		b, ok := b.(*Access)
		return ok && a.Field == b.Field && a.T == b.T && slices.EqualFunc(a.Args, b.Args, Equal)
	case *Range:
		b, ok := b.(*Range)
		return ok && a.Field == b.Field && Equal(a.Lo, b.Lo) && Equal(a.Hi, b.Hi)
	case *Attr:
		b, ok := b.(*Attr)
		return ok && a.Name == b.Name && a.T == b.T && Equal(a.X, b.X)
	case *Exists:
		b, ok := b.(*Exists)
		return ok && Equal(a.X, b.X)
	case *Call:
		b, ok := b.(*Call)
		return ok && a.Op == b.Op && a.T == b.T && slices.EqualFunc(a.Args, b.Args, Equal)
	case *Cast:
		b, ok := b.(*Cast)
		return ok && a.T == b.T && a.Try == b.Try && Equal(a.X, b.X)
	case *Case:
		b, ok := b.(*Case)
		return ok && a.T == b.T && Equal(a.Else, b.Else) && slices.EqualFunc(a.Whens, b.Whens, func(v, w When) bool {
			return Equal(v.Cond, w.Cond) && Equal(v.Then, w.Then)
		})
	case *In:
		b, ok := b.(*In)
		return ok && Equal(a.X, b.X) && slices.EqualFunc(a.List, b.List, Equal)
	case *Reduce:
		b, ok := b.(*Reduce)
		return ok && a.Fn == b.Fn && a.Distinct == b.Distinct && a.T == b.T && Equal(a.Over, b.Over)
	case *Record:
		b, ok := b.(*Record)
		return ok && slices.Equal(a.Names, b.Names) && slices.EqualFunc(a.Elems, b.Elems, Equal)
	case *Forall:
		b, ok := b.(*Forall)
		return ok && Equal(a.Pred, b.Pred) && Equal(a.Body, b.Body) && slices.EqualFunc(a.Iters, b.Iters, func(v, w Iterator) bool {
			return v.Name == w.Name && v.T == w.T && Equal(v.Outer, w.Outer)
		})
	case *Union:
		b, ok := b.(*Union)
		return ok && slices.EqualFunc(a.Parts, b.Parts, Equal)
	}
	panic("ir: unknown expression")
}

// Equal reports whether p and q have the same inputs, parameters, definitions
// and output, in the same order.
func (p *Program) Equal(q *Program) bool {
	return slices.EqualFunc(p.Inputs, q.Inputs, func(a, b *Input) bool {
		return a.Name == b.Name && a.Table == b.Table && a.Rows == b.Rows && a.Type.Equal(b.Type)
	}) && slices.EqualFunc(p.Params, q.Params, func(a, b *Sym) bool {
		return *a == *b
	}) && slices.EqualFunc(p.Defs, q.Defs, func(a, b *Def) bool {
		return a.Name == b.Name && a.Row == b.Row && equalCut(a.Cut, b.Cut) && Equal(a.X, b.X)
	}) && equalOutput(p.Out, q.Out)
}

// Equal reports whether f and g have the same coordinates and attributes, with
// the same names, types and facts.
func (f FieldType) Equal(g FieldType) bool {
	return slices.Equal(f.Coords, g.Coords) && slices.Equal(f.Attrs, g.Attrs)
}

func equalCut(a, b *Cut) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Limit == b.Limit && a.Offset == b.Offset && slices.Equal(a.Order, b.Order)
}

func equalOutput(a, b Output) bool {
	return a.Field == b.Field && a.Limit == b.Limit && a.Offset == b.Offset &&
		slices.Equal(a.Columns, b.Columns) && slices.Equal(a.Order, b.Order)
}
