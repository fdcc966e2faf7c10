package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// maxDistinctBits bounds the range of values of which each has a bit.
const maxDistinctBits = 1 << 28

// distinctBits counts the different values of all tuples, of a proved range: a bit each.
type distinctBits struct {
	arg  *vector.Node
	lo   int64
	span uint64
	bits []uint64
	null int64 // the number of NULL where values are numbered, else -1
}

// newDistinctBits returns nil where values have no such range, and no numbers.
func newDistinctBits(w *worker, arg *vector.Node) *distinctBits {
	null := int64(-1)
	lo, span, ok := rangeOf(arg)
	if !ok || span > maxDistinctBits {
		x, slot := w.numbering(arg)
		if x == nil {
			return nil
		}
		null = x.Null
		arg = w.compiler.Column(x.Number, slot)
		lo, span, _ = rangeOf(arg)
	}
	if arg.CanFail() {
		return nil
	}
	return &distinctBits{arg: arg, lo: lo, span: span, bits: scratch.Make[uint64](int((span + 63) / 64)), null: null}
}

func (a *distinctBits) grow(int)  {}
func (a *distinctBits) reset(int) { clear(a.bits) }
func (a *distinctBits) free()     { scratch.Free(a.bits) }

func (a *distinctBits) update(f *vector.Frame, _ []int32) { a.updateAll(f) }

func (a *distinctBits) updateAll(f *vector.Frame) {
	v := a.arg.Eval(f)
	bits := a.bits
	switch {
	case a.arg.Lane() == vector.Bools:
		for t, x := range v.B[:f.N] {
			if !v.IsNull(t) {
				bits[0] |= 1 << x
			}
		}
	case v.Null == nil:
		for _, x := range v.I[:f.N] {
			i := uint64(x - a.lo)
			bits[i>>6] |= 1 << (i & 63)
		}
	default:
		for t, x := range v.I[:f.N] {
			if v.Null[t] == 0 {
				i := uint64(x - a.lo)
				bits[i>>6] |= 1 << (i & 63)
			}
		}
	}
}

func (a *distinctBits) merge(from accumulator, _ []int32) {
	simd.Or(a.bits, a.bits, from.(*distinctBits).bits)
}

// count returns the result as that of any count.
func (a *distinctBits) count() *countAcc {
	if a.null >= 0 {
		a.bits[a.null>>6] &^= 1 << (a.null & 63)
	}
	return &countAcc{n: []int64{int64(simd.Count(a.bits))}}
}

func (a *distinctBits) vector(name string, order []int32) (*field.Vector, error) {
	return a.count().vector(name, order)
}
func (a *distinctBits) vec(v *vector.Vec, n int) error { return a.count().vec(v, n) }
func (a *distinctBits) lane() vector.Lane              { return vector.Ints }
func (a *distinctBits) proved() *vector.Interval       { return (&countAcc{}).proved() }
func (a *distinctBits) dict() *field.Dictionary        { return nil }
