package vector

import (
	"errors"
	"testing"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// scalarField adds an unnamed scalar S[i0] to a world: column c4_1 of L.
type scalarField struct{ *world }

func (e scalarField) Column(x ir.Expr) (*field.Column, int, bool, bool) {
	if a, ok := x.(*ir.Access); ok {
		return e.tables[0].Column("c4_1"), 0, false, a.Field == "S"
	}
	return e.world.Column(x)
}

func TestScalarAccess(t *testing.T) {
	w := newWorld(t, 1, 200)
	i64 := ir.Of(ir.Int64)
	s := &ir.Access{Field: "S", Args: []ir.Expr{&ir.Iter{Name: "i0", T: i64}}, T: i64}
	n, err := Compile(callOf(ir.Mul, i64, s, constant(i64, 3)), scalarField{w}, 64)
	if err != nil {
		t.Fatal(err)
	}
	f := &Frame{N: 50, Epoch: 1, Slots: []Slot{{Dense: true, Base: 20}, {Dense: true}}}
	v := n.Eval(f)
	for i := range f.N {
		if want := 3 * w.tables[0].Column("c4_1").Int(20+i); v.I[i] != want {
			t.Fatalf("tuple %d: %d, want %d", i, v.I[i], want)
		}
	}
}

func TestUnsupported(t *testing.T) {
	w := newWorld(t, 1, 10)
	i64, b := ir.Of(ir.Int64), ir.Of(ir.Bool)
	it := &ir.Iter{Name: "i0", T: i64}
	c := attr(0, w.tables[0].Column("c4_1"))
	for name, e := range map[string]ir.Expr{
		"unbound iterator": &ir.Iter{Name: "k", T: i64},
		"unknown symbol":   &ir.Sym{Name: "$9", T: i64},
		"unknown column":   &ir.Attr{X: &ir.Access{Field: "L", Args: []ir.Expr{it}}, Name: "none", T: i64},
		"scalar field":     &ir.Access{Field: "S", Args: []ir.Expr{it}, T: i64},
		"reduction":        &ir.Reduce{Fn: ir.Sum, Over: &ir.Access{Field: "L"}, T: i64},
		"range":            &ir.Range{Field: "L", Lo: it, Hi: it},
		"record":           &ir.Record{Names: []string{"a"}, Elems: []ir.Expr{c}},
		"existence":        &ir.Exists{X: &ir.Range{Field: "L", Lo: it, Hi: it}},
		"inside":           boolCall(ir.Lt, c, &ir.Iter{Name: "k", T: i64}),
		"case":             &ir.Case{Whens: []ir.When{{Cond: &ir.Sym{Name: "$9", T: b}, Then: c}}, Else: c, T: i64},
	} {
		var refusal *Unsupported
		if _, err := Compile(e, w, 8); !errors.As(err, &refusal) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := CompileFilter([]ir.Expr{e}, w, 8); !errors.As(err, &refusal) {
			t.Errorf("filter %s: %v", name, err)
		}
	}
	var refusal *eval.Unsupported
	if _, err := Compile(callOf(ir.Add, ir.DecimalOf(9, 2), c, c), w, 8); !errors.As(err, &refusal) {
		t.Errorf("badly typed: %v", err)
	}
}

// TestProofs pins which operations run unchecked in 64 bits.
func TestProofs(t *testing.T) {
	e := lineitem(t, 5000)
	price, disc, tax := e.attr("l_extendedprice"), e.attr("l_discount"), e.attr("l_tax")
	d16, d18 := decimal(16, 2), decimal(18, 2)
	one := constant(d16, 100)
	revenue := callOf(ir.Mul, decimal(18, 4), castTo(price, d18), castTo(callOf(ir.Sub, d16, one, castTo(disc, d16)), d18))
	charge := callOf(ir.Mul, decimal(36, 6), castTo(revenue, decimal(36, 4)), castTo(callOf(ir.Add, d16, one, castTo(tax, d16)), decimal(36, 2)))
	cube := callOf(ir.Mul, decimal(38, 4), castTo(price, decimal(38, 2)), castTo(price, decimal(38, 2)))
	big := castTo(cube, decimal(38, 12))
	for _, c := range []struct {
		name  string
		x     ir.Expr
		lane  Lane
		fails bool
	}{
		{"revenue", revenue, Ints, false},
		{"charge is wide by type, narrow by proof", charge, Ints, false},
		{"square fits", cube, Ints, false},
		{"scaled square does not", big, Wides, false},
		{"square of it may overflow", callOf(ir.Mul, decimal(38, 24), big, big), Wides, true},
		{"cast that may not fit", castTo(price, decimal(8, 4)), Ints, true},
		{"cast that fits by its values", castTo(tax, decimal(3, 2)), Ints, false},
	} {
		n, err := Compile(c.x, e, 64)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if n.Lane() != c.lane || n.CanFail() != c.fails {
			iv, _ := n.Interval()
			t.Errorf("%s: lane %v, can fail %v, interval %v to %v", c.name, n.Lane(), n.CanFail(), iv.Lo, iv.Hi)
		}
	}
}

// TestCommonSubexpressions counts evaluations of a shared node by its identity.
func TestCommonSubexpressions(t *testing.T) {
	e := lineitem(t, 100)
	c := NewCompiler(e, 64)
	d18 := decimal(18, 2)
	x := func() ir.Expr { return callOf(ir.Add, d18, castTo(e.attr("l_tax"), d18), constant(d18, 5)) }
	a, err := c.Expr(x())
	if err != nil {
		t.Fatal(err)
	}
	b, err := c.Expr(x())
	if err != nil {
		t.Fatal(err)
	}
	if a != b {
		t.Error("equal expressions are two nodes")
	}
	f := &Frame{N: 10, Epoch: 1, Slots: []Slot{{Dense: true}}}
	first := a.Eval(f).I[0]
	f.Slots[0].Base = 50 // without a new epoch: memoised
	if got := a.Eval(f).I[0]; got != first {
		t.Errorf("evaluated twice in an epoch: %d, %d", first, got)
	}
	f.Epoch++
	if got, want := a.Eval(f).I[0], e.tab.Column("l_tax").Int(50)+5; got != want {
		t.Errorf("%d in the next epoch, want %d", got, want)
	}
}

// TestUnsignedUnderflow is a case the random test found: uint64, whose range does
// not fit the lane, with operands and result that do.
func TestUnsignedUnderflow(t *testing.T) {
	u64 := ir.Of(ir.UInt64)
	v := &field.Vector{Name: "u", Type: u64, Wide: []int128.Int{int128.Of(1), int128.Of(5)}}
	tab, err := field.NewTable("L", []*field.Vector{v})
	if err != nil {
		t.Fatal(err)
	}
	e := oneTable{tab}
	n, err := Compile(callOf(ir.Sub, u64, e.attr("u"), constant(u64, 3)), e, 8)
	if err != nil {
		t.Fatal(err)
	}
	f := &Frame{N: 1, Epoch: 1, Slots: []Slot{{Dense: true, Base: 1}}}
	if got := n.Eval(f); n.Lane() != Ints || got.I[0] != 2 || f.Err != nil {
		t.Errorf("5 - 3: %v, %v", got, f.Err)
	}
	f.N, f.Slots[0].Base, f.Epoch = 2, 0, 2
	if n.Eval(f); f.Err == nil {
		t.Error("1 - 3 is no error")
	}
}
