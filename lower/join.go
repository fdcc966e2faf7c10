package lower

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// join: in the domain calculus a join is the conjunction of both sides' predicates and
// the conditions, over the coordinates of both.
//
//	inner  v3 = forall i, j : v1[i] != null & v2[j] != null & v2[j].k = v1[i].k { ... }
//	semi   v3 = forall i : v1[i] != null & (forall j : v2[j] != null & v2[j].k = v1[i].k {true}) != null { ... }
//	left   v3 = forall i, j outer (v2[j] != null & v2[j].k = v1[i].k) : v1[i] != null { ... }
func (l *lowerer) join(n *plan.Join) *relation {
	if r := l.groupsAtDelim(n); r != nil {
		return r
	}
	if n.Delim != nil {
		return l.dependent(n)
	}
	return l.joined(n, l.side(n, n.Left), l.side(n, n.Right))
}

// joined joins two sides.
func (l *lowerer) joined(n *plan.Join, left, right *relation) *relation {
	if joinsNothing(n.Kind, left, right) {
		return l.empty(&plan.EmptyResult{Cols: n.Columns()})
	}
	conds, keys := l.joinConds(n, left, right)
	switch n.Kind {
	case plan.Inner:
		return l.define(l.inner(left, right, conds))
	case plan.Semi:
		return l.define(l.semi(left, right, conds, false))
	case plan.Anti:
		return l.define(l.semi(left, right, conds, true))
	case plan.FullOuter:
		return l.fullOuter(n, left, right)
	case plan.RightSemi:
		return l.define(l.semi(right, left, conds, false))
	case plan.RightAnti:
		return l.define(l.semi(right, left, conds, true))
	case plan.LeftOuter:
		return l.define(l.leftOuter(left, right, conds))
	case plan.RightOuter:
		r := l.leftOuter(right, left, conds)
		k := len(right.cols)
		return l.define(&relation{iters: r.iters, pred: r.pred,
			cols: append(append([]ir.Expr{}, r.cols[k:]...), r.cols[:k]...), names: append(append([]string{}, r.names[k:]...), r.names[:k]...)})
	case plan.Single:
		if len(right.iters) == 0 || l.findsOne(right, conds) {
			return l.define(l.leftOuter(left, right, conds))
		}
		return l.define(l.only(left, right, conds))
	case plan.Mark:
		return l.define(l.mark(left, right, conds[:keys], conds[keys:]))
	}
	refuse("JOIN", "%s join", n.Kind)
	return nil
}

// joinsNothing reports that a join has no rows because a side that it needs is an EMPTY_RESULT,
// which has no coordinates that an outer range could depend on.
func joinsNothing(k plan.JoinKind, left, right *relation) bool {
	switch k {
	case plan.Inner, plan.Semi, plan.RightSemi:
		return isEmpty(left) || isEmpty(right)
	case plan.RightOuter, plan.RightAnti:
		return isEmpty(right)
	case plan.FullOuter:
		return isEmpty(left) && isEmpty(right)
	}
	return isEmpty(left)
}

// side lowers an input of a join. The side that only existence asks about may be a table of constants.
func (l *lowerer) side(n *plan.Join, input plan.Node) *relation {
	v, ok := input.(*plan.Values)
	if !ok {
		return l.unordered(input)
	}
	switch n.Kind {
	case plan.Semi, plan.Anti, plan.Mark:
		if input == n.Right {
			return l.values(v)
		}
	case plan.RightSemi, plan.RightAnti:
		if input == n.Left {
			return l.values(v)
		}
	}
	return l.node(input)
}

