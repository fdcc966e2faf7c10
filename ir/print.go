package ir

import (
	"strconv"
	"strings"
)

// String returns the program as IR text. For a program that Check accepts,
// Parse of the text gives an equal program. Definitions that are too wide are
// broken over lines.
func (p *Program) String() string {
	var b strings.Builder
	for _, in := range p.Inputs {
		b.WriteString("field " + quoteName(in.Name) + " " + in.Type.String())
		if in.Table != "" {
			b.WriteString(" table " + strconv.Quote(in.Table))
		}
		if in.Rows >= 0 {
			b.WriteString(" rows " + strconv.FormatInt(in.Rows, 10))
		}
		b.WriteByte('\n')
	}
	for _, q := range p.Params {
		b.WriteString("param " + q.Name + " : " + q.T.String() + "\n")
	}
	align := 0
	for _, d := range p.Defs {
		if n := len(d.head()); n <= 12 {
			align = max(align, n)
		}
	}
	s := newScope(p)
	for _, d := range p.Defs {
		head := d.head()
		head += strings.Repeat(" ", max(0, align-len(head))) + " = "
		l := layout{scope: s}
		l.write(head)
		l.block(d.X, precUnion, 0)
		cut := d.Cut.String()
		if cut != "" && l.col+len(cut) > maxLine {
			cut = "\n " + cut
		}
		b.WriteString(l.b.String() + cut + "\n")
		s.define(d)
	}
	b.WriteString(p.outputText(s))
	return b.String()
}

// head returns what stands before the equals sign.
func (d *Def) head() string {
	if d.Row != "" {
		return quoteName(d.Name) + "[" + quoteName(d.Row) + "]"
	}
	return quoteName(d.Name)
}

// defaultOutput is the output of a program without an output line: all
// attributes of the last definition. An unnamed scalar goes by the definition's
// name.
func (p *Program) defaultOutput(s *scope) Output {
	out := Output{Limit: -1}
	if n := len(p.Defs); n > 0 {
		out.Field = p.Defs[n-1].Name
		out.Columns = allColumns(s, out.Field)
	}
	return out
}

func allColumns(s *scope, field string) []OutputColumn {
	var cols []OutputColumn
	ft := s.fields[field]
	for _, a := range ft.Attrs {
		name := a.Name
		if ft.Unnamed() {
			name = field
		}
		cols = append(cols, OutputColumn{Name: name, Attr: a.Name})
	}
	return cols
}

// outputText returns the output line, empty when the default says the same.
func (p *Program) outputText(s *scope) string {
	o := p.Out
	if equalOutput(o, p.defaultOutput(s)) {
		return ""
	}
	var b strings.Builder
	b.WriteString("output " + quoteName(o.Field))
	if all := (Output{Columns: allColumns(s, o.Field)}); !equalOutput(Output{Columns: o.Columns}, all) {
		b.WriteString(" columns (")
		for i, c := range o.Columns {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quoteAttr(c.Attr))
			if c.Name != c.Attr {
				b.WriteString(" as " + strconv.Quote(c.Name))
			}
		}
		b.WriteString(")")
	}
	b.WriteString((&Cut{o.Order, o.Limit, o.Offset}).String())
	return b.String() + "\n"
}

// String returns " order by a desc limit 10" and the like, and nothing for nil.
func (k *Cut) String() string {
	var b strings.Builder
	if k == nil {
		return ""
	}
	for i, by := range k.Order {
		if i == 0 {
			b.WriteString(" order by ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(quoteAttr(by.Attr))
		if by.Desc {
			b.WriteString(" desc")
		}
		if by.NullsFirst {
			b.WriteString(" nulls first")
		}
	}
	if k.Limit != -1 {
		b.WriteString(" limit " + strconv.FormatInt(k.Limit, 10))
	}
	if k.Offset != 0 {
		b.WriteString(" offset " + strconv.FormatInt(k.Offset, 10))
	}
	return b.String()
}
