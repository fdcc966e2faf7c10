package lower

import (
	"maps"

	"github.com/reffine-db/reffine/lower/plan"
)

// dependent: a dependent join (DELIM_JOIN) is a join whose other side is lowered with the delim side's
// columns in scope, so that a correlated subquery becomes a reduction or an existence at the outer
// coordinate. Where it is more than that, the join is what duckdb says: the different rows of those
// columns are a field, and the other side is computed for all of them at once.
//
//	v3 = forall i : v1[i] != null { {a: v1[i].a, s: sum(forall j : v2[j] != null & v2[j].k = v1[i].a { v2[j].x })} }
//
// or
//
//	g1 = forall k, i : v1[i] != null & k = v1[i].a { {one: 1} }
//	v2 = forall k : g1[k] != null { {a: k} }
func (l *lowerer) dependent(n *plan.Join) *relation {
	outer, inner := n.Left, n.Right
	if n.Delim.Flipped {
		outer, inner = inner, outer
	}
	o := l.node(outer)
	join := func(o, i *relation) *relation {
		if n.Delim.Flipped {
			o, i = i, o
		}
		return l.joined(n, o, i)
	}
	r, refusal := l.attempt(func() *relation {
		d := l.delimColumns(n, o)
		l.delims[n.Delim.ID] = &relation{cols: d.cols, names: d.names}
		l.inline++
		i := l.node(inner)
		l.inline--
		return join(o, i)
	})
	if refusal == nil {
		return r
	}
	if l.inline > 0 || refusal.Operator == delimJoin { // below another one, or for good
		panic(refusal)
	}
	r, again := l.attempt(func() *relation {
		o := l.shared(o)
		l.delims[n.Delim.ID] = l.distinctRows(l.delimColumns(n, o))
		return join(o, l.node(inner))
	})
	if again != nil {
		panic(refusal)
	}
	return r
}

// delimJoin is the operator of refusals that hold for a dependent join in any form.
const delimJoin = "DELIM_JOIN"

// delimColumns is the rows of the delim side with the columns that the other side reads.
func (l *lowerer) delimColumns(n *plan.Join, o *relation) *relation {
	d := &relation{iters: o.iters, pred: o.pred}
	for _, c := range n.Delim.Columns {
		d.cols = append(d.cols, l.expr(c, o.cols))
		d.names = append(d.names, "")
	}
	return d
}

// attempt lowers by f. If that is refused everything is as before.
func (l *lowerer) attempt(f func() *relation) (r *relation, refusal *Refusal) {
	before, defs, inputs := *l, len(l.prog.Defs), len(l.prog.Inputs)
	before.used, before.ctes = maps.Clone(l.used), maps.Clone(l.ctes)
	before.delims, before.outer = maps.Clone(l.delims), maps.Clone(l.outer)
	defer func() {
		if p := recover(); p != nil {
			ref, ok := p.(*Refusal)
			if !ok {
				panic(p)
			}
			*l = before
			l.prog.Defs, l.prog.Inputs = l.prog.Defs[:defs:defs], l.prog.Inputs[:inputs:inputs]
			r, refusal = nil, ref
		}
	}()
	return f(), nil
}

// delimGet: the distinct outer rows are, at one outer coordinate, that coordinate's values: a relation
// without iterators. Else they are a field.
func (l *lowerer) delimGet(n *plan.DelimGet) *relation {
	r, ok := l.delims[n.ID]
	if !ok {
		refuse("DELIM_GET", "no enclosing dependent join")
	}
	return l.instance(r)
}
