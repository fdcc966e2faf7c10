package vector

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

// world is two tables of random values, L and R, read through slots 0 and 1, and
// temporaries; a tuple's position in R may be φ.
type world struct {
	rows   int
	tables [2]*field.Table
	temps  map[string]Temp
	values map[string][]ir.Value // temporaries by tuple
	rand   *rand.Rand
}

var tableNames = [2]string{"L", "R"}

// newWorld makes tables of every type, each column in several flavours: random,
// NULL-free, few distinct values, all equal.
func newWorld(t testing.TB, seed uint64, rows int) *world {
	t.Helper()
	w := &world{rows: rows, rand: rand.New(rand.NewPCG(seed, 7))}
	g := &randexpr.Gen{Rand: w.rand}
	for i := range w.tables {
		var vecs []*field.Vector
		for j, typ := range randexpr.Types {
			for flavour := range 4 {
				v := &field.Vector{Name: fmt.Sprintf("c%d_%d", j, flavour), Type: typ.Nullable()}
				few := []ir.Value{g.Value(typ), g.Value(typ), g.Value(typ)}
				for range rows {
					x := g.Value(typ)
					switch flavour {
					case 1:
						x = small(w.rand, typ)
					case 2:
						x = few[w.rand.IntN(len(few))]
					case 3:
						x = few[0]
					}
					v.Append(x)
				}
				vecs = append(vecs, v)
			}
		}
		tab, err := field.NewTable(tableNames[i], vecs)
		if err != nil {
			t.Fatal(err)
		}
		w.tables[i] = tab
	}
	w.addTemps(g)
	return w
}

// tempTuples is the number of values of each temporary, at least a block.
const tempTuples = 2048

// addTemps makes a temporary of every lane, all nullable.
func (w *world) addTemps(g *randexpr.Gen) {
	w.temps, w.values = map[string]Temp{}, map[string][]ir.Value{}
	dict := w.tables[0].Column("c20_2").Dict
	if dict == nil {
		panic("no dictionary to share")
	}
	proved := Between(-1000, 1000)
	for i, t := range []Temp{
		{Type: ir.Of(ir.Int64), Lane: Ints},
		{Type: ir.DecimalOf(30, 10), Lane: Ints, Proved: &proved},
		{Type: ir.Of(ir.Int128), Lane: Wides},
		{Type: ir.Of(ir.Float64), Lane: Floats},
		{Type: ir.Of(ir.Varchar), Lane: Strings},
		{Type: ir.Of(ir.Varchar), Lane: Codes, Dict: dict},
		{Type: ir.Of(ir.Bool), Lane: Bools},
	} {
		t.Index, t.Type = i, t.Type.Nullable()
		name := fmt.Sprintf("t%d", i)
		w.temps[name] = t
		for range tempTuples {
			v := g.Value(t.Type.NotNull())
			switch {
			case !v.Valid:
			case t.Dict != nil:
				v = ir.StringValue(dict.Str(w.rand.IntN(dict.Len())))
			case t.Proved != nil:
				v = ir.IntValue(t.Type, int64(w.rand.IntN(2001)-1000))
			}
			w.values[name] = append(w.values[name], v)
		}
	}
}

// tempVecs returns the temporaries of n tuples.
func (w *world) tempVecs(n int) []*Vec {
	vecs := make([]*Vec, len(w.temps))
	for name, t := range w.temps {
		v := &Vec{Dict: t.Dict}
		v.grow(t.Lane, n)
		v.Null = make([]uint8, n)
		for i, x := range w.values[name][:n] {
			switch {
			case !x.Valid:
				v.Null[i] = 1
			case t.Dict != nil:
				c, _ := t.Dict.Find(x.Str)
				v.I[i] = int64(c)
			default:
				v.set(t.Lane, i, x)
			}
		}
		vecs[t.Index] = v
	}
	return vecs
}

// small returns a value near zero, never NULL: narrow columns.
func small(r *rand.Rand, t ir.Type) ir.Value {
	switch {
	case t.Kind == ir.Varchar:
		return ir.StringValue(string(rune('a' + r.IntN(20))))
	case t.Float():
		return ir.FloatValue(t, float64(r.IntN(9))/4)
	case t.Kind == ir.Bool:
		return ir.IntValue(t, int64(r.IntN(2)))
	}
	return ir.IntValue(t, int64(r.IntN(40)))
}

