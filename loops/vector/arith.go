package vector

import (
	"math"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// ints are the unchecked 64-bit kernels of an operator by operand shape.
type ints struct {
	vv func(dst, a, b []int64)
	vc func(dst, a []int64, c int64)
	cv func(dst []int64, c int64, a []int64)
}

var intKernels = map[ir.Op]ints{
	ir.Add: {simd.AddVV, simd.AddVC, func(dst []int64, c int64, a []int64) { simd.AddVC(dst, a, c) }},
	ir.Sub: {simd.SubVV, func(dst, a []int64, c int64) { simd.AddVC(dst, a, -c) }, simd.SubCV},
	ir.Mul: {simd.MulVV, simd.MulVC, func(dst []int64, c int64, a []int64) { simd.MulVC(dst, a, c) }},
}

// thirtyTwo bounds operands whose product a 32-bit multiplication gives.
var thirtyTwo = Between(math.MinInt32, math.MaxInt32)

// checked are the kernels that report values outside [lo, hi].
type checked struct {
	vv func(dst, a, b []int64, lo, hi int64) bool
	vc func(dst, a []int64, c, lo, hi int64) bool
	cv func(dst []int64, c int64, a []int64, lo, hi int64) bool
}

var checkedKernels = map[ir.Op]checked{
	ir.Add: {kernel.AddCheckedVV, kernel.AddCheckedVC, func(dst []int64, c int64, a []int64, lo, hi int64) bool {
		return kernel.AddCheckedVC(dst, a, c, lo, hi)
	}},
	ir.Sub: {kernel.SubCheckedVV, kernel.SubCheckedVC, kernel.SubCheckedCV},
	ir.Mul: {kernel.MulCheckedVV, kernel.MulCheckedVC, func(dst []int64, c int64, a []int64, lo, hi int64) bool {
		return kernel.MulCheckedVC(dst, a, c, lo, hi)
	}},
}

// wides are the 128-bit kernels.
var wideKernels = map[ir.Op]func(dst, a, b []int128.Int, lo, hi int128.Int) bool{
	ir.Add: kernel.AddWideVV, ir.Sub: kernel.SubWideVV, ir.Mul: kernel.MulWideVV,
}

// arith builds a binary arithmetic operator. On integers the interval of the
// exact result decides: unchecked 64-bit when it is inside the type and the lane,
// checked 64-bit when the type fits the lane, 128-bit otherwise.
func (s *scope) arith(e *ir.Call, x, y *Node) *Node {
	switch {
	case e.T.Float() && e.Op == ir.IntDiv:
		return s.boxed(e, []*Node{x, y})
	case e.T.Float():
		return s.arithFloat(e, x, y)
	case e.Op == ir.Div, e.Op == ir.IntDiv, e.Op == ir.Mod:
		return s.divide(e, x, y)
	case !finiteDates(x) || !finiteDates(y):
		return s.boxed(e, []*Node{x, y})
	}
	iv, exact := combine(e.Op, x.iv, y.iv)
	limit := typeInterval(e.T)
	if e.T.Kind == ir.Date { // an infinite date as a result is an error
		limit = finite(e.T)
		if exact && !iv.Within(limit) {
			return s.boxed(e, []*Node{x, y})
		}
	}
	proved := exact && iv.Within(limit)
	if !exact {
		iv = limit
	}
	iv = iv.Clip(limit)
	t := e.T.WithNull(x.typ.Null || y.typ.Null)
	narrow := x.lane == Ints && y.lane == Ints
	switch {
	case narrow && iv.Fits64():
		return s.arith64(e.Op, x, y, t, iv, limit, proved)
	case narrow && e.Op == ir.Mul && proved:
		return s.mulWidening(x, y, t, iv)
	}
	return s.arith128(e.Op, s.widen(x), s.widen(y), t, iv, limit, proved)
}

// finiteDates reports that x is not a date, or one proved finite.
func finiteDates(x *Node) bool {
	return x.typ.Kind != ir.Date || x.iv.Within(finite(x.typ))
}

// combine is interval arithmetic; false when a bound leaves 128 bits.
func combine(op ir.Op, a, b Interval) (Interval, bool) {
	switch op {
	case ir.Add:
		return a.Add(b)
	case ir.Sub:
		return a.Sub(b)
	case ir.Mul:
		return a.Mul(b)
	}
	panic("vector: no interval arithmetic for " + op.String())
}

// arith64 builds the 64-bit form, iv being inside 64 bits. When not proved, a
// result outside the part of limit that fits 64 bits is outside limit: for uint64,
// the only type that is wider, iv bounds the result from above.
func (s *scope) arith64(op ir.Op, x, y *Node, t ir.Type, iv, limit Interval, proved bool) *Node {
	n := s.newNode(t, Ints, s.block)
	n.iv, n.fails = iv, x.fails || y.fails || !proved
	c, yc := y.int64Const()
	d, xc := x.int64Const()
	if proved {
		k := intKernels[op]
		if op == ir.Mul && x.iv.Within(thirtyTwo) && y.iv.Within(thirtyTwo) {
			k.vv = simd.MulVV32
		}
		direct := func(*Frame) bool { return false }
		switch {
		case yc && !xc:
			base, factor := affineOf(op, c, false)
			direct = n.affine(x, base, factor)
		case xc && !yc:
			base, factor := affineOf(op, d, true)
			direct = n.affine(y, base, factor)
		}
		n.run = func(f *Frame) {
			if direct(f) {
				return
			}
			a, b := x.Eval(f), y.Eval(f)
			out := n.start(f)
			switch {
			case yc:
				k.vc(out.I, a.I, c)
			case xc:
				k.cv(out.I, d, b.I)
			default:
				k.vv(out.I, a.I, b.I)
			}
			n.strict(f, a.Null, b.Null)
		}
		return n
	}
	lo, hi, _ := limit.Clip(Between(math.MinInt64, math.MaxInt64)).Int64()
	k := checkedKernels[op]
	n.run = func(f *Frame) {
		a, b := x.Eval(f), y.Eval(f)
		out := n.start(f)
		var bad bool
		switch {
		case yc:
			bad = k.vc(out.I, a.I, c, lo, hi)
		case xc:
			bad = k.cv(out.I, d, b.I, lo, hi)
		default:
			bad = k.vv(out.I, a.I, b.I, lo, hi)
		}
		if n.strict(f, a.Null, b.Null); bad {
			n.blame(f, op, func(t int) (int128.Int, int128.Int) { return int128.Of(a.I[t]), int128.Of(b.I[t]) })
		}
	}
	return n
}

// affineOf returns base and factor of x op c, or of c op x where c is first.
func affineOf(op ir.Op, c int64, first bool) (base, factor int64) {
	switch {
	case op == ir.Mul:
		return 0, c
	case op == ir.Add:
		return c, 1
	case first:
		return c, -1
	}
	return -c, 1
}

// mulWidening builds the product of two 64-bit lanes that needs 128 bits and
// cannot leave the type.
func (s *scope) mulWidening(x, y *Node, t ir.Type, iv Interval) *Node {
	n := s.newNode(t, Wides, s.block)
	n.iv, n.fails = iv, x.fails || y.fails
	n.run = func(f *Frame) {
		a, b := x.Eval(f), y.Eval(f)
		kernel.MulWideningVV(n.start(f).W, a.I, b.I)
		n.strict(f, a.Null, b.Null)
	}
	return n
}

// arith128 builds the 128-bit form.
func (s *scope) arith128(op ir.Op, x, y *Node, t ir.Type, iv, limit Interval, proved bool) *Node {
	n := s.newNode(t, Wides, s.block)
	n.iv, n.fails = iv, x.fails || y.fails || !proved
	k := wideKernels[op]
	n.run = func(f *Frame) {
		a, b := x.Eval(f), y.Eval(f)
		bad := k(n.start(f).W, a.W, b.W, limit.Lo, limit.Hi)
		if n.strict(f, a.Null, b.Null); bad && !proved {
			n.blame(f, op, func(t int) (int128.Int, int128.Int) { return a.W[t], b.W[t] })
		}
	}
	if iv.Fits64() {
		return s.narrow(n)
	}
	return n
}

// blame looks for the tuple that a checked kernel complained of, among those
// that are not NULL, and fails the frame when there is one.
func (n *Node) blame(f *Frame, op ir.Op, operands func(t int) (int128.Int, int128.Int)) {
	limit := typeInterval(n.typ)
	for t := range f.N {
		if n.out.IsNull(t) {
			continue
		}
		x, y := operands(t)
		r, ok := combine(op, Interval{Lo: x, Hi: x}, Interval{Lo: y, Hi: y})
		if !ok || !r.Within(limit) {
			f.fail(op.String(), "overflow of "+n.typ.NotNull().String())
			return
		}
	}
}

// widen returns x in 128 bits.
func (s *scope) widen(x *Node) *Node {
	if x.lane == Wides {
		return x
	}
	n := s.newNode(x.typ, Wides, s.block)
	n.iv, n.fails, n.konst = x.iv, x.fails, x.konst
	n.run = func(f *Frame) {
		a := x.Eval(f)
		kernel.WidenWide(n.start(f).W, a.I)
		n.out.Null = a.Null
	}
	return n
}

// narrow returns x, whose interval fits, in 64 bits.
func (s *scope) narrow(x *Node) *Node {
	n := s.newNode(x.typ, Ints, s.block)
	n.iv, n.fails = x.iv, x.fails
	n.run = func(f *Frame) {
		a := x.Eval(f)
		kernel.NarrowWide(n.start(f).I, a.W)
		n.out.Null = a.Null
	}
	return n
}

// sign builds negation and absolute value: 0 - x, and a boxed form for the
// latter unless the sign is known.
func (s *scope) sign(e *ir.Call, x *Node) *Node {
	t := e.T.WithNull(x.typ.Null)
	if e.T.Float() {
		n := s.newNode(t, Floats, s.block)
		n.fails = x.fails
		k := kernel.NegV[float64]
		if e.Op == ir.Abs {
			k = kernel.AbsFloatV
		}
		n.run = func(f *Frame) {
			a := x.Eval(f)
			k(n.start(f).F, a.F)
			n.out.Null = a.Null
		}
		return n
	}
	if e.Op == ir.Neg {
		zero := s.constant(ir.IntValue(x.typ, 0))
		return s.arith(&ir.Call{Op: ir.Sub, T: e.T}, zero, x)
	}
	iv, exact := x.iv.Abs()
	if x.iv.Lo.Sign() >= 0 {
		return alias(x, t, iv)
	}
	if x.lane != Ints || !exact || !iv.Within(typeInterval(e.T)) || !iv.Fits64() {
		return s.boxed(e, []*Node{x})
	}
	n := s.newNode(t, Ints, s.block)
	n.iv, n.fails = iv, x.fails
	n.run = func(f *Frame) {
		a := x.Eval(f)
		kernel.AbsV(n.start(f).I, a.I)
		n.out.Null = a.Null
	}
	return n
}

// floats are the float kernels of an operator by operand shape.
var floatKernels = map[ir.Op]func(dst, a, b []float64){
	ir.Add: simd.AddF64VV, ir.Sub: simd.SubF64VV, ir.Mul: simd.MulF64VV,
	ir.Div: kernel.DivVV, ir.Mod: kernel.ModFloatVV,
}

// arithFloat builds float arithmetic; Float32 results are rounded to single
// precision.
func (s *scope) arithFloat(e *ir.Call, x, y *Node) *Node {
	n := s.newNode(e.T.WithNull(x.typ.Null || y.typ.Null), Floats, s.block)
	n.fails = x.fails || y.fails
	k := floatKernels[e.Op]
	single := e.T.Kind == ir.Float32
	n.run = func(f *Frame) {
		a, b := x.Eval(f), y.Eval(f)
		out := n.start(f)
		k(out.F, a.F, b.F)
		if single {
			for t, v := range out.F {
				out.F[t] = eval.Round(v, n.typ)
			}
		}
		n.strict(f, a.Null, b.Null)
	}
	return n
}
