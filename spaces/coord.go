package spaces

import (
	"strings"

	"github.com/reffine-db/reffine/ir"
)

// Coord is the space of the coordinates along one axis of a materialized field,
//
//	∀t: [F[prefix…, t] != null]
//
// where the prefix arguments are free of t. With fewer arguments than F has
// coordinates these are the coordinates with a non-empty sub-field.
//
// With a Key it is the space of `F[t] != null & F[t].a = e` and of further such equalities: the
// coordinates of F' at e, where F' is F reordered by attribute a,
//
//	F' = forall k, t : F[t] != null & F[t].a = k { F[t] }
//
// and F is one-dimensional.
//
// With a Band it is the same of a range of keys; see Band.
//
// With a Window it is the space of a range existence; see Window.
type Coord struct {
	It     ir.Iterator
	Field  string
	Prefix []ir.Expr // the arguments before the axis
	Axis   string    // name of the field's coordinate number len(Prefix)
	Key    Key       // nil unless keyed
	Band   *Band     // nil unless confined by limits of an attribute
	Window *Window   // nil unless a range existence
	Level  Caps      // of the coordinates under one prefix and key or band, before Window
}

// Key is the reordering a keyed Coord reads and the key it reads at: an attribute, or several.
type Key []KeyPart

// KeyPart is one attribute of a Key.
type KeyPart struct {
	From  string  // field computed for the rows of the one that is reordered, which has Attr; "": that itself
	Attr  string  // attribute the field is reordered by
	At    ir.Expr // free of the iterator; never matches when out of the attribute's range
	T     ir.Type // the attribute's type; At's may be another that holds its values
	Nulls bool    // NULL matches NULL; else it never matches
}

// String returns "a, b at x, y or null": by which attributes at what.
func (k Key) String() string {
	var attrs, at []string
	for _, p := range k {
		attr := nameText(p.Attr)
		if p.From != "" {
			attr = nameText(p.From) + "." + attr
		}
		attrs = append(attrs, attr)
		x := ir.String(p.At)
		if p.Nulls {
			x += " or null"
		}
		at = append(at, x)
	}
	return strings.Join(attrs, ", ") + " at " + strings.Join(at, ", ")
}

func (*Coord) space() {}

// Caps of the level; a windowed level is ordered and without duplicates, but has as many
// coordinates as its window makes of each one.
func (s *Coord) Caps() Caps {
	if s.Window == nil {
		return s.Level
	}
	return Caps{Ordered: true, Unique: true, Count: s.Window.count(s.Level)}
}

// String returns "coord(partsupp[pk].sk)", "coord(orders by o_orderkey at
// lineitem[i].l_orderkey)", "coord(b by x from a[i].lo to a[i].hi)" or "coord(stock[t-50:t])".
func (s *Coord) String() string {
	if s.Window != nil {
		return "coord(" + ir.String(s.window()) + ")"
	}
	var b strings.Builder
	b.WriteString("coord(" + nameText(s.Field))
	if s.Key != nil {
		return b.String() + " by " + s.Key.String() + ")"
	}
	if s.Band != nil {
		return b.String() + " by " + nameText(s.Band.Attr) + " " + s.Band.String() + ")"
	}
	for i, x := range s.Prefix {
		b.WriteString([]string{"[", ", "}[min(i, 1)] + ir.String(x))
	}
	if len(s.Prefix) > 0 {
		b.WriteByte(']')
	}
	return b.String() + "." + nameText(s.Axis) + ")"
}

func (s *Coord) open(env Env) Props {
	l := env.Level(s)
	if l == nil || l.Len() == 0 {
		return nothing{1}
	}
	if s.Window != nil {
		return s.Window.open(l, env)
	}
	first := NegInf
	if s.Level.Ordered {
		first = l.Coord(0)
	}
	return coord{l, l.Len(), first}
}

// coord walks positions. Table 1 repeats idx < len(F) in cond; it belongs to is_alive
// alone. An unordered level has no first coordinate, its init is -∞.
type coord struct {
	level    Level
	n, first int64
}

func (c coord) Init() int64                 { return c.first }
func (c coord) IsAlive(idx Index) bool      { return idx[0] < c.n }
func (c coord) Cond(idx Index) bool         { return c.level.Present(idx[0]) }
func (c coord) ToIter(idx Index) int64      { return c.level.Coord(idx[0]) }
func (c coord) ToIdx(iter int64, idx Index) { idx[0] = c.level.Locate(iter) }
func (coord) Next(idx Index)                { idx[0]++ }
func (coord) Width() int                    { return 1 }
