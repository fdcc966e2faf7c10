package lower

import (
	"slices"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/lower/plan"
)

// setOp: UNION is the rows of all inputs, without duplicates unless ALL is said. EXCEPT and
// INTERSECT count, for each distinct row, where it comes from:
//
//	u[r] = forall i : v1[i] != null { {a: v1[i].a, left: 1, right: null} } ++ forall j : v2[j] != null { {a: v2[j].a, left: null, right: 1} }
//	g    = forall k, r : u[r] != null & k <=> u[r].a { {left: u[r].left, right: u[r].right} }
//	d    = forall k : g[k] != null & count(g[k].left) > 0 & count(g[k].right) = 0 { {a: k} }
//
// With ALL each distinct row comes as often as the counts say:
//
//	d    = forall k, c : g[k] != null & c >= 0 & c >= count(g[k].right) & c < count(g[k].left) { {a: k} }
func (l *lowerer) setOp(n *plan.SetOp) *relation {
	var in []*relation
	for _, x := range n.Inputs {
		in = append(in, l.node(x))
	}
	ns := names(n)
	if n.Kind == plan.Union {
		u := l.union(ns, in)
		if n.All {
			return u
		}
		return l.distinctRows(u)
	}
	if isEmpty(in[0]) || isEmpty(in[1]) && n.Kind == plan.Intersect {
		return l.empty(&plan.EmptyResult{Cols: n.Columns()})
	}
	for _, c := range n.Columns() {
		// Which zeros are left is up to the order of rows, and all NaNs have the sign of one.
		if id := c.Type.ID; n.All && (id == plan.Float || id == plan.Double) {
			refuse("SET_OPERATION", "%s ALL of %s", n.Kind, c.Type)
		}
	}
	switch {
	case isEmpty(in[1]) && n.All:
		return in[0]
	case isEmpty(in[1]):
		return l.distinctRows(in[0])
	}
	one := &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), 1)}
	none := &ir.Const{Val: ir.NullOf(ir.Of(ir.Int64))}
	for side, r := range in {
		marked := &relation{iters: r.iters, pred: r.pred, cols: append([]ir.Expr{}, r.cols...), names: ns}
		for k := range 2 {
			if k == side {
				marked.cols = append(marked.cols, one)
			} else {
				marked.cols = append(marked.cols, none)
			}
		}
		in[side] = marked
	}
	u := l.union(append(append([]string{}, ns...), "left", "right"), in)
	k := len(ns)
	for _, c := range u.cols[:k] {
		if c == nil {
			refuse("SET_OPERATION", "row ids")
		}
	}
	sides := &relation{iters: u.iters, pred: u.pred, cols: u.cols[k:], names: u.names[k:]}
	name, iters := l.reorder(ns, u.cols[:k], sides)
	out := l.groups(name, iters, &plan.Aggregate{}, ns)
	times := ir.Iterator{Name: l.fresh("c"), T: ir.Of(ir.Int64)}
	time := &ir.Iter{Name: times.Name, T: times.T}
	if n.All {
		out.iters = append(slices.Clip(out.iters), times)
		out.pred = append(out.pred, call(ir.Ge, ir.Of(ir.Bool), time, &ir.Const{Val: ir.IntValue(times.T, 0)}))
	}
	for side, attr := range []string{"left", "right"} {
		over := &ir.Attr{X: &ir.Access{Field: name, Args: out.cols[:k:k]}, Name: attr}
		count := &ir.Reduce{Fn: ir.Count, Over: over, T: ir.Of(ir.Int64)}
		if n.All {
			op := ir.Lt
			if side == 1 && n.Kind == plan.Except {
				op = ir.Ge
			}
			out.pred = append(out.pred, call(op, ir.Of(ir.Bool), time, count))
			continue
		}
		op := ir.Gt
		if side == 1 && n.Kind == plan.Except {
			op = ir.Eq
		}
		out.pred = append(out.pred, call(op, ir.Of(ir.Bool), count, &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), 0)}))
	}
	return l.define(out)
}

