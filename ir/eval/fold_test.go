package eval_test

import (
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

// foldIters are the leaves of the fold cases.
var foldIters = []ir.Coord{
	{Name: "x", Type: ir.Of(ir.Int32)}, {Name: "y", Type: ir.Of(ir.Int32).Nullable()},
	{Name: "p", Type: ir.Of(ir.Bool).Nullable()}, {Name: "q", Type: ir.Of(ir.Bool).Nullable()},
}

func TestFold(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"2:int32 + 3:int32", "5:int32"},
		{"x > 2:int32 + 3:int32", "x > 5:int32"},
		{"x + (2147483647:int32 + 1:int32)", "x + (2147483647:int32 + 1:int32)"}, // an error stays
		{"5:int32 // 0:int32", "null:int32"},
		{"x + null:int32", "null:int32"},
		{"x = null:int32", "null:bool"},
		{"true & p & q", "p & q"},
		{"p & false", "false"},
		{"p | true", "true"},
		{"p | false", "p"},
		{"true & true", "true"},
		{"false | false", "false"},
		{"null:bool & false", "false"},
		{"null:bool | true", "true"},
		{"p & (q & p)", "p & q & p"},
		{"not(not(p))", "p"},
		{"is_null(null:int32)", "true"},
		{"is_not_null(1:int32)", "true"},
		{"is_null(x)", "is_null(x)"},
		{"coalesce(null:int32, y, 1:int32, x)", "coalesce(y, 1:int32)"},
		{"coalesce(null:int32, y)", "y"},
		{"coalesce(7:int32, y)", "7:int32"},
		{"case when false then 1:int32 when p then 2:int32 else 3:int32 end", "case when p then 2:int32 else 3:int32 end"},
		{"case when p then 1:int32 when true then 2:int32 when q then 4:int32 else 3:int32 end", "case when p then 1:int32 else 2:int32 end"},
		{"case when null:bool then 1:int32 else x end", "x"},
		{"cast(2.50:decimal(4,2) as int32)", "3:int32"},
		{"3:int32 in (1:int32, 3:int32)", "true"},
		{"3:int32 in (1:int32, null:int32)", "null:bool"},
		{"null:int32 in (1:int32)", "null:bool"},
		{"least(4:int32, null:int32, 2:int32)", "2:int32"},
		{"null:int32 <=> null:int32", "true"},
	} {
		parse := func(s string) ir.Expr {
			e, err := ir.ParseExpr(&ir.Program{}, s, foldIters...)
			if err != nil {
				t.Fatalf("%s: %v", s, err)
			}
			return e
		}
		in := parse(c.in)
		got, want := ir.String(eval.Fold(in)), ir.String(parse(c.out))
		if got != want {
			t.Errorf("fold %s: %s, want %s", c.in, got, want)
		}
	}
}

// TestFoldKeepsValues folds random expressions over columns and compares their
// values; an error of the original may be gone, none may appear.
func TestFoldKeepsValues(t *testing.T) {
	g := &randexpr.Gen{Rand: rand.New(rand.NewPCG(9, 9))}
	e := newRows(g, 10)
	g.Columns = e.cols
	changed := 0
	for range 3000 {
		x := g.Expr(randexpr.Types[g.Rand.IntN(len(randexpr.Types))], 3).IR
		f := eval.Fold(x)
		if !ir.Equal(f, x) {
			changed++
		}
		if again := eval.Fold(f); !ir.Equal(again, f) {
			t.Fatalf("%s folds to %s and then to %s", ir.String(x), ir.String(f), ir.String(again))
		}
		for i := range e.rows {
			want, err := eval.Scalar(x, rowEnv{e: e, row: i})
			if err != nil {
				continue
			}
			got, err := eval.Scalar(f, rowEnv{e: e, row: i})
			if err != nil || !got.Equal(want) {
				t.Fatalf("%s: %v; folded %s: %v, %v", ir.String(x), want, ir.String(f), got, err)
			}
		}
	}
	if changed < 500 {
		t.Fatalf("only %d expressions changed", changed)
	}
}
