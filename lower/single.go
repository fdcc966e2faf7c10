package lower

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// oneReduced is an aggregate of one row, which is there when here holds (nil: always): its argument
// or a constant; nil when it is more than that.
func (l *lowerer) oneReduced(a *plan.Agg, arg, here ir.Expr) ir.Expr {
	fn, _ := l.reduction(a)
	if here != nil {
		arg = orNull(here, arg)
	}
	t := l.aggType(a, fn, arg.Type().Null)
	switch fn {
	case ir.CountAll:
		return oneIf(here, t)
	case ir.Count:
		if !arg.Type().Null {
			return oneIf(nil, t)
		}
		return oneIf(&ir.Call{Op: ir.IsNotNull, Args: []ir.Expr{arg}, T: ir.Of(ir.Bool)}, t)
	case ir.First, ir.Min, ir.Max, ir.Any, ir.Only, ir.Last, ir.BitAndAll, ir.BitOrAll, ir.BitXorAll, ir.Product:
		return arg
	case ir.VarSamp, ir.StddevSamp:
		return &ir.Const{Val: ir.NullOf(t)}
	case ir.VarPop, ir.StddevPop:
		return orNull(&ir.Call{Op: ir.IsNotNull, Args: []ir.Expr{arg}, T: ir.Of(ir.Bool)}, &ir.Const{Val: ir.FloatValue(t, 0)})
	case ir.Avg:
		switch x := arg.Type(); {
		case x.Kind == ir.Float64: // -0.0 is added to zero
			return call(ir.Add, t, arg, &ir.Const{Val: ir.FloatValue(t, 0)})
		case x.Integer() && x.Kind != ir.Int128:
			return &ir.Cast{X: arg, T: t}
		}
	case ir.Sum, ir.SumNoOverflow:
		if t.Same(arg.Type()) && !t.Float() {
			return arg
		}
		if !t.Float() {
			return &ir.Cast{X: arg, T: t}
		}
		if t.Same(arg.Type()) { // -0.0 is added to zero
			return call(ir.Add, t, arg, &ir.Const{Val: ir.FloatValue(t, 0)})
		}
	}
	return nil
}

// oneIf is 1 where the condition holds (nil: always), else 0.
func oneIf(cond ir.Expr, t ir.Type) ir.Expr {
	one := &ir.Const{Val: ir.IntValue(t, 1)}
	if cond == nil {
		return one
	}
	return &ir.Case{Whens: []ir.When{{Cond: cond, Then: one}}, Else: &ir.Const{Val: ir.IntValue(t, 0)}, T: t.NotNull()}
}

// anyRow lowers what duckdb makes of EXISTS where it is not correlated: the count of the first row.
//
//	aggregate [count(*)]
//	 └── limit 1
//
// Without a dependent join around it, the rows are counted once, all of them. nil means that n is
// not such an aggregate.
func (l *lowerer) anyRow(n *plan.Aggregate) *relation {
	if len(n.Groups) > 0 || len(n.Groupings) > 0 || len(n.Aggs) != 1 || n.Aggs[0].Name != "count_star" || n.Aggs[0].Filter != nil {
		return nil
	}
	input := n.Input
	for p, ok := input.(*plan.Project); ok; p, ok = input.(*plan.Project) {
		input = p.Input
	}
	limit, ok := input.(*plan.Limit)
	if !ok || limit.Count != 1 || limit.Offset != 0 {
		return nil
	}
	in := l.node(limit.Input)
	t := l.scalarType("AGGREGATE", n.Aggs[0].T)
	out := &relation{names: names(n)}
	switch {
	case len(in.iters) == 0 && len(in.pred) == 0:
		out.cols = []ir.Expr{oneIf(nil, t)}
	case len(in.iters) == 0 || l.inline > 0:
		out.cols = []ir.Expr{oneIf(exists(in, nil), t)}
	default:
		rows := &relation{iters: in.iters, pred: in.pred, cols: []ir.Expr{&ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), 1)}}, names: []string{"a0"}}
		count := l.fold(n, out.names, rows).cols[0]
		zero := &ir.Const{Val: ir.IntValue(count.Type(), 0)}
		out.cols = []ir.Expr{oneIf(call(ir.Gt, ir.Of(ir.Bool), count, zero), t)}
	}
	return out
}
