package ir

import "slices"

func sortStrings(s []string) { slices.Sort(s) }

// scalar returns an expression of type t up to nullability.
func (g *generator) scalar(t Type, depth int) Expr {
	t = t.NotNull()
	if depth > 0 {
		switch g.IntN(9) {
		case 0, 1, 2:
			if e := g.operation(t, depth-1); e != nil {
				return g.typed(e)
			}
		case 3:
			c := &Case{Else: g.scalar(t, depth-1)}
			for range 1 + g.IntN(2) {
				c.Whens = append(c.Whens, When{g.scalar(Of(Bool), depth-1), g.scalar(t, depth-1)})
			}
			return g.typed(c)
		case 4:
			return g.typed(&Cast{X: g.scalar(g.typ(), depth-1), T: t, Try: g.maybe()})
		case 5:
			fn := []Reduction{Min, Max, First, Any}[g.IntN(4)]
			return g.typed(&Reduce{Fn: fn, Distinct: g.rarely(), Over: g.fieldOf(t, depth-1)})
		case 6:
			op := []Op{Coalesce, Least, Greatest}[g.IntN(3)]
			return g.typed(&Call{Op: op, Args: []Expr{g.scalar(t, depth-1), g.scalar(t, depth-1)}})
		}
	}
	if e := g.leaf(t, depth); e != nil {
		return e
	}
	return g.constant(t)
}

// leaf returns an iterator, symbol, attribute or scalar of type t, or nil.
func (g *generator) leaf(t Type, depth int) Expr {
	switch g.IntN(4) {
	case 0:
		for _, name := range g.names(len(genNames)) {
			if it, ok := g.iter(name); ok && it.T.Same(t) {
				return &Iter{name, it.T}
			}
		}
	case 1:
		for _, name := range []string{"$0", "start", "$1"} {
			if u, ok := g.params[name]; ok && u.Same(t) {
				return &Sym{name, u}
			}
		}
	case 2:
		if depth < -2 {
			return nil
		}
		e := g.access(depth, func(ft FieldType, n int) bool {
			return n == len(ft.Coords) && slices.ContainsFunc(ft.Attrs, func(a Attribute) bool { return a.Type.Same(t) })
		})
		a, ok := e.(*Access)
		if !ok {
			return nil
		}
		for _, attr := range g.fields[a.Field].Attrs {
			switch {
			case !attr.Type.Same(t):
			case attr.Name == "":
				return a
			default:
				return g.typed(&Attr{X: a, Name: attr.Name})
			}
		}
	}
	return nil
}

// operation returns an operator or reduction with a result of type t but no
// type yet, or nil.
func (g *generator) operation(t Type, depth int) Expr {
	sub := func(t Type) Expr { return g.scalar(t, depth) }
	call := func(op Op, args ...Type) Expr {
		c := &Call{Op: op}
		for _, a := range args {
			c.Args = append(c.Args, sub(a))
		}
		return c
	}
	text, day, n := Of(Varchar), Of(Date), Of(Int64)
	switch {
	case t.Kind == Bool:
		return g.condition(depth, call)
	case t == Of(Int64) && g.maybe():
		switch g.IntN(5) {
		case 0:
			return call(Year+Op(g.IntN(3)), day)
		case 1:
			return call(Length, text)
		case 2:
			return call(Sub, day, day)
		case 3:
			return &Reduce{Fn: Count, Distinct: g.maybe(), Over: g.fieldOf(g.typ(), depth)}
		}
		return &Reduce{Fn: CountAll, Over: g.forall(depth, func() Expr { return &Record{} })}
	case t == Of(Int128) && g.maybe():
		return &Reduce{Fn: Sum, Over: g.fieldOf(Of(Int32), depth)}
	case t == DecimalOf(38, 10) && g.maybe():
		return &Reduce{Fn: SumNoOverflow, Over: g.fieldOf(t, depth)}
	case t.Integer():
		op := []Op{Add, Sub, Mul, IntDiv, Mod}[g.IntN(5)]
		if g.rarely() {
			return call([]Op{Neg, Abs}[g.IntN(2)], t)
		}
		return call(op, t, t)
	case t.Kind == Float64:
		switch g.IntN(3) {
		case 0:
			return &Reduce{Fn: []Reduction{Avg, WSum}[g.IntN(2)], Over: g.fieldOf(t, depth)}
		case 1:
			return call(Div, g.number(), g.number())
		}
		return call([]Op{Add, Mul, IntDiv}[g.IntN(3)], t, t)
	case t.Kind == Float32:
		return call(Div, t, t)
	case t.Kind == Decimal:
		return call([]Op{Neg, Abs, Neg}[g.IntN(3)], t)
	case t.Kind == Varchar:
		switch g.IntN(4) {
		case 0:
			return call(Substring, text, n, n)
		case 1:
			return call(Concat, text, text)
		case 2:
			return call(Lower, text)
		}
		return call(Upper, text)
	case t.Kind == Date:
		if g.maybe() {
			return call(Sub, day, Of(Int32))
		}
		return call(Add, n, day)
	case t.Kind == Timestamp:
		return call([]Op{AddMonths, AddDays}[g.IntN(2)], []Type{day, t}[g.IntN(2)], n)
	}
	return nil
}

// number returns a type whose quotients are doubles.
func (g *generator) number() Type {
	for {
		if t := g.typ(); t.Numeric() && t.Kind != Float32 {
			return t
		}
	}
}

func (g *generator) condition(depth int, call func(Op, ...Type) Expr) Expr {
	t, yes := g.typ(), Of(Bool)
	switch g.IntN(9) {
	case 0:
		return call([]Op{And, Or}[g.IntN(2)], yes, yes, yes)
	case 1:
		return call([]Op{And, Or}[g.IntN(2)], yes, yes)
	case 2:
		return call(Not, yes)
	case 3:
		return call([]Op{IsNull, IsNotNull}[g.IntN(2)], t)
	case 4:
		return call([]Op{Like, NotLike, ILike, Prefix, Suffix, Contains}[g.IntN(6)], Of(Varchar), Of(Varchar))
	case 5:
		return call([]Op{NotDistinct, Distinct}[g.IntN(2)], t, t)
	case 6:
		in := &In{X: g.scalar(t, depth)}
		for range 1 + g.IntN(3) {
			in.List = append(in.List, g.constant(t))
		}
		return &Call{Op: Not, Args: []Expr{in}}
	case 7:
		if x, ok := g.access(depth, func(FieldType, int) bool { return true }).(*Access); ok {
			return &Call{Op: Not, Args: []Expr{&Exists{x}}}
		}
		return &Call{Op: Not, Args: []Expr{&Exists{g.forall(depth, func() Expr { return &Record{} })}}}
	}
	return call(Eq+Op(g.IntN(6)), t, t)
}
