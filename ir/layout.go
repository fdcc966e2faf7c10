package ir

import "strings"

// maxLine is the width beyond which definitions are broken over lines.
const maxLine = 110

// layout writes expressions broken over lines: an operator that does not fit
// has its predicate broken at the conjunctions, a record has one attribute a line.
type layout struct {
	scope *scope
	b     strings.Builder
	col   int // of the line being written
}

func (l *layout) write(s string) {
	l.b.WriteString(s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s, l.col = s[i+1:], 0
	}
	l.col += len(s)
}

func (l *layout) newline(indent int) { l.write("\n" + strings.Repeat(" ", indent)) }

// block writes e, in parentheses when it binds less tightly than prec, on the
// current line if it fits and otherwise over lines indented by more than indent.
func (l *layout) block(e Expr, prec, indent int) {
	p := printer{scope: l.scope}
	p.expr(e, prec)
	flat := p.b.String()
	if l.col+len(flat) <= maxLine || e == nil {
		l.write(flat)
		return
	}
	if p.prec(e) < prec {
		l.write("(")
		l.broken(e, flat[1:len(flat)-1], indent+1)
		l.write(")")
		return
	}
	l.broken(e, flat, indent)
}

// broken writes e, which does not fit a line; flat is its text.
func (l *layout) broken(e Expr, flat string, indent int) {
	p := printer{scope: l.scope}
	switch e := e.(type) {
	case *Forall:
		l.forall(e, indent)
	case *Record:
		l.write("{")
		for i := range min(len(e.Names), len(e.Elems)) {
			if i > 0 {
				l.write(",")
				l.newline(indent + 1)
			}
			l.write(quoteAttr(e.Names[i]) + ": ")
			l.block(e.Elems[i], precLowest, indent+4)
		}
		l.write("}")
	case *Union:
		for i, x := range e.Parts {
			if i > 0 {
				l.newline(indent + 2)
				l.write("++ ")
			}
			l.block(x, precLowest, indent+4)
		}
	case *Reduce:
		l.write(e.Fn.String() + "(")
		if e.Distinct {
			l.write("distinct ")
		}
		l.block(e.Over, precLowest, indent+2)
		l.write(")" + p.suffix(e))
	case *Exists:
		l.block(e.X, precCompare+1, indent)
		l.write(" != null")
	case *Call:
		l.call(e, indent)
	default:
		l.write(flat)
	}
}

func (l *layout) call(e *Call, indent int) {
	p := printer{scope: l.scope}
	x, suffix := absent(e), p.suffix(e)
	switch {
	case x != nil || infix(e):
		if suffix != "" {
			l.write("(")
			suffix = ")" + suffix
		}
		if x != nil {
			l.block(x.X, precCompare+1, indent)
			l.write(" = null")
			break
		}
		for i, a := range e.Args {
			if i > 0 {
				l.write(" " + e.Op.String() + " ")
			}
			l.block(a, operandPrec(e.Op, i), indent+2)
		}
	default:
		l.write(e.Op.String() + "(")
		for i, a := range e.Args {
			if i > 0 {
				l.write(", ")
			}
			l.block(a, precLowest, indent+2)
		}
		l.write(")")
	}
	l.write(suffix)
}

func (l *layout) forall(e *Forall, indent int) {
	p := printer{scope: l.scope}
	p.forall(e, func() {
		l.write(strings.TrimRight(p.b.String(), " "))
		if e.Pred != nil {
			l.write(" :")
			for i, c := range l.conjuncts(e.Pred) {
				if i > 0 {
					l.write(" &")
				}
				l.newline(indent + 4)
				l.block(c, opInfo[And].prec+1, indent+4)
			}
		}
		l.newline(indent + 2)
		l.write("{ ")
		l.block(e.Body, precLowest, indent+4)
		l.write(" }")
	})
}

// conjuncts returns the operands of a conjunction that needs no type suffix,
// else pred alone.
func (l *layout) conjuncts(pred Expr) []Expr {
	c, ok := pred.(*Call)
	p := printer{scope: l.scope}
	if ok && c.Op == And && infix(c) && p.suffix(c) == "" {
		return c.Args
	}
	return []Expr{pred}
}
