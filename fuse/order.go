package fuse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reffine-db/reffine/ir"
)

// Choice records how the loops of one operator were nested.
type Choice struct {
	In           string   // definition
	Order        []string // iterators, outermost first
	Cost         float64
	RunnerUp     []string // second best, nil when there is no other order
	RunnerUpCost float64
}

// Expected is the estimated number of coordinates of an iterator: Found by its key, or by running over
// its field, and Kept by the conditions and existences that depend on it alone; in an operator nested in
// others, for each of their coordinates.
type Expected struct {
	Iter        string
	Found, Kept float64
}

// String says which order was chosen and which was next, with their costs.
func (c Choice) String() string {
	s := fmt.Sprintf("%s: %s cost %.3g", c.In, strings.Join(c.Order, ", "), c.Cost)
	if c.RunnerUp != nil {
		s += fmt.Sprintf("; runner-up %s cost %.3g", strings.Join(c.RunnerUp, ", "), c.RunnerUpCost)
	}
	return s
}

// Order nests the iterators of every operator: in the domain calculus their order
// is free, so it is chosen by cost from the counts and properties of the inputs.
// The first iterator drives (its field is scanned), each further one is found through an
// equality with what is bound before it, at best an attribute that is unique.
// Key coordinates of a reordering stay first, their value is known when the others
// are. Outer iterators keep their place after what their range mentions.
//
//	out = forall i, j : big[i] != null & small[j] != null & small[j].a = 3 & big[i].k = small[j].k { ... }
//
// becomes forall j, i when few of small pass and big is sorted or indexed by k.
//
// Attributes equated to what is bound before them are then replaced by it, so that
// later conditions and values read the outer field.
// The choices are those between several orders, the expectations those of all iterators that
// stand for the coordinates of fields.
func Order(p *ir.Program) (*ir.Program, []Choice, []Expected) {
	o := &orderer{prog: p}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		o.at = d.Name
		out.Defs = append(out.Defs, d.With(o.expr(d.X, nil)))
	}
	return out, o.choices, o.expected
}

type orderer struct {
	prog     *ir.Program
	at       string
	choices  []Choice
	expected []Expected
}

func (o *orderer) expr(e ir.Expr, bound map[string]bool) ir.Expr {
	f, ok := e.(*ir.Forall)
	if !ok {
		return ir.MapChildren(e, func(c ir.Expr) ir.Expr { return o.expr(c, bound) })
	}
	scope := map[string]bool{}
	for n := range bound {
		scope[n] = true
	}
	f = o.forall(f, bound)
	for _, it := range f.Iters {
		scope[it.Name] = true
	}
	return ir.MapChildren(f, func(c ir.Expr) ir.Expr { return o.expr(c, scope) })
}

// unit is a set of iterators bound by one field access, with what is known of the field.
type unit struct {
	iters []ir.Iterator
	in    *ir.Input // nil for a derived field
	rows  float64
	sel   float64 // of conditions on this unit alone
	after uint32  // units that bound its iterator, which is of no field
}

// forall orders one operator; bound names the iterators of enclosing operators.
func (o *orderer) forall(f *ir.Forall, bound map[string]bool) *ir.Forall {
	keys := keyCoords(f)
	conj := ir.Conjuncts(f.Pred)
	var free, rest []ir.Iterator
	for _, it := range f.Iters[keys:] {
		if it.Outer == nil && len(rest) == 0 {
			free = append(free, it)
		} else {
			rest = append(rest, it)
		}
	}
	units := o.units(free, conj)
	best, second := o.search(units, conj, bound)
	n := &ir.Forall{Iters: append([]ir.Iterator{}, f.Iters[:keys]...), Pred: f.Pred, Body: f.Body}
	for _, i := range best.order {
		n.Iters = append(n.Iters, units[i].iters...)
	}
	o.expect(units, best.order, conj, bound)
	if len(units) > 1 {
		c := Choice{In: o.at, Order: unitNames(units, best.order), Cost: best.cost}
		if second != nil {
			c.RunnerUp, c.RunnerUpCost = unitNames(units, second.order), second.cost
		}
		o.choices = append(o.choices, c)
	}
	n.Iters = append(n.Iters, rest...)
	return equate(n, bound, keys)
}

