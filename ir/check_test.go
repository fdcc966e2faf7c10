package ir

import (
	"math"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
)

// TestCheckExpr is about expressions that text cannot say. None may panic.
func TestCheckExpr(t *testing.T) {
	p := MustParse(`field f <i> {a: int64}
		field s <i> double
		param $1 : date`)
	i64 := Of(Int64)
	one := &Const{IntValue(i64, 1)}
	i := &Iter{"i", i64}
	fi := &Access{Field: "f", Args: []Expr{i}}
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{nil, "missing expression"},
		{&Iter{"j", i64}, "unknown iterator j"},
		{&Iter{"i", Of(Date)}, "i is of type int64, not date"},
		{&Sym{"$1", i64}, "$1 is of type date, not int64"},
		{&Sym{"1", i64}, "unknown parameter 1"},
		{&Sym{"start", Of(Date)}, "start is of type int64, not date"},
		{&Access{Field: "g"}, "unknown field g"},
		{&Access{Field: "f", Args: []Expr{i, i}}, "f has 1 coordinate, not 2"},
		{&Access{Field: "f", Args: []Expr{nil}}, "missing expression"},
		{&Access{Field: "s", Args: []Expr{i}}, "s[i] has type invalid where double is due"},
		{&Range{"f", nil, one}, "missing expression"},
		{&Range{"f", one, nil}, "missing expression"},
		{&Attr{X: nil, Name: "a"}, "missing expression"},
		{&Attr{X: fi, Name: "b", T: i64}, "f[i] has no attribute b"},
		{&Attr{X: fi, Name: "a"}, "f[i].a has type invalid where int64 is due"},
		{&Attr{X: &Access{Field: "f"}, Name: "a", T: i64}, "f.a is not a scalar but has type int64"},
		{&Exists{nil}, "missing expression"},
		{&Exists{&Case{}}, "case without when"},
		{&Call{BadOp, nil, i64}, "unknown operator"},
		{&Call{numOps, []Expr{one}, i64}, "unknown operator"},
		{&Call{Add, []Expr{one}, i64}, "+ of 1 operand"},
		{&Call{And, nil, Of(Bool)}, "& of 0 operands"},
		{&Call{Add, []Expr{one, nil}, i64}, "missing expression"},
		{&Call{Neg, []Expr{one}, Type{}}, "neg(1):invalid has type invalid where int64 is due"},
		{&Cast{T: i64}, "missing expression"},
		{&Cast{X: one, T: Type{}}, "invalid type"},
		{&Cast{X: one, T: DecimalOf(39, 0)}, "no such type as decimal(39,0)"},
		{&Cast{X: one, T: Type{Kind: Int8, Width: 3}}, "int8 with a width"},
		{&Case{Whens: []When{{nil, one}}, Else: one, T: i64}, "missing expression"},
		{&Case{Whens: []When{{&Const{BoolValue(true)}, nil}}, Else: one, T: i64}, "missing expression"},
		{&Case{Whens: []When{{&Const{BoolValue(true)}, one}}, T: i64}, "missing expression"},
		{&In{X: nil}, "missing expression"},
		{&In{X: one}, "1 in () without elements"},
		{&In{one, []Expr{nil}}, "missing expression"},
		{&Reduce{Sum, false, nil, i64}, "missing expression"},
		{&Reduce{BadReduction, false, &Access{Field: "s"}, i64}, "unknown reduction"},
		{&Reduce{numReductions, false, &Access{Field: "s"}, i64}, "unknown reduction"},
		{&Record{[]string{"a"}, nil}, "record of 1 name and 0 elements"},
		{&Record{nil, []Expr{one}}, "record of 0 names and 1 element"},
		{&Record{[]string{"a"}, []Expr{nil}}, "missing expression"},
		{&Forall{Iters: []Iterator{{Name: "j"}}, Body: one}, "iterator j: invalid type"},
		{&Forall{}, "missing expression"},
		{&Exists{&Record{[]string{"a"}, nil}}, "record of 1 name and 0 elements"},
		{&Call{Add, []Expr{&Record{nil, []Expr{one}}, one}, i64}, "record of 0 names and 1 element"},
	} {
		err := CheckExpr(p, c.e, Coord{"i", i64})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "ir: ") {
			t.Errorf("%v, not %q", err, c.want)
		}
		if c.e != nil {
			_ = String(c.e) // a dump of what is wrong must not fail
			_ = Key(c.e)
		}
	}
}

