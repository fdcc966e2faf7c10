package loops

import (
	"fmt"
	"strings"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/spaces"
)

// String returns the nest as text: a stage a definition, a line a step, indented by loop.
//
//	for i in lineitem
//	  where lineitem[i].l_quantity < 24.00
//	  for j in orders by o_orderkey at lineitem[i].l_orderkey  locate
//	    scatter by l_returnflag: s = sum(lineitem[i].l_quantity)
func (n *Nest) String() string {
	var b strings.Builder
	for _, st := range n.Stages {
		b.WriteString(st.Name + ":\n")
		p := printer{b: &b, depth: 1}
		p.stage(st)
		if st.Cut != nil {
			p.line("%s", strings.TrimSpace(st.Cut.String()))
		}
	}
	if n.Out.Field != "" {
		p := printer{b: &b}
		p.output(n.Out)
	}
	return b.String()
}

type printer struct {
	b      *strings.Builder
	depth  int
	margin *margin // nil when there is nothing but the text
}

func (p *printer) line(format string, args ...any) {
	p.b.WriteString(p.margin.take() + strings.Repeat("  ", p.depth))
	fmt.Fprintf(p.b, format, args...)
	p.b.WriteByte('\n')
}

// stage prints the loops of a stage, after those of its parts.
func (p *printer) stage(st *Stage) {
	for _, part := range st.Parts {
		p.line("part")
		in := printer{p.b, p.depth + 1, p.margin}
		in.stage(part)
	}
	p.steps(st.Steps)
	p.sink(st.Sink)
}

func (p *printer) steps(steps []Step) {
	for i, s := range steps {
		p.margin.step(steps, i)
		switch s := s.(type) {
		case *Scan:
			p.line("for %s in %s[start:end]  parallel", s.It, s.Field)
			p.depth++
		case *Lookup:
			if s.Unique {
				p.line("let %s = %s by %s  locate%s", s.It, s.Field, s.Key, p.margin.level(s))
			} else {
				p.line("for %s in %s by %s  segment%s", s.It, s.Field, s.Key, p.margin.level(s))
				p.depth++
			}
		case *Cross:
			p.line("for %s in %s", s.It, s.Field)
			p.depth++
		case *Band:
			p.line("for %s in %s by %s %s  band", s.It, s.Field, s.Of.Attr, s.Of)
			p.depth++
		case *Span:
			p.line("for %s in %s", s.It, spaces.Describe(s.Space))
			p.depth++
		case *Walk:
			p.line("for %s in %s", s.It, spaces.Describe(s.Space))
			p.depth++
		case *Filter:
			for _, c := range s.Conds {
				p.line("where %s", ir.String(c))
			}
		case *Outer:
			p.line("outer %s", s.It)
			p.nested(s, s.Body)
		case *Probe:
			if s.Anti {
				p.line("unless any")
			} else {
				p.line("if any")
			}
			p.nested(s, s.Body)
		case *Let:
			if len(s.Reds) == 0 {
				p.line("let %s = any", s.Names[0])
			}
			for i, r := range s.Reds {
				p.line("let %s = %s over", s.Names[i], r)
			}
			p.nested(s, s.Body)
		}
	}
}

func (p *printer) nested(s Step, body []Step) {
	defer p.margin.enter(s)()
	in := printer{p.b, p.depth + 1, p.margin}
	in.steps(body)
}

// String returns "sum(x)".
func (r Reduction) String() string {
	arg := ""
	if r.Arg != nil {
		arg = ir.String(r.Arg)
	}
	if r.Distinct {
		arg = "distinct " + arg
	}
	return fmt.Sprintf("%s(%s)", r.Fn, arg)
}

func (p *printer) sink(s Sink) {
	if g, ok := s.(*Give); ok {
		for i, n := range g.Names {
			p.line("give %s = %s", n, ir.String(g.Elems[i]))
		}
		return
	}
	p.margin.sink()
	numberings := p.margin.numberings()
	switch s := s.(type) {
	case *Emit:
		for i, n := range s.Names {
			if n == "" {
				p.line("emit %s", ir.String(s.Elems[i]))
				continue
			}
			p.line("emit %s = %s", n, ir.String(s.Elems[i]))
		}
	case *Rows:
		for _, row := range s.Rows {
			var vals []string
			for i, n := range s.Names {
				vals = append(vals, n+" = "+ir.String(row[i]))
			}
			p.line("row %s", strings.Join(vals, ", "))
		}
	case *Scatter:
		how := ""
		if s.Run {
			how = "  runs"
		}
		det := map[int]bool{}
		for _, d := range s.Determining {
			det[d] = true
			p.line("scatter by %s = %s%s%s", s.Keys[d].Name, ir.String(s.Keys[d].X), how, numberings)
			numberings = ""
		}
		for i, k := range s.Keys {
			if !det[i] {
				p.line("  carry %s = %s", k.Name, ir.String(k.X))
			}
		}
		for i, n := range s.Names {
			p.line("  %s += %s", n, s.Reds[i])
		}
	case *Fold:
		for i, n := range s.Names {
			p.line("%s += %s%s", n, s.Reds[i], numberings)
			numberings = ""
		}
	}
}

func (p *printer) output(o ir.Output) {
	var parts []string
	for _, k := range o.Order {
		d := k.Attr
		if k.Desc {
			d += " desc"
		}
		if k.NullsFirst {
			d += " nulls first"
		}
		parts = append(parts, d)
	}
	s := "return " + o.Field
	if len(parts) > 0 {
		s += " order by " + strings.Join(parts, ", ")
	}
	if o.Limit >= 0 {
		s += fmt.Sprintf(" limit %d", o.Limit)
	}
	if o.Offset > 0 {
		s += fmt.Sprintf(" offset %d", o.Offset)
	}
	p.line("%s", s)
}

// String returns the level's space with capabilities, and a line for each conjunct that is not
// evident from it.
func (l Level) String() string {
	var b strings.Builder
	pad := strings.Repeat("  ", l.Depth)
	if l.Key != "" {
		return fmt.Sprintf("%s%s: constant(%s, %s)  unique locate\n", pad, l.In, l.Key, ir.String(l.At))
	}
	fmt.Fprintf(&b, "%s%s: %s\n", pad, l.In, spaces.Describe(l.Space))
	for _, n := range l.Notes {
		if n.How == spaces.BySolver || n.How == spaces.ByBounds {
			fmt.Fprintf(&b, "%s  # %s\n", pad, n)
		}
	}
	return b.String()
}
