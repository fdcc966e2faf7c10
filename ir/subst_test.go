package ir

import (
	"reflect"
	"testing"
)

func it(name string) Expr { return &Iter{name, Of(Int64)} }

func sum(x, y Expr) Expr { return &Call{Add, []Expr{x, y}, Of(Int64)} }

// row is forall name : f[args] != null { body }.
func row(name string, body Expr, args ...Expr) *Forall {
	return &Forall{
		Iters: []Iterator{{Name: name, T: Of(Int64)}},
		Pred:  &Exists{&Access{Field: "f", Args: args}},
		Body:  body,
	}
}

func TestSubst(t *testing.T) {
	ten := &Const{IntValue(Of(Int64), 10)}
	outer := &Forall{
		Iters: []Iterator{{Name: "i", T: Of(Int64)}, {Name: "j", T: Of(Int64), Outer: sum(it("j"), it("k"))}},
		Body:  it("j"),
	}
	for _, c := range []struct {
		name    string
		e, want Expr
		m       map[string]Expr
	}{
		{"free", sum(it("i"), it("j")), sum(ten, it("j")), map[string]Expr{"i": ten}},
		{"swap", sum(it("i"), it("j")), sum(it("j"), it("i")), map[string]Expr{"i": it("j"), "j": it("i")}},
		{"bound", row("i", it("i"), it("i")), row("i", it("i"), it("i")), map[string]Expr{"i": ten}},
		{"no clash", row("j", it("i"), it("j")), row("j", it("k"), it("j")), map[string]Expr{"i": it("k")}},
		{"capture", row("j", sum(it("j"), it("i")), it("j")), row("j_1", sum(it("j_1"), it("j")), it("j_1")),
			map[string]Expr{"i": it("j")}},
		{"fresh name is free", row("j", sum(it("j_1"), it("i")), it("j")), row("j_2", sum(it("j_1"), it("j")), it("j_2")),
			map[string]Expr{"i": it("j")}},
		{"fresh name is bound inside", row("j", row("j_1", sum(it("j"), it("i")), it("j_1")), it("j")),
			row("j_1", row("j_1_1", sum(it("j_1"), it("j")), it("j_1_1")), it("j_1")), map[string]Expr{"i": it("j")}},
		{"outer condition", outer, &Forall{
			Iters: []Iterator{{Name: "i_1", T: Of(Int64)}, {Name: "j", T: Of(Int64), Outer: sum(it("j"), it("i"))}},
			Body:  it("j"),
		}, map[string]Expr{"k": it("i")}},
		{"clash only where used", row("j", it("j"), it("j")), row("j", it("j"), it("j")), map[string]Expr{"i": it("j")}},
	} {
		before := clone(c.e)
		got := Subst(c.e, c.m)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %#v", c.name, got)
		}
		if !reflect.DeepEqual(c.e, before) {
			t.Errorf("%s: the argument was changed", c.name)
		}
		if reflect.DeepEqual(c.e, c.want) && got != c.e {
			t.Errorf("%s: nothing replaced, yet a copy", c.name)
		}
	}
}

func TestRenameIters(t *testing.T) {
	if e := Subst(nil, map[string]Expr{"i": it("j")}); e != nil {
		t.Errorf("nothing became %s", e)
	}
	wide := &Iter{"i", Of(Date)}
	got := RenameIters(row("j", wide, it("j"), it("k")), map[string]string{"i": "j", "k": "k"})
	want := row("j_1", &Iter{"j", Of(Date)}, it("j_1"), it("k"))
	if !reflect.DeepEqual(got, Expr(want)) {
		t.Errorf("got %#v", got)
	}
}

// clone returns a deep copy of e.
func clone(e Expr) Expr {
	return Rewrite(e, func(e Expr) Expr {
		v := reflect.New(reflect.TypeOf(e).Elem())
		v.Elem().Set(reflect.ValueOf(e).Elem())
		return v.Interface().(Expr)
	})
}
