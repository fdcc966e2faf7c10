package vector

import (
	"fmt"
	"testing"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

// TestUnite reads columns of one type, which are in different lanes and dictionaries, and a NULL through one
// temporary.
func TestUnite(t *testing.T) {
	lanes := map[string]bool{}
	for seed := range uint64(40) {
		w := newWorld(t, seed, 100)
		c := NewCompiler(w, 64)
		for j, typ := range randexpr.Types {
			exprs := []ir.Expr{&ir.Const{Val: ir.NullOf(typ)}}
			for range 1 + w.rand.IntN(3) {
				k := w.rand.IntN(2)
				exprs = append(exprs, attr(k, w.tables[k].Column(fmt.Sprintf("c%d_%d", j, w.rand.IntN(4)))))
			}
			exprs = exprs[w.rand.IntN(2):]
			var nodes []*Node
			for _, x := range exprs {
				n, err := c.Expr(x)
				if err != nil {
					t.Fatal(err)
				}
				nodes = append(nodes, n)
			}
			temp, move, err := Unite(nodes, 64)
			if err != nil {
				t.Fatalf("%s: %v", typ, err)
			}
			for i, n := range nodes {
				lanes[n.Lane().String()+" as "+temp.Lane.String()] = true
				f := &Frame{N: 50, Epoch: uint64(100*j + i), Slots: []Slot{{Dense: true, Base: 20}, {Dense: true, Base: 3}}}
				got := move[i](f)
				for k := range f.N {
					want := n.Eval(f).Value(n.lane, typ, k)
					have := got.Value(temp.Lane, typ, k)
					if want.Valid != have.Valid || want.Valid && want.String() != have.String() {
						t.Fatalf("seed %d, %s of %s: %s, want %s", seed, ir.String(exprs[i]), typ, have, want)
					}
					if !have.Valid && !temp.Type.Null {
						t.Fatalf("seed %d: NULL of %s", seed, temp.Type)
					}
					if temp.Proved != nil && have.Valid && !temp.Proved.Has(have.Int) {
						t.Fatalf("seed %d: %s is not within %v", seed, have, *temp.Proved)
					}
				}
			}
		}
	}
	for _, want := range []string{"i64 as i128", "code as str", "str as str", "f64 as f64", "bool as bool", "code as code"} {
		if !lanes[want] {
			t.Errorf("no %s", want)
		}
	}
}

// TestUniteNothing is a temporary that is always NULL.
func TestUniteNothing(t *testing.T) {
	c := NewCompiler(newWorld(t, 1, 10), 8)
	n, err := c.Expr(&ir.Const{Val: ir.NullOf(ir.Of(ir.Varchar))})
	if err != nil {
		t.Fatal(err)
	}
	temp, move, err := Unite([]*Node{n, n}, 8)
	if err != nil || !temp.Type.Null || temp.Lane != Strings {
		t.Fatalf("%v %v", temp, err)
	}
	if v := move[1](&Frame{N: 3, Epoch: 1}); !v.IsNull(0) || !v.IsNull(2) {
		t.Error("a value")
	}
}
