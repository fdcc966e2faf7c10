package loops

import (
	"math"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/vector"
	"github.com/reffine-db/reffine/spaces"
)

// span recognises the integers between bounds that are known at each coordinate: conjuncts it >= e and it < e
// are all that says something of the iterator, and one e is a constant from 0 on, so that the loops can take It for a
// position. It returns the other conjuncts too, and nil otherwise.
func (b *builder) span(it ir.Iterator, conj []ir.Expr, sp spaces.Space) (s *Span, rest []ir.Expr) {
	s = &Span{It: it.Name, Space: sp}
	natural := false
	for _, c := range conj {
		if !hasIterator(c, it.Name) {
			rest = append(rest, c)
			continue
		}
		call, ok := c.(*ir.Call)
		if !ok || len(call.Args) != 2 || sliceBound(c, it.Name) {
			return nil, nil
		}
		x, ok := call.Args[0].(*ir.Iter)
		if e := call.Args[1]; !ok || x.Name != it.Name || !e.Type().Integer() || hasIterator(e, it.Name) {
			return nil, nil
		}
		bound := b.scalar(call.Args[1])
		switch call.Op {
		case ir.Ge:
			if k, ok := bound.(*ir.Const); ok && k.Val.Valid && k.Val.Int.Sign() >= 0 {
				natural = true
			}
			s.Lo = append(s.Lo, bound)
		case ir.Lt:
			s.Hi = append(s.Hi, bound)
		default:
			return nil, nil
		}
	}
	if !natural || len(s.Hi) == 0 {
		return nil, nil
	}
	return s, rest
}

func hasIterator(e ir.Expr, name string) bool {
	free := map[string]bool{}
	ir.FreeIters(e, free)
	return free[name]
}

// span turns a tuple into one for each integer of its span.
func (w *worker) span(s *Span, where []ir.Expr) (func(push) push, error) {
	var lows, highs []*vector.Node
	for i, e := range append(append([]ir.Expr{}, s.Lo...), s.Hi...) {
		n, err := w.compiler.Expr(e)
		if err != nil {
			return nil, err
		}
		if n.Lane() != vector.Ints {
			return nil, &Refusal{"LOOPS", "a span of more than 64 bits"}
		}
		if i < len(s.Lo) {
			lows = append(lows, n)
		} else {
			highs = append(highs, n)
		}
	}
	lo, hi := w.ints(w.block), w.ints(w.block)
	return w.unfold(s.It, "", nil, looseTuples, where, func(f *vector.Frame) ([]int32, []int32) {
		for t := range f.N {
			lo[t], hi[t] = 0, math.MaxInt32
		}
		for _, n := range lows {
			w.limit(f, n, func(t int, x int64) { lo[t] = max(lo[t], int32(min(x, math.MaxInt32))) }, hi)
		}
		for _, n := range highs {
			w.limit(f, n, func(t int, x int64) { hi[t] = min(hi[t], int32(max(min(x, math.MaxInt32), 0))) }, hi)
		}
		for t := range f.N {
			hi[t] = max(hi[t], lo[t])
			if hi[t] == math.MaxInt32 && w.err == nil {
				w.err = &Refusal{"LOOPS", "a span of 2^31 integers"}
			}
		}
		return lo, hi
	})
}

// limit calls set with each value of n; where there is none hi is 0.
func (w *worker) limit(f *vector.Frame, n *vector.Node, set func(t int, x int64), hi []int32) {
	v := n.Eval(f)
	for t, x := range v.I[:f.N] {
		if v.Null != nil && v.Null[t] != 0 {
			hi[t] = 0
			continue
		}
		set(t, x)
	}
}

// span calls rest at each integer of the span.
func (in *interpreter) span(s *Span, rest func() error) error {
	lo, hi := int128.Of(0), int128.Of(math.MaxInt64)
	for i, e := range append(append([]ir.Expr{}, s.Lo...), s.Hi...) {
		v, err := eval.Scalar(e, in)
		if err != nil || !v.Valid {
			return err
		}
		switch {
		case i < len(s.Lo) && v.Int.Cmp(lo) > 0:
			lo = v.Int
		case i >= len(s.Lo) && v.Int.Cmp(hi) < 0:
			hi = v.Int
		}
	}
	for ; lo.Cmp(hi) < 0; lo, _ = lo.Add(int128.Of(1)) {
		in.at[s.It], _ = lo.Int64()
		if err := rest(); err != nil {
			return err
		}
	}
	return nil
}
