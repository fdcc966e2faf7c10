package loops

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/fuse"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel/simd"
)

// nestOf runs the passes over IR text and builds its nest.
func nestOf(t testing.TB, text string) *Nest {
	t.Helper()
	p, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, _ = fuse.Inline(p)
	p = fuse.DropImplied(fuse.InlinePoints(fuse.Resolve(fuse.Simplify(p))))
	if p, err = fuse.Scatter(p); err != nil {
		t.Fatal(err)
	}
	p, _, _ = fuse.Order(p)
	p = fuse.Nest(fuse.Bound(p))
	if err := p.Check(); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	n, _, err := Build(p)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// table makes a table of a sorted key of many runs, a small code, a string of few and one of many
// values, a nullable integer and an amount.
func table(t testing.TB, rows int, seed uint64) *field.Table {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	k := &field.Vector{Name: "k", Type: ir.Of(ir.Int64)}
	c := &field.Vector{Name: "c", Type: ir.Of(ir.Int32)}
	far := &field.Vector{Name: "far", Type: ir.Of(ir.Int64)}
	few := &field.Vector{Name: "few", Type: ir.Of(ir.Varchar)}
	many := &field.Vector{Name: "many", Type: ir.Of(ir.Varchar)}
	n := &field.Vector{Name: "n", Type: ir.Of(ir.Int32).Nullable()}
	x := &field.Vector{Name: "x", Type: ir.DecimalOf(15, 2)}
	key := int64(0)
	for i := range rows {
		if r.IntN(3) == 0 {
			key += int64(r.IntN(1 << 20))
		}
		k.Append(ir.IntValue(k.Type, key))
		c.Append(ir.IntValue(c.Type, int64(r.IntN(5))))
		far.Append(ir.IntValue(far.Type, int64(r.IntN(40))*(1<<40)-1<<43))
		few.Append(ir.StringValue([]string{"red", "green", "blue"}[r.IntN(3)]))
		many.Append(ir.StringValue(fmt.Sprintf("s%d", r.IntN(rows/2+1))))
		if r.IntN(4) == 0 {
			n.Append(ir.NullOf(n.Type))
		} else {
			n.Append(ir.IntValue(n.Type, int64(r.IntN(7)-3)))
		}
		x.Append(ir.IntValue(x.Type, int64(r.IntN(1000000))-int64(i%3)*1000))
	}
	tab, err := field.NewTable("t", []*field.Vector{k, c, far, few, many, n, x})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

const tableText = "field t <i> {k: int64 sorted, c: int32, far: int64, few: varchar, many: varchar, n: int32 null, x: decimal(15,2)} rows 1000\n"

// rowsOf returns the result as sorted lines, to compare results without an order.
func rowsOf(vecs []*field.Vector) []string {
	var out []string
	for i := range vecs[0].Len() {
		var b strings.Builder
		for _, v := range vecs {
			fmt.Fprintf(&b, "%s|", v.Value(i))
		}
		out = append(out, b.String())
	}
	slices.Sort(out)
	return out
}

// programs exercise the ways groups are found and reductions are kept.
var programs = map[string]string{
	"runs": `g = forall k, i : t[i] != null & k = t[i].k { {x: t[i].x, n: t[i].n} }
out = forall k : g[k] != null { {k: k, s: sum(g[k].x), c: count(g[k].n), n: count_all(g[k])} }`,
	"bitmaps": `g = forall c: int32, i : t[i] != null & t[i].c >= 1:int32 & t[i].c <= 3:int32 & t[i].few <> "red" & t[i].x > 1000.00:decimal(15,2) & c = t[i].c { {x: t[i].x, k: t[i].k} }
out = forall c: int32 : g[c] != null { {c: c, s: sum(g[c].x), hi: max(g[c].k), n: count_all(g[c])} }`,
	"mostly selected": `s = {a: sum(forall i : t[i] != null & t[i].c < 4:int32 & t[i].few in ("red", "blue") {t[i].x * (1.00:decimal(3,2) - t[i].x)}), n: count_all(forall i : t[i] != null & t[i].c < 4:int32 & t[i].few in ("red", "blue") {1})}
out = forall { {a: s.a, n: s.n} }`,
	"dense": `g = forall c: int32, i : t[i] != null & c = t[i].c { {x: t[i].x, n: t[i].n} }
out = forall c: int32 : g[c] != null { {c: c, a: avg(g[c].x), lo: min(g[c].n), hi: max(g[c].n)} }`,
	"dense with nulls": `g = forall n: int32 null, few: varchar, i : t[i] != null & n <=> t[i].n & few = t[i].few { {x: t[i].x} }
out = forall n: int32 null, few: varchar : g[n, few] != null { {n: n, few: few, s: sum(g[n, few].x)} }`,
	"hash": `g = forall far, n: int32 null, i : t[i] != null & far = t[i].far & n <=> t[i].n { {x: t[i].x} }
out = forall far, n: int32 null : g[far, n] != null { {far: far, n: n, s: sum(g[far, n].x)} }`,
	"strings": `g = forall many: varchar, i : t[i] != null & many = t[i].many { {x: t[i].x, few: t[i].few} }
out = forall many: varchar : g[many] != null { {many: many, hi: max(g[many].few), s: sum(g[many].x)} }`,
	"distinct": `g = forall c: int32, i : t[i] != null & c = t[i].c { {n: t[i].n, many: t[i].many, few: t[i].few} }
out = forall c: int32 : g[c] != null { {c: c, dn: count(distinct g[c].n), dm: count(distinct g[c].many), df: count(distinct g[c].few)} }`,
	"fold": `s = {a: avg(forall i : t[i] != null & t[i].c > 1:int32 {t[i].x}), m: max(forall i : t[i] != null {t[i].many}), f: first(forall i : t[i] != null & t[i].c = 3:int32 {t[i].few}), e: sum(forall i : t[i] != null & t[i].c > 99:int32 {t[i].x})}
out = forall { {a: s.a, m: s.m, f: s.f, e: s.e} }`,
	"self join":                 `out = forall i, j : t[i] != null & t[j] != null & t[i].k = t[j].k & t[i].x < t[j].x { {k: t[i].k, d: t[j].x - t[i].x} }`,
	"outer join":                `out = forall i, j outer (t[j] != null & t[j].k = t[i].k + 1 & t[j].c > 1:int32) : t[i] != null { {k: t[i].k, x: t[j].x, few: t[j].few} }`,
	"anti":                      `out = forall i : t[i] != null & (forall j : t[j] != null & t[j].k = t[i].k & t[j].c > t[i].c { true }) = null { {k: t[i].k, c: t[i].c} }`,
	"reduction at a coordinate": `out = forall i : t[i] != null & sum(forall j : t[j] != null & t[j].k = t[i].k { t[j].x }) > 7000.00:decimal(38,2) { {k: t[i].k, m: max(forall j : t[j] != null & t[j].k = t[i].k { t[j].few })} }`,
}

// TestCompiledEqualsInterpreted runs every program in both tiers, the compiled one with odd blocks,
// small morsels and several threads.
func TestCompiledEqualsInterpreted(t *testing.T) {
	for l := simd.Portable; l <= simd.Best(); l++ {
		t.Run(l.String(), func(t *testing.T) {
			defer simd.Use(simd.Use(l))
			compiledEqualsInterpreted(t)
		})
	}
}

func compiledEqualsInterpreted(t *testing.T) {
	for name, text := range programs {
		t.Run(name, func(t *testing.T) {
			n := nestOf(t, tableText+text)
			for _, rows := range []int{0, 1, 997} {
				in := Inputs{Tables: map[string]*field.Table{"t": table(t, rows, 42)}}
				want, err := n.Run(context.Background(), in, Options{Interpret: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range []Options{{Threads: 1}, {Threads: 1, Block: 1, Morsel: 10}, {Threads: 3, Block: 3, Morsel: 7}, {Threads: 4, Block: 64, Morsel: 100}} {
					got, err := n.Run(context.Background(), in, o)
					if err != nil {
						t.Fatalf("%+v: %v", o, err)
					}
					if g, w := rowsOf(got), rowsOf(want); !slices.Equal(g, w) {
						t.Fatalf("%d rows, %+v:\ngot  %d %v\nwant %d %v\n%s", rows, o, len(g), head(g), len(w), head(w), n)
					}
				}
			}
		})
	}
}

func head(s []string) []string { return s[:min(len(s), 6)] }

// TestTopN compares the bounded heap with a full sort, for every limit and offset.
func TestTopN(t *testing.T) {
	text := tableText + "out = forall i : t[i] != null { {k: t[i].k, n: t[i].n, x: t[i].x} }\n"
	in := Inputs{Tables: map[string]*field.Table{"t": table(t, 300, 1)}}
	order := " order by n desc nulls first, x, k "
	all, err := nestOf(t, text+"output out"+order).Run(context.Background(), in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, lim := range [][2]int{{0, 0}, {1, 0}, {5, 3}, {30, 0}, {36, 2}, {37, 1}, {299, 0}, {300, 0}, {301, 7}, {10, 299}, {10, 400}} {
		got, err := nestOf(t, fmt.Sprintf("%soutput out%slimit %d offset %d", text, order, lim[0], lim[1])).Run(context.Background(), in, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := min(lim[0], max(0, 300-lim[1]))
		if got[0].Len() != want {
			t.Fatalf("limit %v: %d rows, want %d", lim, got[0].Len(), want)
		}
		for i := range want {
			for c := range got {
				if g, w := got[c].Value(i), all[c].Value(i+lim[1]); !g.Equal(w) {
					t.Fatalf("limit %v row %d: %s, want %s", lim, i, g, w)
				}
			}
		}
	}
}

// TestRowOrder checks that rows without an order come as the driving field has them.
func TestRowOrder(t *testing.T) {
	n := nestOf(t, tableText+"out = forall i : t[i] != null & t[i].c > 1:int32 { {k: t[i].k} }")
	in := Inputs{Tables: map[string]*field.Table{"t": table(t, 5000, 3)}}
	got, err := n.Run(context.Background(), in, Options{Threads: 4, Block: 16, Morsel: 64})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(got[0].Int) {
		t.Fatal("rows are not in the order of the table")
	}
}

// TestCancel checks that a cancelled run returns the context's error.
func TestCancel(t *testing.T) {
	n := nestOf(t, tableText+"out = forall i : t[i] != null { {k: t[i].k} }")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, interpret := range []bool{false, true} {
		if _, err := n.Run(ctx, Inputs{Tables: map[string]*field.Table{"t": table(t, 5000, 3)}}, Options{Interpret: interpret}); err != context.Canceled {
			t.Fatalf("interpret %v: got %v", interpret, err)
		}
	}
}

// TestNoAllocationPerBlock checks that, once warm, a nest allocates the same for few and for
// many blocks.
func TestNoAllocationPerBlock(t *testing.T) {
	for _, name := range []string{"dense", "fold", "hash"} {
		n := nestOf(t, tableText+programs[name])
		allocs := func(rows int) float64 {
			in := Inputs{Tables: map[string]*field.Table{"t": table(t, rows, 9)}}
			return testing.AllocsPerRun(5, func() {
				if _, err := n.Run(context.Background(), in, Options{Threads: 1, Block: 64}); err != nil {
					t.Fatal(err)
				}
			})
		}
		few, many := allocs(2000), allocs(20000)
		if many > few+40 { // tables that grow with the groups
			t.Errorf("%s: %v allocations over 32 blocks, %v over 313", name, few, many)
		}
	}
}
