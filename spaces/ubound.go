package spaces

import "fmt"

// UBound is the space ∀t: [base & t <= Hi], Hi rounded down to an integer. Its base
// is ordered: over an unordered base a bound is a Filter.
type UBound struct {
	Base Space
	Hi   Affine
}

func (*UBound) space() {}

// Caps are the base's; between two numbers the count is at most their distance.
func (s *UBound) Caps() Caps { return boundedCaps(s) }

// String returns "ubound(base, end - 1)".
func (s *UBound) String() string {
	return fmt.Sprintf("ubound(%s, %s)", s.Base, roundedText("floor", s.Hi))
}

func (s *UBound) open(env Env) Props {
	base := s.Base.open(env)
	hi, ok := s.Hi.Floor(env.Int)
	if !ok || hi == NegInf {
		return nothing{base.Width()}
	}
	return ubound{base, min(hi, PosInf-1)}
}

// ubound ends the walk at the bound. Over a base that jumps (a union, a gallop)
// to_iter is the smallest coordinate still to come, so that nothing is cut off early.
type ubound struct {
	Props
	hi int64
}

func (b ubound) IsAlive(idx Index) bool { return b.Props.IsAlive(idx) && b.Props.ToIter(idx) <= b.hi }
