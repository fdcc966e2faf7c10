package lower

import (
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

func TestFailsEarly(t *testing.T) {
	text, number := plan.Type{ID: plan.Varchar}, plan.Type{ID: plan.Integer}
	column := func(t plan.Type) plan.Expr { return &plan.ColumnRef{T: t} }
	cast := func(try bool) plan.Expr { return &plan.Cast{X: column(text), T: number, Try: try} }
	scan := func() plan.Node {
		c := plan.Column{Name: "n", Type: number}
		return &plan.Scan{Table: plan.Table{Name: "t"}, Cols: []plan.ScanColumn{{Column: c}}, Output: []int{0}}
	}
	func2 := func(name string, a, b plan.Expr) plan.Expr {
		return &plan.Func{Name: name, Args: []plan.Expr{a, b}, T: number}
	}
	constant := func(n int64) plan.Expr { return &plan.Const{T: number, Value: n} }
	join := func(l, r plan.Node, key plan.Expr) plan.Node {
		return &plan.Join{Left: l, Right: r, Conds: []plan.JoinCond{{Op: plan.Equal, Left: key, Right: column(number)}}}
	}
	project := func(in plan.Node, x plan.Expr) plan.Node { return &plan.Project{Input: in, Exprs: []plan.Expr{x}} }
	filter := func(in plan.Node, x plan.Expr) plan.Node {
		return &plan.Filter{Input: in, Conds: []plan.Expr{&plan.Compare{Op: plan.Less, L: x, R: column(number)}}}
	}
	group := func(in plan.Node, x plan.Expr) plan.Node {
		return &plan.Aggregate{Input: in, Aggs: []*plan.Agg{{Name: "sum", Args: []plan.Expr{x}}}}
	}
	id := column(number)
	for _, c := range []struct {
		name string
		root plan.Node
		want bool
	}{
		{"no join", filter(project(scan(), cast(false)), cast(false)), false},
		{"above the join", project(join(scan(), scan(), id), cast(false)), false},
		{"of groups above the join", group(join(scan(), scan(), id), cast(false)), false},
		{"in an input", join(project(scan(), cast(false)), scan(), id), true},
		{"groups of an input", join(scan(), group(scan(), cast(false)), id), true},
		{"tried in an input", join(project(scan(), cast(true)), scan(), id), false},
		{"in the condition", join(scan(), scan(), cast(false)), true},
		{"in a filter", filter(join(scan(), scan(), id), cast(false)), true},
		{"widened in an input", join(project(scan(), &plan.Cast{X: id, T: plan.Type{ID: plan.BigInt}}), scan(), id), false},
		{"sum in an input", join(project(scan(), func2("+", id, id)), scan(), id), false},
		{"sum that may overflow", join(project(scan(), func2("+", id, constant(1<<31-1000))), scan(), id), true},
		{"sum of a product", join(project(project(scan(), func2("*", id, id)), func2("+", id, constant(1<<31-1_000_001))), scan(), id), false},
		{"sum of a greater product", join(project(project(scan(), func2("*", id, id)), func2("+", id, constant(1<<31-1_000_000))), scan(), id), true},
		{"quotient", join(project(scan(), func2("//", id, id)), scan(), id), false},
		{"quotient of any number", join(project(&plan.DummyScan{}, func2("//", id, id)), scan(), id), true},
		{"narrowed in an input", join(project(scan(), &plan.Cast{X: id, T: plan.Type{ID: plan.SmallInt}}), scan(), id), false},
		{"narrowed too much", join(project(scan(), &plan.Cast{X: id, T: plan.Type{ID: plan.TinyInt}}), scan(), id), true},
		{"decimal that fits", join(project(scan(), &plan.Cast{X: id, T: plan.DecimalType(6, 2)}), scan(), id), false},
		{"decimal that does not", join(project(scan(), &plan.Cast{X: id, T: plan.DecimalType(5, 2)}), scan(), id), true},
		{"greatest of groups", join(&plan.Aggregate{Input: scan(), Aggs: []*plan.Agg{{Name: "max", Args: []plan.Expr{id}, T: number}}}, scan(), func2("+", id, id)), false},
		{"sum of groups", join(&plan.Aggregate{Input: scan(), Aggs: []*plan.Agg{{Name: "sum", Args: []plan.Expr{id}, T: number}}}, scan(), func2("+", id, constant(1<<31-1_000_001))), false},
		{"greater sum of groups", join(&plan.Aggregate{Input: scan(), Aggs: []*plan.Agg{{Name: "sum", Args: []plan.Expr{id}, T: number}}}, scan(), func2("+", id, constant(1<<31-1_000_000))), true},
		{"in a CTE", &plan.CTE{Def: project(scan(), cast(false)), Body: join(&plan.CTERef{}, scan(), id)}, true},
	} {
		if got := FailsEarly(&plan.Plan{Root: c.root}, measured{}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// measured is a catalog of columns of 0 to 1000.
type measured struct{}

func (measured) Rows(plan.Table) int64 { return 1000 }

func (measured) Attribute(plan.Table, string) (ir.Attribute, error) { return ir.Attribute{}, nil }

func (measured) Range(plan.Table, string) (int128.Interval, bool) {
	return int128.Between(0, 1000), true
}
