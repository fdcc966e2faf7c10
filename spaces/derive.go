package spaces

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
)

// Context is what derivation knows beyond the predicate.
type Context struct {
	// Field describes a materialized field, or returns false: accesses to a field that is
	// not materialized are only ever filters.
	Field func(name string) (FieldInfo, bool)
	// Later names the iterators of the same operator that are bound after this one.
	// A conjunct that mentions one belongs to its level.
	Later []string
	// NoSolver keeps derivation to the recogniser even where libz3 is there.
	NoSolver bool
}

// FieldInfo is a materialized field as derivation sees it.
type FieldInfo struct {
	Type ir.FieldType
	Rows float64 // coordinates expected; negative when unknown
	Axes []Caps  // the level of each coordinate under one prefix; when nil, ordered and unique
	// Orderings names the attributes by which a reordering is at hand. The attributes
	// that are sorted need not be listed.
	Orderings []string
	Of        string   // the field that this one has the rows of, computed for each; or ""
	Unique    []string // no two coordinates share the values of all these; nil when unknown
	Bands     bool     // orderings by any attribute can be made, to read bands of them
}

// defaultRows stands for an unknown number of coordinates.
const defaultRows = 1e6

func (f FieldInfo) rows() float64 {
	if f.Rows < 0 {
		return defaultRows
	}
	return f.Rows
}

// axis returns the capabilities of coordinate n.
func (f FieldInfo) axis(n int) Caps {
	if n < len(f.Axes) {
		return f.Axes[n]
	}
	return Caps{Ordered: true, Unique: true, Count: f.rows()}
}

// How says how a conjunct found its space.
type How uint8

// The ways, in the order they are tried.
const (
	ByRecogniser How = iota // matched a template syntactically
	ByKey                   // became the key of a reordered field
	ByBand                  // became a limit of the band that is read of a reordered field
	BySolver                // matched a template by the boundary encoding, proved
	ByBounds                // implies bounds, proved; kept as a filter unless they imply it
	AsFilter                // tested at each coordinate
	Inner                   // belongs to the level of a later iterator
)

// String returns the way as it is printed.
func (h How) String() string {
	return [...]string{"recogniser", "key", "band", "solver", "bounds", "filter", "inner"}[h]
}

// Note records what one conjunct became, before composition and simplification.
type Note struct {
	Conjunct ir.Expr
	How      How
	Space    Space // universal for an Inner conjunct that restricts nothing here
}

// String returns "t < end: ubound(universal(t), end - 1) [recogniser]".
func (n Note) String() string {
	return ir.String(n.Conjunct) + ": " + n.Space.String() + " [" + n.How.String() + "]"
}

// Derive returns the iteration space of the iterator under the conjunction of the
// conjuncts (none: the universal space), simplified and with its co-iteration chosen,
// and one note a conjunct. The space holds exactly the coordinates where each conjunct
// is true, neither false nor NULL; conjuncts noted Inner are not evaluated by it and
// remain the caller's.
//
// The result need not be Bounded: that is for the caller to refuse.
func Derive(it ir.Iterator, conjuncts []ir.Expr, ctx Context) (Space, []Note) {
	d := deriver{it: it, ctx: ctx}
	var lits []literal
	for _, c := range conjuncts {
		lits = conjunction(literal{c, false}, lits)
	}
	d.chooseKeys(lits)
	var space Space = &Universal{it}
	notes := make([]Note, 0, len(lits))
	for i, l := range lits {
		if how := d.consumed[i]; how != 0 {
			notes = append(notes, Note{l.expr(), how, nil})
			continue
		}
		s, how := d.conjunct(l)
		notes = append(notes, Note{l.expr(), how, s})
		space = &Inter{Left: space, Right: s}
	}
	for _, k := range d.keys {
		for _, i := range k.literals {
			notes[i].Space = k.space
		}
	}
	for _, b := range d.bands {
		for _, i := range b.literals {
			notes[i].Space = b.space
		}
	}
	return Simplify(space), notes
}

// deriver holds the state of one Derive.
type deriver struct {
	it       ir.Iterator
	ctx      Context
	keys     map[string]*keyChoice // by text of the access
	bands    map[string]*bandChoice
	consumed []How // of literals that a key or a band stands for, else 0
}

// literal is a predicate or its negation. Negation passes through three-valued logic
// unharmed: a literal holds where it is true.
type literal struct {
	x   ir.Expr
	neg bool
}

func (l literal) expr() ir.Expr {
	if !l.neg {
		return l.x
	}
	return &ir.Call{Op: ir.Not, Args: []ir.Expr{l.x}, T: l.x.Type()}
}

// split returns the parts of a literal that is a conjunction (op And) or a disjunction
// (op Or) in negation normal form, or the literal itself.
func (l literal) split(op ir.Op, to []literal) []literal {
	c, ok := l.x.(*ir.Call)
	if !ok {
		return append(to, l)
	}
	if c.Op == ir.Not {
		return literal{c.Args[0], !l.neg}.split(op, to)
	}
	if dual := ir.And + ir.Or - op; !l.neg && c.Op == op || l.neg && c.Op == dual {
		for _, a := range c.Args {
			to = literal{a, l.neg}.split(op, to)
		}
		return to
	}
	return append(to, l)
}

