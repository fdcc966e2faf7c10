package spaces

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
)

// Constant is the space ∀t: [t = At] of at most one coordinate; none when At is
// NULL, or is a quotient that is not an integer.
type Constant struct {
	It ir.Iterator
	At Affine
}

func (*Constant) space() {}

// Caps of a constant: one coordinate, in constant time.
func (*Constant) Caps() Caps {
	return Caps{Ordered: true, Unique: true, Locate: true, Count: 1}
}

// String returns "constant(t, end - 1)".
func (s *Constant) String() string { return fmt.Sprintf("constant(%s, %s)", s.It.Name, s.At) }

func (s *Constant) open(env Env) Props {
	k, ok := s.At.Exact(env.Int)
	if !ok || k == NegInf || k == PosInf {
		return nothing{1}
	}
	return constant(k)
}

// constant has idx 0 on the coordinate and 1 past it. Table 1 prints next(idx) = idx
// with is_alive = true, a loop that never ends.
type constant int64

func (c constant) Init() int64          { return int64(c) }
func (constant) IsAlive(idx Index) bool { return idx[0] == 0 }
func (constant) Cond(Index) bool        { return true }
func (c constant) ToIter(Index) int64   { return int64(c) }
func (c constant) ToIdx(iter int64, idx Index) {
	idx[0] = 0
	if iter > int64(c) {
		idx[0] = 1
	}
}
func (constant) Next(idx Index) { idx[0] = 1 }
func (constant) Width() int     { return 1 }
