package spaces

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reffine-db/reffine/internal/smt"
	"github.com/reffine-db/reffine/ir"
)

const randomProgram = `
field f <i> {a: int64 null, b: int64}
field g <i> {a: int64}
field m <i, j> {x: int64}
param $p : int64
param $q : int64
param $n : int64 null
`

// randomWorld fills the fields of randomProgram sparsely around 0, sets the symbols and the outer
// iterator u, and gives some levels weaker capabilities.
func randomWorld(r *rand.Rand) *world {
	w := &world{
		fields: map[string]*mapField{}, vars: map[string]num{}, caps: map[string][]Caps{}, types: map[string]ir.FieldType{},
	}
	for _, in := range program.Inputs {
		w.types[in.Name] = in.Type
		f := &mapField{}
		w.fields[in.Name] = f
		density := r.Float64()
		add := func(at ...int64) {
			if r.Float64() < density {
				null := in.Name == "f" && r.Intn(4) == 0
				value := func() int64 { return int64(r.Intn(5) - 2) }
				f.add(at, map[string]num{"a": {value(), null}, "b": {v: value()}, "x": {v: value()}})
			}
		}
		for i := int64(-6); i <= 6; i++ {
			if len(in.Type.Coords) == 1 {
				add(i)
				continue
			}
			for j := int64(-3); j <= 3; j++ {
				add(i, j)
			}
		}
		for range in.Type.Coords {
			c := Caps{Ordered: r.Intn(4) > 0, Unique: true, Locate: r.Intn(2) == 0, Count: float64(r.Intn(20))}
			w.caps[in.Name] = append(w.caps[in.Name], c)
		}
	}
	for _, name := range []string{"$p", "$q", "$n", "start", "end", "u"} {
		w.vars[name] = num{v: int64(r.Intn(13) - 6)}
	}
	w.vars["$n"] = num{w.vars["$n"].v, r.Intn(3) == 0}
	return w
}

// generator writes random IR text over randomProgram, the iterator t and the outer iterator u.
type generator struct{ *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.Intn(len(list))] }

func (g generator) number() string { return g.pick("0", "1", "2", "3", "5", "-1", "-2", "-4", "7") }

func (g generator) symbol() string {
	return g.pick("start", "end", "$p", "$q", "$n", "u", "f[u].a", "f[u].b", "g[u].a")
}

// linear writes a sum in t.
func (g generator) linear(depth int) string {
	if depth == 0 {
		return g.pick("t", "t", "t", g.symbol(), g.number())
	}
	switch g.Intn(5) {
	case 0:
		return g.number() + " * (" + g.linear(depth-1) + ")"
	case 1:
		return "(" + g.linear(depth-1) + ") - (" + g.linear(depth-1) + ")"
	case 2:
		return g.linear(0)
	}
	return "(" + g.linear(depth-1) + ") + (" + g.linear(depth-1) + ")"
}

// term writes an integer that need not be linear.
func (g generator) term(depth int) string {
	if depth == 0 || g.Intn(3) == 0 {
		return g.linear(1)
	}
	a, b := g.term(depth-1), g.term(depth-1)
	switch g.Intn(6) {
	case 0:
		return "abs(" + a + ")"
	case 1:
		return "least(" + a + ", " + b + ")"
	case 2:
		return "greatest(" + a + ", " + b + ")"
	case 3:
		return "(" + a + ") // " + g.pick("2", "3", "-2")
	case 4:
		return "(" + a + ") % " + g.pick("2", "3")
	}
	return "case when " + g.comparison(a, b) + " then " + a + " else " + b + " end"
}

func (g generator) comparison(a, b string) string {
	return "(" + a + ") " + g.pick("<", "<=", ">", ">=", "=", "<>") + " (" + b + ")"
}

// test writes a φ test.
func (g generator) test() string {
	at := g.pick(
		"t", "t", "t", "t + 1", "t - 2", "t + u", "t - $p", "2 * t", "3 - t", "t + $n", "abs(t)", "greatest(t, t - 3)",
	)
	slice := g.pick("t - 3:t", "t - 2:t + 2", "t - $p:t + 1", "t + 1:t + 3", "u:t", "2 * t:3 * t")
	return g.pick(
		"f["+at+"] != null", "g["+at+"] != null", "f["+at+"] != null", "m["+at+"] != null",
		"m[u, "+at+"] != null", "m["+at+", u] != null", "m[t, "+at+"] != null", "f["+slice+"] != null",
	)
}

