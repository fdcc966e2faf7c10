package vector

import (
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// q6 is TPC-H's Q6 over a table of its distributions: about 2 % of the rows
// pass three ranges, then a sum of products.
type q6 struct {
	rows int
	flt  *Filter
	val  *Node
	buf  []int32
	f, g Frame
}

// oneTable is an environment with one dense table.
type oneTable struct{ tab *field.Table }

func (e oneTable) Column(x ir.Expr) (*field.Column, int, bool, bool) {
	c := e.tab.Column(x.(*ir.Attr).Name)
	return c, 0, false, c != nil
}
func (oneTable) Coordinate(string) (int, int64, bool) { return 0, 0, false }
func (oneTable) Temp(string) (Temp, bool)             { return Temp{}, false }
func (oneTable) Present(x ir.Expr) (int, bool, bool)  { return 0, false, true }
func (oneTable) Sym(string) (ir.Value, bool)          { return ir.Value{}, false }
func (e oneTable) attr(name string) ir.Expr           { return attr(0, e.tab.Column(name)) }
func constant(t ir.Type, v int64) ir.Expr             { return &ir.Const{Val: ir.IntValue(t, v)} }
func boolCall(op ir.Op, args ...ir.Expr) ir.Expr {
	return &ir.Call{Op: op, Args: args, T: ir.Of(ir.Bool)}
}
func decimal(w, s uint8) ir.Type                          { return ir.DecimalOf(w, s) }
func castTo(x ir.Expr, t ir.Type) ir.Expr                 { return &ir.Cast{X: x, T: t} }
func callOf(op ir.Op, t ir.Type, args ...ir.Expr) ir.Expr { return &ir.Call{Op: op, Args: args, T: t} }

func lineitem(t testing.TB, rows int) oneTable {
	r := rand.New(rand.NewPCG(6, 6))
	qty := &field.Vector{Name: "l_quantity", Type: decimal(15, 2)}
	price := &field.Vector{Name: "l_extendedprice", Type: decimal(15, 2)}
	disc := &field.Vector{Name: "l_discount", Type: decimal(15, 2)}
	tax := &field.Vector{Name: "l_tax", Type: decimal(15, 2)}
	ship := &field.Vector{Name: "l_shipdate", Type: ir.Of(ir.Date)}
	commit := &field.Vector{Name: "l_commitdate", Type: ir.Of(ir.Date)}
	mode := &field.Vector{Name: "l_shipmode", Type: ir.Of(ir.Varchar)}
	modes := []string{"AIR", "FOB", "MAIL", "RAIL", "REG AIR", "SHIP", "TRUCK"}
	for range rows {
		q := int64(1 + r.IntN(50))
		qty.Int = append(qty.Int, q*100)
		price.Int = append(price.Int, q*(90000+r.Int64N(110000)))
		disc.Int = append(disc.Int, r.Int64N(11))
		tax.Int = append(tax.Int, r.Int64N(9))
		d := 8035 + r.Int64N(2526)
		ship.Int = append(ship.Int, d)
		commit.Int = append(commit.Int, d-60+r.Int64N(120))
		mode.Str = append(mode.Str, modes[r.IntN(len(modes))])
	}
	tab, err := field.NewTable("L", []*field.Vector{qty, price, disc, tax, ship, commit, mode})
	if err != nil {
		t.Fatal(err)
	}
	return oneTable{tab}
}

func q6Filter(e oneTable) []ir.Expr {
	date, dec := ir.Of(ir.Date), decimal(15, 2)
	return []ir.Expr{
		boolCall(ir.Ge, e.attr("l_shipdate"), constant(date, 8766)),
		boolCall(ir.Lt, e.attr("l_shipdate"), constant(date, 9131)),
		boolCall(ir.Ge, e.attr("l_discount"), constant(dec, 5)),
		boolCall(ir.Le, e.attr("l_discount"), constant(dec, 7)),
		boolCall(ir.Lt, e.attr("l_quantity"), constant(dec, 2400)),
	}
}

func newQ6(t testing.TB, rows, block int) *q6 {
	e := lineitem(t, rows)
	c := NewCompiler(e, block)
	flt, err := c.Filter(q6Filter(e))
	if err != nil {
		t.Fatal(err)
	}
	w := decimal(18, 2)
	val, err := c.Expr(callOf(ir.Mul, decimal(18, 4), castTo(e.attr("l_extendedprice"), w), castTo(e.attr("l_discount"), w)))
	if err != nil {
		t.Fatal(err)
	}
	return &q6{rows: rows, flt: flt, val: val, buf: make([]int32, block), f: Frame{Slots: make([]Slot, 1)}}
}

// run computes the sum.
func (q *q6) run() int64 {
	var sum int64
	block := len(q.buf)
	for lo := 0; lo < q.rows; lo += block {
		q.f.N = min(block, q.rows-lo)
		q.f.Slots[0] = Slot{Dense: true, Base: int32(lo)}
		q.f.Epoch++
		sel := q.flt.Select(&q.f, q.buf)
		if len(sel) == 0 {
			continue
		}
		q.f.Gather(&q.g, sel)
		sum += simd.SumI64(q.val.Eval(&q.g).I)
	}
	return sum
}

func BenchmarkQ6(b *testing.B) {
	q := newQ6(b, 1<<20, 2048)
	b.Log(q.flt.Stages(), q.val.Lane(), q.val.CanFail())
	for b.Loop() {
		q.run()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(q.rows), "ns/row")
}