// joinConds lowers conditions and residual to predicates over both sides. keys is how many of them are
// from the first n.MarkKeys: the outer value compared with itself is left out.
func (l *lowerer) joinConds(n *plan.Join, left, right *relation) (out []ir.Expr, keys int) {
	for i, c := range n.Conds {
		a, b := l.expr(c.Left, left.cols), l.expr(c.Right, right.cols)
		e := compare(c.Op, a, b)
		if n.Delim != nil && sameExpr(a, b) {
			if c.Op == plan.NotDistinctFrom {
				continue
			}
			// DuckDB 1.5.6 has turned a condition of the subquery into one between the outer row and itself.
			refuse(delimJoin, "an outer column compared with itself by %s", c.Op)
		}
		out = append(out, e)
		if i < n.MarkKeys {
			keys++
		}
	}
	if n.Residual != nil {
		out = append(out, l.cond(n.Residual, append(append([]ir.Expr{}, left.cols...), right.cols...)))
	}
	return out, keys
}

// sameExpr reports that two expressions are the same term.
func sameExpr(a, b ir.Expr) bool { return a == b || ir.String(a) == ir.String(b) }

func (l *lowerer) inner(left, right *relation, conds []ir.Expr) *relation {
	r := &relation{}
	r.iters = append(append(r.iters, left.iters...), right.iters...)
	r.pred = append(append(append(r.pred, left.pred...), right.pred...), conds...)
	r.cols = append(append(r.cols, left.cols...), right.cols...)
	r.names = append(append(r.names, left.names...), right.names...)
	return r
}

func (l *lowerer) semi(left, right *relation, conds []ir.Expr, anti bool) *relation {
	e := exists(right, conds)
	if anti {
		e = not(e)
	}
	return &relation{iters: left.iters, pred: append(append([]ir.Expr{}, left.pred...), e), cols: left.cols, names: left.names}
}

// exists is the non-emptiness of r under the conditions: a plain condition when r has no iterators.
func exists(r *relation, conds []ir.Expr) ir.Expr {
	if r.rows != nil {
		return oneOf(r, conds)
	}
	all := append(append([]ir.Expr{}, r.pred...), conds...)
	if len(r.iters) == 0 {
		return isTrue(ir.Conj(all...))
	}
	return &ir.Exists{X: &ir.Forall{Iters: r.iters, Pred: ir.Conj(all...), Body: &ir.Const{Val: ir.BoolValue(true)}}}
}

// isTrue turns a three-valued condition into a two-valued one.
func isTrue(e ir.Expr) ir.Expr {
	if e == nil {
		return &ir.Const{Val: ir.BoolValue(true)}
	}
	if !e.Type().Null {
		return e
	}
	return &ir.Call{Op: ir.Coalesce, Args: []ir.Expr{e, &ir.Const{Val: ir.BoolValue(false)}}, T: ir.Of(ir.Bool)}
}

func not(e ir.Expr) ir.Expr {
	return &ir.Call{Op: ir.Not, Args: []ir.Expr{e}, T: e.Type()}
}

// leftOuter gives the iterators of right an outer range: the coordinates that match, or φ.
// With several, the first ranges over those that have matches for the rest.
func (l *lowerer) leftOuter(left, right *relation, conds []ir.Expr) *relation {
	all := append(append([]ir.Expr{}, right.pred...), conds...)
	r := &relation{iters: append([]ir.Iterator{}, left.iters...), pred: left.pred, names: append(append([]string{}, left.names...), right.names...)}
	later := map[string]bool{}
	for _, it := range right.iters {
		if it.Outer != nil {
			refuse("LEFT_JOIN", "an outer join on the inner side of an outer join")
		}
		later[it.Name] = true
	}
	for k, it := range right.iters {
		delete(later, it.Name)
		var here, rest []ir.Expr
		for _, c := range all {
			if mentions(c, later) {
				rest = append(rest, c)
			} else {
				here = append(here, c)
			}
		}
		if len(rest) > 0 {
			here = append(here, exists(&relation{iters: right.iters[k+1:], pred: rest}, nil))
		}
		it.Outer = ir.Conj(here...)
		r.iters = append(r.iters, it)
		all = rest
	}
	if len(right.iters) > 0 && l.mayBeNowhere(right) {
		refuse("LEFT_JOIN", "the inner side is a single row, outer-joined itself")
	}
	match := l.matched(right, conds)
	r.cols = append(r.cols, left.cols...)
	for _, c := range right.cols {
		r.cols = append(r.cols, nullWithout(c, match, right))
	}
	return r
}

