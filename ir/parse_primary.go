package ir

import "strings"

// primary reads an operand.
func (ps *parser) primary() Expr {
	at := ps.peek()
	switch at.kind {
	case tokNumber:
		return ps.number(at, "")
	case tokString:
		ps.next++
		if ps.typeFollows() && isWord(ps.ahead(1), Blob.String()) {
			ps.next += 2
			return &Const{BytesValue(at.text)}
		}
		return &Const{StringValue(at.text)}
	case tokSymbol:
		ps.next++
		return ps.symbol(at)
	case tokName:
		if !at.quoted && reserved[at.text] {
			return ps.keyword()
		}
		return ps.named()
	}
	switch {
	case ps.punct("("):
		e := ps.expr()
		ps.needPunct(")")
		return e
	case ps.punct("{"):
		return ps.record()
	case ps.punct("-"):
		if t := ps.peek(); t.kind == tokNumber || isWord(t, "inf") {
			return ps.number(at, "-")
		}
		ps.expected("a number after - (neg(x) negates x)")
	}
	ps.expected("an expression")
	return nil
}

// keyword reads a primary that starts with a reserved word.
func (ps *parser) keyword() Expr {
	at := ps.peek()
	switch at.text {
	case "nan", "inf":
		return ps.number(at, "")
	}
	ps.next++
	switch at.text {
	case "true", "false":
		return &Const{BoolValue(at.text == "true")}
	case "start", "end":
		return ps.symbol(at)
	case "null":
		if !ps.typeFollows() {
			ps.fail("expected null:type (a bare null only follows = or !=), found %s", ps.peek())
		}
		ps.next++
		return &Const{NullOf(ps.scalarType())}
	case "date", "timestamp":
		text, read := ps.peek(), dateValue
		if at.text == "timestamp" {
			read = timestampValue
		}
		v, err := read(ps.str("a " + at.text + " in quotes"))
		ps.must(text, err)
		return &Const{v}
	case "cast", "try_cast":
		c := &Cast{Try: at.text == "try_cast"}
		ps.needPunct("(")
		c.X = ps.expr()
		ps.needWord("as")
		c.T = ps.scalarType()
		if c.T.Null {
			ps.failAt(at, "a cast says no null: the operand does")
		}
		ps.needPunct(")")
		c.T = ps.typed(at, c)
		return c
	case "case":
		return ps.caseWhen(at)
	case "forall":
		return ps.forall()
	}
	ps.next--
	ps.fail("expected an expression, found the reserved word %s", at)
	return nil
}

func (ps *parser) symbol(at token) Expr {
	s := &Sym{Name: at.text}
	s.T = ps.typed(at, s)
	return s
}

// number reads a numeric literal behind its sign; at is where it starts.
func (ps *parser) number(at token, sign string) Expr {
	digits := ps.take()
	text, t := sign+digits.text, Of(Int64)
	switch {
	case ps.typeFollows():
		ps.next++
		t = ps.scalarType()
		if t.Null {
			ps.failAt(at, "a number is not null")
		}
	case digits.kind == tokName:
		ps.failAt(at, "%s needs a type: %s:double", text, text)
	case strings.ContainsAny(digits.text, ".eE"):
		ps.failAt(at, "%s needs a type: %s:double or %s:decimal(width,scale)", text, text, text)
	}
	v, err := numberValue(text, t)
	ps.must(at, err)
	return &Const{v}
}

// named reads what starts with an ordinary name: a call, a reduction, an
// iterator, or an access.
func (ps *parser) named() Expr {
	at := ps.take()
	switch {
	case ps.punct("("):
		return ps.function(at)
	case isPunct(ps.peek(), "["):
		return ps.index(at, at.text, nil)
	}
	if it, ok := ps.scope.iter(at.text); ok {
		return &Iter{it.Name, it.T}
	}
	if _, ok := ps.scope.fields[at.text]; !ok {
		ps.failAt(at, "unknown iterator or field %s", at)
	}
	a := &Access{Field: at.text}
	a.T = ps.typed(at, a)
	return a
}

// function reads the arguments of name(.
func (ps *parser) function(at token) Expr {
	if fn, ok := ReductionByName(at.text); ok && !at.quoted {
		r := &Reduce{Fn: fn, Distinct: ps.word("distinct")}
		r.Over = ps.expr()
		ps.needPunct(")")
		r.T = ps.typed(at, r)
		return r
	}
	op, ok := opsByName[at.text]
	if !ok || at.quoted {
		ps.failAt(at, "unknown function %s", at)
	}
	var args []Expr
	ps.list(")", func() { args = append(args, ps.expr()) })
	return ps.call(at, op, args)
}

// index reads the arguments of field in brackets, added to args, or a range.
func (ps *parser) index(at token, field string, args []Expr) Expr {
	a := &Access{Field: field, Args: args}
	ps.needPunct("[")
	if ps.punct("]") {
		a.T = ps.typed(at, a)
		return a
	}
	x := ps.expr()
	if len(args) == 0 && ps.punct(":") {
		r := &Range{Field: field, Lo: x, Hi: ps.expr()}
		ps.needPunct("]")
		ps.typed(at, r)
		return r
	}
	a.Args = append(a.Args, x)
	for !ps.punct("]") {
		if !ps.punct(",") {
			ps.expected(", or ]")
		}
		a.Args = append(a.Args, ps.expr())
	}
	a.T = ps.typed(at, a)
	return a
}

// record reads what follows "{".
func (ps *parser) record() Expr {
	r := &Record{}
	ps.list("}", func() {
		r.Names = append(r.Names, ps.attr("an attribute name"))
		ps.needPunct(":")
		r.Elems = append(r.Elems, ps.expr())
	})
	return r
}

// caseWhen reads what follows "case".
func (ps *parser) caseWhen(at token) Expr {
	c := &Case{}
	ps.needWord("when")
	for {
		var w When
		w.Cond = ps.expr()
		ps.needWord("then")
		w.Then = ps.expr()
		c.Whens = append(c.Whens, w)
		if !ps.word("when") {
			break
		}
	}
	ps.needWord("else")
	c.Else = ps.expr()
	ps.needWord("end")
	c.T = ps.typed(at, c)
	return c
}

// forall reads what follows "forall".
func (ps *parser) forall() Expr {
	f := &Forall{}
	n := len(ps.scope.iters)
	for more := ps.peek().kind == tokName; more; more = ps.punct(",") {
		it := Iterator{Name: ps.name("an iterator name"), T: Of(Int64)}
		if ps.typeFollows() {
			ps.next++
			it.T = ps.scalarType()
		}
		ps.scope.iters = append(ps.scope.iters, it)
		if ps.word("outer") {
			ps.needPunct("(")
			it.Outer = ps.expr()
			ps.needPunct(")")
			ps.scope.iters[n+len(f.Iters)].Outer = it.Outer
		}
		f.Iters = append(f.Iters, it)
	}
	if ps.punct(":") {
		f.Pred = ps.expr()
	}
	ps.needPunct("{")
	f.Body = ps.expr()
	ps.needPunct("}")
	ps.scope.iters = ps.scope.iters[:n]
	return f
}
