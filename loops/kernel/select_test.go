package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

var lengths = []int{0, 1, 2, 3, 7, 31, 64, 65, 1000, 2048}

// trial is random input of one length: a column of more values than tuples,
// positions into it, a selection, a validity bitmap.
type trial struct {
	r     *rand.Rand
	n     int
	pos   []int32 // never negative
	outer []int32 // sometimes negative
	sel   []int32
	bits  []uint64
	base  int
}

func trials(f func(tr trial)) {
	for i, n := range lengths {
		for seed := range uint64(5) {
			tr := trial{r: rand.New(rand.NewPCG(seed, uint64(i))), n: n, base: int(seed) * 13}
			for t := range n {
				p := int32(tr.r.IntN(n))
				tr.pos = append(tr.pos, p)
				if tr.r.IntN(3) == 0 {
					p = -1
				}
				tr.outer = append(tr.outer, p)
				if tr.r.IntN(3) > 0 {
					tr.sel = append(tr.sel, int32(t))
				}
			}
			for range (n+tr.base)/64 + 1 {
				tr.bits = append(tr.bits, tr.r.Uint64())
			}
			f(tr)
		}
	}
}

// values returns n random values below limit.
func values[T Word](tr trial, limit int64) []T {
	out := make([]T, tr.n)
	for t := range out {
		out[t] = T(tr.r.Int64N(limit))
	}
	return out
}

func (tr trial) all() []int32 {
	out := make([]int32, tr.n)
	for t := range out {
		out[t] = int32(t)
	}
	return out
}

// keep is the definition of a selection kernel.
func keep(sel []int32, pred func(t int32) bool) []int32 {
	out := []int32{}
	for _, t := range sel {
		if pred(t) {
			out = append(out, t)
		}
	}
	return out
}

// expect runs a kernel, into a buffer of its own or over the selection itself.
func expect(t *testing.T, name string, sel []int32, pred func(t int32) bool, run func(dst, sel []int32) int) {
	t.Helper()
	want := keep(sel, pred)
	dst := make([]int32, len(sel))
	if got := dst[:run(dst, sel)]; !slices.Equal(got, want) {
		t.Fatalf("%s of %d: %v, want %v", name, len(sel), got, want)
	}
	own := slices.Clone(sel)
	if got := own[:run(own, own)]; !slices.Equal(got, want) {
		t.Fatalf("%s of %d in place: %v, want %v", name, len(sel), got, want)
	}
}

func testRanges[T Word](t *testing.T, limit int64) {
	trials(func(tr trial) {
		a := values[T](tr, limit)
		from := tr.r.Int64N(limit)
		lo, span := T(from), uint64(tr.r.Int64N(limit-from))
		in := func(x T) bool { return x >= lo && uint64(x)-uint64(lo) <= span }
		dense := func(i int32) bool { return in(a[i]) }
		at := func(i int32) bool { return in(a[tr.pos[i]]) }
		not := func(f func(int32) bool) func(int32) bool { return func(i int32) bool { return !f(i) } }
		expect(t, "RangeSel", tr.all(), dense, func(d, _ []int32) int { return RangeSel(d, a, lo, span) })
		expect(t, "RangeRefine", tr.sel, dense, func(d, s []int32) int { return RangeRefine(d, s, a, lo, span) })
		expect(t, "RangeSelPos", tr.all(), at, func(d, _ []int32) int { return RangeSelPos(d, tr.pos, a, lo, span) })
		expect(t, "RangeRefinePos", tr.sel, at, func(d, s []int32) int { return RangeRefinePos(d, s, tr.pos, a, lo, span) })
		expect(t, "OutsideSel", tr.all(), not(dense), func(d, _ []int32) int { return OutsideSel(d, a, lo, span) })
		expect(t, "OutsideRefine", tr.sel, not(dense), func(d, s []int32) int { return OutsideRefine(d, s, a, lo, span) })
		expect(t, "OutsideSelPos", tr.all(), not(at), func(d, _ []int32) int { return OutsideSelPos(d, tr.pos, a, lo, span) })
		expect(t, "OutsideRefinePos", tr.sel, not(at), func(d, s []int32) int { return OutsideRefinePos(d, s, tr.pos, a, lo, span) })
	})
}

func TestRanges(t *testing.T) {
	testRanges[uint8](t, 1<<8)
	testRanges[uint16](t, 1<<16)
	testRanges[uint32](t, 1<<32)
	testRanges[int64](t, 1<<62)
}

