package vector

import (
	"math"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel"
)

// orderedKernels compare lanes in Go's order.
type orderedKernels[T kernel.Ordered] struct {
	vv func(dst []uint8, a, b []T)
	vc func(dst []uint8, a []T, c T)
}

func ordered[T kernel.Ordered](op ir.Op) orderedKernels[T] {
	switch op {
	case ir.Eq:
		return orderedKernels[T]{kernel.EqMaskVV[T], kernel.EqMaskVC[T]}
	case ir.Ne:
		return orderedKernels[T]{kernel.NeMaskVV[T], kernel.NeMaskVC[T]}
	case ir.Lt:
		return orderedKernels[T]{kernel.LtMaskVV[T], kernel.LtMaskVC[T]}
	case ir.Le:
		return orderedKernels[T]{kernel.LeMaskVV[T], kernel.LeMaskVC[T]}
	case ir.Gt:
		return orderedKernels[T]{func(dst []uint8, a, b []T) { kernel.LtMaskVV(dst, b, a) }, kernel.GtMaskVC[T]}
	case ir.Ge:
		return orderedKernels[T]{func(dst []uint8, a, b []T) { kernel.LeMaskVV(dst, b, a) }, kernel.GeMaskVC[T]}
	}
	panic("vector: not a comparison: " + op.String())
}

// mirror is the comparison with its operands exchanged.
func mirror(op ir.Op) ir.Op {
	switch op {
	case ir.Lt:
		return ir.Gt
	case ir.Le:
		return ir.Ge
	case ir.Gt:
		return ir.Lt
	case ir.Ge:
		return ir.Le
	}
	return op
}

func floatCompare(op ir.Op) func(dst []uint8, a, b []float64) {
	switch op {
	case ir.Eq:
		return kernel.EqFloatVV
	case ir.Ne:
		return kernel.NeFloatVV
	case ir.Lt:
		return kernel.LtFloatVV
	case ir.Le:
		return kernel.LeFloatVV
	case ir.Gt:
		return func(dst []uint8, a, b []float64) { kernel.LtFloatVV(dst, b, a) }
	case ir.Ge:
		return func(dst []uint8, a, b []float64) { kernel.LeFloatVV(dst, b, a) }
	}
	panic("vector: not a comparison: " + op.String())
}

func wideCompare(op ir.Op) func(dst []uint8, a, b []int128.Int) {
	switch op {
	case ir.Eq:
		return kernel.EqWideVV
	case ir.Ne:
		return kernel.NeWideVV
	case ir.Lt:
		return kernel.LtWideVV
	case ir.Le:
		return kernel.LeWideVV
	case ir.Gt:
		return func(dst []uint8, a, b []int128.Int) { kernel.LtWideVV(dst, b, a) }
	case ir.Ge:
		return func(dst []uint8, a, b []int128.Int) { kernel.LeWideVV(dst, b, a) }
	}
	panic("vector: not a comparison: " + op.String())
}

// compare builds = <> < <= > >=. Codes of one dictionary compare as integers,
// for dictionaries are ascending.
func (s *scope) compare(e *ir.Call, x, y *Node) *Node {
	op := e.Op
	if x.konst != nil && y.konst == nil {
		x, y, op = y, x, mirror(op)
	}
	x, y = s.unscaled(op, x, y)
	n := s.newNode(ir.Of(ir.Bool).WithNull(x.typ.Null || y.typ.Null), Bools, s.block)
	n.fails = x.fails || y.fails
	if x.lane == Codes && y.lane == Codes && x.dict != y.dict {
		x, y = s.text(x), s.text(y)
	}
	switch {
	case x.lane == Codes && y.lane == Codes, x.lane == Ints && y.lane == Ints:
		k := ordered[int64](op)
		c, isConst := y.int64Const()
		n.run = func(f *Frame) {
			a, b := x.Eval(f), y.Eval(f)
			if out := n.start(f); isConst {
				k.vc(out.B, a.I, c)
			} else {
				k.vv(out.B, a.I, b.I)
			}
			n.strict(f, a.Null, b.Null)
		}
	case x.lane == Bools:
		k := ordered[uint8](op)
		n.run = func(f *Frame) {
			a, b := x.Eval(f), y.Eval(f)
			k.vv(n.start(f).B, a.B, b.B)
			n.strict(f, a.Null, b.Null)
		}
	case x.lane == Floats:
		k := floatCompare(op)
		n.run = func(f *Frame) {
			a, b := x.Eval(f), y.Eval(f)
			k(n.start(f).B, a.F, b.F)
			n.strict(f, a.Null, b.Null)
		}
	case x.lane == Strings || x.lane == Codes:
		s.compareStrings(n, op, s.text(x), s.text(y))
	default:
		x, y := s.widen(x), s.widen(y)
		k := wideCompare(op)
		n.run = func(f *Frame) {
			a, b := x.Eval(f), y.Eval(f)
			k(n.start(f).B, a.W, b.W)
			n.strict(f, a.Null, b.Null)
		}
	}
	return n
}

