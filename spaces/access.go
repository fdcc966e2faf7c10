package spaces

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
)

// exists derives the space of X != null.
func (d *deriver) exists(e *ir.Exists) (Space, bool) {
	switch x := e.X.(type) {
	case *ir.Access:
		s, whole, ok := d.access(x)
		if ok && !whole {
			s = &Filter{s, e}
		}
		return s, ok
	case *ir.Range:
		return d.window(x)
	}
	return nil, false
}

// access derives the coordinates of a materialized field at the first argument that
// mentions the iterator, which must be t + offset: Coord, under Shifted unless the
// offset is 0. whole is false when arguments follow; then the space is that of
// the non-empty sub-fields, a superset of the coordinates where the access exists.
func (d *deriver) access(a *ir.Access) (s Space, whole, ok bool) {
	f, ok := d.field(a.Field)
	if !ok || len(a.Args) > len(f.Type.Coords) {
		return nil, false, false
	}
	for axis, arg := range a.Args {
		if d.later(arg) {
			return nil, false, false
		}
		if !mentions(arg, d.it.Name) {
			continue
		}
		offset, ok := d.offset(arg)
		if !ok {
			return nil, false, false
		}
		whole = axis == len(a.Args)-1
		coord := &Coord{It: d.it, Field: a.Field, Prefix: a.Args[:axis]}
		coord.Axis, coord.Level = f.Type.Coords[axis].Name, f.axis(axis)
		k := d.keys[ir.String(a)]
		if k != nil && whole {
			coord.Key, coord.Level = k.key, k.caps
		}
		b := d.bands[ir.String(a)]
		if b != nil && whole {
			coord.Band, coord.Level = b.band, Caps{Unique: true, Count: f.rows() * b.band.share()}
		}
		s = rewrite(&Shifted{coord, offset})
		if k != nil {
			k.space = s
		}
		if b != nil {
			b.space = s
		}
		return s, whole, true
	}
	return nil, false, false
}

// field looks a materialized field up.
func (d *deriver) field(name string) (FieldInfo, bool) {
	if d.ctx.Field == nil {
		return FieldInfo{}, false
	}
	return d.ctx.Field(name)
}

// offset returns o when x is t + o.
func (d *deriver) offset(x ir.Expr) (Affine, bool) {
	l, ok := linearOf(x, d.it.Name)
	return l.Rest, ok && l.K == 1 && keepsNulls(&ir.Call{Op: ir.Eq, Args: []ir.Expr{x}}, l.Rest)
}

// window derives the space of a range existence whose ends both move with the
// iterator; an end that does not leaves a half-bounded set, which stays a filter.
func (d *deriver) window(r *ir.Range) (Space, bool) {
	f, ok := d.field(r.Field)
	if !ok || len(f.Type.Coords) == 0 || !f.axis(0).Ordered {
		return nil, false
	}
	lo, ok1 := d.offset(r.Lo)
	hi, ok2 := d.offset(r.Hi)
	if !ok1 || !ok2 {
		return nil, false
	}
	axis := f.Type.Coords[0].Name
	return &Coord{It: d.it, Field: r.Field, Axis: axis, Window: &Window{lo, hi}, Level: f.axis(0)}, true
}

// keyChoice is the equalities chosen to read a reordered field by.
type keyChoice struct {
	key      Key
	caps     Caps
	space    Space // of the key, once derived
	literals []int // indexes of the conjuncts it stands for
	better   keyRank
}

// keyRank orders candidates: a unique attribute first, then the most distinct values.
type keyRank struct {
	unique   bool
	distinct int64
}

func (r keyRank) less(s keyRank) bool {
	if r.unique != s.unique {
		return s.unique
	}
	return r.distinct < s.distinct
}

// fewRows is the number of rows up to which those of one attribute's key are tested rather than found by
// several.
const fewRows = 64

