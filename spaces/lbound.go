package spaces

import "fmt"

// LBound is the space ∀t: [base & t >= Lo], Lo rounded up to an integer. Its base
// is ordered: over an unordered base a bound is a Filter.
type LBound struct {
	Base Space
	Lo   Affine
}

func (*LBound) space() {}

// Caps are the base's; between two numbers the count is at most their distance.
func (s *LBound) Caps() Caps { return boundedCaps(s) }

// String returns "lbound(base, start)".
func (s *LBound) String() string {
	return fmt.Sprintf("lbound(%s, %s)", s.Base, roundedText("ceil", s.Lo))
}

func (s *LBound) open(env Env) Props {
	base := s.Base.open(env)
	lo, ok := s.Lo.Ceil(env.Int)
	if !ok || lo == PosInf {
		return nothing{base.Width()}
	}
	return lbound{base, lo}
}

// lbound starts at the bound and tests no more: ToIdx never enters below it. Table 1
// prints init = min(base.init, lb), which would start at -∞ over the universal
// space; it must be the maximum.
type lbound struct {
	Props
	lo int64
}

func (b lbound) Init() int64                 { return max(b.Props.Init(), b.lo) }
func (b lbound) Cond(idx Index) bool         { return b.Props.Cond(idx) && b.Props.ToIter(idx) >= b.lo }
func (b lbound) ToIdx(iter int64, idx Index) { b.Props.ToIdx(max(iter, b.lo), idx) }

// boundedCaps are the capabilities of an LBound or UBound.
func boundedCaps(s Space) Caps {
	base, lo, hi := unbound(s)
	c := base.Caps()
	if lo == nil || hi == nil {
		return c
	}
	width, ok := combine(1, *hi, -1, *lo)
	if n, number := width.IsNumber(); ok && number {
		c.Count = min(c.Count, max(0, float64(n)+1))
	}
	return c
}

// unbound strips the bounds directly around a base, the outermost of each side.
func unbound(s Space) (base Space, lo, hi *Affine) {
	for {
		switch b := s.(type) {
		case *LBound:
			if lo == nil {
				lo = &b.Lo
			}
			s = b.Base
		case *UBound:
			if hi == nil {
				hi = &b.Hi
			}
			s = b.Base
		default:
			return s, lo, hi
		}
	}
}

// roundedText writes a bound, naming the rounding of a quotient.
func roundedText(rounding string, a Affine) string {
	if a.div() == 1 {
		return a.String()
	}
	return rounding + "(" + a.String() + ")"
}
