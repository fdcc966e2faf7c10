package ir

import "strings"

// String returns e as IR text, on one line. Without a program the types of
// fields are not known, so the text leaves out what Program.ExprString would add:
// types of accesses and attributes that differ from the field's.
func String(e Expr) string {
	p := printer{scope: &scope{}}
	p.expr(e, precUnion)
	return p.b.String()
}

// ExprString returns e, which may refer to all definitions of p and to iters,
// as text that ParseExpr reads back.
func (p *Program) ExprString(e Expr, iters ...Coord) string {
	w := printer{scope: fullScope(p, iters)}
	w.expr(e, precUnion)
	return w.b.String()
}

// Key returns canonical text of e with every type spelled out: two expressions
// have the same key exactly when they are Equal (floating-point zeros of
// different sign apart). Bound iterators are not renamed.
func Key(e Expr) string {
	p := printer{scope: &scope{}, allTypes: true}
	p.expr(e, precUnion)
	return p.b.String()
}

// brief returns e on one line of moderate length, for messages.
func brief(e Expr) string {
	s := String(e)
	if len(s) > 80 {
		s = strings.ToValidUTF8(s[:77], "") + "..."
	}
	return s
}

// printer writes expressions on one line.
type printer struct {
	b        strings.Builder
	scope    *scope
	allTypes bool // a suffix on every typed node
	tight    bool // in the bounds of a range: no space around + and -
}

const (
	precUnion   = -1
	precLowest  = 0
	precCompare = 5
	precPrimary = 9
)

// prec returns how tightly e's text binds, suffix included.
func (p *printer) prec(e Expr) int {
	switch e := e.(type) {
	case *Call:
		if infix(e) && p.suffix(e) == "" {
			return opInfo[e.Op].prec
		}
		if absent(e) != nil && p.suffix(e) == "" {
			return precCompare
		}
	case *Exists, *In:
		return precCompare
	case *Forall, *Record:
		return precLowest
	case *Union:
		return precUnion
	}
	return precPrimary
}

// infix reports whether a call is written with an infix operator.
func infix(e *Call) bool {
	if e.Op >= numOps || opInfo[e.Op].prec == 0 {
		return false
	}
	return len(e.Args) == opInfo[e.Op].arity || opInfo[e.Op].arity < 0 && len(e.Args) > 1
}

// absent returns X of not(X != null), which is written X = null.
func absent(e *Call) *Exists {
	if e.Op == Not && len(e.Args) == 1 {
		x, _ := e.Args[0].(*Exists)
		return x
	}
	return nil
}

// expr writes e, in parentheses when it binds less tightly than prec.
func (p *printer) expr(e Expr, prec int) {
	if e == nil {
		p.b.WriteString("nil")
		return
	}
	if p.prec(e) < prec {
		p.b.WriteByte('(')
		p.expr(e, precUnion)
		p.b.WriteByte(')')
		return
	}
	switch e := e.(type) {
	case *Const:
		p.b.WriteString(e.Val.String())
	case *Iter:
		p.b.WriteString(quoteName(e.Name))
	case *Sym:
		p.b.WriteString(e.Name)
	case *Access:
		p.access(e)
	case *Range:
		p.b.WriteString(quoteName(e.Field) + "[")
		before := p.tight
		p.tight = true
		p.expr(e.Lo, precLowest)
		p.b.WriteByte(':')
		p.expr(e.Hi, precLowest)
		p.tight = before
		p.b.WriteByte(']')
	case *Attr:
		p.expr(e.X, precPrimary)
		p.b.WriteString("." + quoteAttr(e.Name))
	case *Exists:
		p.expr(e.X, precCompare+1)
		p.b.WriteString(" != null")
	case *Call:
		p.call(e)
	case *Cast:
		if e.Try {
			p.b.WriteString("try_")
		}
		p.b.WriteString("cast(")
		p.expr(e.X, precLowest)
		p.b.WriteString(" as " + e.T.NotNull().String() + ")")
	case *Case:
		p.b.WriteString("case")
		for _, w := range e.Whens {
			p.b.WriteString(" when ")
			p.expr(w.Cond, precLowest)
			p.b.WriteString(" then ")
			p.expr(w.Then, precLowest)
		}
		p.b.WriteString(" else ")
		p.expr(e.Else, precLowest)
		p.b.WriteString(" end")
	case *In:
		p.expr(e.X, precCompare+1)
		p.b.WriteString(" in (")
		p.list(e.List)
		p.b.WriteByte(')')
	case *Reduce:
		p.b.WriteString(e.Fn.String() + "(")
		if e.Distinct {
			p.b.WriteString("distinct ")
		}
		p.expr(e.Over, precLowest)
		p.b.WriteByte(')')
	case *Record:
		p.record(e)
	case *Forall:
		p.forall(e, func() {
			if e.Pred != nil {
				p.b.WriteString(": ")
				p.expr(e.Pred, precLowest)
				p.b.WriteByte(' ')
			}
			p.b.WriteString("{ ")
			p.expr(e.Body, precLowest)
			p.b.WriteString(" }")
		})
	case *Union:
		for i, x := range e.Parts {
			if i > 0 {
				p.b.WriteString(" ++ ")
			}
			p.expr(x, precLowest)
		}
	default:
		panic("ir: unknown expression")
	}
	if c, ok := e.(*Call); !ok || !infix(c) && absent(c) == nil {
		p.b.WriteString(p.suffix(e))
	}
}

