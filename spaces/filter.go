package spaces

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
)

// Filter is the space ∀t: [base & Pred]: the base's walk with a test at each
// coordinate. It never changes how the base is walked.
type Filter struct {
	Base Space
	Pred ir.Expr // a conjunction; NULL counts as false
}

func (*Filter) space() {}

// Caps are the base's order and uniqueness; the count is scaled by a guess.
func (s *Filter) Caps() Caps {
	c := s.Base.Caps()
	return Caps{Ordered: c.Ordered, Unique: c.Unique, Count: c.Count * selectivity(s.Pred)}
}

// String returns "filter(base, predicate)".
func (s *Filter) String() string { return fmt.Sprintf("filter(%s, %s)", s.Base, ir.String(s.Pred)) }

func (s *Filter) open(env Env) Props {
	return filter{s.Base.open(env), env, s.Pred, IteratorOf(s).Name}
}

type filter struct {
	Props
	env  Env
	pred ir.Expr
	it   string
}

func (f filter) Cond(idx Index) bool {
	return f.Props.Cond(idx) && f.env.Holds(f.pred, f.it, f.Props.ToIter(idx))
}

// selectivity guesses the share of coordinates a predicate keeps, by shape alone.
func selectivity(pred ir.Expr) float64 {
	switch p := pred.(type) {
	case *ir.Const:
		if !p.Val.True() {
			return 0
		}
	case *ir.Exists:
		return 0.5
	case *ir.Call:
		return callSelectivity(p)
	case *ir.In:
		return min(1, 0.1*float64(len(p.List)))
	}
	return 1
}

func callSelectivity(c *ir.Call) float64 {
	share := 1.0
	switch c.Op {
	case ir.And:
		for _, a := range c.Args {
			share *= selectivity(a)
		}
	case ir.Or:
		for _, a := range c.Args {
			share *= 1 - selectivity(a)
		}
		share = 1 - share
	case ir.Not:
		share = 1 - selectivity(c.Args[0])
	case ir.Eq, ir.NotDistinct, ir.Like, ir.ILike, ir.Prefix, ir.Suffix, ir.Contains, ir.IsNull:
		share = 0.1
	case ir.Lt, ir.Le, ir.Gt, ir.Ge:
		share = 1.0 / 3
	case ir.Ne, ir.Distinct, ir.NotLike, ir.IsNotNull:
		share = 0.9
	}
	return share
}
