package lower

import (
	"fmt"
	"math"
	"slices"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/lower/plan"
)

// aggregate: GROUP BY is a reduction over the sub-field of a field reordered by
// the group keys; without keys it is a 0-d field of reductions.
//
//	g   = forall k, i : v1[i] != null & k = v1[i].key { {x: v1[i].x} }
//	agg = forall k : g[k] != null { {key: k, s: sum(g[k].x)} }
func (l *lowerer) aggregate(n *plan.Aggregate) *relation {
	if n.Sets != nil || len(n.Groupings) > 0 {
		return l.groupingSets(n)
	}
	if r := l.anyRow(n); r != nil {
		return r
	}
	return l.grouped(n, l.unheeded(n), names(n), n.Groups)
}

// unheeded lowers the input of an aggregate, without its order if that does not matter.
func (l *lowerer) unheeded(n *plan.Aggregate) *relation {
	for _, a := range n.Aggs {
		if isExtreme(a) {
			return l.node(n.Input)
		}
		if fn, _ := l.reduction(a); fn == ir.First || fn == ir.Last || fn == ir.Any {
			return l.node(n.Input)
		}
	}
	return l.unordered(n.Input)
}

// grouped is the aggregates of n over in, by the given groups.
func (l *lowerer) grouped(n *plan.Aggregate, in *relation, ns []string, groups []plan.Expr) *relation {
	if slices.ContainsFunc(n.Aggs, isExtreme) {
		return l.withExtremes(n, in, ns, groups)
	}
	args := &relation{iters: in.iters, pred: in.pred}
	for i, a := range n.Aggs {
		args.cols = append(args.cols, l.argument(a, in))
		args.names = append(args.names, fmt.Sprintf("a%d", i))
	}
	var keys []ir.Expr
	for _, g := range groups {
		keys = append(keys, l.expr(g, in.cols))
	}
	if len(in.iters) == 0 {
		return l.aggregateOne(n, in, ns, keys, args)
	}
	if len(keys) == 0 {
		return l.fold(n, ns, args)
	}
	if l.inline > 0 {
		return l.aggregateAt(n, ns, keys, args)
	}
	name, iters := l.reorder(ns, keys, args)
	return l.define(l.groups(name, iters, n, ns))
}

// reorder defines the field of args keyed by keys before its own coordinates,
// and returns its name and the key iterators.
func (l *lowerer) reorder(ns []string, keys []ir.Expr, args *relation) (string, []ir.Iterator) {
	name := l.fresh("g")
	if name == "g" {
		name = l.fresh("g1")
	}
	f := &ir.Forall{}
	var bind []ir.Expr
	for i, k := range keys {
		base := ns[i]
		if base == "" {
			base = "k"
		}
		it := ir.Iterator{Name: l.fresh(base), T: k.Type()}
		op := ir.Eq
		if it.T.Null {
			op = ir.NotDistinct
		}
		f.Iters = append(f.Iters, it)
		bind = append(bind, &ir.Call{Op: op, Args: []ir.Expr{&ir.Iter{Name: it.Name, T: it.T}, k}, T: ir.Of(ir.Bool)})
	}
	nkeys := len(f.Iters)
	f.Iters = append(f.Iters, args.iters...)
	f.Pred = ir.Conj(append(append([]ir.Expr{}, args.pred...), bind...)...)
	rec, _ := l.record(args)
	f.Body = rec
	l.prog.Defs = append(l.prog.Defs, &ir.Def{Name: name, X: f})
	return name, f.Iters[:nkeys]
}

// groups is the relation over the key coordinates of the reordered field g.
func (l *lowerer) groups(g string, iters []ir.Iterator, n *plan.Aggregate, ns []string) *relation {
	acc := &ir.Access{Field: g}
	r := &relation{iters: iters, names: ns}
	for _, it := range iters {
		ref := &ir.Iter{Name: it.Name, T: it.T}
		acc.Args = append(acc.Args, ref)
		r.cols = append(r.cols, ref)
	}
	r.pred = []ir.Expr{&ir.Exists{X: acc}}
	for i, a := range n.Aggs {
		fn, _ := l.reduction(a)
		var over ir.Expr = &ir.Attr{X: acc, Name: fmt.Sprintf("a%d", i)}
		r.cols = append(r.cols, &ir.Reduce{Fn: fn, Distinct: a.Distinct && fn.Repeats(), Over: over, T: l.aggType(a, fn, l.prog.Def(g).X.(*ir.Forall).Body.(*ir.Record).Elems[i].Type().Null)})
	}
	return r
}