func (p *printer) list(list []Expr) {
	for i, x := range list {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.expr(x, precLowest)
	}
}

// access writes F[a, b]. Without arguments it is F, or F[] where F alone would
// be an iterator.
func (p *printer) access(e *Access) {
	p.b.WriteString(quoteName(e.Field))
	if _, shadowed := p.scope.iter(e.Field); len(e.Args) > 0 || shadowed || p.allTypes {
		p.b.WriteByte('[')
		p.list(e.Args)
		p.b.WriteByte(']')
	}
}

// operandPrec returns how tightly operand i of an infix operator must bind to
// stand without parentheses: chains of + - * / are left-associative, a chain of &
// or | is one call, and comparisons do not chain.
func operandPrec(op Op, i int) int {
	prec := opInfo[op].prec
	if i == 0 && prec > precCompare {
		return prec
	}
	return prec + 1
}

// call writes an infix operator, in parentheses of its own when a suffix
// follows, or a function call.
func (p *printer) call(e *Call) {
	x := absent(e)
	if !infix(e) && x == nil {
		p.b.WriteString(e.Op.String() + "(")
		p.list(e.Args)
		p.b.WriteByte(')')
		return
	}
	suffix, space := p.suffix(e), " "
	if p.tight && (e.Op == Add || e.Op == Sub) {
		space = ""
	}
	if suffix != "" {
		p.b.WriteByte('(')
		suffix = ")" + suffix
	}
	if x != nil {
		p.expr(x.X, precCompare+1)
		p.b.WriteString(" = null")
	} else {
		for i, a := range e.Args {
			if i > 0 {
				p.b.WriteString(space + e.Op.String() + space)
			}
			p.expr(a, operandPrec(e.Op, i))
		}
	}
	p.b.WriteString(suffix)
}

func (p *printer) record(e *Record) {
	p.b.WriteByte('{')
	for i := range min(len(e.Names), len(e.Elems)) {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.b.WriteString(quoteAttr(e.Names[i]) + ": ")
		p.expr(e.Elems[i], precLowest)
	}
	p.b.WriteByte('}')
}

// forall writes "forall i, j " and calls body with the iterators in scope.
func (p *printer) forall(e *Forall, body func()) {
	p.b.WriteString("forall ")
	head := func(i int) {
		it := e.Iters[i]
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.b.WriteString(quoteName(it.Name))
		if it.T != Of(Int64) {
			p.b.WriteString(": " + it.T.String())
		}
	}
	done := 0 // iterators written
	upTo := func(n int) {
		for ; done < n; done++ {
			head(done)
		}
	}
	p.scope.bind(e, func(i int, outer Expr) {
		upTo(i + 1)
		p.b.WriteString(" outer (")
		p.expr(outer, precLowest)
		p.b.WriteByte(')')
	}, func() {
		upTo(len(e.Iters))
		if len(e.Iters) > 0 {
			p.b.WriteByte(' ')
		}
		body()
	})
}

// suffix returns ":type" where the text of e would otherwise stand for another
// type, else nothing.
func (p *printer) suffix(e Expr) string {
	switch e.(type) {
	case *Access, *Attr, *Reduce:
		if !p.allTypes && !p.scope.program {
			return ""
		}
	case *Iter, *Sym:
		if !p.allTypes {
			return "" // given where they are bound
		}
	case *Call, *Cast, *Case:
	case *Const, *Range, *Exists, *In, *Record, *Forall, *Union:
		return ""
	default:
		panic("ir: unknown expression")
	}
	for _, c := range Children(e) {
		if c == nil {
			return "" // not an expression yet; shown as far as it goes
		}
	}
	t := e.Type()
	if p.allTypes {
		if t == (Type{}) {
			return ""
		}
		return ":" + t.String()
	}
	if want, err := p.scope.derive(e); err == nil && want == t {
		return ""
	}
	return ":" + t.String()
}
