package vector

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

// checkExpr evaluates e in blocks and one value at a time and compares values,
// NULLs, intervals and errors. It returns whether any tuple had a value.
func checkExpr(t *testing.T, w *world, e ir.Expr, block int) (compared int) {
	t.Helper()
	c := NewCompiler(w, block)
	n, err := c.Expr(e)
	if err != nil {
		t.Fatalf("compile %s: %v", ir.String(e), err)
	}
	epoch := uint64(0)
	for _, f := range w.frames(block) {
		epoch++
		f.Epoch = epoch
		v := n.Eval(f)
		var want []ir.Value
		var wantErr error
		for i := range f.N {
			x, err := eval.Scalar(e, tuple{w, f, i})
			if err != nil && wantErr == nil {
				wantErr = err
			}
			want = append(want, x)
		}
		if wantErr != nil && f.Err == nil && absorbed([]ir.Expr{e}) {
			continue
		}
		if (wantErr != nil) != (f.Err != nil) {
			t.Fatalf("%s, block %d: error %v, want %v", ir.String(e), block, f.Err, wantErr)
		}
		if wantErr != nil {
			var typed *eval.Error
			if !n.CanFail() || !errors.As(f.Err, &typed) {
				t.Fatalf("%s: error %v of type %T, can fail %v", ir.String(e), f.Err, f.Err, n.CanFail())
			}
			continue
		}
		for i, x := range want {
			got := v.Value(n.Lane(), n.Type(), i)
			if !same(x, got) {
				t.Fatalf("%s, block %d, tuple %d (%v): got %v, want %v", ir.String(e), block, i, f.Slots[0].At(i), got, x)
			}
			if !x.Valid && !n.Type().Null {
				t.Fatalf("%s: NULL in a node typed %v", ir.String(e), n.Type())
			}
			if iv, ok := n.Interval(); ok && x.Valid && !iv.Has(x.Int) {
				t.Fatalf("%s: %v is not in %v", ir.String(e), x.Int, iv)
			}
			compared++
		}
	}
	return compared
}

// checkFilter compares a filter with the oracle: the tuples for which every
// conjunct is true.
func checkFilter(t *testing.T, w *world, conj []ir.Expr, block int) {
	t.Helper()
	flt, err := NewCompiler(w, block).Filter(conj)
	if err != nil {
		t.Fatalf("compile filter: %v", err)
	}
	text := ""
	for _, e := range conj {
		text += ir.String(e) + " ; "
	}
	buf := make([]int32, block)
	for i, f := range w.frames(block) {
		f.Epoch = uint64(i + 1)
		sel := flt.Select(f, buf)
		var want []int32
		var wantErr error
		for tup := range f.N {
			all := true
			for _, e := range conj {
				x, err := eval.Scalar(e, tuple{w, f, tup})
				if err != nil {
					wantErr = err
				}
				all = all && x.True()
			}
			if all {
				want = append(want, int32(tup))
			}
		}
		if wantErr != nil && f.Err == nil && !absorbed(conj) {
			t.Fatalf("%s: no error, want %v; stages %q", text, wantErr, flt.Stages())
		}
		if f.Err != nil {
			if wantErr == nil || !flt.CanFail() {
				t.Fatalf("%s: error %v", text, f.Err)
			}
			continue
		}
		if wantErr != nil {
			continue
		}
		if len(sel) != len(want) {
			t.Fatalf("%s, block %d: %d tuples, want %d; stages %q", text, block, len(sel), len(want), flt.Stages())
		}
		for k := range want {
			if sel[k] != want[k] {
				t.Fatalf("%s: sel[%d] = %d, want %d; stages %q", text, k, sel[k], want[k], flt.Stages())
			}
		}
	}
}

// absorbed reports that replacing symbols and folding changed an expression, and
// so may have dropped an operand that can fail.
func absorbed(list []ir.Expr) bool {
	for _, e := range list {
		if p, err := NewCompiler((*world)(nil), 1).prepare(e); err != nil || !ir.Equal(p, e) {
			return true
		}
	}
	return false
}

var blocks = []int{1, 3, 2048}

func TestRandomExpressions(t *testing.T) {
	compared := 0
	for seed := range uint64(8) {
		w := newWorld(t, seed, 2500)
		g := &randexpr.Gen{Rand: rand.New(rand.NewPCG(seed, 1)), Columns: w.columns(), Total: seed%4 == 1, Nulls: seed >= 4}
		for range 400 {
			typ := randexpr.Types[g.Rand.IntN(len(randexpr.Types))]
			x := g.Expr(typ, 1+g.Rand.IntN(3))
			compared += checkExpr(t, w, x.IR, blocks[g.Rand.IntN(3)])
		}
	}
	if compared < 100000 {
		t.Fatalf("only %d values compared", compared)
	}
}

func TestRandomFilters(t *testing.T) {
	for seed := range uint64(8) {
		w := newWorld(t, seed+100, 2500)
		g := &randexpr.Gen{Rand: rand.New(rand.NewPCG(seed, 2)), Columns: w.columns(), Total: seed%4 == 1, Nulls: seed >= 4}
		for range 300 {
			var conj []ir.Expr
			for range 1 + g.Rand.IntN(3) {
				conj = append(conj, g.Expr(ir.Of(ir.Bool), 1+g.Rand.IntN(3)).IR)
			}
			checkFilter(t, w, conj, blocks[g.Rand.IntN(3)])
		}
	}
}