// conjunction appends the conjuncts of l to list.
func conjunction(l literal, list []literal) []literal { return l.split(ir.And, list) }

// conjunct derives the space of one conjunct, Inner ones included.
func (d *deriver) conjunct(l literal) (Space, How) {
	if d.later(l.x) {
		return d.inner(l), Inner
	}
	return d.literal(l)
}

// later reports whether x mentions an iterator bound after this one.
func (d *deriver) later(x ir.Expr) bool {
	for _, name := range d.ctx.Later {
		if mentions(x, name) {
			return true
		}
	}
	return false
}

// inner returns what an Inner conjunct says about this iterator already: F[t, u] != null
// implies F[t] != null.
func (d *deriver) inner(l literal) Space {
	if e, ok := l.x.(*ir.Exists); ok && !l.neg {
		if a, ok := e.X.(*ir.Access); ok {
			if s, _, ok := d.access(a); ok {
				return s
			}
		}
	}
	return &Universal{d.it}
}

// literal derives the space of a literal free of later iterators: a template, a
// composition of templates, or the filter over everything.
func (d *deriver) literal(l literal) (Space, How) {
	if !mentions(l.x, d.it.Name) {
		return d.filter(l), AsFilter
	}
	parts := l.split(ir.And, nil)
	if len(parts) > 1 {
		return d.all(parts)
	}
	l = parts[0] // free of double negation
	if parts = l.split(ir.Or, nil); len(parts) > 1 {
		return d.any(l, parts)
	}
	if e, ok := l.x.(*ir.Exists); ok && !l.neg {
		if s, ok := d.exists(e); ok {
			return s, ByRecogniser
		}
	}
	if in, ok := l.x.(*ir.In); ok && !l.neg {
		if s, ok := d.list(in); ok {
			return s, ByRecogniser
		}
	}
	if s, ok := recognise(l.x, l.neg, d.it); ok {
		return s, ByRecogniser
	}
	if s, ok := recogniseKey(l.x, l.neg, d.it); ok {
		return s, ByRecogniser
	}
	return d.beyond(l)
}

// beyond asks the solver, and makes what it does not know a filter.
func (d *deriver) beyond(l literal) (Space, How) {
	if s, how, ok := d.solve(l); ok {
		return s, how
	}
	return d.filter(l), AsFilter
}

func (d *deriver) filter(l literal) Space { return &Filter{&Universal{d.it}, l.expr()} }

// all intersects the parts of a nested conjunction.
func (d *deriver) all(parts []literal) (Space, How) {
	var space Space = &Universal{d.it}
	worst := ByRecogniser
	for _, p := range parts {
		s, how := d.literal(p)
		space, worst = &Inter{Left: space, Right: s}, max(worst, how)
	}
	space = rewrite(space)
	return space, matched(space, worst)
}

// matched returns the way of a composition: as a filter only when one is left.
func matched(s Space, worst How) How {
	if worst == AsFilter && !filters(s) {
		return ByRecogniser
	}
	return worst
}

func filters(s Space) bool {
	if _, ok := s.(*Filter); ok {
		return true
	}
	return slices.ContainsFunc(bases(s), filters)
}

// any unites the parts of a disjunction, when that can be walked: a union of spaces
// that are bounded, or one that simplifies to an interval. Anything else is a filter.
func (d *deriver) any(l literal, parts []literal) (Space, How) {
	var space Space
	worst := ByRecogniser
	for _, p := range parts {
		s, how := d.literal(p)
		if worst = max(worst, how); space == nil {
			space = s
		} else {
			space = rewrite(&Union{space, s})
		}
		if len(unionLeaves(space)) > maxSides {
			return d.beyond(l)
		}
	}
	if f, ok := space.(*Filter); ok && isUniversal(f.Base) || !walkable(space) {
		return d.beyond(l)
	}
	return space, matched(space, worst)
}

// walkable reports whether the sides of each union in s are bounded, ordered and
// unique.
func walkable(s Space) bool {
	if u, ok := s.(*Union); ok {
		for _, side := range []Space{u.Left, u.Right} {
			if c := side.Caps(); !Bounded(side) || !c.Ordered || !c.Unique || !walkable(side) {
				return false
			}
		}
		return true
	}
	for _, b := range bases(s) {
		if !walkable(b) {
			return false
		}
	}
	return true
}

// list derives t in (…) as the union of its constants, where they make few intervals.
func (d *deriver) list(in *ir.In) (space Space, ok bool) {
	for _, x := range in.List {
		eq := &ir.Call{Op: ir.Eq, Args: []ir.Expr{in.X, x}, T: in.Type()}
		s, ok := recognise(eq, false, d.it)
		if !ok {
			return nil, false
		}
		if space == nil {
			space = s
		} else {
			space = rewrite(&Union{space, s})
		}
		if len(unionLeaves(space)) > maxSides {
			return nil, false
		}
	}
	return space, space != nil && walkable(space)
}

// maxSides is the number of sides up to which a union is walked as one: beyond, stepping
// costs more than a test.
const maxSides = 16
