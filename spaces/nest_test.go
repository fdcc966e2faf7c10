package spaces

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/reffine-db/reffine/ir"
)

// nest builds a random space that is not simplified, over the fields of randomProgram.
func (g generator) nest(w *world, depth int) Space {
	if depth == 0 {
		return g.base(w)
	}
	s := g.nest(w, depth-1)
	switch g.Intn(6) {
	case 0:
		return &LBound{s, g.affine()}
	case 1:
		return &UBound{s, g.affine()}
	case 2:
		return &Shifted{s, Number(int64(g.Intn(7) - 3))}
	case 3:
		return &Filter{s, w.test(g.pick("t % 2 = 0", "g[t] = null", "t < $p", "f[t].a > 0"))}
	case 4:
		other := g.nest(w, depth-1)
		if !Bounded(s) || !Bounded(other) {
			return s
		}
		return &Union{s, other}
	}
	return &Inter{s, g.nest(w, depth-1), Method(g.Intn(3))}
}

func (g generator) base(w *world) Space {
	level := Caps{Ordered: true, Unique: true, Count: 5}
	u := &ir.Iter{Name: "u", T: ir.Of(ir.Int64)}
	switch g.Intn(7) {
	case 0:
		return &LBound{&UBound{&Universal{iteratorT}, Number(6)}, Number(-6)}
	case 1:
		return &Constant{iteratorT, g.affine()}
	case 2:
		return &Coord{It: iteratorT, Field: "m", Prefix: []ir.Expr{u}, Axis: "j", Level: level}
	case 3:
		return &Coord{It: iteratorT, Field: "f", Axis: "i", Key: Key{{Attr: "b", At: u, T: ir.Of(ir.Int64)}}, Level: level}
	case 4:
		window := &Window{Number(int64(g.Intn(5) - 4)), Number(int64(g.Intn(4)))}
		return &Coord{It: iteratorT, Field: "g", Axis: "i", Window: window, Level: level}
	}
	return &Coord{It: iteratorT, Field: g.pick("f", "g"), Axis: "i", Level: level}
}

// affine returns a small bound, sometimes symbolic and divided.
func (g generator) affine() Affine {
	if g.Intn(2) == 0 {
		return Number(int64(g.Intn(13) - 6))
	}
	a, _ := symbol(&ir.Sym{Name: g.pick("$p", "$q"), T: ir.Of(ir.Int64)}).plus(int64(g.Intn(5) - 2))
	return a.quotient(int64(1 + g.Intn(3)))
}

// test parses a predicate over randomProgram.
func (w *world) test(text string) ir.Expr {
	e, err := ir.ParseExpr(program, text, coordT, coordU)
	if err != nil {
		panic(err)
	}
	return e
}

// TestNestsAgainstPredicates: any nest of the nine spaces, however co-iterated, holds the coordinates at
// which its predicate does, and so does what it simplifies to.
func TestNestsAgainstPredicates(t *testing.T) {
	for seed := range 3000 {
		g := generator{rand.New(rand.NewSource(int64(seed)))}
		w := randomWorld(g.Rand)
		s := g.nest(w, 1+g.Intn(4))
		var conjuncts []ir.Expr
		if p := Predicate(s); p != nil {
			conjuncts = append(conjuncts, p)
		}
		want := holding(w, conjuncts)
		if Bounded(s) {
			if got := walk(s, w); !slices.Equal(got, want) {
				t.Fatalf("seed %d: %s\n got %v\nwant %v", seed, s, got, want)
			}
		}
		simple := Simplify(s)
		if Bounded(s) && !Bounded(simple) {
			t.Fatalf("seed %d: %s\nis bounded, simplified to %s", seed, s, simple)
		}
		if Bounded(simple) {
			if err := checkSpace(simple, w, want); err != nil {
				t.Fatalf("seed %d: %s\n%v", seed, s, err)
			}
		}
	}
}

func TestOpenUnbounded(t *testing.T) {
	w := randomWorld(rand.New(rand.NewSource(1)))
	for _, s := range []Space{
		&Universal{iteratorT},
		&LBound{&Universal{iteratorT}, Number(0)},
		&Shifted{&UBound{&Universal{iteratorT}, Number(0)}, Number(1)},
		&Union{&Constant{iteratorT, Number(0)}, &Universal{iteratorT}},
		&Filter{&Universal{iteratorT}, w.test("t = 0")},
		&Inter{Left: &LBound{&Universal{iteratorT}, Number(0)}, Right: &LBound{&Universal{iteratorT}, Number(1)}},
	} {
		if _, err := Open(s, w); err != ErrUnbounded {
			t.Errorf("%s: %v", s, err)
		}
	}
	both := &Inter{Left: &LBound{&Universal{iteratorT}, Number(0)}, Right: &UBound{&Universal{iteratorT}, Number(1)}}
	if _, err := Open(both, w); err != nil {
		t.Error("an intersection has the bounds of both sides")
	}
}

func TestChoose(t *testing.T) {
	list := func(n float64) Caps { return Caps{Ordered: true, Unique: true, Count: n} }
	with := func(c Caps, f func(*Caps)) Caps { f(&c); return c }
	table := func(n float64) Caps { return with(list(n), func(c *Caps) { c.Locate = true }) }
	dense := func(n float64) Caps { return with(table(n), func(c *Caps) { c.Full = true }) }
	bag := func(n float64) Caps { return Caps{Unique: true, Count: n} }
	for _, c := range []struct {
		left, right Caps
		want        Method
		ok          bool
	}{
		{list(1000), list(1000), Merge, true},
		{list(10), list(1e6), Gallop, true},
		{list(1000), list(8000), Merge, true},
		{list(1000), table(1000), Merge, true},
		{list(1000), table(1e6), Locate, true},
		{list(1000), dense(1000), Locate, true},
		{list(10), with(bag(100), func(c *Caps) { c.Locate = true }), Locate, true},
		{bag(10), table(100), Locate, true},
		{bag(10), list(100), 0, false},
		{list(10), bag(100), 0, false},
		{list(0), list(0), Merge, true},
	} {
		if m, ok := Choose(c.left, c.right); m != c.want || ok != c.ok {
			t.Errorf("%+v, %+v: %v %v", c.left, c.right, m, ok)
		}
	}
}
