package ir

// whole reads an expression that stands by itself.
func (ps *parser) whole() Expr {
	at := ps.peek()
	return ps.bounded(at, ps.expr())
}

// bounded fails at t when e is too deep. It is called where loops, not
// recursion, make expressions deeper.
func (ps *parser) bounded(t token, e Expr) Expr {
	if ps.height(e) > maxDepth {
		ps.failAt(t, "expression nested too deeply")
	}
	return e
}

func (ps *parser) height(e Expr) int {
	h, ok := ps.heights[e]
	if !ok {
		for _, c := range Children(e) {
			h = max(h, ps.height(c))
		}
		h++
		ps.heights[e] = h
	}
	return h
}

// expr reads a disjunction: the operators that bind least.
func (ps *parser) expr() Expr {
	if ps.nesting++; ps.nesting > maxNesting {
		ps.fail("expression nested too deeply")
	}
	e := ps.nary("|", Or, func() Expr {
		return ps.nary("&", And, ps.comparison)
	})
	ps.nesting--
	return e
}

// nary reads one operand, or all operands of one call of op.
func (ps *parser) nary(text string, op Op, operand func() Expr) Expr {
	e := operand()
	at := ps.peek()
	if !isPunct(at, text) {
		return e
	}
	args := []Expr{e}
	for ps.punct(text) {
		args = append(args, operand())
	}
	return ps.call(at, op, args)
}

// comparison reads a sum, or two compared, or a sum tested for φ or membership.
func (ps *parser) comparison() Expr {
	x := ps.infix(opInfo[Add].prec)
	at := ps.peek()
	switch {
	case ps.word("in"):
		in := &In{X: x}
		ps.needPunct("(")
		if isPunct(ps.peek(), ")") {
			ps.expected("an expression")
		}
		ps.list(")", func() { in.List = append(in.List, ps.expr()) })
		return in
	case at.kind != tokPunct:
		return x
	}
	bareNull := isWord(ps.ahead(1), "null") && !isPunct(ps.ahead(2), ":")
	op, ok := opsByName[at.text]
	switch {
	case bareNull && at.text == "!=":
		ps.next += 2
		return &Exists{x}
	case bareNull && at.text == "=":
		ps.next += 2
		return ps.call(at, Not, []Expr{&Exists{x}})
	case at.text == "!=":
		op, ok = Ne, true
	}
	if !ok || opInfo[op].prec != precCompare {
		return x
	}
	ps.next++
	return ps.call(at, op, []Expr{x, ps.infix(opInfo[Add].prec)})
}

// infix reads a left-associative chain of binary operators of at least
// precedence prec (sums, then products).
func (ps *parser) infix(prec int) Expr {
	if prec > opInfo[Mul].prec {
		return ps.postfix()
	}
	e := ps.infix(prec + 1)
	for {
		at := ps.peek()
		op, ok := opsByName[at.text]
		if at.kind != tokPunct || !ok || opInfo[op].prec != prec {
			return e
		}
		ps.next++
		e = ps.bounded(at, ps.call(at, op, []Expr{e, ps.infix(prec + 1)}))
	}
}

// call returns op of args with the type Infer gives it, failing at t.
func (ps *parser) call(t token, op Op, args []Expr) Expr {
	e := &Call{Op: op, Args: args}
	e.T = ps.typed(t, e)
	return e
}

// typed returns the type of e, failing at t.
func (ps *parser) typed(t token, e Expr) Type {
	u, err := ps.scope.derive(e)
	ps.must(t, err)
	return u
}

// postfix reads a primary and what follows it: .attribute, :type, and further
// arguments of an access (F[a][b] is F[a, b]).
func (ps *parser) postfix() Expr {
	e := ps.primary()
	for {
		at := ps.peek()
		switch {
		case ps.punct("."):
			a := &Attr{X: e, Name: ps.attr("an attribute name")}
			a.T = ps.typed(at, a)
			e = ps.bounded(at, a)
		case isPunct(at, "["):
			a, ok := e.(*Access)
			if !ok {
				ps.fail("%s cannot be indexed", brief(e))
			}
			e = ps.index(at, a.Field, a.Args)
		case ps.typeFollows():
			ps.next++
			ps.retype(at, e, ps.scalarType())
		default:
			return e
		}
	}
}

// retype gives e, just built, the type of its suffix.
func (ps *parser) retype(at token, e Expr, t Type) {
	switch e := e.(type) {
	case *Access:
		e.T = t
	case *Attr:
		e.T = t
	case *Call:
		e.T = t
	case *Cast:
		if !t.Same(e.T) {
			ps.failAt(at, "a cast to %s is not of type %s", e.T.NotNull(), t)
		}
		e.T = t
	case *Case:
		e.T = t
	case *Reduce:
		e.T = t
	case *Const, *Iter, *Sym, *Range, *Exists, *In, *Record, *Forall:
		ps.failAt(at, "%s takes no type", brief(e))
	default:
		panic("ir: unknown expression")
	}
}
