package ir

import (
	"slices"
	"testing"
)

// TestMapChildren holds MapChildren to the order and the sharing that Children
// and Rewrite promise, for every node of random programs.
func TestMapChildren(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(100) {
		for _, d := range newGenerator(seed).program().Defs {
			Walk(d.X, func(e Expr) bool {
				seen[typeName(e)] = true
				var visited []Expr
				same := MapChildren(e, func(c Expr) Expr {
					visited = append(visited, c)
					return c
				})
				if same != e || !slices.Equal(visited, Children(e)) {
					t.Fatalf("seed %d: %s", seed, e)
				}
				for i, c := range Children(e) {
					other := clone(c)
					n := -1
					changed := MapChildren(e, func(c Expr) Expr {
						if n++; n == i {
							return other
						}
						return c
					})
					if changed == e || Children(changed)[i] != other || !Equal(changed, e) {
						t.Fatalf("seed %d: child %d of %s", seed, i, e)
					}
				}
				return true
			})
		}
	}
	if len(seen) != 15 {
		t.Errorf("only %d kinds of nodes seen", len(seen))
	}
}

func typeName(e Expr) string {
	switch e.(type) {
	case *Const:
		return "Const"
	case *Iter:
		return "Iter"
	case *Sym:
		return "Sym"
	case *Access:
		return "Access"
	case *Range:
		return "Range"
	case *Attr:
		return "Attr"
	case *Exists:
		return "Exists"
	case *Call:
		return "Call"
	case *Cast:
		return "Cast"
	case *Case:
		return "Case"
	case *In:
		return "In"
	case *Reduce:
		return "Reduce"
	case *Record:
		return "Record"
	case *Forall:
		return "Forall"
	case *Union:
		return "Union"
	}
	return ""
}

func TestConjuncts(t *testing.T) {
	iters := []Coord{{"i", Of(Int64)}, {"b", Of(Bool).Nullable()}}
	parse := func(text string) Expr {
		e, err := ParseExpr(nil, text, iters...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for text, n := range map[string]int{"true": 0, "false": 1, "i = 1": 1, "i = 1 & (b & true) & i > 2": 3, "b | i = 1 & i = 2": 1} {
		list := Conjuncts(parse(text))
		if len(list) != n {
			t.Errorf("%s has conjuncts %v", text, list)
		}
		if again := Conjuncts(Conj(list...)); !slices.EqualFunc(list, again, Equal) {
			t.Errorf("%s: %v joined and split is %v", text, list, again)
		}
	}
	if e := Conj(); e != nil {
		t.Errorf("no conjuncts make %s", e)
	}
	if got, want := Conj(parse("i = 1"), nil, parse("b & i = 2")), parse("i = 1 & b & i = 2"); !Equal(got, want) {
		t.Errorf("%s, not %s", got, want)
	}
}
