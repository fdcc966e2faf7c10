package ir

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/reffine-db/reffine/internal/int128"
)

// generator makes random programs that Check accepts, the same for the same
// seed. Every kind of node, operator and reduction occurs.
type generator struct {
	*rand.Rand
	*scope
}

func newGenerator(seed uint64) *generator {
	return &generator{rand.New(rand.NewPCG(seed, 1)), nil}
}

var (
	genTypes = []Type{Of(Bool), Of(Int64), Of(Int64), Of(Int8), Of(Int32), Of(UInt64), Of(Int128), Of(Float32), Of(Float64),
		DecimalOf(4, 2), DecimalOf(38, 10), Of(Varchar), Of(Date), Of(Timestamp)}
	genNames = []string{"a", "b", "t", "i", "k", "select x", "date", "end", "x`y", "é\n", "sum", "F", "outer", "a_1"}
)

func (g *generator) typ() Type    { return genTypes[g.IntN(len(genTypes))] }
func (g *generator) maybe() bool  { return g.IntN(2) == 0 }
func (g *generator) rarely() bool { return g.IntN(10) == 0 }

// names returns n distinct names.
func (g *generator) names(n int) []string {
	perm := g.Perm(len(genNames))
	var out []string
	for _, i := range perm[:n] {
		out = append(out, genNames[i])
	}
	return out
}

func (g *generator) fieldType() FieldType {
	var t FieldType
	for _, n := range g.names(g.IntN(4)) {
		c := Coord{n, Of(Int64)}
		if g.maybe() {
			c.Type = g.typ().WithNull(g.rarely())
		}
		t.Coords = append(t.Coords, c)
	}
	for _, n := range g.names(g.IntN(5)) {
		a := Attribute{Name: n, Type: g.typ().WithNull(g.maybe()), Props: Property(g.IntN(4)), Distinct: int64(g.IntN(2) * g.IntN(100))}
		if a.Type.Integer() {
			a.Lo, a.Hi = g.Int64N(3)-2, g.Int64N(1000)-100
		}
		t.Attrs = append(t.Attrs, a)
	}
	if g.rarely() {
		t.Attrs = []Attribute{{Type: g.typ().WithNull(g.maybe())}}
	}
	return t
}

func (g *generator) program() *Program {
	p := &Program{}
	names := g.names(10)
	for range 1 + g.IntN(4) {
		in := &Input{Name: names[0], Type: g.fieldType(), Rows: int64(g.IntN(3) - 1)}
		if g.maybe() {
			in.Table = `db."x"` + names[0]
		}
		p.Inputs, names = append(p.Inputs, in), names[1:]
	}
	for i := range g.IntN(3) {
		p.Params = append(p.Params, &Sym{fmt.Sprintf("$%d", i), g.typ().WithNull(g.maybe())})
	}
	g.scope = newScope(p)
	for range 1 + g.IntN(5) {
		d := &Def{Name: names[0], X: g.value(4)}
		if g.rarely() {
			d.X, d.Row = g.union(), "row"
		}
		if g.maybe() && len(g.shape(d.X).Coords) > 0 {
			d.Row = names[0]
		}
		p.Defs, names = append(p.Defs, d), names[1:]
		g.define(d)
		if d.Row != "" && g.maybe() {
			o := g.output(p, d.Name)
			if d.Cut = (&Cut{o.Order, o.Limit, o.Offset}); len(o.Order) == 0 && o.Limit < 0 && o.Offset == 0 {
				d.Cut = nil
			}
		}
	}
	p.Out = p.defaultOutput(g.scope)
	if g.maybe() {
		p.Out = g.output(p, p.Defs[g.IntN(len(p.Defs))].Name)
	}
	return p
}

// union returns a union of operators and records.
func (g *generator) union() Expr {
	names := g.names(1 + g.IntN(3))
	types := []Type{g.typ(), g.typ(), g.typ()}
	u := &Union{}
	for range 2 + g.IntN(3) {
		record := func() Expr {
			r := &Record{Names: names}
			for i := range names {
				r.Elems = append(r.Elems, g.scalar(types[i], 2))
			}
			return r
		}
		if g.maybe() {
			u.Parts = append(u.Parts, record())
			continue
		}
		u.Parts = append(u.Parts, g.forall(3, record))
	}
	return u
}

func (g *generator) output(p *Program, field string) Output {
	o := Output{Field: field, Limit: int64(g.IntN(5) - 1), Offset: int64(g.IntN(3))}
	for _, a := range g.fields[o.Field].Attrs {
		if g.maybe() {
			o.Columns = append(o.Columns, OutputColumn{genNames[g.IntN(len(genNames))], a.Name})
		}
		if g.maybe() {
			o.Order = append(o.Order, OrderKey{a.Name, g.maybe(), g.maybe()})
		}
	}
	return o
}

// value returns a definition's right-hand side or an operator's body.
func (g *generator) value(depth int) Expr {
	if depth <= 0 {
		return g.scalar(g.typ(), 0)
	}
	switch g.IntN(6) {
	case 0:
		r := &Record{}
		for _, n := range g.names(g.IntN(4)) {
			r.Names, r.Elems = append(r.Names, n), append(r.Elems, g.scalar(g.typ(), depth-1))
		}
		return r
	case 1:
		return g.scalar(g.typ(), depth)
	case 2:
		return g.access(depth, func(FieldType, int) bool { return true })
	}
	return g.forall(depth, func() Expr { return g.value(depth - 1) })
}