// nullSafe builds is (not) distinct from: an equality that is never NULL.
func (s *scope) nullSafe(e *ir.Call, x, y *Node) *Node {
	eq := s.compare(&ir.Call{Op: ir.Eq, T: e.T}, x, y)
	n := s.newNode(ir.Of(ir.Bool), Bools, s.block)
	n.fails = eq.fails
	distinct := uint8(b2i(e.Op == ir.Distinct))
	n.run = func(f *Frame) {
		a, b := x.Eval(f), y.Eval(f)
		out := n.start(f)
		copy(out.B, eq.Eval(f).B) // 0 where an operand is NULL
		if a.Null != nil && b.Null != nil {
			for t := range out.B {
				out.B[t] |= a.Null[t] & b.Null[t]
			}
		}
		if distinct != 0 {
			kernel.NotMask(out.B, out.B)
		}
	}
	return n
}

// extreme builds least and greatest; with NULLs, which are ignored, or lanes
// other than 64-bit integers they go value by value.
func (s *scope) extreme(e *ir.Call, args []*Node) *Node {
	k := kernel.MinVV
	if e.Op == ir.Greatest {
		k = kernel.MaxVV
	}
	n := s.newNode(e.T.NotNull(), Ints, s.block)
	n.iv = resultInterval(e, args)
	for _, a := range args {
		if a.lane != Ints || a.typ.Null {
			return s.boxed(e, args)
		}
		n.fails = n.fails || a.fails
	}
	n.run = func(f *Frame) {
		out := n.start(f)
		copy(out.I, args[0].Eval(f).I)
		for _, a := range args[1:] {
			k(out.I, out.I, a.Eval(f).I)
		}
	}
	return n
}

// unscaled returns operands that compare as x and y do, in 64 bits where x is scaled to more and y is constant.
//
//	x·100 < 250  as  x < 3        x·100 <= 250  as  x <= 2
func (s *scope) unscaled(op ir.Op, x, y *Node) (*Node, *Node) {
	if x.scaled == nil || y.konst == nil || !y.konst.Valid || y.lane == Floats {
		return x, y
	}
	q, r := y.konst.Int.QuoRem(int128.Of(x.by))
	c, fits := q.Int64()
	switch {
	case !fits, c == math.MinInt64, c == math.MaxInt64:
		return x, y
	case r.Sign() == 0:
	case op == ir.Eq, op == ir.Ne:
		return x, y
	case r.Sign() > 0 && (op == ir.Lt || op == ir.Ge): // up
		c++
	case r.Sign() < 0 && (op == ir.Le || op == ir.Gt): // down
		c--
	}
	return x.scaled, s.constant(ir.Value{Type: x.scaled.typ.NotNull(), Valid: true, Int: int128.Of(c)})
}

func (s *scope) compareStrings(n *Node, op ir.Op, x, y *Node) {
	k := ordered[string](op)
	if y.konst != nil && y.konst.Valid {
		c := y.konst.Str
		n.run = func(f *Frame) {
			a := x.Eval(f)
			k.vc(n.start(f).B, a.S, c)
			n.strict(f, a.Null, nil)
		}
		return
	}
	n.run = func(f *Frame) {
		a, b := x.Eval(f), y.Eval(f)
		k.vv(n.start(f).B, a.S, b.S)
		n.strict(f, a.Null, b.Null)
	}
}

// text returns a varchar node in the Strings lane.
func (s *scope) text(x *Node) *Node {
	if x.lane == Strings {
		return x
	}
	n := s.newNode(x.typ, Strings, s.block)
	n.fails, n.konst = x.fails, x.konst
	n.run = func(f *Frame) {
		a := x.Eval(f)
		out := n.start(f)
		n := uint64(a.Dict.Len())
		for t, c := range a.I {
			out.S[t] = ""
			if uint64(c) < n { // the code of a NULL may be none
				out.S[t] = a.Dict.Str(int(c))
			}
		}
		out.Null = a.Null
	}
	return n
}