func TestCheckProgram(t *testing.T) {
	i64 := Of(Int64)
	one := &Const{IntValue(i64, 1)}
	f := &Input{Name: "f", Type: FieldType{Coords: []Coord{{"i", i64}}, Attrs: []Attribute{{Name: "a", Type: i64}}}, Rows: -1}
	out := Output{Field: "f", Limit: -1}
	for _, c := range []struct {
		p    Program
		want string
	}{
		{Program{Inputs: []*Input{f, f}, Out: out}, "field f: the name is taken"},
		{Program{Inputs: []*Input{{Name: "f", Rows: -2}}, Out: out}, "-2 rows"},
		{Program{Inputs: []*Input{{Name: "f", Type: FieldType{Coords: []Coord{{"i", Type{}}}}}}, Out: out}, "coordinate i: invalid type"},
		{Program{Inputs: []*Input{{Name: "f", Type: FieldType{Attrs: []Attribute{{Name: "a"}}}}}, Out: out}, "attribute a: invalid type"},
		{Program{Inputs: []*Input{{Name: "f", Type: FieldType{Attrs: []Attribute{{Name: "a", Type: i64, Props: 8}}}}}, Out: out}, "facts"},
		{Program{Inputs: []*Input{{Name: "f", Type: FieldType{Attrs: []Attribute{{Name: "a", Type: i64, Distinct: -1}}}}}, Out: out}, "facts"},
		{Program{Inputs: []*Input{f}, Params: []*Sym{{"1", i64}}, Out: out}, `param "1"`},
		{Program{Inputs: []*Input{f}, Params: []*Sym{{"$a b", i64}}, Out: out}, `param "$a b"`},
		{Program{Inputs: []*Input{f}, Params: []*Sym{{"$1", i64}, {"$1", i64}}, Out: out}, "taken"},
		{Program{Inputs: []*Input{f}, Params: []*Sym{{"$1", Type{}}}, Out: out}, "param $1: invalid type"},
		{Program{Inputs: []*Input{f}, Defs: []*Def{{Name: "f", X: one}}, Out: out}, "f: the name is taken"},
		{Program{Inputs: []*Input{f}, Defs: []*Def{{Name: "x", X: one}, {Name: "x", X: one}}, Out: out}, "x: the name is taken"},
		{Program{Inputs: []*Input{f}, Defs: []*Def{{Name: "x"}}, Out: out}, "x: missing expression"},
		{Program{Inputs: []*Input{f}, Defs: []*Def{{Name: "x", X: &Access{Field: "x"}}}, Out: out}, "x: unknown field x"},
		{Program{Inputs: []*Input{f}}, "output: unknown field"},
		{Program{Inputs: []*Input{f}, Out: Output{Field: "f", Limit: -2}}, "limit -2"},
		{Program{Inputs: []*Input{f}, Out: Output{Field: "f", Offset: -1}}, "offset -1"},
	} {
		err := c.p.Check()
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "ir: ") {
			t.Errorf("%v, not %q", err, c.want)
		}
		if c.want != "x: missing expression" {
			_ = c.p.String()
		}
	}
}