// fullOuter: the rows of a left join, then the right rows without a partner.
//
//	u[r] = forall i, j outer (v2[j] != null & v2[j].k = v1[i].k) : v1[i] != null { {a: v1[i].a, b: v2[j].b} }
//	    ++ forall j : v2[j] != null & (forall i : v1[i] != null & v2[j].k = v1[i].k { true }) = null { {a: null, b: v2[j].b} }
func (l *lowerer) fullOuter(n *plan.Join, left, right *relation) *relation {
	left, right = l.shared(left), l.shared(right)
	conds, _ := l.joinConds(n, left, right)
	both := l.leftOuter(left, right, conds)
	left, right = l.instance(left), l.instance(right)
	conds, _ = l.joinConds(n, left, right)
	alone := l.semi(right, left, conds, true)
	cols := make([]ir.Expr, 0, len(both.cols))
	for _, c := range left.cols {
		if c != nil {
			c = &ir.Const{Val: ir.NullOf(c.Type())}
		}
		cols = append(cols, c)
	}
	alone = &relation{iters: alone.iters, pred: alone.pred, cols: append(cols, alone.cols...), names: both.names}
	return l.union(both.names, []*relation{both, alone})
}

// groupingSets: the aggregates by each set of groups, one after the other. Groups that are not of
// the set are NULL, and GROUPING(…) is a constant with a bit for each.
//
//	u[r] = forall k : g1[k] != null { {k: k, n: count_all(g1[k])} } ++ {k: null, n: s1.a0}
func (l *lowerer) groupingSets(n *plan.Aggregate) *relation {
	if l.inline > 0 {
		refuse("AGGREGATE", "GROUPING SETS in a correlated subquery")
	}
	in := l.shared(l.unheeded(n))
	sets, ns := n.Sets, names(n)
	if sets == nil {
		sets = [][]int{{}}
		for i := range n.Groups {
			sets[0] = append(sets[0], i)
		}
	}
	var parts []*relation
	for _, set := range sets {
		at := map[int]int{} // position among the groups → in the set
		var keys []plan.Expr
		var setNames []string
		for _, g := range set {
			if _, twice := at[g]; !twice {
				at[g] = len(keys)
				keys, setNames = append(keys, n.Groups[g]), append(setNames, ns[g])
			}
		}
		rows := l.grouped(n, in, append(setNames, ns[len(n.Groups):len(n.Groups)+len(n.Aggs)]...), keys)
		p := &relation{iters: rows.iters, pred: rows.pred, names: ns}
		for g, x := range n.Groups {
			if k, ok := at[g]; ok {
				p.cols = append(p.cols, rows.cols[k])
			} else {
				p.cols = append(p.cols, &ir.Const{Val: ir.NullOf(l.scalarType("AGGREGATE", x.Type()))})
			}
		}
		p.cols = append(p.cols, rows.cols[len(keys):]...)
		for _, of := range n.Groupings {
			bits := int64(0)
			for _, g := range of {
				bits <<= 1
				if _, ok := at[g]; !ok {
					bits |= 1
				}
			}
			p.cols = append(p.cols, &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), bits)})
		}
		parts = append(parts, p)
	}
	return l.union(ns, parts)
}

// shared is r for several readers: stored when computing it again would cost more than reading it.
func (l *lowerer) shared(r *relation) *relation {
	if len(r.iters) == 0 || l.inline > 0 || l.cheap(r.iters, ir.Conj(r.pred...)) {
		return r
	}
	rec, attrs := l.record(r)
	if len(rec.Names) == 0 {
		return r
	}
	null := make([]bool, len(r.cols))
	for i, c := range r.cols {
		null[i] = c != nil && c.Type().Null
	}
	return l.stored("v", &ir.Forall{Iters: r.iters, Pred: ir.Conj(r.pred...), Body: rec}, r, attrs, null)
}

// cheap reports that an operator runs over one field in order, looking nothing up.
func (l *lowerer) cheap(its []ir.Iterator, pred ir.Expr) bool {
	if len(its) != 1 || its[0].Outer != nil {
		return false
	}
	cheap := true
	ir.Walk(pred, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Forall:
			cheap = false
		case *ir.Access:
			if d := l.prog.Def(e.Field); d != nil && d.Row == "" {
				f, ok := d.X.(*ir.Forall)
				cheap = cheap && ok && (len(e.Args) < len(f.Iters) || l.cheap(f.Iters, f.Pred))
			}
		}
		return cheap
	})
	return cheap
}