// fold: an aggregate without groups is one row, also over no rows.
func (l *lowerer) fold(n *plan.Aggregate, ns []string, args *relation) *relation {
	rec, attrs := l.record(args)
	f := &ir.Forall{Iters: args.iters, Pred: ir.Conj(args.pred...), Body: rec}
	r := &relation{names: ns}
	if l.inline > 0 {
		r.cols = l.reduceOver(n, f, rec, attrs, true)
		return r
	}
	s := l.fresh("s")
	if s == "s" {
		s = l.fresh("s1")
	}
	def := &ir.Record{}
	for i, c := range l.reduceOver(n, f, rec, attrs, true) {
		name := fmt.Sprintf("a%d", i)
		def.Names = append(def.Names, name)
		def.Elems = append(def.Elems, c)
		r.cols = append(r.cols, &ir.Attr{X: &ir.Access{Field: s}, Name: name, T: c.Type()})
	}
	l.prog.Defs = append(l.prog.Defs, &ir.Def{Name: s, X: def})
	return r
}

// aggregateAt: below a dependent join, groups that are fixed at the outer
// coordinate make the aggregate a reduction there, which exists when any row does. A key
// that the predicate equates with an outer value is fixed too.
func (l *lowerer) aggregateAt(n *plan.Aggregate, ns []string, keys []ir.Expr, args *relation) *relation {
	own := iterSet(args.iters)
	for i, k := range keys {
		if mentions(k, own) {
			if keys[i] = fixedBy(args.pred, k, own); keys[i] == nil {
				refuse("AGGREGATE", "groups of a correlated subquery that vary within it")
			}
		}
	}
	rec, attrs := l.record(args)
	f := &ir.Forall{Iters: args.iters, Pred: ir.Conj(args.pred...), Body: rec}
	one := &ir.Forall{Iters: f.Iters, Pred: f.Pred, Body: &ir.Const{Val: ir.BoolValue(true)}}
	return &relation{pred: []ir.Expr{&ir.Exists{X: one}}, cols: append(keys, l.reduceOver(n, f, rec, attrs, false)...), names: ns}
}

// fixedBy returns what a chain of equalities of pred makes k, free of the iterators own; nil when k
// varies with them.
func fixedBy(pred []ir.Expr, k ir.Expr, own map[string]bool) ir.Expr {
	seen := map[string]bool{ir.String(k): true}
	for todo := []ir.Expr{k}; len(todo) > 0; todo = todo[1:] {
		if !mentions(todo[0], own) {
			return todo[0]
		}
		at := ir.String(todo[0])
		for _, c := range ir.Conjuncts(ir.Conj(pred...)) {
			eq, ok := c.(*ir.Call)
			if !ok || eq.Op != ir.Eq || eq.Args[0].Type().Float() { // equal floats need not be the same
				continue
			}
			for i, x := range eq.Args {
				other := eq.Args[1-i]
				if ir.String(x) == at && x.Type().Same(other.Type()) && !seen[ir.String(other)] {
					seen[ir.String(other)] = true
					todo = append(todo, other)
				}
			}
		}
	}
	return nil
}

// reduceOver returns the aggregates as reductions over f, whose body is rec.
func (l *lowerer) reduceOver(n *plan.Aggregate, f *ir.Forall, rec *ir.Record, attrs []string, mayBeEmpty bool) []ir.Expr {
	var out []ir.Expr
	for i, a := range n.Aggs {
		fn, _ := l.reduction(a)
		var arg ir.Expr
		for j, name := range rec.Names {
			if name == attrs[i] {
				arg = rec.Elems[j]
			}
		}
		over := &ir.Forall{Iters: f.Iters, Pred: f.Pred, Body: arg}
		out = append(out, &ir.Reduce{Fn: fn, Distinct: a.Distinct && fn.Repeats(), Over: over, T: l.aggType(a, fn, mayBeEmpty || arg.Type().Null)})
	}
	return out
}

// aggregateOne: the input is a single row (a scalar subquery), which may be there on a condition:
// aggregates of one value, or none.
func (l *lowerer) aggregateOne(n *plan.Aggregate, in *relation, ns []string, keys []ir.Expr, args *relation) *relation {
	if isEmpty(in) {
		return l.aggregateNone(n, ns, keys)
	}
	r := &relation{pred: in.pred, cols: keys, names: ns}
	var here ir.Expr
	if len(in.pred) > 0 && len(keys) == 0 {
		r.pred, here = nil, isTrue(ir.Conj(in.pred...))
	}
	for i, a := range n.Aggs {
		c := l.oneReduced(a, args.cols[i], here)
		if c == nil && l.inline > 0 {
			refuse("AGGREGATE", "%s over a single row", a.Name)
		}
		if c == nil { // computed as over any rows
			r.cols = append(keys[:len(keys):len(keys)], l.fold(n, ns[len(keys):], args).cols...)
			return r
		}
		r.cols = append(r.cols, c)
	}
	return r
}

// isEmpty reports the relation of an EMPTY_RESULT.
func isEmpty(r *relation) bool {
	for _, p := range r.pred {
		if c, ok := p.(*ir.Const); ok && !c.Val.True() {
			return true
		}
	}
	return false
}