// mayBeNowhere reports that all iterators of a relation may be φ: then there is a row without a
// coordinate, whose existence no access can tell.
func (l *lowerer) mayBeNowhere(r *relation) bool {
	return !slices.Contains(l.absences(r.iters, ir.Conj(r.pred...)), false)
}

// absences tells which of the iterators may be φ: those of outer ranges, and those at which pred reads
// a field that has outer ranges there.
func (l *lowerer) absences(its []ir.Iterator, pred ir.Expr) []bool {
	absent := map[string]bool{}
	for _, c := range ir.Conjuncts(pred) {
		e, ok := c.(*ir.Exists)
		if !ok {
			continue
		}
		a, ok := e.X.(*ir.Access)
		if !ok || l.prog.Def(a.Field) == nil || l.prog.Def(a.Field).Row != "" {
			continue
		}
		outer, known := l.outer[a.Field]
		if f, ok := l.prog.Def(a.Field).X.(*ir.Forall); ok && !known {
			outer = l.absences(f.Iters, f.Pred)
			l.outer[a.Field] = outer
		}
		for i, x := range a.Args {
			if it, ok := x.(*ir.Iter); ok && i < len(outer) && outer[i] {
				absent[it.Name] = true
			}
		}
	}
	out := make([]bool, len(its))
	for i, it := range its {
		out[i] = it.Outer != nil || absent[it.Name]
	}
	return out
}

// matched is the condition that an outer-joined row has a partner: its first field access
// exists, or, for a side without iterators, its own condition.
func (l *lowerer) matched(right *relation, conds []ir.Expr) ir.Expr {
	if len(right.iters) == 0 {
		return isTrue(ir.Conj(append(append([]ir.Expr{}, right.pred...), conds...)...))
	}
	for _, p := range right.pred {
		e, ok := p.(*ir.Exists)
		if !ok {
			continue
		}
		if a, ok := e.X.(*ir.Access); ok && mentions(a, iterSet(right.iters[:1])) {
			return &ir.Exists{X: a}
		}
	}
	refuse("LEFT_JOIN", "an inner side without a field")
	return nil
}

// nullWithout is column c of the inner side: NULL when there is no partner. An attribute
// read through an outer iterator is so by itself.
func nullWithout(c, match ir.Expr, right *relation) ir.Expr {
	if c == nil {
		return nil
	}
	t := c.Type().Nullable()
	if a, ok := c.(*ir.Attr); ok && len(right.iters) > 0 {
		if acc, ok := a.X.(*ir.Access); ok && len(acc.Args) > 0 && mentions(acc, iterSet(right.iters)) {
			return &ir.Attr{X: a.X, Name: a.Name, T: t}
		}
	}
	if k, ok := match.(*ir.Const); ok && k.Val.True() {
		return c
	}
	return &ir.Case{Whens: []ir.When{{Cond: match, Then: c}}, Else: &ir.Const{Val: ir.NullOf(t)}, T: t}
}