// chooseKeys pairs F[t] != null with conjuncts F[t].a = e, e free of the iterator and of later ones: this
// is F's reordering by a, at e. It is the best of them, or all together where that one leaves
// many rows, or nobody knows how many. The equalities it stands for are consumed; the others stay filters.
//
// Without such a conjunct a band may confine the field; see chooseBand.
//
// e must mention an outer iterator, or the ordering be at hand: making one to read a single
// key never pays, a filter over the field's own order is one pass too.
func (d *deriver) chooseKeys(lits []literal) {
	d.keys = map[string]*keyChoice{}
	d.bands = map[string]*bandChoice{}
	d.consumed = make([]How, len(lits))
	for _, l := range lits {
		e, ok := l.x.(*ir.Exists)
		if !ok || l.neg {
			continue
		}
		a, ok := e.X.(*ir.Access)
		if !ok || len(a.Args) != 1 || d.keys[ir.String(a)] != nil || d.bands[ir.String(a)] != nil {
			continue
		}
		f, ok := d.field(a.Field)
		if !ok || len(f.Type.Coords) != 1 || d.later(a) {
			continue
		}
		if _, ok := d.offset(a.Args[0]); !ok {
			continue
		}
		if best := d.chooseKey(lits, a, f); best != nil {
			d.keys[ir.String(a)] = best
			for _, i := range best.literals {
				d.consumed[i] = ByKey
			}
		} else if band := d.chooseBand(lits, a, f); band != nil {
			d.bands[ir.String(a)] = band
			for _, i := range band.literals {
				d.consumed[i] = ByBand
			}
		}
	}
}

// chooseKey returns the key of an access, nil when no conjunct makes one.
func (d *deriver) chooseKey(lits []literal, a *ir.Access, f FieldInfo) *keyChoice {
	var best *keyChoice
	var choices []*keyChoice
	for i, m := range lits {
		c := d.keyOf(m, a, f)
		if c == nil {
			continue
		}
		c.literals = []int{i}
		choices = append(choices, c)
		if best == nil || best.better.less(c.better) {
			best = c
		}
	}
	all := &keyChoice{}
	have := map[string]bool{}
	for _, c := range choices {
		if k := c.key[0]; k.From == best.key[0].From && !have[k.Attr] {
			have[k.Attr] = true
			all.key, all.literals = append(all.key, k), append(all.literals, c.literals[0])
		}
	}
	known := f.Rows >= 0 && best != nil && best.better.distinct > 0
	if len(all.key) < 2 || best.better.unique || known && f.Rows <= fewRows*float64(best.better.distinct) {
		return best
	}
	unique := f.Unique != nil
	for _, u := range f.Unique {
		unique = unique && have[u]
	}
	all.caps = Caps{Ordered: true, Unique: true, Locate: unique, Count: min(1, f.rows())}
	return all
}

// keyOf returns the key that the conjunct a.attr = e makes, nil when it is no
// such equality.
func (d *deriver) keyOf(l literal, a *ir.Access, f FieldInfo) *keyChoice {
	c, ok := l.x.(*ir.Call)
	if !ok || l.neg || c.Op != ir.Eq && c.Op != ir.NotDistinct {
		return nil
	}
	for i, x := range c.Args {
		at := c.Args[1-i]
		attr, ok := sameKey(x).(*ir.Attr)
		if !ok || mentions(at, d.it.Name) || d.later(at) {
			continue
		}
		from, info, ok := d.attribute(attr, a, f)
		if !ok {
			continue
		}
		outer := map[string]bool{}
		ready := info.Props.Has(ir.Sorted) || slices.Contains(f.Orderings, attr.Name)
		if ir.FreeIters(at, outer); len(outer) == 0 && !ready {
			continue
		}
		unique := info.Props.Has(ir.Unique)
		caps := Caps{Ordered: true, Unique: true, Locate: unique, Count: f.rows() / float64(max(info.Distinct, 1))}
		if unique {
			caps.Count = min(1, f.rows())
		}
		nulls := c.Op == ir.NotDistinct && info.Type.Null && mayBeNull(at)
		return &keyChoice{key: Key{{from, attr.Name, at, attr.T, nulls}}, caps: caps, better: keyRank{unique, info.Distinct}}
	}
	return nil
}

// attribute returns what is known of an attribute of field f at access a, or of one computed for the rows of
// f, which from names.
func (d *deriver) attribute(attr *ir.Attr, a *ir.Access, f FieldInfo) (from string, info ir.Attribute, ok bool) {
	x, ok := attr.X.(*ir.Access)
	if !ok || !slices.EqualFunc(x.Args, a.Args, ir.Equal) {
		return "", info, false
	}
	if x.Field != a.Field {
		from = x.Field
		if f, ok = d.field(from); !ok || f.Of != a.Field {
			return "", info, false
		}
	}
	n := f.Type.Attr(attr.Name)
	if n < 0 {
		return "", info, false
	}
	return from, f.Type.Attrs[n], true
}

// sameKey strips the casts that do not change which values are equal, so that the value can be found by
// the number it stands for.
func sameKey(x ir.Expr) ir.Expr {
	if c, ok := x.(*ir.Cast); ok && c.KeepsEquality() {
		return sameKey(c.X)
	}
	return x
}
