package fuse

import (
	"math"

	"github.com/reffine-db/reffine/ir"
)

// Relative costs of one coordinate: read in order, found by a key that is cached or far away.
const (
	costScan   = 1.0
	costNear   = 1.5
	costFar    = 10.0
	cachedRows = 1 << 19 // fields up to this many rows stay in the cache

	// A field of more than maxCross rows is run over inside another loop only when nothing else
	// is possible: each of its rows costs as many.
	maxCross  = 1 << 12
	costCross = 1e6
)

// maxUnits bounds the units that are ordered by cost; with more, they keep the order they have.
const maxUnits = 14

// edge is an equality that finds the rows of unit to by a key, or comparisons that find them in an ordering.
type edge struct {
	to      int
	need    uint32  // units the key reads
	matches float64 // rows a key has
	inOrder uint32  // driving units along which the key is sorted
	row     float64 // cost of a row found
	search  float64 // look-ups it takes
}

// plan is a set of units in the cheapest order found so far, for one driving unit.
type plan struct {
	cost, card float64
	order      []int
}

// search returns the cheapest order of the units and the cheapest one with another driving
// unit (nil when there is none), by dynamic programming over sets of units. bound names the
// iterators of enclosing operators: then there is no driving scan, the first unit is looked up too.
func (o *orderer) search(units []*unit, conj []ir.Expr, bound map[string]bool) (best *plan, second *plan) {
	n := len(units)
	if n == 0 || n > maxUnits {
		p := &plan{}
		for i := range units {
			p.order = append(p.order, i)
		}
		return p, nil
	}
	edges := o.edges(units, conj, bound)
	drivers := n
	if len(bound) > 0 {
		drivers = 1
	}
	for d := range drivers {
		if len(bound) == 0 && units[d].after != 0 {
			continue
		}
		p := cheapest(units, edges, d, len(bound) > 0)
		if best == nil || p.cost < best.cost {
			best, second = p, best
		} else if second == nil || p.cost < second.cost {
			second = p
		}
	}
	return best, second
}

// cheapest orders the units behind driving unit d (any first unit when nested).
func cheapest(units []*unit, edges []edge, d int, nested bool) *plan {
	n := len(units)
	plans := make([]*plan, 1<<n)
	from := 1 << d
	if nested {
		from = 0
		plans[0] = &plan{card: 1}
	} else {
		u := units[d]
		plans[from] = &plan{cost: u.rows * costScan, card: u.rows * u.sel, order: []int{d}}
	}
	for set := from; set < 1<<n; set++ {
		p := plans[set]
		if p == nil {
			continue
		}
		for i, u := range units {
			if set>>i&1 != 0 || u.after&^uint32(set) != 0 {
				continue
			}
			card, cost := access(u, i, edges, p.card, uint32(set), d, nested)
			next := plans[set|1<<i]
			if next == nil || p.cost+cost < next.cost {
				plans[set|1<<i] = &plan{cost: p.cost + cost, card: card, order: append(append([]int{}, p.order...), i)}
			}
		}
	}
	return plans[1<<n-1]
}

// access estimates the coordinates after looping over u inside card outer ones, and what that costs.
// A lookup in a large field misses the cache unless the keys come in its order, and so do the
// rows of a key that do not lie side by side.
func access(u *unit, i int, edges []edge, card float64, set uint32, driver int, nested bool) (after, cost float64) {
	matches, lookup, row := u.rows, 0.0, costScan
	far := u.rows > cachedRows
	for _, e := range edges {
		if e.to != i || e.need&^set != 0 || e.matches >= matches && lookup > 0 {
			continue
		}
		matches, lookup, row = e.matches, costNear*e.search, e.row
		if far && (nested || e.inOrder>>driver&1 == 0) {
			lookup = costFar * e.search
		}
	}
	if lookup == 0 && u.rows > maxCross {
		row = costCross
	}
	return card * matches * u.sel, cost + card*lookup + card*matches*row
}

// expect records what an order of the units lets expect.
func (o *orderer) expect(units []*unit, order []int, conj []ir.Expr, bound map[string]bool) {
	if len(units) > maxUnits {
		return
	}
	edges := o.edges(units, conj, bound)
	card, set := 1.0, uint32(0)
	for _, i := range order {
		u := units[i]
		after, _ := access(u, i, edges, card, set, order[0], len(bound) > 0)
		if u.in != nil && len(u.iters) == 1 {
			o.expected = append(o.expected, Expected{u.iters[0].Name, after / u.sel, after})
		}
		card, set = after, set|1<<i
	}
}

// edges lists the equalities between an attribute of one unit and what others, or enclosing
// operators, bind, and the comparisons.
func (o *orderer) edges(units []*unit, conj []ir.Expr, bound map[string]bool) []edge {
	at := map[string]int{}
	for i, u := range units {
		for _, it := range u.iters {
			at[it.Name] = i
		}
	}
	var out []edge
	for _, c := range conj {
		call, ok := c.(*ir.Call)
		if !ok || call.Op != ir.Eq && call.Op != ir.NotDistinct {
			continue
		}
		for k := range 2 {
			x, key := call.Args[k], call.Args[1-k]
			attr, to := attrOf(x, at)
			if to < 0 {
				continue
			}
			e := edge{to: to, matches: units[to].rows / math.Max(1, o.distinct(units[to], attr)), row: costScan, search: 1}
			if units[to].rows > cachedRows && !o.props(units[to], attr).Has(ir.Sorted) {
				e.row = costFar
			}
			var ok bool
			if e.need, ok = readBy(key, to, at, bound); !ok {
				continue
			}
			if from, j := attrOf(key, at); j >= 0 && o.props(units[j], from).Has(ir.Sorted) {
				e.inOrder = 1 << j
			}
			out = append(out, e)
		}
	}
	return append(out, o.bands(units, conj, at, bound)...)
}

// attrOf returns the attribute that e reads and its unit, -1 when e is something else.
func attrOf(e ir.Expr, at map[string]int) (string, int) {
	a, ok := e.(*ir.Attr)
	if !ok {
		return "", -1
	}
	acc, ok := a.X.(*ir.Access)
	if !ok || len(acc.Args) == 0 {
		return "", -1
	}
	it, ok := acc.Args[0].(*ir.Iter)
	if !ok {
		return "", -1
	}
	if i, ok := at[it.Name]; ok {
		return a.Name, i
	}
	return "", -1
}

// props returns the properties of an attribute of u's field.
func (o *orderer) props(u *unit, attr string) ir.Property {
	if u.in == nil {
		return 0
	}
	if i := u.in.Type.Attr(attr); i >= 0 {
		return u.in.Type.Attrs[i].Props
	}
	return 0
}
