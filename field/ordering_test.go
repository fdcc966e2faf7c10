package field

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/ir"
)

// checkOrdering compares an ordering with a scan of its column. less compares two rows, count is the
// ordering's for the value of a row.
func checkOrdering(t *testing.T, c *Column, x *Ordering, less func(i, j int) bool, count func(i int, equal bool) int32) {
	t.Helper()
	if x.Len != c.Len-c.NullCount {
		t.Fatalf("%s: %d positions", c, x.Len)
	}
	for p := 1; p < x.Len; p++ {
		a, b := int(x.Row(int32(p-1))), int(x.Row(int32(p)))
		if less(b, a) || !less(a, b) && a > b {
			t.Fatalf("%s: rows %d and %d at %d are out of order", c, a, b, p)
		}
	}
	ranks := x.Ranks(2)
	for i := range c.Len {
		if c.Null(i) != (ranks[i] == math.MaxUint32) || !c.Null(i) && int(x.Row(int32(ranks[i]))) != i {
			t.Fatalf("%s: rank of row %d is %d", c, i, ranks[i])
		}
	}
	for i := range c.Len {
		if c.Null(i) {
			continue
		}
		below, upTo := 0, 0
		for j := range c.Len {
			if !c.Null(j) {
				if less(j, i) {
					below++
				}
				if !less(i, j) {
					upTo++
				}
			}
		}
		if lo, hi := count(i, false), count(i, true); int(lo) != below || int(hi) != upTo {
			t.Fatalf("%s: %d below row %d and %d up to it, want %d and %d", c, lo, i, hi, below, upTo)
		}
	}
}

func orderingOf(t *testing.T, v *Vector) (*Column, *Ordering) {
	t.Helper()
	tab, err := NewTable("t", []*Vector{v})
	if err != nil {
		t.Fatal(err)
	}
	x, err := tab.Ordering(v.Name)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := tab.Ordering(v.Name); again != x || !tab.Ordered(v.Name) {
		t.Error("the ordering is not kept")
	}
	return tab.Column(v.Name), x
}

func TestOrderingInts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	some := func(i int) bool { return i%5 == 2 }
	never := func(int) bool { return false }
	extremes := []int64{math.MaxInt64, math.MinInt64, 0, -1, math.MaxInt64 - 1, math.MinInt64 + 1, math.MaxInt64}
	for _, f := range []func(i int) int64{
		func(i int) int64 { return int64(i) },
		func(i int) int64 { return int64(i / 7) },
		func(int) int64 { return rnd.Int64N(300) },
		func(int) int64 { return rnd.Int64N(1<<40) - 1<<39 },
		func(int) int64 { return int64(rnd.Uint64()) },
		func(int) int64 { return 5 },
		func(i int) int64 { return extremes[i%len(extremes)] },
		func(i int) int64 { return int64(1) << (i % 60) },
	} {
		for _, null := range []func(int) bool{some, never, func(int) bool { return true }} {
			for _, n := range []int{0, 1, 2, 400} {
				c, x := orderingOf(t, makeInts(ir.Of(ir.Int64), n, f, null))
				checkOrdering(t, c, x, func(i, j int) bool { return c.Int(i) < c.Int(j) }, func(i int, equal bool) int32 {
					n := make([]int32, 1)
					if x.CountInts([]int64{c.Int(i)}, equal, n); n[0] != x.CountInt(c.Int(i), equal) {
						t.Fatal("CountInts and CountInt differ")
					}
					return n[0]
				})
				if x.Len > 0 && (x.CountInt(math.MinInt64, false) != 0 || int(x.CountInt(math.MaxInt64, true)) != x.Len) {
					t.Errorf("%s: counts at the ends", c)
				}
			}
		}
	}
}

func TestOrderingFloats(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	v := &Vector{Name: "c", Type: ir.Of(ir.Float64)}
	special := []float64{0, math.Copysign(0, -1), math.NaN(), -math.NaN(), math.Inf(1), math.Inf(-1), 1, -1, 5e-324, -5e-324, math.MaxFloat64}
	for i := range 300 {
		if v.Float = append(v.Float, special[i%len(special)]); i%3 == 0 {
			v.Float[i] = rnd.NormFloat64()
		}
	}
	c, x := orderingOf(t, v)
	checkOrdering(t, c, x, c.less, func(i int, equal bool) int32 { return x.CountFloat(c.F64[i], equal) })
}

func TestOrderingStrings(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, distinct := range []int{3, 1 << 30} {
		v := &Vector{Name: "c", Type: ir.Of(ir.Varchar)}
		for range 400 {
			s := make([]byte, rnd.IntN(12))
			for i := range s {
				s[i] = "a\x00\xffb"[rnd.IntN(4)]
			}
			if distinct == 3 {
				s = []byte([]string{"", "abcdefgh", "abcdefghi"}[rnd.IntN(3)])
			}
			v.Str = append(v.Str, string(s))
		}
		c, x := orderingOf(t, v)
		checkOrdering(t, c, x, func(i, j int) bool { return c.Str(i) < c.Str(j) }, func(i int, equal bool) int32 { return x.CountText(c.Str(i), equal) })
		absent := "abcdefghh"
		below := int32(0)
		for i := range c.Len {
			if c.Str(i) < absent {
				below++
			}
		}
		if lo, hi := x.CountText(absent, false), x.CountText(absent, true); lo != below || hi != below {
			t.Errorf("%s: %d below %q and %d up to it, want %d", c, lo, absent, hi, below)
		}
	}
}