// aggregateNone: over no rows there are no groups, or one row of counts of 0 and NULLs.
func (l *lowerer) aggregateNone(n *plan.Aggregate, ns []string, keys []ir.Expr) *relation {
	r := &relation{cols: keys, names: ns}
	if len(keys) > 0 {
		r.pred = []ir.Expr{&ir.Const{Val: ir.BoolValue(false)}}
	}
	for _, a := range n.Aggs {
		fn, _ := l.reduction(a)
		v := ir.NullOf(l.scalarType("AGGREGATE", a.T))
		if fn == ir.Count || fn == ir.CountAll {
			v = ir.IntValue(v.Type, 0)
		}
		r.cols = append(r.cols, &ir.Const{Val: v})
	}
	return r
}

// argument lowers the argument of an aggregate; FILTER makes it NULL where the
// condition does not hold, which every reduction it is allowed for skips.
func (l *lowerer) argument(a *plan.Agg, in *relation) ir.Expr {
	fn, _ := l.reduction(a)
	var arg ir.Expr = &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), 1)}
	if len(a.Args) == 1 {
		arg = l.expr(a.Args[0], in.cols)
	}
	if fn == ir.Sum && arg.Type().Kind == ir.Bool { // of what holds
		arg = &ir.Cast{X: arg, T: ir.Of(ir.Int32).WithNull(arg.Type().Null)}
	}
	if a.Filter != nil {
		if fn == ir.First || fn == ir.Last {
			refuse("AGGREGATE", "%s with FILTER", a.Name)
		}
		t := arg.Type().Nullable()
		arg = &ir.Case{Whens: []ir.When{{Cond: l.expr(a.Filter, in.cols), Then: arg}}, Else: &ir.Const{Val: ir.NullOf(t)}, T: t}
	}
	return arg
}

// reductions maps the aggregates whose result type is that of the reduction.
var reductions = map[string]ir.Reduction{
	"min": ir.Min, "max": ir.Max, "bool_and": ir.Min, "bool_or": ir.Max,
	"bit_and": ir.BitAndAll, "bit_or": ir.BitOrAll, "bit_xor": ir.BitXorAll,
	"stddev": ir.StddevSamp, "stddev_samp": ir.StddevSamp, "stddev_pop": ir.StddevPop,
	"variance": ir.VarSamp, "var_samp": ir.VarSamp, "var_pop": ir.VarPop, "product": ir.Product,
}

// ofRows are values whose sum fits 64 bits, however many rows there are.
var ofRows = int128.Between(math.MinInt32, math.MaxInt32)

// reduction returns the IR reduction of an aggregate call.
func (l *lowerer) reduction(a *plan.Agg) (ir.Reduction, bool) {
	if len(a.Order) > 0 {
		refuse("AGGREGATE", "%s with ORDER BY", a.Name)
	}
	if len(a.Args) > 1 {
		refuse("AGGREGATE", "%s of several arguments", a.Name)
	}
	if fn, ok := reductions[a.Name]; ok {
		x, t := l.scalarType("AGGREGATE", a.Args[0].Type()), l.scalarType("AGGREGATE", a.T)
		if want, err := ir.InferReduce(fn, x); err != nil || !want.Same(t) {
			refuse("AGGREGATE", "%s of %s", a.Name, a.Args[0].Type())
		}
		return fn, true
	}
	switch a.Name {
	case "sum", "countif", "count_if":
		if k := l.scalarType("AGGREGATE", a.Args[0].Type()); !k.Numeric() && k.Kind != ir.Bool || a.Name != "sum" && k.Kind != ir.Bool {
			refuse("AGGREGATE", "%s of %s", a.Name, a.Args[0].Type())
		}
		if a.NoOverflow && !eval.Range(l.scalarType("AGGREGATE", a.Args[0].Type())).Within(ofRows) {
			return ir.SumNoOverflow, true
		}
		return ir.Sum, true
	case "avg":
		if k := l.scalarType("AGGREGATE", a.Args[0].Type()); !k.Numeric() || k.Kind == ir.Float32 {
			refuse("AGGREGATE", "avg of %s", a.Args[0].Type())
		}
		return ir.Avg, true
	case "count":
		return ir.Count, true
	case "count_star":
		if a.Filter != nil {
			return ir.Count, true
		}
		return ir.CountAll, true
	case "first", "last", "any_value":
		if a.Distinct {
			refuse("AGGREGATE", "%s(DISTINCT)", a.Name)
		}
		return map[string]ir.Reduction{"first": ir.First, "last": ir.Last, "any_value": ir.Any}[a.Name], true
	case onlyRow:
		return ir.Only, true
	}
	refuse("AGGREGATE", "function %s", a.Name)
	return 0, false
}

// aggType is the result type of an aggregate; null says that the group may be empty of values.
func (l *lowerer) aggType(a *plan.Agg, fn ir.Reduction, null bool) ir.Type {
	t := l.scalarType("AGGREGATE", a.T)
	if fn == ir.VarSamp || fn == ir.StddevSamp {
		null = true
	}
	return t.WithNull(null && fn != ir.Count && fn != ir.CountAll)
}
