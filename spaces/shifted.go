package spaces

import "fmt"

// Shifted is the space ∀t: [base holds at t + By], as for F[t + By] != null. By is
// free of the iterator.
type Shifted struct {
	Base Space
	By   Affine
}

func (*Shifted) space() {}

// Caps are the base's.
func (s *Shifted) Caps() Caps { return s.Base.Caps() }

// String returns "shifted(coord(stock.t), -50)".
func (s *Shifted) String() string { return fmt.Sprintf("shifted(%s, %s)", s.Base, s.By) }

func (s *Shifted) open(env Env) Props {
	base := s.Base.open(env)
	by, ok := s.By.Exact(env.Int)
	if !ok || by == NegInf || by == PosInf {
		return nothing{base.Width()}
	}
	return shifted{base, by}
}

// shifted subtracts the offset on the way out and adds it on the way in: F[t+k] holds
// at t = s-k for each coordinate s of F. Table 1 prints both signs the other way.
// Coordinates shifted past the sentinels are not coordinates.
type shifted struct {
	Props
	by int64
}

func (s shifted) Init() int64                 { return satSub(s.Props.Init(), s.by) }
func (s shifted) ToIter(idx Index) int64      { return satSub(s.Props.ToIter(idx), s.by) }
func (s shifted) ToIdx(iter int64, idx Index) { s.Props.ToIdx(satAdd(iter, s.by), idx) }
func (s shifted) Cond(idx Index) bool {
	t := s.ToIter(idx)
	return t != NegInf && t != PosInf && s.Props.Cond(idx)
}