func (g generator) atom(depth int) string {
	switch g.Intn(9) {
	case 0, 1, 2:
		return g.test()
	case 3, 4, 5:
		return g.comparison(g.linear(depth), g.linear(depth))
	case 6:
		return g.comparison(g.term(depth), g.term(depth))
	case 7:
		return g.pick("t", "t + u", "2 * t") + " in (" + g.number() + ", " + g.number() + ", $p)"
	}
	return g.pick(
		"f[t].a = u", "f[t].b = u", "g[t].a > 0", "f[t].a = g[u].a", "f[u].b = f[t].b", "f[t].a <=> f[u].b",
		"f[t].a > t", "f[u].a < 1", "f[t].b = 1",
	)
}

// pair writes what may become a keyed coord.
func (g generator) pair() string {
	at := g.pick("t", "t", "t + 1", "t - u")
	return g.pick(
		"f["+at+"] != null & f["+at+"].b = u & f["+at+"].a = g[u].a",
		"g["+at+"] != null & f[u].b + 1 = g["+at+"].a",
		"f["+at+"] != null & f["+at+"].a <=> u - 1",
		"f["+at+"] != null & f["+at+"].a <=> "+g.pick("f[u].a", "f[u].b", "$n"),
		"f["+at+"] != null & f["+at+"].a = f[u].a & t <> u",
	)
}

// band writes a φ test with limits of an attribute.
func (g generator) band() string {
	at := g.pick("t", "t", "t + 1", "t - u")
	x := "f[" + at + "] != null"
	for range 1 + g.Intn(3) {
		sides := []string{"f[" + at + "]." + g.pick("a", "b"), g.pick("u", "f[u].a", "f[u].b + 2", "$n", "3", "g[u].a")}
		if g.Intn(2) == 0 {
			sides[0], sides[1] = sides[1], sides[0]
		}
		limit := g.comparison(sides[0], sides[1])
		if g.Intn(6) == 0 {
			limit = "not (" + limit + ")"
		}
		x += " & " + limit
	}
	return x
}

func (g generator) predicate(depth int) string {
	if depth == 0 {
		return g.atom(1 + g.Intn(2))
	}
	a, b := g.predicate(depth-1), g.predicate(depth-1)
	switch g.Intn(6) {
	case 0, 1:
		return "(" + a + ") & (" + b + ")"
	case 2, 3:
		return "(" + a + ") | (" + b + ")"
	case 4:
		return "not (" + a + ")"
	}
	return a
}

var program = ir.MustParse(randomProgram)

