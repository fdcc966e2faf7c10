package fuse

import (
	"math"

	"github.com/reffine-db/reffine/ir"
)

// Parts of a field expected between limits of an attribute, of which nothing better is known: closed on
// both sides, or open on one.
const (
	closedBand = 1.0 / 100
	openBand   = 1.0 / 3
)

// band is the limits of an attribute of a unit that others, or enclosing operators, bind.
type band struct {
	to     int
	attr   string
	need   uint32
	lo, hi ir.Expr // the first of each kind, nil where it is open
}

// bands lists, as edges, the comparisons that find the rows of a unit in an ordering of its field by an
// attribute.
//
//	forall i, j : a[i] != null & b[j] != null & b[j].x >= a[i].lo & b[j].x < a[i].hi { ... }
//
// reads, behind i, the rows of b in a range of x: a part of b for each row of a.
func (o *orderer) bands(units []*unit, conj []ir.Expr, at map[string]int, bound map[string]bool) (out []edge) {
	var list []*band
	for _, c := range conj {
		call, ok := c.(*ir.Call)
		if !ok || !call.Op.Comparison() || call.Op == ir.Eq || call.Op == ir.Ne {
			continue
		}
		for k := range 2 {
			attr, to := attrOf(withoutCast(call.Args[k]), at)
			if to < 0 || !call.Args[k].Type().Ordinal() {
				continue
			}
			need, ok := readBy(call.Args[1-k], to, at, bound)
			if !ok {
				continue
			}
			upper := (call.Op == ir.Lt || call.Op == ir.Le) == (k == 0)
			list = o.limit(list, &band{to: to, attr: attr, need: need}, call.Args[1-k], upper)
		}
	}
	for _, b := range list {
		u := units[b.to]
		e := edge{to: b.to, need: b.need, matches: u.rows * o.share(u, b), row: costScan, search: 2}
		if u.rows > cachedRows && !o.props(u, b.attr).Has(ir.Sorted) {
			e.row = costFar
		}
		out = append(out, e)
	}
	return out
}

// limit adds an end to the bands of one attribute: to those it closes, and as one of its own.
func (o *orderer) limit(list []*band, b *band, at ir.Expr, upper bool) []*band {
	end := func(b *band) *ir.Expr {
		if upper {
			return &b.hi
		}
		return &b.lo
	}
	for _, have := range list {
		if have.to == b.to && have.attr == b.attr && *end(have) == nil {
			both := *have
			both.need |= b.need
			*end(&both) = at
			list = append(list, &both)
		}
	}
	*end(b) = at
	return append(list, b)
}

// readBy returns the units that a key of unit to reads; ok is false for one that reads to itself, or nothing
// that is bound before.
func readBy(key ir.Expr, to int, at map[string]int, bound map[string]bool) (need uint32, ok bool) {
	free := map[string]bool{}
	ir.FreeIters(key, free)
	ok = len(free) > 0
	for name := range free {
		if j, own := at[name]; own {
			need |= 1 << j
		} else if !bound[name] {
			ok = false
		}
	}
	return need, ok && need>>to&1 == 0
}

// withoutCast strips casts between integers.
func withoutCast(x ir.Expr) ir.Expr {
	for c, ok := x.(*ir.Cast); ok && c.T.Integer() && c.X.Type().Integer(); c, ok = x.(*ir.Cast) {
		x = c.X
	}
	return x
}

// share estimates the part of u's rows in a band, by the measured ranges of the attribute and of the
// limits: a width that is the same at both ends of those is the band's.
func (o *orderer) share(u *unit, b *band) float64 {
	unknown := openBand
	if b.lo != nil && b.hi != nil {
		unknown = closedBand
	}
	if u.in == nil || u.in.Type.Attr(b.attr) < 0 {
		return unknown
	}
	a := u.in.Type.Attrs[u.in.Type.Attr(b.attr)]
	whole := interval{float64(a.Lo), float64(a.Hi)}
	if whole.to <= whole.from {
		return unknown
	}
	lo, hi := interval{whole.from, whole.from}, interval{whole.to, whole.to}
	ok1, ok2 := true, true
	if b.lo != nil {
		lo, ok1 = o.measured(b.lo)
	}
	if b.hi != nil {
		hi, ok2 = o.measured(b.hi)
	}
	if !ok1 || !ok2 {
		return unknown
	}
	width := (hi.from - lo.from + hi.to - lo.to) / 2
	return math.Max(1/math.Max(1, u.rows), math.Min(1, width/(whole.to-whole.from)))
}

// measured returns the range of the values of e, an attribute or a sum with constants.
func (o *orderer) measured(e ir.Expr) (r interval, ok bool) {
	switch e := e.(type) {
	case *ir.Const:
		v, fits := e.Val.Int.Int64()
		return interval{float64(v), float64(v)}, fits && e.Val.Valid && !e.Type().Float() && !e.Type().Text()
	case *ir.Cast:
		if e.T.Integer() && e.X.Type().Integer() {
			return o.measured(e.X)
		}
	case *ir.Attr:
		acc, isAccess := e.X.(*ir.Access)
		if !isAccess {
			return r, false
		}
		in := o.prog.Input(acc.Field)
		if in == nil || in.Type.Attr(e.Name) < 0 {
			return r, false
		}
		a := in.Type.Attrs[in.Type.Attr(e.Name)]
		return interval{float64(a.Lo), float64(a.Hi)}, a.Hi > a.Lo
	case *ir.Call:
		if e.Op != ir.Add && e.Op != ir.Sub {
			return r, false
		}
		x, ok1 := o.measured(e.Args[0])
		y, ok2 := o.measured(e.Args[1])
		if e.Op == ir.Sub {
			y = interval{-y.to, -y.from}
		}
		return interval{x.from + y.from, x.to + y.to}, ok1 && ok2
	}
	return r, false
}
