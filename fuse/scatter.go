package fuse

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
)

// Scatter materializes the reductions over each reordering: the groups become a
// field of their own, computed by one scatter over the reordering's loops and read by
// position. It is the only materialization (paper section 3.2: coordinates derived from
// values).
//
//	g   = forall k, i : t[i] != null & k = t[i].key { {x: t[i].x} }
//	out = forall k : g[k] != null & sum(g[k].x) > 3 { {key: k, s: sum(g[k].x)} }
//
// becomes
//
//	g    = forall k, i : t[i] != null & k = t[i].key { {x: t[i].x} }
//	m[r] = forall k : g[k] != null { {k: k, r0: sum(g[k].x)} }
//	out  = forall r : m[r] != null & m[r].r0 > 3 { {key: m[r].k, s: m[r].r0} }
func Scatter(p *ir.Program) (*ir.Program, error) {
	s := &scatterer{prog: p, groups: map[string]*groupField{}, names: map[string]bool{}}
	for _, in := range p.Inputs {
		s.names[in.Name] = true
	}
	for _, d := range p.Defs {
		s.names[d.Name] = true
	}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		if k := keyCoords(d.X); k > 0 && d.Name != p.Out.Field {
			f := d.X.(*ir.Forall)
			s.groups[d.Name] = s.newGroup(d.Name, f.Iters[:k])
		}
		x := ir.Rewrite(d.X, s.forall)
		if s.err != nil {
			return nil, s.err
		}
		out.Defs = append(out.Defs, d.With(x))
		if g := s.groups[d.Name]; g != nil {
			out.Defs = append(out.Defs, g.def)
		}
	}
	for _, d := range out.Defs {
		if err := s.leftover(d); err != nil {
			return nil, err
		}
	}
	return dropDead(out), nil
}

// groupField collects the reductions asked of one reordering.
type groupField struct {
	over string // the reordering
	def  *ir.Def
	keys []ir.Iterator
	body *ir.Record
	at   *ir.Access
	have map[string]string // reduction's text → attribute
}

type scatterer struct {
	prog   *ir.Program
	groups map[string]*groupField
	names  map[string]bool
	rows   int
	err    error
}

func (s *scatterer) newGroup(over string, keys []ir.Iterator) *groupField {
	name := "m"
	for n := 1; s.names[name] || n == 1; n++ {
		name = fmt.Sprintf("m%d", n)
		if !s.names[name] {
			break
		}
	}
	s.names[name] = true
	g := &groupField{over: over, keys: keys, body: &ir.Record{}, at: &ir.Access{Field: over}, have: map[string]string{}}
	for _, k := range keys {
		ref := &ir.Iter{Name: k.Name, T: k.T}
		g.at.Args = append(g.at.Args, ref)
		g.body.Names = append(g.body.Names, k.Name)
		g.body.Elems = append(g.body.Elems, ref)
	}
	g.def = &ir.Def{Name: name, Row: "r", X: &ir.Forall{Iters: keys, Pred: &ir.Exists{X: g.at}, Body: g.body}}
	return g
}

// attribute returns the attribute of the group field that holds a reduction.
func (g *groupField) attribute(r *ir.Reduce, attr string) string {
	over := ir.Expr(g.at)
	if attr != "" {
		over = &ir.Attr{X: g.at, Name: attr}
	}
	n := &ir.Reduce{Fn: r.Fn, Distinct: r.Distinct, Over: over, T: r.T}
	text := ir.String(n)
	if name, ok := g.have[text]; ok {
		return name
	}
	name := fmt.Sprintf("r%d", len(g.have))
	g.have[text] = name
	g.body.Names = append(g.body.Names, name)
	g.body.Elems = append(g.body.Elems, n)
	return name
}

// forall replaces, in one operator, the iterators that enumerate a reordering's keys by
// a row of its group field.
func (s *scatterer) forall(e ir.Expr) ir.Expr {
	f, ok := e.(*ir.Forall)
	if !ok {
		return e
	}
	for {
		a := s.enumerated(f)
		if a == nil {
			return f
		}
		f = s.byRow(f, a)
	}
}

// enumerated returns the access of a reordering at all its keys by which f enumerates them.
func (s *scatterer) enumerated(f *ir.Forall) *ir.Access {
	return enumeratedBy(f, func(a *ir.Access) bool {
		g := s.groups[a.Field]
		return g != nil && len(a.Args) == len(g.keys)
	})
}

func (s *scatterer) byRow(f *ir.Forall, a *ir.Access) *ir.Forall {
	g := s.groups[a.Field]
	s.rows++
	r := &ir.Iter{Name: fmt.Sprintf("r_%d", s.rows), T: ir.Of(ir.Int64)}
	row := &ir.Access{Field: g.def.Name, Args: []ir.Expr{r}}
	text := ir.String(a)
	m := map[string]ir.Expr{}
	for i, x := range a.Args {
		m[x.(*ir.Iter).Name] = &ir.Attr{X: row, Name: g.keys[i].Name, T: g.keys[i].T}
	}
	return byPosition(f, a, r, m, func(e ir.Expr) ir.Expr {
		return ir.Rewrite(e, func(e ir.Expr) ir.Expr {
			b, attr := reorderingRead(e)
			if b == nil || ir.String(b) != text {
				return e
			}
			if red, ok := e.(*ir.Reduce); ok {
				return &ir.Attr{X: row, Name: g.attribute(red, attr), T: red.T}
			}
			return &ir.Exists{X: row}
		})
	})
}

// leftover refuses a program in which a reordering is read in a way that is neither a
// scatter nor a reduction at a coordinate.
func (s *scatterer) leftover(d *ir.Def) error {
	var err error
	g := s.groups[""]
	for _, x := range s.groups {
		if x.def == d {
			g = x
		}
	}
	ir.Walk(d.X, func(e ir.Expr) bool {
		if a, ok := e.(*ir.Access); ok && s.groups[a.Field] != nil && (g == nil || g.over != a.Field) && err == nil {
			err = fmt.Errorf("the groups of %s are read at coordinates that are neither all of them nor values", a.Field)
		}
		return true
	})
	return err
}