func (w *world) columns() []randexpr.Column {
	var out []randexpr.Column
	for i, tab := range w.tables {
		for _, c := range tab.Columns() {
			out = append(out, randexpr.Column{IR: attr(i, c), SQL: tab.Name + "." + c.Name})
		}
	}
	for i := range len(w.temps) { // in a fixed order
		name := fmt.Sprintf("t%d", i)
		out = append(out, randexpr.Column{IR: &ir.Iter{Name: name, T: w.temps[name].Type}, SQL: name})
	}
	access := func(f, it string) ir.Expr {
		return &ir.Access{Field: f, Args: []ir.Expr{&ir.Iter{Name: it, T: ir.Of(ir.Int64)}}}
	}
	return append(out,
		randexpr.Column{IR: &ir.Iter{Name: "i0", T: ir.Of(ir.Int64)}, SQL: "i0"},
		randexpr.Column{IR: &ir.Sym{Name: "$1", T: ir.Of(ir.Int32)}, SQL: "$1"},
		randexpr.Column{IR: &ir.Exists{X: access("R", "i1")}, SQL: "R.exists"},
		randexpr.Column{IR: &ir.Exists{X: access("L", "i0")}, SQL: "L.exists"},
	)
}

// attr is an attribute of table i at its iterator.
func attr(i int, c *field.Column) ir.Expr {
	it := &ir.Iter{Name: fmt.Sprintf("i%d", i), T: ir.Of(ir.Int64)}
	return &ir.Attr{X: &ir.Access{Field: tableNames[i], Args: []ir.Expr{it}}, Name: c.Name, T: c.Type.Nullable()}
}

func (w *world) Column(x ir.Expr) (*field.Column, int, bool, bool) {
	a, ok := x.(*ir.Attr)
	if !ok {
		return nil, 0, false, false
	}
	i := 0
	if a.X.(*ir.Access).Field == "R" {
		i = 1
	}
	c := w.tables[i].Column(a.Name)
	return c, i, i == 1, c != nil
}

func (w *world) Coordinate(name string) (int, int64, bool) {
	switch name {
	case "i0":
		return 0, 0, true
	case "i1":
		return 1, 0, true
	}
	return 0, 0, false
}

func (w *world) Temp(name string) (Temp, bool) { t, ok := w.temps[name]; return t, ok }

func (w *world) Present(x ir.Expr) (int, bool, bool) {
	a, ok := x.(*ir.Access)
	if !ok {
		return 0, false, false
	}
	if a.Field == "R" {
		return 1, true, true
	}
	return 0, false, true
}

func (w *world) Sym(name string) (ir.Value, bool) {
	return ir.IntValue(ir.Of(ir.Int32), 7), name == "$1"
}

// tuple is the oracle's environment for tuple t of a frame.
type tuple struct {
	w *world
	f *Frame
	t int
}

func (e tuple) Iter(name string) (ir.Value, error) {
	if v, ok := e.w.values[name]; ok {
		return v[e.t], nil
	}
	slot, base, _ := e.w.Coordinate(name)
	return ir.IntValue(ir.Of(ir.Int64), base+int64(e.f.Slots[slot].At(e.t))), nil
}

func (e tuple) Sym(string) (ir.Value, error) { return ir.IntValue(ir.Of(ir.Int32), 7), nil }

func (e tuple) Attr(a *ir.Attr) (ir.Value, error) {
	c, slot, _, _ := e.w.Column(a)
	p := e.f.Slots[slot].At(e.t)
	if p < 0 {
		return ir.NullOf(a.T), nil
	}
	return c.Value(int(p)), nil
}

func (e tuple) Access(*ir.Access) (ir.Value, error) { panic("no scalar fields") }

func (e tuple) Exists(x *ir.Exists) (bool, error) {
	slot, _, _ := e.w.Present(x.X)
	return e.f.Slots[slot].At(e.t) >= 0, nil
}

func (e tuple) Reduce(*ir.Reduce) (ir.Value, error) { panic("no reductions") }

// frames returns frames over the world for a block size: dense, and at
// positions, with φ in slot 1 of the latter.
func (w *world) frames(block int) []*Frame {
	n := min(block, w.rows)
	lo := w.rand.IntN(w.rows - n + 1)
	f := &Frame{N: n, Slots: []Slot{{Dense: true, Base: int32(lo)}, {Dense: true, Base: int32(w.rows - n - lo)}}}
	g := &Frame{N: n, Slots: make([]Slot, 2)}
	for range n {
		q := int32(w.rand.IntN(w.rows))
		if w.rand.IntN(4) == 0 {
			q = -1
		}
		g.Slots[0].Pos = append(g.Slots[0].Pos, int32(w.rand.IntN(w.rows)))
		g.Slots[1].Pos = append(g.Slots[1].Pos, q)
	}
	short := &Frame{N: n / 2, Slots: g.Slots}
	frames := []*Frame{f, g, short}
	for _, f := range frames {
		f.Temps = w.tempVecs(f.N)
	}
	return frames
}

// same compares a lane value with the oracle's.
func same(a, b ir.Value) bool {
	if a.Valid != b.Valid {
		return false
	}
	return !a.Valid || a.Equal(ir.Value{Type: a.Type, Valid: true, Int: b.Int, Float: b.Float, Str: b.Str})
}

var _ eval.Env = tuple{}
