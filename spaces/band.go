package spaces

import (
	"slices"
	"strings"

	"github.com/reffine-db/reffine/ir"
)

// Band is the part of a reordering that a keyed Coord reads between two limits of the key,
//
//	F[t] != null & F[t].a >= lo & F[t].a < hi
//
// found in an ordering of F by attribute a. Coordinates at which a is NULL are not in it.
type Band struct {
	Attr   string
	T      ir.Type // the attribute's type; the limits' may be wider
	Lo, Hi *Limit  // nil where it is open; not both
}

// Limit is an end of a band: free of the iterator, and nothing is in the band when it is NULL.
type Limit struct {
	At     ir.Expr
	Strict bool // At itself is outside
}

// String returns "from e", "above e", "to e" or "below e", or two of them.
func (b *Band) String() string {
	var words []string
	if b.Lo != nil {
		words = append(words, [...]string{"from ", "above "}[boolRank(b.Lo.Strict)]+ir.String(b.Lo.At))
	}
	if b.Hi != nil {
		words = append(words, [...]string{"to ", "below "}[boolRank(b.Hi.Strict)]+ir.String(b.Hi.At))
	}
	return strings.Join(words, " ")
}

// Conjuncts returns the comparisons that confine the attribute, at an access.
func (b *Band) Conjuncts(access *ir.Access) (out []ir.Expr) {
	attr := &ir.Attr{X: access, Name: b.Attr, T: b.T}
	add := func(l *Limit, ops [2]ir.Op) {
		if l != nil {
			null := b.T.Null || l.At.Type().Null
			out = append(out, &ir.Call{Op: ops[boolRank(l.Strict)], Args: []ir.Expr{attr, l.At}, T: ir.Of(ir.Bool).WithNull(null)})
		}
	}
	add(b.Lo, [2]ir.Op{ir.Ge, ir.Gt})
	add(b.Hi, [2]ir.Op{ir.Le, ir.Lt})
	return out
}

// Parts of a field that bands are expected to hold, closed on both sides or open on one.
const (
	closedBand = 1.0 / 100
	openBand   = 1.0 / 3
)

// share estimates the part of the field's coordinates that are in the band.
func (b *Band) share() float64 {
	if b.closed() {
		return closedBand
	}
	return openBand
}

// bandChoice is the band chosen to read a field by, and the conjuncts that it stands for.
type bandChoice struct {
	band     *Band
	literals []int
	space    Space // once derived
}

// chooseBand returns the best band of a field of which an ordering by any attribute can be had: one that
// is closed before one that is open, then the first. One of its limits has to move with an outer iterator:
// a constant band is one pass over the field as well.
func (d *deriver) chooseBand(lits []literal, a *ir.Access, f FieldInfo) *bandChoice {
	if !f.Bands {
		return nil
	}
	var bands []*bandChoice
	for _, moving := range []bool{true, false} {
		for i, l := range lits {
			attr, op, at := d.limitOf(l, a)
			if attr == nil || f.Type.Attr(attr.Name) < 0 {
				continue
			}
			free := map[string]bool{}
			if ir.FreeIters(at, free); moving != (len(free) > 0) {
				continue
			}
			k := slices.IndexFunc(bands, func(b *bandChoice) bool { return b.band.Attr == attr.Name })
			if k < 0 {
				if !moving {
					continue
				}
				k = len(bands)
				bands = append(bands, &bandChoice{band: &Band{Attr: attr.Name, T: attr.T}})
			}
			b := bands[k]
			end := &b.band.Lo
			if op == ir.Lt || op == ir.Le {
				end = &b.band.Hi
			}
			if *end == nil {
				*end = &Limit{At: at, Strict: op == ir.Lt || op == ir.Gt}
				b.literals = append(b.literals, i)
			}
		}
	}
	var best *bandChoice
	for _, b := range bands {
		if best == nil || b.band.closed() && !best.band.closed() {
			best = b
		}
	}
	return best
}

// closed reports limits on both sides.
func (b *Band) closed() bool { return b.Lo != nil && b.Hi != nil }

// limitOf returns the attribute of a that the literal compares, how, and with what that is free of
// the iterator and of later ones; a nil attribute when it is no comparison that is a limit.
func (d *deriver) limitOf(l literal, a *ir.Access) (attr *ir.Attr, op ir.Op, at ir.Expr) {
	attr, op, at = Compared(l.x, a, d.it.Name)
	if l.neg {
		op = negation[op]
	}
	if attr == nil || op == ir.Eq || op == ir.Ne || d.later(at) {
		return nil, op, nil
	}
	return attr, op, at
}

// Compared takes x apart when it compares an attribute of a, by which an ordering can be made, with
// something free of the iterator: attr op at. Else attr is nil. Casts of the attribute that lose nothing are
// left out.
func Compared(x ir.Expr, a *ir.Access, it string) (attr *ir.Attr, op ir.Op, at ir.Expr) {
	c, ok := x.(*ir.Call)
	if !ok || !c.Op.Comparison() {
		return nil, 0, nil
	}
	op = c.Op
	for i, side := range c.Args {
		attr, ok := uncast(side).(*ir.Attr)
		at := c.Args[1-i]
		if i == 1 {
			op = Mirror(op)
		}
		if ok && ir.String(attr.X) == ir.String(a) && !mentions(at, it) &&
			attr.T.Ordinal() && (attr.T.Same(at.Type()) || attr.T.Integer() && at.Type().Integer()) {
			return attr, op, at
		}
	}
	return nil, 0, nil
}

// uncast strips the casts that lose nothing and keep the number a value stands for.
func uncast(x ir.Expr) ir.Expr {
	if c, ok := x.(*ir.Cast); ok {
		if k, ok := castFactor(c); ok && k == 1 {
			return uncast(c.X)
		}
	}
	return x
}