func testTables[T Code](t *testing.T) {
	trials(func(tr trial) {
		a := values[T](tr, 200)
		tab := make([]uint8, 200)
		for i := range tab {
			tab[i] = uint8(tr.r.IntN(2))
		}
		dense := func(i int32) bool { return tab[a[i]] == 1 }
		at := func(i int32) bool { return tab[a[tr.pos[i]]] == 1 }
		expect(t, "TableSel", tr.all(), dense, func(d, _ []int32) int { return TableSel(d, a, tab) })
		expect(t, "TableRefine", tr.sel, dense, func(d, s []int32) int { return TableRefine(d, s, a, tab) })
		expect(t, "TableSelPos", tr.all(), at, func(d, _ []int32) int { return TableSelPos(d, tr.pos, a, tab) })
		expect(t, "TableRefinePos", tr.sel, at, func(d, s []int32) int { return TableRefinePos(d, s, tr.pos, a, tab) })
	})
}

func TestTables(t *testing.T) {
	testTables[uint8](t)
	testTables[uint16](t)
	testTables[uint32](t)
}

func testPairs[A, B Word](t *testing.T) {
	trials(func(tr trial) {
		a, b, delta := values[A](tr, 20), values[B](tr, 20), tr.r.Int64N(9)-4
		for _, c := range []struct {
			name   string
			holds  func(x, y int64) bool
			first  func(dst []int32, a []A, b []B, delta int64) int
			refine func(dst, sel []int32, a []A, b []B, delta int64) int
		}{
			{"Eq", func(x, y int64) bool { return x == y }, EqSelVV[A, B], EqRefineVV[A, B]},
			{"Ne", func(x, y int64) bool { return x != y }, NeSelVV[A, B], NeRefineVV[A, B]},
			{"Lt", func(x, y int64) bool { return x < y }, LtSelVV[A, B], LtRefineVV[A, B]},
			{"Le", func(x, y int64) bool { return x <= y }, LeSelVV[A, B], LeRefineVV[A, B]},
		} {
			pred := func(i int32) bool { return c.holds(int64(a[i])+delta, int64(b[i])) }
			expect(t, c.name+"SelVV", tr.all(), pred, func(d, _ []int32) int { return c.first(d, a, b, delta) })
			expect(t, c.name+"RefineVV", tr.sel, pred, func(d, s []int32) int { return c.refine(d, s, a, b, delta) })
		}
	})
}

func TestPairs(t *testing.T) {
	testPairs[uint8, uint8](t)
	testPairs[uint8, int64](t)
	testPairs[uint16, uint32](t)
	testPairs[int64, int64](t)
}

func TestMasksAndBits(t *testing.T) {
	trials(func(tr trial) {
		m := make([]uint8, tr.n)
		for i := range m {
			m[i] = uint8(tr.r.IntN(2))
		}
		set := func(i int32) bool { return m[i] == 1 }
		clear := func(i int32) bool { return m[i] == 0 }
		expect(t, "MaskSel", tr.all(), set, func(d, _ []int32) int { return MaskSel(d, m) })
		expect(t, "MaskRefine", tr.sel, set, func(d, s []int32) int { return MaskRefine(d, s, m) })
		expect(t, "MaskRefineNot", tr.sel, clear, func(d, s []int32) int { return MaskRefineNot(d, s, m) })
		picked := make([]uint8, len(tr.sel)) // the same mask, over the selection
		for k, i := range tr.sel {
			picked[k] = m[i]
		}
		expect(t, "PickRefine", tr.sel, set, func(d, s []int32) int { return PickRefine(d, s, picked) })
		expect(t, "PickRefineNot", tr.sel, clear, func(d, s []int32) int { return PickRefineNot(d, s, picked) })
		present := func(i int32) bool { return tr.outer[i] >= 0 }
		expect(t, "PresentSel", tr.all(), present, func(d, _ []int32) int { return PresentSel(d, tr.outer) })
		expect(t, "PresentRefine", tr.sel, present, func(d, s []int32) int { return PresentRefine(d, s, tr.outer) })
		expect(t, "AllSel", tr.all(), func(int32) bool { return true }, func(d, _ []int32) int { return AllSel(d) })

		bit := func(i int) uint64 { return tr.bits[i/64] >> (i % 64) & 1 }
		for want := range uint64(2) {
			dense := func(i int32) bool { return bit(tr.base+int(i)) == want }
			at := func(i int32) bool { return bit(int(tr.pos[i])) == want }
			expect(t, "ValidSel", tr.all(), dense, func(d, _ []int32) int { return ValidSel(d, tr.n, tr.bits, tr.base, want) })
			expect(t, "ValidRefine", tr.sel, dense, func(d, s []int32) int { return ValidRefine(d, s, tr.bits, tr.base, want) })
			expect(t, "ValidSelPos", tr.all(), at, func(d, _ []int32) int { return ValidSelPos(d, tr.pos, tr.bits, want) })
			expect(t, "ValidRefinePos", tr.sel, at, func(d, s []int32) int { return ValidRefinePos(d, s, tr.pos, tr.bits, want) })
		}
	})
}
