package spaces

import (
	"testing"

	"github.com/reffine-db/reffine/internal/smt"
	"github.com/reffine-db/reffine/ir"
)

// BenchmarkDerive measures one conjunct, or the conjuncts of a typical level.
func BenchmarkDerive(b *testing.B) {
	p := ir.MustParse(`
field orders <j> {key: int64 unique, date: date, total: int64}
param $p : int64
param $q : int64
`)
	ctx := Context{Field: func(name string) (FieldInfo, bool) {
		t, ok := p.FieldType(name)
		return FieldInfo{Type: t, Rows: 1e6}, ok
	}}
	for _, c := range []struct {
		name, text string
		solver     bool
	}{
		{"level", `orders[t] != null & orders[t].key = u & orders[t].date < date "1995-01-01" & orders[t].total > 10
			& t >= start & t < end`, false},
		{"linear", "t < end", false},
		{"filter", "orders[t].total * 2 > 10", false},
		{"case", "case when t < start then true else t < start end", true},
		{"abs", "abs(t - $p) < $q", true},
		{"div", "t // 60 = $p", true},
		{"mod", "t % 2 = 0", true},
		{"disjunction", "$p = 1 & t < start | $p <> 1 & t < $q", true},
		{"product", "t * t < 50", true},
	} {
		b.Run(c.name, func(b *testing.B) {
			if _, err := smt.Available(); err != nil && c.solver {
				b.Skip(err)
			}
			e, err := ir.ParseExpr(p, c.text, coordT, coordU)
			if err != nil {
				b.Fatal(err)
			}
			conjuncts := ir.Conjuncts(e)
			b.ReportAllocs()
			for b.Loop() {
				solved.m = nil
				Derive(iteratorT, conjuncts, ctx)
			}
		})
	}
}
