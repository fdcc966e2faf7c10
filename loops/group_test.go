package loops

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// TestManyGroups groups by keys of all layouts, by so many values that workers grow their tables and
// merge them by parts, and compares with the interpreter.
func TestManyGroups(t *testing.T) {
	const rows = 30000
	r := rand.New(rand.NewPCG(3, 9))
	near := &field.Vector{Name: "near", Type: ir.Of(ir.Int32).Nullable()}
	far := &field.Vector{Name: "far", Type: ir.Of(ir.Int64)}
	wide := &field.Vector{Name: "wide", Type: ir.DecimalOf(38, 2)}
	text := &field.Vector{Name: "text", Type: ir.Of(ir.Varchar).Nullable()}
	some := &field.Vector{Name: "some", Type: ir.Of(ir.Int64).Nullable()}
	real := &field.Vector{Name: "real", Type: ir.Of(ir.Float64)}
	flag := &field.Vector{Name: "flag", Type: ir.Of(ir.Bool).Nullable()}
	null := func(v *field.Vector, x ir.Value) {
		if r.IntN(8) == 0 {
			x = ir.NullOf(v.Type)
		}
		v.Append(x)
	}
	for range rows {
		k := int64(r.IntN(rows / 2))
		null(near, ir.IntValue(near.Type, k/2-7))
		far.Append(ir.IntValue(far.Type, k*(1<<47)-1<<61))
		wide.Append(ir.WideValue(wide.Type, int128.Int{Hi: k - 9, Lo: uint64(k) * 0x9e3779b97f4a7c15}))
		null(text, ir.StringValue(fmt.Sprintf("name %d", k)))
		null(some, ir.IntValue(some.Type, int64(r.IntN(900))))
		real.Append(ir.FloatValue(real.Type, float64(k%5000)/3))
		null(flag, ir.IntValue(flag.Type, k&1))
	}
	tab, err := field.NewTable("t", []*field.Vector{near, far, wide, text, some, real, flag})
	if err != nil {
		t.Fatal(err)
	}
	const input = "field t <i> {near: int32 null, far: int64, wide: decimal(38,2), text: varchar null, some: int64 null, real: double, flag: bool null} rows 30000\n"
	for _, keys := range [][]string{{"near"}, {"far"}, {"text"}, {"wide"}, {"real"}, {"near", "flag"}, {"far", "near"}, {"text", "flag", "near"}, {"wide", "text"}, {"some"}, {"some", "flag"}} {
		coords, equal, names, values := "", "", "", ""
		for i, k := range keys {
			if i > 0 {
				coords, names = coords+", ", names+", "
			}
			typ := map[string]string{"near": ": int32 null", "far": "", "wide": ": decimal(38,2)", "text": ": varchar null", "some": ": int64 null", "real": ": double", "flag": ": bool null"}[k]
			coords += fmt.Sprintf("k%d%s", i, typ)
			equal += fmt.Sprintf(" & k%d = t[i].%s", i, k)
			names += fmt.Sprintf("k%d", i)
			values += fmt.Sprintf("k%d: k%d, ", i, i)
		}
		text := fmt.Sprintf("%sg = forall %s, i : t[i] != null%s { {a: t[i].some, b: t[i].far} }\nout = forall %s : g[%s] != null { {%sn: count_all(g[%s].a), s: sum(g[%s].a), d: count(distinct g[%s].a), m: min(g[%s].b)} }",
			input, coords, equal, coords, names, values, names, names, names, names)
		in := Inputs{Tables: map[string]*field.Table{"t": tab}}
		want, err := nestOf(t, text).Run(context.Background(), in, Options{Interpret: true})
		if err != nil {
			t.Fatal(keys, err)
		}
		for _, threads := range []int{1, 2, 5} {
			got, err := nestOf(t, text).Run(context.Background(), in, Options{Threads: threads, Morsel: 2048})
			if err != nil {
				t.Fatal(keys, err)
			}
			if a, b := rowsOf(got), rowsOf(want); !slices.Equal(a, b) {
				t.Fatalf("by %v on %d threads: %d groups, not %d, or other values\n%q\n%q", keys, threads, len(a), len(b), head(a), head(b))
			}
		}
	}
}