// parsePredicate reads a predicate over randomProgram.
func parsePredicate(t *testing.T, text string) ir.Expr {
	t.Helper()
	e, err := ir.ParseExpr(program, text, coordT, coordU)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

var (
	coordT = ir.Coord{Name: "t", Type: ir.Of(ir.Int64)}
	coordU = ir.Coord{Name: "u", Type: ir.Of(ir.Int64)}
)

var iteratorT = ir.Iterator{Name: "t", T: ir.Of(ir.Int64)}

// slice bounds the coordinates that the tests look at.
const slice = 80

// holding enumerates by brute force the coordinates of the slice where all conjuncts hold.
func holding(w *world, conjuncts []ir.Expr) []int64 {
	var out []int64
next:
	for t := int64(-slice); t <= slice; t++ {
		for _, c := range conjuncts {
			if !w.Holds(c, "t", t) {
				continue next
			}
		}
		out = append(out, t)
	}
	return out
}

// within adds the bounds of the slice.
func within(t *testing.T, conjuncts []ir.Expr) []ir.Expr {
	return append(slices.Clone(conjuncts), parsePredicate(t, "t >= -80"), parsePredicate(t, "t <= 80"))
}

// checkSpace compares a space with the coordinates it must hold, through each of the
// six properties.
func checkSpace(s Space, w *world, want []int64) error {
	got := walk(s, w)
	caps := s.Caps()
	if !caps.Ordered {
		slices.Sort(got)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s\n got %v\nwant %v", Describe(s), got, want)
	}
	p, _ := Open(s, w)
	idx := make(Index, p.Width())
	if caps.Ordered && len(want) > 0 && p.Init() > want[0] {
		return fmt.Errorf("%s: init %d is beyond %d", s, p.Init(), want[0])
	}
	if caps.Ordered && p.Init() == NegInf {
		return fmt.Errorf("%s: no finite init", s)
	}
	for at := int64(-9); at <= 9; at++ {
		in := slices.Contains(want, at)
		if pred := Predicate(s); pred != nil && w.Holds(pred, "t", at) != in {
			return fmt.Errorf("%s: its predicate %s at %d is not %v", s, ir.String(pred), at, in)
		}
		if !caps.Ordered {
			continue
		}
		p.ToIdx(at, idx) // entering anywhere continues from there
		for p.IsAlive(idx) && !p.Cond(idx) {
			p.Next(idx)
		}
		i, _ := slices.BinarySearch(want, at)
		if alive := p.IsAlive(idx); alive != (i < len(want)) || alive && p.ToIter(idx) != want[i] {
			return fmt.Errorf("%s: entered at %d", s, at)
		}
		if probe(p, at, idx) != in {
			return fmt.Errorf("%s: probe of %d is not %v", s, at, in)
		}
	}
	if again := Simplify(s); again.String() != s.String() {
		return fmt.Errorf("%s\nis not simplified: %s", s, again)
	}
	return nil
}

// The machine may be busy, and an answer that comes late is a filter.
func TestMain(m *testing.M) {
	defer smt.SetTimeLimit(time.Minute)()
	m.Run()
}

// TestDeriveAgainstEnumeration: the derived space holds exactly the coordinates where the
// predicate does, with the solver and without.
func TestDeriveAgainstEnumeration(t *testing.T) {
	if _, err := smt.Available(); err != nil {
		t.Logf("by the recogniser alone: %v", err)
	}
	n := 1500
	if testing.Short() {
		n = 500
	}
	hows := map[How]int{}
	kinds := map[string]int{}
	for seed := range n {
		g := generator{rand.New(rand.NewSource(int64(seed)))}
		w := randomWorld(g.Rand)
		var conjuncts []ir.Expr
		var text []string
		for i := range 1 + g.Intn(3) {
			c := g.predicate(g.Intn(3))
			switch {
			case i == 0 && g.Intn(5) == 0:
				c = g.pair()
			case i == 0 && g.Intn(5) == 0:
				c = g.band()
			}
			text = append(text, c)
			conjuncts = append(conjuncts, parsePredicate(t, c))
		}
		ctx := Context{Field: w.field, NoSolver: seed%4 == 0}
		w.bands = seed%3 == 0
		want := holding(w, conjuncts)
		s, notes := Derive(iteratorT, conjuncts, ctx)
		for _, n := range notes {
			hows[n.How]++
		}
		sliced, _ := Derive(iteratorT, within(t, conjuncts), ctx)
		if !Bounded(sliced) {
			t.Fatalf("seed %d: %s is not bounded", seed, sliced)
		}
		for _, s := range []Space{s, sliced} {
			if !Bounded(s) {
				continue
			}
			for _, kind := range strings.Fields("constant coord by shifted filter inter union merge gallop locate :t") {
				if strings.Contains(s.String(), kind) {
					kinds[kind]++
				}
			}
			if err := checkSpace(s, w, want); err != nil {
				t.Fatalf("seed %d: %s\n%v\n%v", seed, strings.Join(text, "\n  & "), err, notes)
			}
		}
	}
	t.Log(hows, kinds)
}

// TestDeriveConcurrently: one predicate derived by many goroutines at once is one space.
func TestDeriveConcurrently(t *testing.T) {
	conjuncts := ir.Conjuncts(parsePredicate(t, "abs(t - $p) < $q + 2 & f[greatest(t, t - 1)] != null & t * t < 90"))
	w := randomWorld(rand.New(rand.NewSource(3)))
	want, _ := Derive(iteratorT, conjuncts, Context{Field: w.field})
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 5 {
				if s, _ := Derive(iteratorT, conjuncts, Context{Field: w.field}); s.String() != want.String() {
					t.Errorf("%s\nwant %s", s, want)
				}
			}
		}()
	}
	wg.Wait()
}

// TestLargePredicates: hundreds of conjuncts and of disjuncts are derived soon.
func TestLargePredicates(t *testing.T) {
	var and, or []string
	for i := range 300 {
		and = append(and, fmt.Sprintf("f[t].a <> %d & t < %d & f[t] != null", i, 2000+i))
		or = append(or, fmt.Sprintf("t = %d", 3*i))
	}
	w := randomWorld(rand.New(rand.NewSource(1)))
	for _, text := range []string{strings.Join(and, " & "), "f[t] != null & (" + strings.Join(or, " | ") + ")"} {
		start := time.Now()
		conjuncts := ir.Conjuncts(parsePredicate(t, text))
		s, _ := Derive(iteratorT, conjuncts, Context{Field: w.field})
		if err := checkSpace(s, w, holding(w, conjuncts)); err != nil {
			t.Error(err)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%d bytes of predicate took %v", len(text), d)
		} else {
			t.Logf("%d bytes of predicate took %v", len(text), d)
		}
	}
}
