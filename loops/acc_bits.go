package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// bitOps combine the bits of two integers.
var bitOps = map[ir.Reduction]func(a, b int128.Int) int128.Int{
	ir.BitAndAll: func(a, b int128.Int) int128.Int { return int128.Int{Hi: a.Hi & b.Hi, Lo: a.Lo & b.Lo} },
	ir.BitOrAll:  func(a, b int128.Int) int128.Int { return int128.Int{Hi: a.Hi | b.Hi, Lo: a.Lo | b.Lo} },
	ir.BitXorAll: func(a, b int128.Int) int128.Int { return int128.Int{Hi: a.Hi ^ b.Hi, Lo: a.Lo ^ b.Lo} },
}

// bitsAcc combines the bits of integers, in 128 bits: the sign goes on beyond the type.
type bitsAcc struct {
	arg *vector.Node
	t   ir.Type
	op  func(a, b int128.Int) int128.Int
	groups
	s []int128.Int
}

func newBits(arg *vector.Node, r Reduction) *bitsAcc {
	return &bitsAcc{arg: arg, t: r.T, op: bitOps[r.Fn], groups: groups{want: true}}
}

func (a *bitsAcc) grow(n int)  { a.s = extend(a.s, n); a.groups.grow(n) }
func (a *bitsAcc) reset(n int) { a.s = zeroed(a.s, n); a.groups.reset(n) }

func (a *bitsAcc) add(g int32, x int128.Int) {
	if a.seen[g] != 0 {
		x = a.op(a.s[g], x)
	}
	a.s[g], a.seen[g] = x, 1
}

func (a *bitsAcc) value(v *vector.Vec, t int) int128.Int {
	if a.arg.Lane() == vector.Ints {
		return int128.Of(v.I[t])
	}
	return v.W[t]
}

func (a *bitsAcc) update(f *vector.Frame, gids []int32) {
	v := a.arg.Eval(f)
	for t, g := range gids {
		if v.Null == nil || v.Null[t] == 0 {
			a.add(g, a.value(v, t))
		}
	}
}

func (a *bitsAcc) updateAll(f *vector.Frame) {
	v := a.arg.Eval(f)
	for t := range f.N {
		if v.Null == nil || v.Null[t] == 0 {
			a.add(0, a.value(v, t))
		}
	}
}

func (a *bitsAcc) merge(from accumulator, to []int32) {
	o := from.(*bitsAcc)
	for i, t := range to {
		if o.seen[i] != 0 {
			a.add(t, o.s[i])
		}
	}
}

func (a *bitsAcc) vector(name string, order []int32) (*field.Vector, error) {
	v := newVector(name, a.t, len(order))
	v.Null = a.nulls(order)
	for k, i := range order {
		setVector(v, k, a.s[i], nil)
	}
	return v, nil
}

func (a *bitsAcc) vec(v *vector.Vec, n int) error {
	v.W = a.s[:n]
	a.mask(v, n)
	return nil
}

func (a *bitsAcc) lane() vector.Lane        { return vector.Wides }
func (a *bitsAcc) proved() *vector.Interval { return nil }
func (a *bitsAcc) dict() *field.Dictionary  { return nil }
