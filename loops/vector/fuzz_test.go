package vector

import (
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

// FuzzExpression grows an expression and a filter from a seed and holds both to
// the oracle.
func FuzzExpression(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint8(seed), uint8(seed%4))
	}
	var w *world
	f.Fuzz(func(t *testing.T, seed uint64, block, depth uint8) {
		if w == nil {
			w = newWorld(t, 11, 500)
		}
		w.rand = rand.New(rand.NewPCG(seed, 3))
		g := &randexpr.Gen{Rand: rand.New(rand.NewPCG(seed, 4)), Columns: w.columns(), Total: seed%3 == 0, Nulls: seed%5 == 0}
		size := blocks[int(block)%len(blocks)]
		typ := randexpr.Types[g.Rand.IntN(len(randexpr.Types))]
		checkExpr(t, w, g.Expr(typ, int(depth%5)).IR, size)
		var conj []ir.Expr
		for range 1 + g.Rand.IntN(4) {
			conj = append(conj, g.Expr(ir.Of(ir.Bool), int(depth%4)).IR)
		}
		checkFilter(t, w, conj, size)
	})
}
