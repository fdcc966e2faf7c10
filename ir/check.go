package ir

import (
	"errors"
	"fmt"
	"strings"
)

// Check reports the first thing that makes p not a program; the invariants are
// listed in the package comment. Every pass must keep them.
func (p *Program) Check() error {
	c := checker{newScope(p)}
	if err := c.declarations(p); err != nil {
		return err
	}
	for _, d := range p.Defs {
		if _, taken := c.fields[d.Name]; taken || d.Name == "" {
			return fmt.Errorf("ir: %s: the name is taken or empty", quoteName(d.Name))
		}
		if err := c.defined(d); err != nil {
			return fmt.Errorf("ir: %s: %s", quoteName(d.Name), bareError(err))
		}
		if d.Row != "" && len(c.shape(d.X).Coords) == 0 {
			return fmt.Errorf("ir: %s: no coordinates to number", quoteName(d.Name))
		}
		c.define(d)
		if err := c.cut(d); err != nil {
			return fmt.Errorf("ir: %s: %s", quoteName(d.Name), bareError(err))
		}
	}
	if err := c.output(p); err != nil {
		return fmt.Errorf("ir: output: %s", bareError(err))
	}
	return nil
}

// CheckExpr is Check for an expression over all definitions of p, which may
// be nil, and the given free iterators.
func CheckExpr(p *Program, e Expr, iters ...Coord) error {
	c := checker{fullScope(p, iters)}
	return c.value(e)
}

// checker walks expressions with the names they may refer to in scope.
type checker struct{ *scope }

// bareError returns the message without this package's prefix.
func bareError(err error) string { return strings.TrimPrefix(err.Error(), "ir: ") }

func (c checker) declarations(p *Program) error {
	seen := map[string]bool{}
	for _, in := range p.Inputs {
		if in.Name == "" || seen[in.Name] {
			return fmt.Errorf("ir: field %s: the name is taken or empty", quoteName(in.Name))
		}
		seen[in.Name] = true
		if err := in.Type.check(); err != nil {
			return fmt.Errorf("ir: field %s: %s", quoteName(in.Name), bareError(err))
		}
		if in.Rows < -1 {
			return fmt.Errorf("ir: field %s: %d rows", quoteName(in.Name), in.Rows)
		}
	}
	for _, q := range p.Params {
		if len(q.Name) < 2 || q.Name[0] != '$' || span(q.Name, 1) != len(q.Name) || seen[q.Name] {
			return fmt.Errorf("ir: param %q: not $ and letters or digits, or taken", q.Name)
		}
		seen[q.Name] = true
		if err := q.T.Check(); err != nil {
			return fmt.Errorf("ir: param %s: %s", q.Name, bareError(err))
		}
	}
	return nil
}

// check is about inputs: distinct names and types that exist.
func (f FieldType) check() error {
	seen := map[string]bool{}
	for _, k := range f.Coords {
		if k.Name == "" || seen[k.Name] {
			return fmt.Errorf("ir: coordinate %s: the name is taken or empty", quoteName(k.Name))
		}
		seen[k.Name] = true
		if err := k.Type.Check(); err != nil {
			return fmt.Errorf("ir: coordinate %s: %s", quoteName(k.Name), bareError(err))
		}
	}
	clear(seen)
	for _, a := range f.Attrs {
		if a.Name == "" && len(f.Attrs) > 1 || seen[a.Name] {
			return fmt.Errorf("ir: attribute %s: the name is taken or empty", quoteAttr(a.Name))
		}
		seen[a.Name] = true
		if err := a.Type.Check(); err != nil {
			return fmt.Errorf("ir: attribute %s: %s", quoteAttr(a.Name), bareError(err))
		}
		if (a.Lo != 0 || a.Hi != 0) && (a.Type.Text() || a.Type.Float()) {
			return fmt.Errorf("ir: attribute %s: a range of %s", quoteAttr(a.Name), a.Type)
		}
		if a.Distinct < 0 || a.Props&^(Unique|Sorted) != 0 {
			return fmt.Errorf("ir: attribute %s: facts unknown to this package", quoteAttr(a.Name))
		}
	}
	return nil
}

// defined checks the right-hand side of a definition.
func (c checker) defined(d *Def) error {
	x, ok := d.X.(*Union)
	switch {
	case !ok:
		return c.value(d.X)
	case d.Row == "":
		return errors.New("ir: a union is read by row number, and has no name for it")
	}
	return c.union(x)
}

func (c checker) output(p *Program) error {
	o := p.Out
	if o.Field == "" && len(p.Defs) == 0 && equalOutput(o, Output{Limit: -1}) {
		return nil // declarations alone
	}
	ft, ok := c.fields[o.Field]
	if !ok {
		return fmt.Errorf("ir: unknown field %s", quoteName(o.Field))
	}
	for _, k := range o.Columns {
		if ft.Attr(k.Attr) < 0 {
			return fmt.Errorf("ir: %s has no attribute %s", quoteName(o.Field), quoteAttr(k.Attr))
		}
	}
	return c.cutOf(o.Field, &Cut{o.Order, o.Limit, o.Offset})
}

// cut checks the order and limit of a definition.
func (c checker) cut(d *Def) error {
	if d.Cut == nil {
		return nil
	}
	if d.Row == "" {
		return errors.New("ir: an order or limit of a field that is not read by row number")
	}
	if len(d.Cut.Order) == 0 && d.Cut.Limit == -1 && d.Cut.Offset == 0 {
		return errors.New("ir: an order of nothing, and no limit")
	}
	return c.cutOf(d.Name, d.Cut)
}

func (c checker) cutOf(field string, k *Cut) error {
	for _, by := range k.Order {
		if c.fields[field].Attr(by.Attr) < 0 {
			return fmt.Errorf("ir: order by %s, which %s does not have", quoteAttr(by.Attr), quoteName(field))
		}
	}
	if k.Limit < -1 || k.Offset < 0 {
		return fmt.Errorf("ir: limit %d offset %d", k.Limit, k.Offset)
	}
	return nil
}
