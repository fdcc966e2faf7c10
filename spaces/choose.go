package spaces

import (
	"cmp"
	"math"
	"slices"
)

// Costs of a step, in units of one step of a merge.
const (
	locateFull = 1 // an index computation
	locateHash = 3 // a table or bit set
	gallopStep = 2 // a probe of an exponential search
)

// chooseMethods orders the sides of each nest of intersections and picks how each is
// co-iterated. The side with the fewest coordinates expected comes first and drives; each
// further side is joined by the cheapest of
//
//	merge   left + right                          both ordered and unique
//	gallop  left · 2·log2(1 + right/left) · 2     both ordered and unique
//	locate  left · 1 or 3                         right has constant-time locate
//
// A side that can be joined in no way, an unordered one without locate, becomes a filter.
func chooseMethods(s Space) Space {
	if _, ok := s.(*Inter); !ok {
		return mapBases(s, chooseMethods)
	}
	leaves := interLeaves(s)
	for i, l := range leaves {
		leaves[i] = mapBases(l, chooseMethods)
	}
	slices.SortStableFunc(leaves, func(a, b Space) int {
		x, y := a.Caps(), b.Caps()
		if xd, yd := mustDrive(x), mustDrive(y); xd != yd {
			return cmp.Compare(boolRank(yd), boolRank(xd))
		}
		return cmp.Compare(x.Count, y.Count)
	})
	out := leaves[0]
	var tests []Space
	for _, right := range leaves[1:] {
		method, ok := Choose(out.Caps(), right.Caps())
		if !ok {
			tests = append(tests, right)
			continue
		}
		out = &Inter{out, right, method}
	}
	for _, t := range tests {
		out = tested(out, t)
	}
	return out
}

// Choose returns the cheapest method to co-iterate two sides, left driving; ok is
// false when none is possible.
func Choose(left, right Caps) (m Method, ok bool) {
	l, r := math.Max(left.Count, 1), math.Max(right.Count, 1)
	best := math.Inf(1)
	consider := func(method Method, cost float64) {
		if cost < best || !ok {
			m, best, ok = method, cost, true
		}
	}
	if left.Ordered && left.Unique && right.Ordered && right.Unique {
		consider(Merge, l+r)
		consider(Gallop, gallopStep*l*math.Log2(1+r/l)*2)
	}
	switch {
	case right.Locate && right.Full:
		consider(Locate, l*locateFull)
	case right.Locate:
		consider(Locate, l*locateHash)
	}
	return m, ok
}

// mustDrive reports a side that can neither be merged nor looked up.
func mustDrive(c Caps) bool { return !c.Locate && !(c.Ordered && c.Unique) }

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}
