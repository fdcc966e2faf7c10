package ir

// Walk calls f for e and, while f returns true, for its sub-expressions in
// source order.
func Walk(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, c := range Children(e) {
		Walk(c, f)
	}
}

// Children returns the direct sub-expressions of e in source order.
func Children(e Expr) []Expr {
	switch e := e.(type) {
	case *Const, *Iter, *Sym:
		return nil
	case *Access:
		return e.Args
	case *Range:
		return []Expr{e.Lo, e.Hi}
	case *Attr:
		return []Expr{e.X}
	case *Exists:
		return []Expr{e.X}
	case *Call:
		return e.Args
	case *Cast:
		return []Expr{e.X}
	case *Case:
		var c []Expr
		for _, w := range e.Whens {
			c = append(c, w.Cond, w.Then)
		}
		return append(c, e.Else)
	case *In:
		return append([]Expr{e.X}, e.List...)
	case *Reduce:
		return []Expr{e.Over}
	case *Record:
		return e.Elems
	case *Forall:
		var c []Expr
		for _, it := range e.Iters {
			if it.Outer != nil {
				c = append(c, it.Outer)
			}
		}
		if e.Pred != nil {
			c = append(c, e.Pred)
		}
		return append(c, e.Body)
	case *Union:
		return e.Parts
	}
	panic("ir: unknown expression")
}

// Rewrite rebuilds e bottom-up: every node is replaced by f of the node with
// rewritten children. Nodes whose children did not change are passed as they
// are, so a rewrite that changes nothing returns e itself.
func Rewrite(e Expr, f func(Expr) Expr) Expr {
	if e == nil {
		return nil
	}
	return f(MapChildren(e, func(c Expr) Expr { return Rewrite(c, f) }))
}

// MapChildren returns e with each direct sub-expression replaced by f of it, or
// e itself when none changed.
func MapChildren(e Expr, f func(Expr) Expr) Expr {
	switch e := e.(type) {
	case *Const, *Iter, *Sym:
		return e
	case *Access:
		if args, ch := mapAll(e.Args, f); ch {
			return &Access{e.Field, args, e.T}
		}
	case *Range:
		if lo, hi := f(e.Lo), f(e.Hi); lo != e.Lo || hi != e.Hi {
			return &Range{e.Field, lo, hi}
		}
	case *Attr:
		if x := f(e.X); x != e.X {
			return &Attr{x, e.Name, e.T}
		}
	case *Exists:
		if x := f(e.X); x != e.X {
			return &Exists{x}
		}
	case *Call:
		if args, ch := mapAll(e.Args, f); ch {
			return &Call{e.Op, args, e.T}
		}
	case *Cast:
		if x := f(e.X); x != e.X {
			return &Cast{x, e.T, e.Try}
		}
	case *Case:
		n, ch := &Case{T: e.T}, false
		for _, w := range e.Whens {
			v := When{f(w.Cond), f(w.Then)}
			ch = ch || v != w
			n.Whens = append(n.Whens, v)
		}
		if n.Else = f(e.Else); ch || n.Else != e.Else {
			return n
		}
	case *In:
		x := f(e.X)
		if list, ch := mapAll(e.List, f); ch || x != e.X {
			return &In{x, list}
		}
	case *Reduce:
		if o := f(e.Over); o != e.Over {
			return &Reduce{e.Fn, e.Distinct, o, e.T}
		}
	case *Record:
		if el, ch := mapAll(e.Elems, f); ch {
			return &Record{e.Names, el}
		}
	case *Forall:
		n, ch := &Forall{}, false
		for _, it := range e.Iters {
			if it.Outer != nil {
				o := f(it.Outer)
				ch = ch || o != it.Outer
				it.Outer = o
			}
			n.Iters = append(n.Iters, it)
		}
		if e.Pred != nil {
			n.Pred = f(e.Pred)
		}
		n.Body = f(e.Body)
		if ch || n.Pred != e.Pred || n.Body != e.Body {
			return n
		}
	case *Union:
		if parts, ch := mapAll(e.Parts, f); ch {
			return &Union{parts}
		}
	default:
		panic("ir: unknown expression")
	}
	return e
}

func mapAll(in []Expr, f func(Expr) Expr) ([]Expr, bool) {
	var out []Expr
	for i, x := range in {
		y := f(x)
		if y != x && out == nil {
			out = append([]Expr{}, in[:i]...)
		}
		if out != nil {
			out = append(out, y)
		}
	}
	if out == nil {
		return in, false
	}
	return out, true
}

// Conjuncts splits a predicate at its top-level conjunctions; nil and the
// constant true give none.
func Conjuncts(e Expr) []Expr {
	switch c := e.(type) {
	case nil:
		return nil
	case *Const:
		if c.Val.True() {
			return nil
		}
	case *Call:
		if c.Op == And {
			var out []Expr
			for _, a := range c.Args {
				out = append(out, Conjuncts(a)...)
			}
			return out
		}
	}
	return []Expr{e}
}

// Conj joins predicates; nil for none.
func Conj(list ...Expr) Expr {
	var flat []Expr
	null := false
	for _, e := range list {
		flat = append(flat, Conjuncts(e)...)
	}
	switch len(flat) {
	case 0:
		return nil
	case 1:
		return flat[0]
	}
	for _, e := range flat {
		null = null || e.Type().Null
	}
	return &Call{And, flat, Of(Bool).WithNull(null)}
}

// FreeIters adds to set the names of the iterators that occur free in e.
func FreeIters(e Expr, set map[string]bool) {
	switch e := e.(type) {
	case nil:
	case *Iter:
		set[e.Name] = true
	case *Forall:
		inner := map[string]bool{}
		for _, it := range e.Iters {
			FreeIters(it.Outer, inner)
		}
		FreeIters(e.Pred, inner)
		FreeIters(e.Body, inner)
		for _, it := range e.Iters {
			delete(inner, it.Name)
		}
		for n := range inner {
			set[n] = true
		}
	default:
		for _, c := range Children(e) {
			FreeIters(c, set)
		}
	}
}
