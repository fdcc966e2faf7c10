package vector

import (
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

// edgeTable has the columns x and y of type t, whose rows are all pairs of edges;
// unless full, only those small enough that narrow columns result.
func edgeTable(t *testing.T, typ ir.Type, full bool) *field.Table {
	t.Helper()
	vals := []ir.Value{ir.NullOf(typ)}
	all := eval.Range(typ)
	for _, v := range []int64{0, 1, -1, 2, -2, 7, 100} {
		if i := int128.Of(v); all.Has(i) {
			vals = append(vals, ir.WideValue(typ, i))
		}
	}
	if full {
		l, _ := all.Lo.Add(int128.Of(1))
		h, _ := all.Hi.Sub(int128.Of(1))
		vals = append(vals, ir.WideValue(typ, all.Lo), ir.WideValue(typ, all.Hi), ir.WideValue(typ, l), ir.WideValue(typ, h))
	}
	x := &field.Vector{Name: "x", Type: typ.Nullable()}
	y := &field.Vector{Name: "y", Type: typ.Nullable()}
	for _, a := range vals {
		for _, b := range vals {
			x.Append(a)
			y.Append(b)
		}
	}
	tab, err := field.NewTable("L", []*field.Vector{x, y})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestEdgePairs evaluates integer and decimal operators on all pairs of extreme
// values, one tuple a block, so that every error is seen alone.
func TestEdgePairs(t *testing.T) {
	for _, typ := range randexpr.Types {
		if !typ.Integer() && typ.Kind != ir.Decimal {
			continue
		}
		for _, full := range []bool{true, false} {
			tab := edgeTable(t, typ, full)
			w := &world{rows: tab.Rows, rand: rand.New(rand.NewPCG(1, 1)), tables: [2]*field.Table{tab, tab}}
			x, y := attr(0, tab.Column("x")), attr(0, tab.Column("y"))
			exprs := []ir.Expr{callOf(ir.Abs, typ, x), callOf(ir.Least, typ, x, y)}
			for _, op := range []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.IntDiv, ir.Mod, ir.Lt, ir.NotDistinct, ir.Neg} {
				e := callOf(op, typ, x, y)
				switch {
				case op == ir.Neg:
					e = callOf(op, typ, x)
				case op.Comparison() || op == ir.NotDistinct:
					e = boolCall(op, x, y)
				case op == ir.Mul && typ.Kind == ir.Decimal:
					e = callOf(op, ir.DecimalOf(38, min(2*typ.Scale, 38)), x, y)
				}
				exprs = append(exprs, e)
			}
			for _, to := range randexpr.Types {
				exprs = append(exprs, castTo(x, to))
			}
			for _, e := range exprs {
				if eval.Check(e) == nil {
					checkRows(t, w, e)
				}
			}
		}
	}
}

// checkRows compares an expression with the oracle in blocks of one tuple.
func checkRows(t *testing.T, w *world, e ir.Expr) {
	t.Helper()
	n, err := Compile(e, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range w.rows {
		f := &Frame{N: 1, Epoch: uint64(i + 1), Slots: []Slot{{Dense: true, Base: int32(i)}, {}}}
		want, wantErr := eval.Scalar(e, tuple{w, f, 0})
		got := n.Eval(f).Value(n.Lane(), n.Type(), 0)
		if (wantErr != nil) != (f.Err != nil) || wantErr == nil && !same(want, got) {
			t.Fatalf("%s of %v, %v: %v %v, want %v %v", ir.String(e), w.tables[0].Column("x").Value(i), w.tables[0].Column("y").Value(i),
				got, f.Err, want, wantErr)
		}
		if f.Err != nil && !n.CanFail() {
			t.Fatalf("%s fails unannounced: %v", ir.String(e), f.Err)
		}
	}
}

// TestMatchers compares the forms of constant patterns with the general matcher.
func TestMatchers(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	word := func(alphabet []string, n int) (s string) {
		for range r.IntN(n) {
			s += alphabet[r.IntN(len(alphabet))]
		}
		return s
	}
	kinds := map[matchKind]int{}
	for range 50000 {
		s, p := word([]string{"a", "b", "é"}, 7), word([]string{"a", "b", "é", "%", "%"}, 6)
		m := newMatcher(p, false)
		kinds[m.kind]++
		if got, want := m.match(s), eval.Like(s, p); got != want {
			t.Fatalf("%q like %q: %v, want %v (kind %d)", s, p, got, want, m.kind)
		}
	}
	for k := matchExact; k <= matchLike; k++ {
		if kinds[k] < 100 {
			t.Errorf("kind %d only %d times", k, kinds[k])
		}
	}
}
