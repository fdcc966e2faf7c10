package kernel

import (
	"slices"
	"testing"
)

func testReads[T Code](t *testing.T) {
	trials(func(tr trial) {
		a := values[T](tr, 250)
		for _, bf := range [][2]int64{{0, 1}, {-3, 1}, {1000, 25}} {
			base, factor := bf[0], bf[1]
			value := func(p int32) int64 {
				if p < 0 {
					return 0
				}
				return base + factor*int64(a[p])
			}
			lane(t, "GatherInt", tr.n, func(d []int64) { GatherInt(d, tr.pos, a, base, factor) }, func(i int) int64 { return value(tr.pos[i]) })
			lane(t, "GatherIntOuter", tr.n, func(d []int64) { GatherIntOuter(d, tr.outer, a, base, factor) }, func(i int) int64 { return value(tr.outer[i]) })
		}
		lane(t, "GatherOuter", tr.n, func(d []T) { GatherOuter(d, tr.outer, a) }, func(i int) T {
			if p := tr.outer[i]; p >= 0 {
				return a[p]
			}
			return 0
		})
		lane(t, "Gather", tr.n, func(d []T) { Gather(d, tr.pos, a) }, func(i int) T { return a[tr.pos[i]] })
		null := func(p int) bool { return tr.bits[p/64]>>(p%64)&1 == 0 }
		lane(t, "IndexDense", tr.n, func(d []int32) { IndexDense(d, a); IndexNulls(d, tr.bits, tr.base, 999) }, func(i int) int32 {
			if null(tr.base + i) {
				return 999
			}
			return int32(a[i])
		})
		lane(t, "IndexPos", tr.n, func(d []int32) { IndexPos(d, tr.outer, a, tr.bits, 999) }, func(i int) int32 {
			if p := tr.outer[i]; p >= 0 && !null(int(p)) {
				return int32(a[p])
			}
			return 999
		})
	})
}

func TestReads(t *testing.T) {
	testReads[uint8](t)
	testReads[uint16](t)
	testReads[uint32](t)
}

func TestMoves(t *testing.T) {
	trials(func(tr trial) {
		a := values[int64](tr, 1000)
		picked := make([]int64, len(tr.sel))
		Gather(picked, tr.sel, a)
		chosen := func(i int) bool { _, ok := slices.BinarySearch(tr.sel, int32(i)); return ok }
		want := func(i int) int64 {
			if chosen(i) {
				return a[i]
			}
			return -1
		}
		lane(t, "Scatter", tr.n, func(d []int64) { Fill(d, -1); Scatter(d, tr.sel, picked) }, want)
		lane(t, "CopySel", tr.n, func(d []int64) { Fill(d, -1); CopySel(d, tr.sel, a) }, want)
		lane(t, "Shift", len(tr.sel), func(d []int32) { Shift(d, tr.sel, 70) }, func(i int) int32 { return tr.sel[i] + 70 })
		m := make([]uint8, tr.n)
		for i := range m {
			m[i] = b2u(chosen(i))
		}
		lane(t, "Blend", tr.n, func(d []int64) { Fill(d, -1); Blend(d, m, a) }, want)
		tab := []uint8{0, 1, 1, 0, 1, 0} // values 100 to 104, and the others
		lane(t, "InTable", tr.n, func(d []uint8) { InTable(d, a, 100, tab) }, func(i int) uint8 { return b2u(a[i] == 101 || a[i] == 102 || a[i] == 104) })
	})
}