func (g *generator) forall(depth int, body func() Expr) *Forall {
	f := &Forall{}
	for _, n := range g.names(g.IntN(3)) {
		f.Iters = append(f.Iters, Iterator{Name: n, T: Of(Int64)})
		if g.maybe() {
			f.Iters[len(f.Iters)-1].T = g.typ().WithNull(g.rarely())
		}
	}
	outer := len(f.Iters) > 0 && g.rarely()
	if outer {
		last := &f.Iters[len(f.Iters)-1]
		g.bind(f, nil, func() { last.Outer = g.scalar(Of(Bool), depth-2) })
	}
	g.bind(f, func(int, Expr) {}, func() {
		if g.IntN(4) > 0 {
			f.Pred = g.scalar(Of(Bool), depth-1)
		}
		f.Body = body()
		if a, ok := f.Body.(*Access); ok && outer && !g.fields[a.Field].Unnamed() {
			f.Body = g.scalar(g.typ(), depth-1)
		}
	})
	return f
}

// access returns an access to a field, with a number of arguments, that ok
// accepts, or nil.
func (g *generator) access(depth int, ok func(t FieldType, args int) bool) Expr {
	var names []string
	for n := range g.fields {
		names = append(names, n)
	}
	if len(names) == 0 {
		return &Record{}
	}
	sortStrings(names)
	for range 20 {
		name := names[g.IntN(len(names))]
		t := g.fields[name]
		n := g.IntN(len(t.Coords) + 1)
		if g.maybe() {
			n = len(t.Coords)
		}
		whole := n == len(t.Coords) && !t.Unnamed()
		if !ok(t, n) || whole && g.outerInScope() {
			continue
		}
		a := &Access{Field: name}
		for _, c := range t.Coords[:n] {
			a.Args = append(a.Args, g.scalar(c.Type, depth-2))
		}
		return g.typed(a)
	}
	return &Record{}
}

func (g *generator) outerInScope() bool {
	for _, it := range g.iters {
		if it.Outer != nil {
			return true
		}
	}
	return false
}

// fieldOf returns a field-valued expression with unnamed values of type t, or
// nil.
func (g *generator) fieldOf(t Type, depth int) Expr {
	for range 5 {
		switch x := g.access(depth, func(ft FieldType, n int) bool { return n < len(ft.Coords) }).(type) {
		case *Access:
			ft := g.shape(x)
			if ft.Unnamed() && ft.Attrs[0].Type.Same(t) {
				if g.maybe() {
					k := g.fields[x.Field].Coords[0].Type
					return &Range{x.Field, g.scalar(k, depth-2), g.scalar(k, depth-2)}
				}
				return x
			}
			for _, a := range ft.Attrs {
				if a.Type.Same(t) && a.Name != "" {
					return &Attr{X: x, Name: a.Name}
				}
			}
		}
	}
	return g.forall(depth-1, func() Expr { return g.scalar(t, depth-1) })
}

// typed sets the type of e, mostly to the derived one.
func (g *generator) typed(e Expr) Expr {
	t, err := g.derive(e)
	if err != nil {
		panic(fmt.Sprintf("%s: %s", e, err))
	}
	if t != (Type{}) && g.rarely() {
		t.Null = true
	}
	switch e := e.(type) {
	case *Access:
		e.T = t
	case *Attr:
		if e.T = t; t != (Type{}) && g.rarely() {
			e.T.Null = false
		}
	case *Call:
		e.T = t
		if g.rarely() && e.Op >= Add && e.Op <= Mul && t.Kind == Decimal {
			e.T.Width = max(t.Width, 38)
		}
	case *Cast:
		e.T = t
	case *Case:
		e.T = t
	case *Reduce:
		if e.T = t; g.rarely() {
			e.T.Null = false
		}
	default:
		panic("not typed")
	}
	return e
}

// constant returns a constant of type t, sometimes NULL.
func (g *generator) constant(t Type) *Const {
	switch {
	case g.rarely():
		return &Const{NullOf(t)}
	case t.Kind == Bool:
		return &Const{BoolValue(g.maybe())}
	case t.Float():
		f := []float64{0, 1.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e20, -2.25}[g.IntN(7)]
		if t.Kind == Float32 {
			f = float64(float32(f))
		}
		return &Const{FloatValue(t, f)}
	case t.Kind == Varchar:
		return &Const{StringValue(genNames[g.IntN(len(genNames))] + "\x00\xff\"")}
	}
	v := int128.Int{Hi: g.Int64(), Lo: g.Uint64()}
	if g.maybe() {
		v = int128.Of(g.Int64N(200) - 100)
	}
	for t.Kind == Decimal && !fitsWidth(v, int(t.Width)) || !inRange(t.Kind, v) {
		v = int128.Of(g.Int64() >> g.IntN(64))
	}
	return &Const{WideValue(t, v)}
}
