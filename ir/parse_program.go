package ir

// scalarType reads kind, width and scale, and null.
func (ps *parser) scalarType() Type {
	start := ps.peek()
	k, ok := KindByName(start.text)
	if start.kind != tokName || start.quoted || !ok {
		ps.expected("a type")
	}
	ps.next++
	t := Of(k)
	if k == Decimal {
		ps.needPunct("(")
		w := ps.count("a width")
		ps.needPunct(",")
		s := ps.count("a scale")
		ps.needPunct(")")
		t = DecimalOf(uint8(min(w, 255)), uint8(min(s, 255)))
	}
	if k == Enum {
		var labels []string
		ps.needPunct("(")
		ps.list(")", func() { labels = append(labels, ps.str("a label in quotes")) })
		if t, ok = EnumOf(labels); !ok {
			ps.failAt(start, "an enumeration of %d labels", len(labels))
		}
	}
	ps.must(start, t.Check())
	return t.WithNull(ps.word("null"))
}

// typeFollows reports whether the next tokens are a colon and a type; a colon
// may also end the bound of a range or stand before a predicate, both of which
// can start with a date or timestamp literal.
func (ps *parser) typeFollows() bool {
	t := ps.ahead(1)
	if !isPunct(ps.peek(), ":") || t.kind != tokName || t.quoted {
		return false
	}
	_, ok := KindByName(t.text)
	return ok && ps.ahead(2).kind != tokString
}

// input reads what follows "field".
func (ps *parser) input() *Input {
	in := &Input{Rows: -1}
	at := ps.peek()
	in.Name = ps.name("a field name")
	ps.declare(at, in.Name)
	if !ps.punct("<>") {
		ps.needPunct("<")
		ps.list(">", func() {
			c := Coord{Name: ps.name("a coordinate name"), Type: Of(Int64)}
			if ps.punct(":") {
				c.Type = ps.scalarType()
			}
			in.Type.Coords = append(in.Type.Coords, c)
		})
	}
	if ps.punct("{") {
		ps.list("}", func() {
			name := ps.attr("an attribute name")
			ps.needPunct(":")
			in.Type.Attrs = append(in.Type.Attrs, ps.attribute(name))
		})
	} else {
		in.Type.Attrs = []Attribute{ps.attribute("")}
	}
	if ps.word("table") {
		in.Table = ps.str("a table name in quotes")
	}
	if ps.word("rows") {
		in.Rows = ps.count("a number of rows")
	}
	ps.scope.fields[in.Name] = in.Type
	return in
}

// attribute reads a type and facts.
func (ps *parser) attribute(name string) Attribute {
	a := Attribute{Name: name, Type: ps.scalarType()}
	for {
		switch {
		case ps.word("unique"):
			a.Props |= Unique
		case ps.word("sorted"):
			a.Props |= Sorted
		case ps.word("distinct"):
			a.Distinct = ps.count("a number of values")
		case ps.word("from"):
			a.Lo = ps.integer()
			ps.needWord("to")
			a.Hi = ps.integer()
		default:
			return a
		}
	}
}

// declare fails at t if name is taken.
func (ps *parser) declare(t token, name string) {
	if _, ok := ps.scope.fields[name]; ok {
		ps.failAt(t, "%s is already defined", quoteName(name))
	}
}

// param reads what follows "param".
func (ps *parser) param() *Sym {
	t := ps.peek()
	if t.kind != tokSymbol {
		ps.expected("a parameter ($1, $name)")
	}
	if _, ok := ps.scope.params[t.text]; ok {
		ps.fail("%s is already defined", t)
	}
	ps.next++
	ps.needPunct(":")
	q := &Sym{Name: t.text, T: ps.scalarType()}
	ps.scope.params[q.Name] = q.T
	return q
}

// def reads name = expression, or name[row] = expression { ++ expression } and how the rows are cut.
func (ps *parser) def() *Def {
	at := ps.peek()
	d := &Def{Name: ps.name("a definition, field, param or output")}
	ps.declare(at, d.Name)
	if ps.punct("[") {
		row := ps.peek()
		if d.Row = ps.name("a name for the row number"); d.Row == "" {
			ps.failAt(row, "expected a name for the row number, found %s", row)
		}
		ps.needPunct("]")
	}
	ps.needPunct("=")
	d.X = ps.whole()
	if isPunct(ps.peek(), "++") {
		u := &Union{Parts: []Expr{d.X}}
		for ps.punct("++") {
			u.Parts = append(u.Parts, ps.whole())
		}
		d.X = u
	}
	ps.scope.define(d)
	d.Cut = ps.cut(true)
	return d
}

// cut reads an order and a limit, if there are any. Behind a definition, other than behind an output,
// another one may follow that is called as these begin.
func (ps *parser) cut(afterDef bool) *Cut {
	k := Cut{Limit: -1}
	number := func() bool { return !afterDef || ps.ahead(1).kind == tokNumber }
	if (!afterDef || isWord(ps.ahead(1), "by")) && ps.word("order") {
		ps.needWord("by")
		k.Order = append(k.Order, ps.orderKey())
		for ps.punct(",") {
			k.Order = append(k.Order, ps.orderKey())
		}
	}
	if number() && ps.word("limit") {
		k.Limit = ps.count("a number of rows")
	}
	if number() && ps.word("offset") {
		k.Offset = ps.count("a number of rows")
	}
	if len(k.Order) == 0 && k.Limit < 0 && k.Offset == 0 {
		return nil
	}
	return &k
}

// output reads what follows "output".
func (ps *parser) output() Output {
	at := ps.peek()
	o := Output{Field: ps.name("a field name"), Limit: -1}
	ps.must(at, ps.scope.checkField(o.Field, 0))
	if ps.word("columns") {
		ps.needPunct("(")
		ps.list(")", func() {
			c := OutputColumn{Attr: ps.attr("an attribute name")}
			c.Name = c.Attr
			if ps.word("as") {
				c.Name = ps.str("a column name in quotes")
			}
			o.Columns = append(o.Columns, c)
		})
	} else {
		o.Columns = allColumns(ps.scope, o.Field)
	}
	if k := ps.cut(false); k != nil {
		o.Order, o.Limit, o.Offset = k.Order, k.Limit, k.Offset
	}
	return o
}

func (ps *parser) orderKey() OrderKey {
	k := OrderKey{Attr: ps.attr("an attribute name")}
	if ps.word("desc") {
		k.Desc = true
	} else {
		ps.word("asc")
	}
	if ps.word("nulls") {
		if k.NullsFirst = ps.word("first"); !k.NullsFirst && !ps.word("last") {
			ps.expected("first or last")
		}
	}
	return k
}
