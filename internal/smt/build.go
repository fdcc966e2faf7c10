package smt

// term returns the handle of t, built once a question.
func (c *context) term(t *Term) handle {
	if c.err != nil {
		return 0
	}
	if t.op == opVar {
		return c.variable(t.name)
	}
	if h, ok := c.built[t]; ok {
		return h
	}
	args := make([]handle, len(t.args))
	for i, a := range t.args {
		args[i] = c.term(a)
	}
	if c.err != nil {
		return 0
	}
	h := c.hold(c.node(t, args))
	c.built[t] = h
	return h
}

// node makes the application of t's operator to handles.
func (c *context) node(t *Term, args []handle) handle {
	l := c.lib
	switch t.op {
	case opInt:
		return c.do(l.mkInt64, handle(t.n), c.intSort)
	case opTrue:
		return c.do(l.mkTrue)
	case opFalse:
		return c.do(l.mkFalse)
	case opApply:
		p := c.predicate(t.name)
		if c.err != nil {
			return 0
		}
		return c.read(l.mkApp.callApply(c.z3, p, args))
	case opAdd:
		return c.read(l.mkAdd.callList(c.z3, args))
	case opSub:
		return c.read(l.mkSub.callList(c.z3, args))
	case opMul:
		return c.read(l.mkMul.callList(c.z3, args))
	case opAnd:
		return c.read(l.mkAnd.callList(c.z3, args))
	case opOr:
		return c.read(l.mkOr.callList(c.z3, args))
	case opDiv:
		return c.do(l.mkDiv, args...)
	case opMod:
		return c.do(l.mkMod, args...)
	case opLt:
		return c.do(l.mkLt, args...)
	case opLe:
		return c.do(l.mkLe, args...)
	case opEq:
		return c.do(l.mkEq, args...)
	case opNot:
		return c.do(l.mkNot, args...)
	case opIte:
		return c.do(l.mkIte, args...)
	}
	panic("smt: unknown operator")
}
