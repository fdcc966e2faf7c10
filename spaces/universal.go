package spaces

import (
	"math"

	"github.com/reffine-db/reffine/ir"
)

// Universal is the space of all coordinates of an iterator, ∀t. It is the
// starting point of derivation and the identity of intersection.
type Universal struct{ It ir.Iterator }

func (*Universal) space() {}

// Caps of the universal space: everything, without end.
func (*Universal) Caps() Caps {
	return Caps{Ordered: true, Unique: true, Full: true, Locate: true, Count: math.Inf(1)}
}

// String returns "universal(t)".
func (s *Universal) String() string { return "universal(" + s.It.Name + ")" }

func (*Universal) open(Env) Props { return universal{} }

// universal walks coordinates themselves: idx is iter. Table 1 gives -∞ for init;
// here that is a sentinel which a lower bound above it replaces. It is alive up to
// the last coordinate, not for ever: idx + 1 must not wrap.
type universal struct{}

func (universal) Init() int64                 { return NegInf }
func (universal) IsAlive(idx Index) bool      { return idx[0] < PosInf }
func (universal) Cond(Index) bool             { return true }
func (universal) ToIter(idx Index) int64      { return idx[0] }
func (universal) ToIdx(iter int64, idx Index) { idx[0] = max(iter, NegInf+1) }
func (universal) Next(idx Index)              { idx[0]++ }
func (universal) Width() int                  { return 1 }

// nothing walks no coordinate: what any space opens to when a bound, a key or a
// prefix is NULL or absent.
type nothing struct{ width int }

func (nothing) Init() int64        { return PosInf }
func (nothing) IsAlive(Index) bool { return false }
func (nothing) Cond(Index) bool    { return false }
func (nothing) ToIter(Index) int64 { return PosInf }
func (nothing) ToIdx(int64, Index) {}
func (nothing) Next(Index)         {}
func (n nothing) Width() int       { return n.width }
