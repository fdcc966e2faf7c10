package vector

import (
	"testing"

	"github.com/reffine-db/reffine/ir"
)

// samples are expressions of every kind of node, over the random world.
func samples(w *world) map[string]ir.Expr {
	col := func(table int, name string) ir.Expr { return attr(table, w.tables[table].Column(name)) }
	i32, i64, boolean, text, dbl := ir.Of(ir.Int32), ir.Of(ir.Int64), ir.Of(ir.Bool), ir.Of(ir.Varchar), ir.Of(ir.Float64)
	wide := ir.DecimalOf(38, 4)
	str := func(s string) ir.Expr { return &ir.Const{Val: ir.StringValue(s)} }
	return map[string]ir.Expr{
		"add":         callOf(ir.Add, i32, col(0, "c3_1"), col(1, "c3_1")),
		"add const":   callOf(ir.Add, i32, col(0, "c3_1"), constant(i32, 5)),
		"checked":     callOf(ir.Add, i64, col(0, "c4_1"), castTo(col(0, "c3_0"), i64)),
		"mul wide":    callOf(ir.Mul, wide, castTo(col(0, "c18_1"), wide), castTo(col(1, "c15_0"), ir.DecimalOf(38, 0))),
		"quotient":    callOf(ir.IntDiv, i32, col(0, "c3_1"), col(1, "c3_1")),
		"remainder":   callOf(ir.Mod, i32, col(0, "c3_1"), constant(i32, 7)),
		"negate":      callOf(ir.Neg, i64, col(0, "c4_1")),
		"float":       callOf(ir.Div, dbl, col(0, "c11_0"), castTo(col(0, "c14_1"), dbl)),
		"rescale":     castTo(castTo(col(0, "c13_1"), ir.DecimalOf(15, 4)), ir.DecimalOf(9, 1)),
		"compare":     boolCall(ir.Lt, col(0, "c3_1"), col(1, "c3_1")),
		"logic":       boolCall(ir.Or, boolCall(ir.Gt, col(0, "c3_1"), constant(i32, 9)), boolCall(ir.IsNull, col(1, "c5_0"))),
		"like":        boolCall(ir.Like, col(0, "c20_0"), str("%o%")),
		"like dict":   boolCall(ir.Like, col(1, "c20_2"), str("%b%")),
		"substring":   callOf(ir.Substring, text, col(0, "c20_0"), constant(i64, 2), constant(i64, 3)),
		"length":      callOf(ir.Length, i64, col(0, "c20_1")),
		"year":        callOf(ir.Year, i64, col(0, "c21_1")),
		"in":          &ir.In{X: col(0, "c3_1"), List: []ir.Expr{constant(i32, 3), constant(i32, 30)}},
		"in strings":  &ir.In{X: col(0, "c20_0"), List: []ir.Expr{str("a"), str("b")}},
		"case blend":  &ir.Case{Whens: []ir.When{{Cond: boolCall(ir.Gt, col(0, "c3_1"), constant(i32, 9)), Then: col(0, "c4_1")}}, Else: constant(i64, 0), T: i64},
		"case guard":  &ir.Case{Whens: []ir.When{{Cond: boolCall(ir.Lt, col(1, "c3_1"), constant(i32, 9)), Then: callOf(ir.Add, i64, col(1, "c4_1"), castTo(col(1, "c3_1"), i64))}}, Else: constant(i64, 0), T: i64},
		"coalesce":    callOf(ir.Coalesce, i64, col(1, "c4_1"), col(0, "c4_1")),
		"date":        castTo(col(0, "c21_1"), ir.Of(ir.Timestamp)),
		"exists":      &ir.Exists{X: &ir.Access{Field: "R", Args: []ir.Expr{&ir.Iter{Name: "i1", T: i64}}}},
		"temporaries": boolCall(ir.Eq, &ir.Iter{Name: "t0", T: i64}, &ir.Iter{Name: "i0", T: i64}),
		"bool":        callOf(ir.Not, boolean, col(1, "c0_0")),
		"code temp":   boolCall(ir.Eq, &ir.Iter{Name: "t5", T: text}, col(0, "c20_2")),
		"dictionary":  callOf(ir.Substring, text, col(0, "c20_2"), constant(i64, 1), constant(i64, 1)),
		"least boxed": callOf(ir.Least, i32, col(0, "c3_1"), col(1, "c3_1")),
		"wide to int": castTo(col(0, "c9_1"), i64),
	}
}

func TestNoAllocation(t *testing.T) {
	w := newWorld(t, 5, 3000)
	for name, e := range samples(w) {
		c := NewCompiler(w, 2048)
		n, err := c.Expr(e)
		if err != nil {
			t.Fatal(name, err)
		}
		var flt *Filter
		buf := make([]int32, 2048)
		if e.Type().Kind == ir.Bool {
			narrow := boolCall(ir.Lt, attr(0, w.tables[0].Column("c3_1")), constant(ir.Of(ir.Int32), 11))
			if flt, err = c.Filter([]ir.Expr{e, narrow}); err != nil {
				t.Fatal(name, err)
			}
		}
		frames := w.frames(2048)
		epoch := uint64(0)
		run := func() {
			for _, f := range frames {
				epoch++
				f.Epoch = epoch
				n.Eval(f)
				if flt != nil {
					flt.Select(f, buf)
				}
				if f.Err != nil {
					t.Fatal(name, f.Err)
				}
			}
		}
		run()
		if a := testing.AllocsPerRun(5, run); a != 0 {
			t.Errorf("%s: %v allocations a run; %s", name, a, ir.String(e))
		}
	}
}

func TestGatherDoesNotAllocate(t *testing.T) {
	w := newWorld(t, 6, 3000)
	var lanes []TempLane
	for _, tmp := range w.temps {
		lanes = append(lanes, TempLane{tmp.Index, tmp.Lane})
	}
	sel := make([]int32, 0, 2048)
	for t := range int32(1000) {
		sel = append(sel, 2*t)
	}
	for _, f := range w.frames(2048)[:2] {
		var g Frame
		f.Gather(&g, sel, lanes...)
		for k, s := range sel {
			for i := range f.Slots {
				if g.Slots[i].At(k) != f.Slots[i].At(int(s)) {
					t.Fatalf("slot %d of tuple %d", i, k)
				}
			}
			for _, l := range lanes {
				a, b := g.Temps[l.Index].Value(l.Lane, ir.Of(ir.Int64), k), f.Temps[l.Index].Value(l.Lane, ir.Of(ir.Int64), int(s))
				if !a.Equal(b) {
					t.Fatalf("temporary %d of tuple %d: %v, want %v", l.Index, k, a, b)
				}
			}
		}
		if g.N != len(sel) || g.Epoch == 0 {
			t.Fatalf("frame of %d tuples, epoch %d", g.N, g.Epoch)
		}
		if a := testing.AllocsPerRun(5, func() { f.Gather(&g, sel, lanes...) }); a != 0 {
			t.Errorf("%v allocations a run", a)
		}
	}
}

// TestSamples compares the same expressions with the oracle, at every block size.
func TestSamples(t *testing.T) {
	w := newWorld(t, 7, 3000)
	for _, e := range samples(w) {
		for _, block := range blocks {
			checkExpr(t, w, e, block)
			if e.Type().Kind == ir.Bool {
				checkFilter(t, w, []ir.Expr{e}, block)
			}
		}
	}
}
