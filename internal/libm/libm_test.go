package libm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestClose: the functions are the ones they are called after, to within a few units in the last place.
func TestClose(t *testing.T) {
	a, b, got := make([]float64, 1000), make([]float64, 1000), make([]float64, 1000)
	for i := range a {
		a[i], b[i] = rand.Float64(), rand.NormFloat64()*3
	}
	check := func(name string, want func(i int) float64) {
		t.Helper()
		for i := range got {
			if w := want(i); math.Abs(got[i]-w) > 1e-13*math.Max(1, math.Abs(w)) {
				t.Errorf("%s(%v, %v) is %v, not %v", name, a[i], b[i], got[i], w)
				return
			}
		}
	}
	for name, f := range map[string]struct {
		c  func(dst, a []float64)
		in func(float64) float64
	}{
		"cbrt": {Cbrt, math.Cbrt}, "exp": {Exp, math.Exp}, "log": {Log, math.Log}, "log10": {Log10, math.Log10}, "log2": {Log2, math.Log2},
		"sin": {Sin, math.Sin}, "cos": {Cos, math.Cos}, "tan": {Tan, math.Tan}, "asin": {Asin, math.Asin}, "acos": {Acos, math.Acos}, "atan": {Atan, math.Atan},
	} {
		f.c(got, a)
		check(name, func(i int) float64 { return f.in(a[i]) })
	}
	Pow(got, a, b)
	check("pow", func(i int) float64 { return math.Pow(a[i], b[i]) })
	Atan2(got, a, b)
	check("atan2", func(i int) float64 { return math.Atan2(a[i], b[i]) })
}

// TestShorter: as many values as all slices have are computed.
func TestShorter(t *testing.T) {
	dst := []float64{7, 7, 7}
	Exp(dst, []float64{0})
	Pow(dst[1:], []float64{2, 2}, []float64{3})
	Exp(nil, []float64{1})
	Exp(dst, nil)
	if dst[0] != 1 || dst[1] != 8 || dst[2] != 7 {
		t.Errorf("%v", dst)
	}
}
