package spaces

import (
	"math/rand"
	"testing"

	"github.com/reffine-db/reffine/internal/smt"
	"github.com/reffine-db/reffine/ir"
)

// TestRecogniserIsSolver: on random linear comparisons the recogniser and the solver's
// boundary encoding find the same template, or both none. Without libz3 the
// recogniser is compared with enumeration.
func TestRecogniserIsSolver(t *testing.T) {
	_, err := smt.Available()
	if err != nil {
		t.Logf("against enumeration: %v", err)
	}
	d := deriver{it: iteratorT}
	found := map[string]int{}
	n := 3000
	if testing.Short() {
		n = 500
	}
	for seed := range n {
		g := generator{rand.New(rand.NewSource(int64(seed)))}
		text := g.comparison(g.linear(3), g.linear(3))
		if g.Intn(3) == 0 {
			text = "not (" + text + ")"
		}
		l := literal{parsePredicate(t, text), false}
		fast, ok := recognise(l.x, l.neg, d.it)
		if err != nil {
			compareWithEnumeration(t, l, fast, ok, g.Rand)
			continue
		}
		f, translated := d.formulaOf(l)
		if !translated {
			// The solver does not see what may be NULL outside a plain comparison.
			if l.strict() {
				t.Errorf("%s: not translated", text)
			}
			continue
		}
		slow, matched := d.template(f)
		switch {
		case !ok && !matched:
			found["neither"]++
		case !ok:
			// The iterator cancelled out, and the rest is true or false for all symbols.
			if found["constant truth"]++; !isUniversal(slow) && !isEmpty(slow) {
				t.Errorf("%s: recogniser none, solver %s", text, slow)
			}
		case divided(fast):
			// Beyond the solver's template.
			if found["divided"]++; matched {
				t.Errorf("%s: recogniser %s, solver %s", text, fast, slow)
			}
		case !matched || fast.String() != slow.String():
			t.Errorf("%s: recogniser %s, solver %v", text, fast, slow)
		default:
			found["same"]++
		}
	}
	t.Log(found)
}

// divided reports a bound or constant over a symbolic quotient.
func divided(s Space) bool {
	switch s := s.(type) {
	case *LBound:
		return s.Lo.div() > 1
	case *UBound:
		return s.Hi.div() > 1
	case *Constant:
		return s.At.div() > 1
	}
	return false
}

func compareWithEnumeration(t *testing.T, l literal, s Space, ok bool, r *rand.Rand) {
	t.Helper()
	if !ok {
		return
	}
	w := randomWorld(r)
	sliced := Simplify(&Inter{Left: s, Right: &LBound{&UBound{&Universal{iteratorT}, Number(slice)}, Number(-slice)}})
	if err := checkSpace(sliced, w, holding(w, []ir.Expr{l.x})); err != nil {
		t.Errorf("%s: %v", ir.String(l.x), err)
	}
}

// TestOverflow: forms whose coefficients or constants leave 64 bits are not recognised, and bounds
// at the ends of the range neither wrap nor loop.
func TestOverflow(t *testing.T) {
	w := randomWorld(rand.New(rand.NewSource(1)))
	w.vars["$p"] = num{v: 4}
	w.fields["f"] = &mapField{coords: [][]int64{{-1}, {0}, {1}}, attrs: make([]map[string]num, 3)}
	w.caps["f"] = nil
	for text, want := range map[string]string{
		"4611686018427387904 * (4 * t) < 1":                      "",
		"t + 9223372036854775807 < 0 - 9223372036854775807":      "",
		"t - 9223372036854775807 <= start + 9223372036854775807": "",
		"4611686018427387904 * t < start":                        "ubound(universal(t), floor((start - 1) / 4611686018427387904))",
		"t <= 9223372036854775807":                               "ubound(universal(t), 9223372036854775807)",
		"t > 9223372036854775806":                                "lbound(universal(t), 9223372036854775807)",
	} {
		s, ok := recognise(parsePredicate(t, text), false, iteratorT)
		if got := ""; ok {
			got = s.String()
			if got != want {
				t.Errorf("%s: %s", text, got)
			}
		} else if want != "" {
			t.Errorf("%s: not recognised", text)
		}
	}
	for text, n := range map[string]int{
		"t >= 9223372036854775805 & t <= 9223372036854775807":   2, // the last one is +∞
		"t >= 9223372036854775807 & t <= 9223372036854775807":   0,
		"t < -9223372036854775805 & t > start - 1":              0,
		"t <= -9223372036854775806 & t >= -9223372036854775807": 2,
		"t >= 1 & t <= 3 & t < 4611686018427387904 * $p":        3, // twice the largest coordinate
		"t >= 1 & t <= 3 & t > 4611686018427387904 * $p":        0,
		"t >= 1 & t <= 3 & t < -4611686018427387904 * $p":       0,
		"t >= 1 & t <= 3 & t > -4611686018427387904 * $p":       3,
		"t = 4611686018427387904 * $p":                          0,
		"f[t + 9223372036854775806] != null":                    3, // from -1, 0 and 1
		"f[t - 9223372036854775806] != null":                    2, // the last one is +∞
		"f[t + 9223372036854775807] != null":                    0, // shifted by +∞
		"f[t - 1:t + 9223372036854775806] != null & t > 0":      1,
	} {
		s, _ := Derive(iteratorT, []ir.Expr{parsePredicate(t, text)}, Context{Field: w.field})
		if !Bounded(s) {
			t.Errorf("%s: %s is not bounded", text, s)
			continue
		}
		if got := walk(s, w); len(got) != n {
			t.Errorf("%s: %s: %v", text, s, got)
		}
	}
}

func BenchmarkRecognise(b *testing.B) {
	p, err := ir.ParseExpr(nil, "not(6 * t + 5 < 12 * end + 29)", ir.Coord{Name: "t", Type: ir.Of(ir.Int64)})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := recognise(p, false, iteratorT); !ok {
			b.Fatal("not recognised")
		}
	}
}
