package vector

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

var comparisons = []ir.Op{ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge}

// simple returns a conjunct of a shape that has a form in code space.
func (w *world) simple(r *rand.Rand) ir.Expr {
	for {
		table := r.IntN(2)
		cols := w.tables[table].Columns()
		c := cols[r.IntN(len(cols))]
		x, t := attr(table, c), c.Type.NotNull()
		op := comparisons[r.IntN(len(comparisons))]
		switch r.IntN(10) {
		case 0, 1, 2:
			if k := w.near(r, c); r.IntN(2) == 0 {
				return boolCall(op, x, k)
			} else {
				return boolCall(op, k, x)
			}
		case 3, 4:
			other := w.tables[table].Columns()[r.IntN(len(cols))]
			u := other.Type.NotNull()
			if t.Same(u) || t.Integer() && u.Integer() {
				return boolCall(op, x, attr(table, other))
			}
		case 5:
			return boolCall([]ir.Op{ir.IsNull, ir.IsNotNull}[r.IntN(2)], x)
		case 6:
			if t.Kind == ir.Bool {
				if r.IntN(2) == 0 {
					return x
				}
				return boolCall(ir.Not, x)
			}
		case 7:
			return &ir.In{X: x, List: []ir.Expr{w.near(r, c), w.near(r, c), w.near(r, c)}}
		case 8:
			if e := w.scaled(r, op, x, c); e != nil {
				return e
			}
		case 9:
			switch t.Kind {
			case ir.Varchar:
				p := []string{"%b%", "a%", "%", "%z", "_", "hello%"}[r.IntN(6)]
				return boolCall([]ir.Op{ir.Like, ir.NotLike}[r.IntN(2)], x, &ir.Const{Val: ir.StringValue(p)})
			case ir.Date, ir.Timestamp:
				return boolCall(op, callOf(ir.Year, ir.Of(ir.Int64), x), constant(ir.Of(ir.Int64), 1960+r.Int64N(60)))
			}
			return boolCall(ir.Or, boolCall(op, x, w.near(r, c)), boolCall(ir.Eq, x, w.near(r, c)))
		}
	}
}

// near returns a constant of c's type: one of its values, the next one, or any.
func (w *world) near(r *rand.Rand, c *field.Column) ir.Expr {
	v := c.Value(r.IntN(w.rows))
	t := c.Type.NotNull()
	switch {
	case !v.Valid || r.IntN(4) == 0:
		v = (&randexpr.Gen{Rand: r}).Value(t)
	case v.Type.Kind != ir.Varchar && !v.Type.Float() && r.IntN(2) == 0:
		if n, ok := v.Int.Add(int128.Of(int64(r.IntN(3) - 1))); ok && typeInterval(t).Has(n) {
			v = ir.WideValue(t, n)
		}
	}
	return &ir.Const{Val: v}
}

// scaled compares a column cast to a type in which its unscaled value is
// multiplied; nil when the column has no such cast.
func (w *world) scaled(r *rand.Rand, op ir.Op, x ir.Expr, c *field.Column) ir.Expr {
	t := c.Type.NotNull()
	var to ir.Type
	switch {
	case t.Kind == ir.Date:
		to = ir.Of(ir.Timestamp)
	case t.Integer() && t.Kind != ir.UInt64 && t.Kind != ir.Int128:
		to = []ir.Type{ir.Of(ir.Int64), ir.Of(ir.Int128), ir.DecimalOf(30, 3), ir.DecimalOf(18, 2)}[r.IntN(4)]
	case t.Kind == ir.Decimal && t.Width <= 18:
		to = ir.DecimalOf(38, t.Scale+uint8(r.IntN(4)))
	default:
		return nil
	}
	// A constant on, or next to, a multiple.
	v := c.Value(r.IntN(w.rows))
	if !v.Valid {
		return nil
	}
	mul := int128.Of(86400 * 1000000)
	if t.Kind != ir.Date {
		mul = int128.Pow10(int(to.Scale - t.Scale))
	}
	k, ok := v.Int.Mul(mul)
	k = k.AddWrap(int128.Of(int64(r.IntN(3) - 1)))
	if !ok || !typeInterval(to).Has(k) {
		return nil
	}
	return boolCall(op, castTo(x, to), &ir.Const{Val: ir.WideValue(to, k)})
}

