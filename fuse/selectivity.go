package fuse

import (
	"math"

	"github.com/reffine-db/reffine/ir"
)

// selectivities estimates the fraction of coordinates of u that pass all conditions. Ranges of
// one attribute are intersected, everything else counts as independent.
func (o *orderer) selectivities(conj []ir.Expr, u *unit) float64 {
	s := 1.0
	ranges := map[string]interval{}
	for _, c := range conj {
		at, r := o.rangeOf(c, u)
		if at == "" {
			s *= o.selectivity(c, u)
			continue
		}
		if have, ok := ranges[at]; ok {
			r = interval{math.Max(have.from, r.from), math.Min(have.to, r.to)}
		}
		ranges[at] = r
	}
	for _, r := range ranges {
		s *= r.fraction()
	}
	return s
}

// interval is a part of an attribute's measured range, which is [0, 1].
type interval struct{ from, to float64 }

func (r interval) fraction() float64 { return math.Max(0.0005, math.Min(1, r.to-r.from)) }

// distinct estimates the distinct values of an attribute of u's field.
func (o *orderer) distinct(u *unit, attr string) float64 {
	if u.in == nil {
		return u.rows
	}
	i := u.in.Type.Attr(attr)
	if i < 0 {
		return u.rows
	}
	switch a := u.in.Type.Attrs[i]; {
	case a.Props.Has(ir.Unique):
		return u.rows
	case a.Distinct > 0:
		return float64(a.Distinct)
	}
	return math.Max(1, u.rows/10)
}

// selectivity estimates the fraction of coordinates of u that pass c.
func (o *orderer) selectivity(c ir.Expr, u *unit) float64 {
	switch c := c.(type) {
	case *ir.In:
		if at, ok := c.X.(*ir.Attr); ok {
			return math.Min(1, float64(len(c.List))/o.distinct(u, at.Name))
		}
	case *ir.Exists:
		return 0.5
	case *ir.Call:
		switch c.Op {
		case ir.Eq:
			for _, x := range c.Args {
				if at, ok := x.(*ir.Attr); ok {
					return 1 / math.Max(1, o.distinct(u, at.Name))
				}
			}
			return 0.1
		case ir.Ne, ir.NotLike, ir.IsNotNull, ir.Not:
			return 0.9
		case ir.Lt, ir.Le, ir.Gt, ir.Ge:
			if at, r := o.rangeOf(c, u); at != "" {
				return r.fraction()
			}
			return 0.33
		case ir.Or:
			s := 0.0
			for _, x := range c.Args {
				s += o.selectivity(x, u)
			}
			return math.Min(1, s)
		case ir.And:
			s := 1.0
			for _, x := range c.Args {
				s *= o.selectivity(x, u)
			}
			return s
		case ir.Like, ir.ILike, ir.Prefix, ir.Suffix, ir.Contains, ir.IsNull:
			return 0.1
		}
	}
	return 0.33
}

// rangeOf interprets c as a comparison of an attribute with a constant inside the
// attribute's measured range; at is empty when it is not one.
func (o *orderer) rangeOf(c ir.Expr, u *unit) (at string, r interval) {
	call, ok := c.(*ir.Call)
	if !ok || !call.Op.Comparison() || call.Op == ir.Eq || call.Op == ir.Ne || u.in == nil {
		return "", r
	}
	x, xok := call.Args[0].(*ir.Attr)
	k, kok := call.Args[1].(*ir.Const)
	op := call.Op
	if !xok || !kok {
		x, xok = call.Args[1].(*ir.Attr)
		k, kok = call.Args[0].(*ir.Const)
		op = map[ir.Op]ir.Op{ir.Lt: ir.Gt, ir.Le: ir.Ge, ir.Gt: ir.Lt, ir.Ge: ir.Le}[op]
	}
	if !xok || !kok {
		return "", r
	}
	i := u.in.Type.Attr(x.Name)
	v, fits := k.Val.Int.Int64()
	if i < 0 || !fits || k.Val.Type.Float() || u.in.Type.Attrs[i].Hi <= u.in.Type.Attrs[i].Lo {
		return "", r
	}
	a := u.in.Type.Attrs[i]
	cut := (float64(v) - float64(a.Lo)) / (float64(a.Hi) - float64(a.Lo))
	if op == ir.Gt || op == ir.Ge {
		return x.Name, interval{cut, 1}
	}
	return x.Name, interval{0, cut}
}
