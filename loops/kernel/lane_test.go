package kernel

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
)

// edges are values at which 64-bit arithmetic wraps.
var edges = []int64{0, 1, -1, 2, -2, 7, 1 << 31, -1 << 31, 1 << 32, 3037000500, -3037000500, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1}

// pairs are all pairs of edges, as two lanes.
func pairs() (a, b []int64) {
	for _, x := range edges {
		for _, y := range edges {
			a, b = append(a, x), append(b, y)
		}
	}
	return a, b
}

// exact is an operation on integers without bounds.
type exact func(z, x, y *big.Int) *big.Int

// TestCheckedArithmetic compares wrapped results and verdicts, element by
// element, with exact arithmetic, for all operand shapes.
func TestCheckedArithmetic(t *testing.T) {
	a, b := pairs()
	limits := [][2]int64{{math.MinInt64, math.MaxInt64}, {-1 << 31, 1<<31 - 1}, {-999, 999}, {0, math.MaxInt64}}
	dst := make([]int64, 1)
	for i := range a {
		x, y := a[i:i+1], b[i:i+1]
		for _, l := range limits {
			lo, hi := l[0], l[1]
			for _, c := range []struct {
				name string
				op   exact
				run  []func() bool
			}{
				{"add", (*big.Int).Add, []func() bool{
					func() bool { return AddCheckedVV(dst, x, y, lo, hi) }, func() bool { return AddCheckedVC(dst, x, y[0], lo, hi) }}},
				{"sub", (*big.Int).Sub, []func() bool{
					func() bool { return SubCheckedVV(dst, x, y, lo, hi) }, func() bool { return SubCheckedVC(dst, x, y[0], lo, hi) },
					func() bool { return SubCheckedCV(dst, x[0], y, lo, hi) }}},
				{"mul", (*big.Int).Mul, []func() bool{
					func() bool { return MulCheckedVV(dst, x, y, lo, hi) }, func() bool { return MulCheckedVC(dst, x, y[0], lo, hi) }}},
			} {
				r := c.op(new(big.Int), big.NewInt(x[0]), big.NewInt(y[0]))
				bad := !r.IsInt64() || r.Int64() < lo || r.Int64() > hi
				low := new(big.Int).And(r, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
				for shape, run := range c.run {
					if got := run(); got != bad || uint64(dst[0]) != low {
						t.Fatalf("%s %d, %d in [%d, %d], shape %d: %d bad %v, want bad %v", c.name, x[0], y[0], lo, hi, shape, dst[0], got, bad)
					}
				}
			}
		}
	}
}

// lane compares a kernel's whole output with its definition.
func lane[T comparable](t *testing.T, name string, n int, run func(dst []T), want func(i int) T) {
	t.Helper()
	dst := make([]T, n)
	run(dst)
	for i, got := range dst {
		if w := want(i); got != w && (got == got || w == w) {
			t.Fatalf("%s[%d] = %v, want %v", name, i, got, w)
		}
	}
}

func TestArithmetic(t *testing.T) {
	a, b := pairs()
	n := len(a)
	lane(t, "MulVC", n, func(d []int64) { MulVC(d, a, 9) }, func(i int) int64 { return a[i] * 9 })
	lane(t, "NegV", n, func(d []int64) { NegV(d, a) }, func(i int) int64 { return -a[i] })
	lane(t, "AbsV", n, func(d []int64) { AbsV(d, a) }, func(i int) int64 { return max(a[i], -a[i]) })
	lane(t, "MinVV", n, func(d []int64) { MinVV(d, a, b) }, func(i int) int64 { return min(a[i], b[i]) })
	lane(t, "MaxVV", n, func(d []int64) { MaxVV(d, a, b) }, func(i int) int64 { return max(a[i], b[i]) })
	for _, p := range []int64{1, 10, 1000, 1e18} {
		lane(t, "RoundDivVC", n, func(d []int64) { RoundDivVC(d, a, p) }, func(i int) int64 {
			// floor((2|a| + p) / 2p) with the sign of a
			x := new(big.Int).Abs(big.NewInt(a[i]))
			x.Mul(x, big.NewInt(2)).Add(x, big.NewInt(p)).Quo(x, new(big.Int).Mul(big.NewInt(p), big.NewInt(2)))
			if a[i] < 0 {
				x.Neg(x)
			}
			return x.Int64()
		})
	}
}

func TestDivision(t *testing.T) {
	a, b := pairs()
	dst, zeros := make([]int64, 1), make([]uint8, 1)
	for i := range a {
		x, y := a[i:i+1], b[i:i+1]
		quo, rem := int64(0), int64(0)
		if y[0] != 0 {
			quo, rem = x[0]/y[0], x[0]%y[0]
		}
		zero := y[0] == 0
		if any := QuoVV(dst, zeros, x, y); any != zero || zeros[0] != b2u(zero) || dst[0] != quo {
			t.Fatalf("%d // %d = %d, zero %v", x[0], y[0], dst[0], any)
		}
		if any := RemVV(dst, zeros, x, y); any != zero || zeros[0] != b2u(zero) || dst[0] != rem {
			t.Fatalf("%d %% %d = %d, zero %v", x[0], y[0], dst[0], any)
		}
	}
}

func TestWide(t *testing.T) {
	a, b := pairs()
	n := len(a)
	lane(t, "MulWideningVV", n, func(d []int128.Int) { MulWideningVV(d, a, b) }, func(i int) int128.Int {
		r, _ := int128.Of(a[i]).Mul(int128.Of(b[i]))
		return r
	})
	wa, wb := make([]int128.Int, n), make([]int128.Int, n)
	WidenWide(wa, a)
	WidenWide(wb, b)
	back := make([]int64, n)
	if NarrowWide(back, wa); !slices.Equal(back, a) {
		t.Error("NarrowWide does not undo WidenWide")
	}
	for i := range wa { // spread over 128 bits
		wa[i], _ = wa[i].Mul(int128.Of(int64(i)*1e9 + 1))
	}
	lo, hi := int128.Of(math.MinInt64), int128.Int{Hi: 5}
	dst := make([]int128.Int, 1)
	for i := range wa {
		x, y := wa[i:i+1], wb[i:i+1]
		for _, c := range []struct {
			name string
			op   func(x, y int128.Int) (int128.Int, bool)
			run  func(dst, a, b []int128.Int, lo, hi int128.Int) bool
		}{{"add", int128.Int.Add, AddWideVV}, {"sub", int128.Int.Sub, SubWideVV}, {"mul", int128.Int.Mul, MulWideVV}} {
			want, ok := c.op(x[0], y[0])
			bad := !ok || want.Cmp(lo) < 0 || want.Cmp(hi) > 0
			if got := c.run(dst, x, y, lo, hi); got != bad || dst[0] != want {
				t.Fatalf("%s %v, %v: %v bad %v, want %v bad %v", c.name, x[0], y[0], dst[0], got, want, bad)
			}
		}
	}
	lane(t, "LtWideVV", n, func(d []uint8) { LtWideVV(d, wa, wb) }, func(i int) uint8 { return b2u(wa[i].Cmp(wb[i]) < 0) })
	lane(t, "LeWideVV", n, func(d []uint8) { LeWideVV(d, wa, wb) }, func(i int) uint8 { return b2u(wa[i].Cmp(wb[i]) <= 0) })
	lane(t, "EqWideVV", n, func(d []uint8) { EqWideVV(d, wa, wb) }, func(i int) uint8 { return b2u(wa[i] == wb[i]) })
	lane(t, "NeWideVV", n, func(d []uint8) { NeWideVV(d, wa, wb) }, func(i int) uint8 { return b2u(wa[i] != wb[i]) })
}

func TestFloats(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	order := []float64{-inf, -1e300, -1, math.Copysign(0, -1), 0, 1e-300, 1, inf, nan} // the zeros are equal
	rank := map[int]int{}
	var a, b []float64
	var ra, rb []int
	for i := range order {
		rank[i] = i
	}
	rank[3] = rank[4]
	for i, x := range order {
		for j, y := range order {
			a, b, ra, rb = append(a, x), append(b, y), append(ra, rank[i]), append(rb, rank[j])
		}
	}
	n := len(a)
	lane(t, "EqFloatVV", n, func(d []uint8) { EqFloatVV(d, a, b) }, func(i int) uint8 { return b2u(ra[i] == rb[i]) })
	lane(t, "NeFloatVV", n, func(d []uint8) { NeFloatVV(d, a, b) }, func(i int) uint8 { return b2u(ra[i] != rb[i]) })
	lane(t, "LtFloatVV", n, func(d []uint8) { LtFloatVV(d, a, b) }, func(i int) uint8 { return b2u(ra[i] < rb[i]) })
	lane(t, "LeFloatVV", n, func(d []uint8) { LeFloatVV(d, a, b) }, func(i int) uint8 { return b2u(ra[i] <= rb[i]) })
	lane(t, "DivVV", n, func(d []float64) { DivVV(d, a, b) }, func(i int) float64 { return a[i] / b[i] })
	lane(t, "ModFloatVV", n, func(d []float64) { ModFloatVV(d, a, b) }, func(i int) float64 { return math.Mod(a[i], b[i]) })
	lane(t, "AbsFloatV", n, func(d []float64) { AbsFloatV(d, a) }, func(i int) float64 { return math.Abs(a[i]) })
	ints := []int64{0, 5, -7, 1 << 53}
	lane(t, "QuoFloatVC", len(ints), func(d []float64) { QuoFloatVC(d, ints, 100) }, func(i int) float64 { return float64(ints[i]) / 100 })
}