func TestNullMasks(t *testing.T) {
	trials(func(tr trial) {
		null := func(p int) uint8 { return uint8(tr.bits[p/64]>>(p%64)&1) ^ 1 }
		outer := func(i int) uint8 {
			if p := tr.outer[i]; p >= 0 {
				return null(int(p))
			}
			return 1
		}
		a, b := make([]uint8, tr.n), make([]uint8, tr.n)
		anyA := NullDense(a, tr.bits, tr.base)
		anyB := NullPos(b, tr.outer, tr.bits)
		lane(t, "NullDense", tr.n, func(d []uint8) { copy(d, a) }, func(i int) uint8 { return null(tr.base + i) })
		lane(t, "NullPos", tr.n, func(d []uint8) { copy(d, b) }, outer)
		lane(t, "NullPos without bits", tr.n, func(d []uint8) { NullPos(d, tr.outer, nil) }, func(i int) uint8 { return b2u(tr.outer[i] < 0) })
		if anyA != slices.Contains(a, 1) || anyB != slices.Contains(b, 1) || AnyMask(a) != anyA {
			t.Fatalf("any: %v %v", anyA, anyB)
		}
		lane(t, "OrMask", tr.n, func(d []uint8) { OrMask(d, a, b) }, func(i int) uint8 { return a[i] | b[i] })
		lane(t, "AndMask", tr.n, func(d []uint8) { AndMask(d, a, b) }, func(i int) uint8 { return a[i] & b[i] })
		lane(t, "AndNotMask", tr.n, func(d []uint8) { AndNotMask(d, a, b) }, func(i int) uint8 { return a[i] &^ b[i] })
		// Three values: 0, 1, and NULL, which holds 0.
		x, y := make([]uint8, tr.n), make([]uint8, tr.n)
		for i := range x {
			x[i], y[i] = uint8(i/2%2)&^a[i], uint8(i/3%2)&^b[i]
		}
		for _, bn := range [][]uint8{b, nil} {
			null := func(i int) uint8 {
				if bn == nil {
					return 0
				}
				return bn[i]
			}
			lane(t, "AndNulls", tr.n, func(d []uint8) { copy(d, a); AndNulls(d, x, bn, y) }, func(i int) uint8 { return a[i]&(null(i)|y[i]) | null(i)&x[i] })
			lane(t, "OrNulls", tr.n, func(d []uint8) { copy(d, a); OrNulls(d, x, bn, y) }, func(i int) uint8 { return (a[i] | null(i)) &^ (x[i] | y[i]) })
		}
		lane(t, "NotMask", tr.n, func(d []uint8) { NotMask(d, a) }, func(i int) uint8 { return 1 - a[i] })
	})
}

func testMasks[T Ordered](t *testing.T, vals []T) {
	var a, b []T
	for _, x := range vals {
		for _, y := range vals {
			a, b = append(a, x), append(b, y)
		}
	}
	c := vals[len(vals)/2]
	for _, op := range []struct {
		name  string
		holds func(x, y T) bool
		vv    func(dst []uint8, a, b []T)
		vc    func(dst []uint8, a []T, c T)
	}{
		{"Eq", func(x, y T) bool { return x == y }, EqMaskVV[T], EqMaskVC[T]},
		{"Ne", func(x, y T) bool { return x != y }, NeMaskVV[T], NeMaskVC[T]},
		{"Lt", func(x, y T) bool { return x < y }, LtMaskVV[T], LtMaskVC[T]},
		{"Le", func(x, y T) bool { return x <= y }, LeMaskVV[T], LeMaskVC[T]},
		{"Gt", func(x, y T) bool { return x > y }, func(d []uint8, a, b []T) { LtMaskVV(d, b, a) }, GtMaskVC[T]},
		{"Ge", func(x, y T) bool { return x >= y }, func(d []uint8, a, b []T) { LeMaskVV(d, b, a) }, GeMaskVC[T]},
	} {
		lane(t, op.name+"VV", len(a), func(d []uint8) { op.vv(d, a, b) }, func(i int) uint8 { return b2u(op.holds(a[i], b[i])) })
		lane(t, op.name+"VC", len(a), func(d []uint8) { op.vc(d, a, c) }, func(i int) uint8 { return b2u(op.holds(a[i], c)) })
	}
}

func TestMasks(t *testing.T) {
	testMasks(t, edges)
	testMasks(t, []uint8{0, 1})
	testMasks(t, []string{"", "a", "ab", "b", "é"})
}