// mark adds a column that says, in three-valued logic, whether a right row matches:
// TRUE when one does, else NULL when a comparison was NULL, else FALSE. The conditions keys
// only choose the group of right rows. For several tests it says less than it could, as duckdb does: see
// plan.Join.
func (l *lowerer) mark(left, right *relation, keys, tests []ir.Expr) *relation {
	hit := exists(right, append(append([]ir.Expr{}, keys...), tests...))
	unknown := func(test ir.Expr) ir.Expr {
		return exists(right, append(append([]ir.Expr{}, keys...), test))
	}
	t := ir.Of(ir.Bool).Nullable()
	yes, null := &ir.Const{Val: ir.BoolValue(true)}, &ir.Const{Val: ir.NullOf(t)}
	c := &ir.Case{T: t, Else: &ir.Const{Val: ir.BoolValue(false)}, Whens: []ir.When{{Cond: hit, Then: yes}}}
	if cmp, ok := comparison(tests, right); ok {
		if x := cmp.Args[0]; x.Type().Null {
			c.Whens = append(c.Whens, ir.When{Cond: ir.Conj(isNull(x), l.anyOf(right, keys)), Then: null})
		}
		if x := cmp.Args[1]; x.Type().Null {
			c.Whens = append(c.Whens, ir.When{Cond: l.anyOf(right, append(append([]ir.Expr{}, keys...), isNull(x))), Then: null})
		}
	} else if len(tests) == 1 {
		if tests[0].Type().Null {
			c.Whens = append(c.Whens, ir.When{Cond: unknown(isNull(tests[0])), Then: null})
		}
	} else {
		if x := anyNull(tests, 0); x != nil {
			here := ir.Conj(x, exists(right, keys))
			c.Whens = append([]ir.When{{Cond: here, Then: null}}, c.Whens...)
		}
		if x := anyNull(tests, 1); x != nil {
			c.Whens = append(c.Whens, ir.When{Cond: unknown(x), Then: null})
		}
	}
	var m ir.Expr = c
	if len(c.Whens) == 1 {
		m = hit
	}
	return &relation{iters: left.iters, pred: left.pred, cols: append(append([]ir.Expr{}, left.cols...), m), names: append(append([]string{}, left.names...), "mark")}
}

// anyOf says that a right row meets conditions. When they are the right rows' own they are counted once.
func (l *lowerer) anyOf(right *relation, conds []ir.Expr) ir.Expr {
	x := exists(right, conds)
	free := map[string]bool{}
	ir.FreeIters(x, free)
	if len(free) > 0 || len(right.iters) == 0 || right.rows != nil || l.inline > 0 {
		return x
	}
	one := &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), 1)}
	rows := &relation{iters: right.iters, pred: append(append([]ir.Expr{}, right.pred...), conds...), cols: []ir.Expr{one}, names: []string{"a0"}}
	count := &plan.Aggregate{Aggs: []*plan.Agg{{Name: "count_star", T: plan.Type{ID: plan.BigInt}}}}
	n := l.fold(count, []string{"rows"}, rows).cols[0]
	return call(ir.Gt, ir.Of(ir.Bool), n, &ir.Const{Val: ir.IntValue(n.Type(), 0)})
}

// comparison returns the one comparison that tests are, of a left value with something of the right row.
// It is NULL where an operand is, and each operand is looked at by itself: is_null(a = b) would be asked
// of all pairs.
func comparison(tests []ir.Expr, right *relation) (*ir.Call, bool) {
	if len(tests) != 1 {
		return nil, false
	}
	of := iterSet(right.iters)
	for _, x := range right.cols {
		ir.FreeIters(x, of)
	}
	c, ok := tests[0].(*ir.Call)
	return c, ok && c.Op.Comparison() && !mentions(c.Args[0], of)
}

// anyNull says that an operand of the comparisons, all left or all right ones, is NULL; nil when none can be.
func anyNull(tests []ir.Expr, side int) ir.Expr {
	var out []ir.Expr
	for _, x := range tests {
		c, ok := x.(*ir.Call)
		if !ok || !c.Op.Comparison() && c.Op != ir.NotDistinct && c.Op != ir.Distinct {
			refuse("MARK_JOIN", "a condition beside several comparisons")
		}
		if c.Op.Comparison() && c.Args[side].Type().Null {
			out = append(out, isNull(c.Args[side]))
		}
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return call(ir.Or, ir.Of(ir.Bool), out...)
}

func isNull(x ir.Expr) ir.Expr { return &ir.Call{Op: ir.IsNull, Args: []ir.Expr{x}, T: ir.Of(ir.Bool)} }

func iterSet(its []ir.Iterator) map[string]bool {
	m := map[string]bool{}
	for _, it := range its {
		m[it.Name] = true
	}
	return m
}

// mentions reports whether e has a free iterator in set.
func mentions(e ir.Expr, set map[string]bool) bool {
	free := map[string]bool{}
	ir.FreeIters(e, free)
	for n := range free {
		if set[n] {
			return true
		}
	}
	return false
}
