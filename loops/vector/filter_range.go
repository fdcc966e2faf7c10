package vector

import (
	"fmt"
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// rangeStage keeps tuples whose integer column is in [lo, hi], or not in it. It is
// run in code space, by one of the codeRange types.
type rangeStage struct {
	leaf    *leaf
	lo, hi  int64 // of values, or of codes when there is a dictionary
	outside bool
}

// addRange compiles a comparison of an integer-represented column and a
// constant, a bool column, and its negation. Casts that only multiply the
// unscaled value are moved to the constant.
func (b *filterBuilder) addRange(e ir.Expr) bool {
	l, iv, outside, ok := b.scope.rangeOf(e)
	if !ok {
		return false
	}
	b.require(l)
	lo, hi, ok := clipSaturating(iv, l.col)
	if !ok { // empty
		lo, hi = 1, 0
	}
	if outside {
		if ok {
			b.order = append(b.order, &rangeStage{leaf: l, lo: lo, hi: hi, outside: true})
		}
		return true
	}
	r := b.ranges[l.key()]
	if r == nil {
		r = &rangeStage{leaf: l, lo: l.col.Min, hi: l.col.Max}
		b.ranges[l.key()] = r
		b.order = append(b.order, r)
	}
	r.lo, r.hi = max(r.lo, lo), min(r.hi, hi)
	return true
}

// clipSaturating intersects with the column's values; false when nothing is left.
func clipSaturating(a Interval, c *field.Column) (lo, hi int64, ok bool) {
	col := Between(c.Min, c.Max)
	if a.Lo.Cmp(a.Hi) > 0 || a.Hi.Cmp(col.Lo) < 0 || a.Lo.Cmp(col.Hi) > 0 {
		return 0, 0, false
	}
	a = a.Clip(col)
	lo, hi, _ = a.Int64()
	return lo, hi, true
}

// empty reports a stage no tuple passes.
func (r *rangeStage) empty() bool {
	all := r.lo <= r.leaf.col.Min && r.hi >= r.leaf.col.Max
	return !r.outside && r.lo > r.hi || r.outside && all
}

// full reports a stage every tuple passes.
func (r *rangeStage) full() bool {
	return !r.outside && r.lo <= r.leaf.col.Min && r.hi >= r.leaf.col.Max
}

// rangeOf recognises a conjunct that restricts one integer column to an
// interval of its values, or excludes one.
func (s *scope) rangeOf(e ir.Expr) (l *leaf, iv Interval, outside, ok bool) {
	one := Between(1, 1)
	switch e := e.(type) {
	case *ir.Attr, *ir.Access:
		if l, ok = s.integral(e); ok && e.Type().Kind == ir.Bool {
			return l, one, false, true
		}
	case *ir.Call:
		switch {
		case e.Op == ir.Not:
			if l, ok = s.integral(e.Args[0]); ok && e.Args[0].Type().Kind == ir.Bool {
				return l, Between(0, 0), false, true
			}
		case e.Op.Comparison():
			return s.comparisonRange(e)
		}
	}
	return nil, Interval{}, false, false
}

// integral resolves a column whose values or codes are 64-bit integers and not
// strings.
func (s *scope) integral(e ir.Expr) (*leaf, bool) {
	l, ok := s.resolve(e)
	if !ok || !l.col.Integral() || l.col.Dict != nil {
		return nil, false
	}
	return l, true
}

func (s *scope) comparisonRange(e *ir.Call) (l *leaf, iv Interval, outside, ok bool) {
	op, x, y := e.Op, e.Args[0], e.Args[1]
	if _, isConst := x.(*ir.Const); isConst {
		op, x, y = mirror(op), y, x
	}
	c, isConst := y.(*ir.Const)
	if !isConst || !c.Val.Valid || c.Val.Type.Float() || c.Val.Type.Text() {
		return nil, Interval{}, false, false
	}
	l, mul, ok := s.peel(x)
	if !ok {
		return nil, Interval{}, false, false
	}
	iv, outside = solve(op, mul, c.Val.Int)
	return l, iv, outside, true
}

// peel looks through casts that multiply a column's integer by a constant: value
// = column * mul. The casts must be proved not to fail.
func (s *scope) peel(e ir.Expr) (l *leaf, mul int128.Int, ok bool) {
	if l, ok = s.integral(e); ok {
		return l, int128.Of(1), true
	}
	c, isCast := e.(*ir.Cast)
	if !isCast {
		return nil, mul, false
	}
	if l, mul, ok = s.peel(c.X); !ok {
		return nil, mul, false
	}
	from, to := c.X.Type(), c.T
	scalable := func(t ir.Type) bool { return t.Integer() || t.Kind == ir.Decimal }
	var by int128.Int
	switch {
	case scalable(from) && scalable(to) && to.Scale >= from.Scale:
		by = int128.Pow10(int(to.Scale - from.Scale))
	case from.Kind == ir.Date && to.Kind == ir.Timestamp:
		by = int128.Of(86400 * 1000000)
		if !Between(l.col.Min, l.col.Max).Within(Between(-106751990, 106751990)) {
			return nil, mul, false
		}
	default:
		return nil, mul, false
	}
	mul, exact := mul.Mul(by)
	iv, exact2 := Between(l.col.Min, l.col.Max).Mul(Interval{Lo: mul, Hi: mul})
	return l, mul, exact && exact2 && iv.Within(typeInterval(to))
}

// solve returns the integers v with v*mul op c, or the one excluded.
func solve(op ir.Op, mul, c int128.Int) (iv Interval, outside bool) {
	q, r := c.QuoRem(mul)
	floor, ceil := q, q
	switch r.Sign() {
	case -1:
		floor = q.AddWrap(int128.Of(-1))
	case 1:
		ceil = q.AddWrap(int128.Of(1))
	}
	least, most := int128.Int{Hi: math.MinInt64}, int128.Int{Hi: math.MaxInt64, Lo: math.MaxUint64}
	none := Interval{Lo: int128.Of(1), Hi: int128.Of(0)}
	switch op {
	case ir.Eq, ir.Ne:
		if iv = (Interval{Lo: q, Hi: q}); !r.IsZero() {
			iv = none
		}
		return iv, op == ir.Ne
	case ir.Lt:
		hi, ok := ceil.Sub(int128.Of(1))
		if !ok {
			return none, false
		}
		return Interval{Lo: least, Hi: hi}, false
	case ir.Le:
		return Interval{Lo: least, Hi: floor}, false
	case ir.Gt:
		lo, ok := floor.Add(int128.Of(1))
		if !ok {
			return none, false
		}
		return Interval{Lo: lo, Hi: most}, false
	case ir.Ge:
		return Interval{Lo: ceil, Hi: most}, false
	}
	panic("vector: not a comparison: " + op.String())
}

func (r *rangeStage) text() string {
	if r.outside {
		return fmt.Sprintf("%s not in %d..%d", r.leaf.col.Name, r.lo, r.hi)
	}
	return fmt.Sprintf("%s in %d..%d", r.leaf.col.Name, r.lo, r.hi)
}

// share estimates the tuples kept.
func (r *rangeStage) share() float64 {
	c := r.leaf.col
	share := (float64(r.hi) - float64(r.lo) + 1) / (float64(c.Max) - float64(c.Min) + 1)
	if r.outside {
		return 1 - share
	}
	return share
}

// specialised returns the stage for the column's storage, in code space; nil
// when every tuple passes.
func (r *rangeStage) specialised() stage {
	c := r.leaf.col
	if c.Storage == field.I64 {
		return &codeRange[int64]{rangeStage: r, codes: c.I64, from: r.lo, span: uint64(r.hi - r.lo), width: 8}
	}
	// Base <= lo <= hi; the differences may need 64 unsigned bits.
	factor := uint64(c.Factor)
	lo, hi := (uint64(r.lo)-uint64(c.Base))/factor, (uint64(r.hi)-uint64(c.Base))/factor
	if lo*factor != uint64(r.lo)-uint64(c.Base) {
		lo++
	}
	if lo > hi {
		if r.outside {
			return nil
		}
		return noneStage{}
	}
	switch c.Storage {
	case field.U8:
		return &codeRange[uint8]{r, c.U8, uint8(lo), hi - lo, 1}
	case field.U16:
		return &codeRange[uint16]{r, c.U16, uint16(lo), hi - lo, 2}
	}
	return &codeRange[uint32]{r, c.U32, uint32(lo), hi - lo, 4}
}

// codeRange runs a rangeStage on the codes of a column.
type codeRange[T kernel.Word] struct {
	*rangeStage
	codes []T
	from  T
	span  uint64
	width float64
}

func (s *codeRange[T]) first(f *Frame, dst []int32) []int32 {
	slot := &f.Slots[s.leaf.slot]
	switch {
	case slot.Dense && s.outside:
		return dst[:kernel.OutsideSel(dst, s.codes[slot.Base:int(slot.Base)+f.N], s.from, s.span)]
	case slot.Dense:
		return dst[:kernel.RangeSel(dst, s.codes[slot.Base:int(slot.Base)+f.N], s.from, s.span)]
	}
	return dst[:selectAhead(s.codes, dst, slot.Pos[:f.N], func(dst, pos []int32) int {
		if s.outside {
			return kernel.OutsideSelPos(dst, pos, s.codes, s.from, s.span)
		}
		return kernel.RangeSelPos(dst, pos, s.codes, s.from, s.span)
	})]
}

func (s *codeRange[T]) refine(f *Frame, sel []int32) []int32 {
	slot := &f.Slots[s.leaf.slot]
	switch {
	case slot.Dense && s.outside:
		return sel[:kernel.OutsideRefine(sel, sel, s.codes[slot.Base:], s.from, s.span)]
	case slot.Dense:
		return sel[:kernel.RangeRefine(sel, sel, s.codes[slot.Base:], s.from, s.span)]
	}
	return sel[:refineAhead(s.codes, sel, slot.Pos, func(dst, sel []int32) int {
		if s.outside {
			return kernel.OutsideRefinePos(dst, sel, slot.Pos, s.codes, s.from, s.span)
		}
		return kernel.RangeRefinePos(dst, sel, slot.Pos, s.codes, s.from, s.span)
	})]
}

func (s *codeRange[T]) rank() float64  { return (1 + s.width/8) / (1.01 - s.share()) }
func (s *codeRange[T]) String() string { return s.text() }