func TestSimpleFilters(t *testing.T) {
	for seed := range uint64(3) {
		w := newWorld(t, seed+50, 2500)
		r := rand.New(rand.NewPCG(seed, 8))
		for range 800 {
			var conj []ir.Expr
			for range 1 + r.IntN(4) {
				conj = append(conj, w.simple(r))
			}
			checkFilter(t, w, conj, blocks[r.IntN(3)])
		}
	}
}

// TestColumnPairs compares narrow columns of every pair of widths with every
// operator, as first and as second conjunct.
func TestColumnPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var vecs []*field.Vector
	for i, span := range []int64{10, 3000, 100000, 1 << 40} {
		for _, base := range []int64{0, 5, -7} {
			v := &field.Vector{Name: fmt.Sprintf("v%d_%d", i, base), Type: ir.Of(ir.Int64)}
			for range 2000 {
				v.Int = append(v.Int, base+r.Int64N(12))
			}
			v.Int[0], v.Int[1] = base, base+span
			vecs = append(vecs, v)
		}
	}
	tab, err := field.NewTable("L", vecs)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{rows: 2000, rand: r, tables: [2]*field.Table{tab, tab}}
	direct := 0
	for _, a := range vecs {
		for _, b := range vecs {
			x, y := attr(0, tab.Column(a.Name)), attr(0, tab.Column(b.Name))
			first := boolCall(ir.Ge, x, constant(ir.Of(ir.Int64), a.Int[0]+3))
			for _, op := range comparisons {
				e := boolCall(op, x, y)
				checkFilter(t, w, []ir.Expr{e}, 2048)
				checkFilter(t, w, []ir.Expr{first, e}, 3)
				flt, err := CompileFilter([]ir.Expr{e}, w, 3)
				if err != nil {
					t.Fatal(err)
				}
				if _, ok := flt.stages[0].(*columnsStage); ok {
					direct++
				}
			}
		}
	}
	if direct < len(vecs)*len(vecs)*len(comparisons)/2 {
		t.Errorf("only %d comparisons in code space", direct)
	}
}

// TestStages pins the forms that conjuncts are compiled to.
func TestStages(t *testing.T) {
	e := lineitem(t, 5000)
	dec, text := decimal(15, 2), ir.Of(ir.Varchar)
	str := func(s string) ir.Expr { return &ir.Const{Val: ir.StringValue(s)} }
	mode, ship, commit := e.attr("l_shipmode"), e.attr("l_shipdate"), e.attr("l_commitdate")
	for _, c := range []struct {
		conj []ir.Expr
		want string
	}{
		{q6Filter(e), "l_shipdate in 8766..9130; l_discount in 5..7; l_quantity in 100..2399"},
		{[]ir.Expr{boolCall(ir.Lt, castTo(e.attr("l_quantity"), decimal(18, 4)), constant(decimal(18, 4), 240001))}, "l_quantity in 100..2400"},
		{[]ir.Expr{boolCall(ir.Lt, e.attr("l_quantity"), constant(dec, 100))}, "false"},
		{[]ir.Expr{boolCall(ir.Gt, e.attr("l_quantity"), constant(dec, 0))}, ""},
		{[]ir.Expr{boolCall(ir.Ne, e.attr("l_tax"), constant(dec, 3))}, "l_tax not in 3..3"},
		{[]ir.Expr{boolCall(ir.Ne, e.attr("l_quantity"), constant(dec, 150))}, ""},
		{[]ir.Expr{boolCall(ir.Lt, commit, ship)}, "l_commitdate < l_shipdate"},
		{[]ir.Expr{&ir.In{X: mode, List: []ir.Expr{str("MAIL"), str("SHIP")}}, boolCall(ir.Lt, commit, ship)},
			`L[i0].l_shipmode in ("MAIL", "SHIP"); l_commitdate < l_shipdate`},
		{[]ir.Expr{boolCall(ir.Eq, callOf(ir.Substring, text, mode, constant(ir.Of(ir.Int64), 1), constant(ir.Of(ir.Int64), 1)), str("Q"))}, "false"},
	} {
		flt, err := CompileFilter(c.conj, e, 2048)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(flt.Stages(), "; "); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