func unitNames(us []*unit, order []int) []string {
	var out []string
	for _, i := range order {
		for _, it := range us[i].iters {
			out = append(out, it.Name)
		}
	}
	return out
}

// units groups iterators that one access binds together.
func (o *orderer) units(iters []ir.Iterator, conj []ir.Expr) []*unit {
	of := map[string]*unit{}
	var units []*unit
	for _, it := range iters {
		if of[it.Name] != nil {
			continue
		}
		u := &unit{iters: []ir.Iterator{it}, rows: 1e6, sel: 1}
		of[it.Name] = u
		units = append(units, u)
		for _, c := range conj {
			a := accessOf(c)
			if a == nil || !hasIter(a, it.Name) {
				continue
			}
			u.in = o.prog.Input(a.Field)
			if u.in != nil && u.in.Rows >= 0 {
				u.rows = float64(u.in.Rows)
			}
			if d := o.prog.Def(a.Field); d != nil {
				if _, ok := d.X.(*ir.Union); ok {
					u.rows = min(u.rows, rowsAtMost(o.prog, d.X))
				}
			}
			for _, x := range a.Args {
				if ref, ok := x.(*ir.Iter); ok && of[ref.Name] == nil {
					for _, other := range iters {
						if other.Name == ref.Name {
							of[ref.Name] = u
							u.iters = append(u.iters, other)
						}
					}
				}
			}
		}
	}
	o.spans(units, conj)
	own := map[*unit][]ir.Expr{}
	for _, c := range conj {
		if u := soleUnit(c, of); u != nil && accessOf(c) == nil {
			own[u] = append(own[u], c)
		}
	}
	for u, cs := range own {
		u.sel = o.selectivities(cs, u)
	}
	return units
}

// spans finds the units of no field: their iterators are integers between bounds, and come after what the bounds
// read.
func (o *orderer) spans(units []*unit, conj []ir.Expr) {
	if len(units) > maxUnits {
		return
	}
	ofField := func(u *unit) bool {
		return slices.ContainsFunc(conj, func(c ir.Expr) bool {
			a := accessOf(c)
			return a != nil && hasIter(a, u.iters[0].Name)
		})
	}
	for _, u := range units {
		if ofField(u) {
			continue
		}
		u.rows = spanRows
		for _, c := range conj {
			free := map[string]bool{}
			if ir.FreeIters(c, free); !free[u.iters[0].Name] {
				continue
			}
			for i, v := range units {
				if ofField(v) && slices.ContainsFunc(v.iters, func(it ir.Iterator) bool { return free[it.Name] }) {
					u.after |= 1 << i
				}
			}
		}
	}
}

// spanRows is how many integers a span is taken to have.
const spanRows = 4

// accessOf returns the access of an existence conjunct, or nil.
func accessOf(c ir.Expr) *ir.Access {
	if e, ok := c.(*ir.Exists); ok {
		if a, ok := e.X.(*ir.Access); ok {
			return a
		}
	}
	return nil
}

func hasIter(a *ir.Access, name string) bool {
	for _, x := range a.Args {
		if it, ok := x.(*ir.Iter); ok && it.Name == name {
			return true
		}
	}
	return false
}

// soleUnit returns the one unit c mentions, nil when it mentions none, several,
// or an iterator that is not of a unit.
func soleUnit(c ir.Expr, of map[string]*unit) *unit {
	free := map[string]bool{}
	ir.FreeIters(c, free)
	var u *unit
	for n := range free {
		v := of[n]
		if v == nil || u != nil && u != v {
			return nil
		}
		u = v
	}
	return u
}