func TestValueCheck(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want string
	}{
		{Value{}, "invalid type"},
		{Value{Type: Of(Int64)}, "nullable exactly when"},
		{Value{Type: Of(Int64).Nullable(), Valid: true}, "nullable exactly when"},
		{Value{Type: Of(Int64).Nullable(), Int: int128.Of(1)}, "NULL with a payload"},
		{Value{Type: Of(Int64), Valid: true, Str: "x"}, "payload of another kind"},
		{Value{Type: Of(Varchar), Valid: true, Float: 1}, "payload of another kind"},
		{Value{Type: Of(Float64), Valid: true, Int: int128.Of(1)}, "payload of another kind"},
		{IntValue(Of(Bool), 2), "2:bool is out of range"},
		{IntValue(Of(Int16), 1<<15), "32768:int16 is out of range"},
		{IntValue(Of(UInt32), -1), "-1:uint32 is out of range"},
		{IntValue(Of(UInt16), 1<<16), "out of range"},
		{IntValue(Of(Date), 1<<31), "2147483648:date is out of range"},
		{IntValue(DecimalOf(4, 2), 10000), "100.00:decimal(4,2) is out of range"},
		{WideValue(Of(Int64), int128.Int{Hi: 1}), "18446744073709551616 is out of range"},
		{WideValue(Of(Timestamp), int128.Int{Hi: 1}), "out of range"},
		{FloatValue(Of(Float32), 0.1), "0.1:float is out of range"},
		{IntValue(Type{Kind: 99}, 1), "invalid type"},
	} {
		if err := c.v.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%#v: %v, not %q", c.v, err, c.want)
		}
	}
	for _, v := range []Value{NullOf(Of(Date)), StringValue(""), FloatValue(Of(Float32), math.NaN()), IntValue(Of(Int8), -128)} {
		if err := v.Check(); err != nil {
			t.Errorf("%s: %v", v, err)
		}
	}
}

// TestDepth bounds what the parser accepts, in each way of nesting, and prints
// what it just accepts.
func TestDepth(t *testing.T) {
	for _, c := range []struct {
		name             string
		left, mid, right string
		limit, tooDeep   int
		message          string
	}{
		{"parentheses", "(", "1", ")", maxNesting - 1, maxNesting, "nested too deeply"},
		{"calls", "neg(", "1", ")", maxDepth - 1, maxDepth, "nested too deeply"},
		{"left chain", "", "1", " + 1", maxDepth - 1, maxDepth, "nested too deeply"},
		{"right chain", "1 - (", "1", ")", maxDepth - 1, maxDepth, "nested too deeply"},
		{"attributes", "", "f[0]", ".a", 1, maxDepth, "has no attribute"},
		{"typed", "((", "1", " + 1):int64 + 1):int64", maxDepth/2 - 1, maxDepth, "nested too deeply"},
		{"mixed", "neg(1 + 1 - (", "1", ") * 2)", maxDepth/3 - 1, maxDepth, "nested too deeply"},
	} {
		text := func(n int) string { return strings.Repeat(c.left, n) + c.mid + strings.Repeat(c.right, n) }
		p := MustParse("field f <i> {a: int64}")
		e, err := ParseExpr(p, text(c.limit))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		sameExpr(t, p, e, nil)
		if _, err := ParseExpr(p, text(c.tooDeep)); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := Parse(strings.Repeat("x = (", 1_000_000)); err == nil {
		t.Error("unbounded recursion")
	}
}

// TestFieldType holds FieldType equal to what the parser and checker see.
func TestFieldType(t *testing.T) {
	for seed := range uint64(200) {
		p := newGenerator(seed).program()
		s := fullScope(p, nil)
		for name, want := range s.fields {
			if got, ok := p.FieldType(name); !ok || !got.Equal(want) {
				t.Errorf("seed %d: %s is %s, not %s", seed, name, got, want)
			}
		}
	}
	p := MustParse(`field f <i, j> {a: int64 unique, b: date null}
		g    = forall i : f[i] != null { f[i] }
		h    = forall k: date, i, j : f[i, j].b = k { f[i, j] }
		m[r] = forall k : k = 1 { {n: 1, k: k} }
		s    = f.a
		t    = {n: count_all(f)}`)
	for name, want := range map[string]string{
		"f": "<i, j> {a: int64 unique, b: date null}",
		"g": "<i, j> {a: int64, b: date null}",
		"h": "<k: date, i, j> {a: int64, b: date null}",
		"m": "<r> {n: int64, k: int64}",
		"s": "<i, j> int64",
		"t": "<> {n: int64}",
	} {
		if got, ok := p.FieldType(name); !ok || got.String() != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
	if _, ok := p.FieldType("nothing"); ok {
		t.Error("a field that is not there")
	}
	loop := &Program{Defs: []*Def{{Name: "x", X: &Access{Field: "x"}}}}
	if got, ok := loop.FieldType("x"); !ok || len(got.Attrs) != 0 {
		t.Errorf("a definition in terms of itself is %s", got)
	}
}
