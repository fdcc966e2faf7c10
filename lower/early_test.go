package lower

import (
	"testing"

	"github.com/reffine-db/reffine/lower/plan"
)

func TestFailsEarly(t *testing.T) {
	text, number := plan.Type{ID: plan.Varchar}, plan.Type{ID: plan.Integer}
	column := func(t plan.Type) plan.Expr { return &plan.ColumnRef{T: t} }
	cast := func(try bool) plan.Expr { return &plan.Cast{X: column(text), T: number, Try: try} }
	scan := func() plan.Node { return &plan.Scan{} }
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
		{"sum in an input", join(project(scan(), &plan.Func{Name: "+", Args: []plan.Expr{id, id}, T: number}), scan(), id), true},
		{"in a CTE", &plan.CTE{Def: project(scan(), cast(false)), Body: join(&plan.CTERef{}, scan(), id)}, true},
	} {
		if got := FailsEarly(&plan.Plan{Root: c.root}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
