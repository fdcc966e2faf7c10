package lower

import (
	"github.com/reffine-db/reffine/lower/plan"
)

// filter: conditions become conjuncts of the predicate.
//
//	v2 = forall i : v1[i] != null & v1[i].a < v1[i].b { ... }
func (l *lowerer) filter(n *plan.Filter) *relation {
	r := l.node(n.Input)
	out := &relation{iters: r.iters, cols: r.cols, names: r.names}
	out.pred = append(out.pred, r.pred...)
	for _, c := range n.Conds {
		out.pred = append(out.pred, l.cond(c, r.cols))
	}
	return l.define(out)
}

// project: the value changes, the coordinates stay.
//
//	v2 = forall i : v1[i] != null { {revenue: v1[i].a * v1[i].b} }
func (l *lowerer) project(n *plan.Project) *relation {
	if r := l.scalar(n); r != nil {
		return l.define(r)
	}
	r := l.node(n.Input)
	return l.define(l.projected(n, r))
}

func (l *lowerer) projected(n *plan.Project, r *relation) *relation {
	out := &relation{iters: r.iters, pred: r.pred}
	for i, e := range n.Exprs {
		name := n.Names[i]
		if ref, ok := e.(*plan.ColumnRef); ok {
			out.cols = append(out.cols, r.cols[ref.Index])
			if name == "" {
				name = r.names[ref.Index]
			}
		} else {
			out.cols = append(out.cols, l.expr(e, r.cols))
		}
		out.names = append(out.names, name)
	}
	return out
}

// cte: the definition is lowered once, every reference is a new instance of it.
func (l *lowerer) cte(n *plan.CTE) *relation {
	l.ctes[n.ID] = l.define(l.node(n.Def))
	return l.node(n.Body)
}

func (l *lowerer) cteRef(n *plan.CTERef) *relation {
	r, ok := l.ctes[n.ID]
	if !ok {
		refuse("CTE_REF", "%s is recursive or not defined here", n.Name)
	}
	out := l.instance(r)
	if ns := names(n); len(ns) == len(out.cols) {
		out.names = append([]string{}, out.names...)
		for i, s := range ns {
			if out.names[i] == "" {
				out.names[i] = s
			}
		}
	}
	return out
}
