package fuse

import (
	"slices"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// RollUp computes what is reduced over rows that are grouped as well from the reductions of the groups, as in
// the share of each group in the total. The rows are then read once.
//
//	g   = forall k, i : t[i] != null & t[i].y > 3 & k = t[i].key { {x: t[i].x} }
//	s   = {total: sum(forall j : t[j] != null & t[j].y > 3 { t[j].x })}
//	out = forall k : g[k] != null { {key: k, share: sum(g[k].x) / s.total} }
//
// becomes
//
//	g   = forall k, i : t[i] != null & t[i].y > 3 & k = t[i].key { {x: t[i].x} }
//	s   = {total: sum(forall k : g[k] != null { sum(g[k].x) })}
//	out = forall k : g[k] != null { {key: k, share: sum(g[k].x) / s.total} }
//
// It takes a sum that cannot overflow on the way, whatever the order, or a least or greatest value, which
// the groups have been asked for, of rows that take more than reading a column to find.
func RollUp(p *ir.Program) *ir.Program {
	r := &roller{prog: p, asked: map[string][]*ir.Reduce{}}
	for _, d := range p.Defs {
		ir.Walk(d.X, r.ask)
	}
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		x := ir.Rewrite(d.X, func(e ir.Expr) ir.Expr {
			if red, ok := e.(*ir.Reduce); ok {
				return r.reduce(red)
			}
			return e
		})
		out.Defs = append(out.Defs, d.With(x))
		if keyCoords(d.X) > 0 && d.Row == "" {
			r.groups = append(r.groups, d)
		}
	}
	return out
}

type roller struct {
	prog   *ir.Program
	groups []*ir.Def               // the reorderings so far
	asked  map[string][]*ir.Reduce // by reordering: reductions of the groups at its keys
}

// ask notes a reduction of an attribute of a group at coordinates: sum(g[k].x).
func (r *roller) ask(e ir.Expr) bool {
	if red, ok := e.(*ir.Reduce); ok {
		if at, ok := red.Over.(*ir.Attr); ok {
			if acc, ok := at.X.(*ir.Access); ok && !slices.ContainsFunc(acc.Args, func(x ir.Expr) bool { return !isIter(x) }) {
				r.asked[acc.Field] = append(r.asked[acc.Field], red)
			}
		}
	}
	return true
}

// reduce returns red over the groups whose rows together are those it is over, if there are such.
func (r *roller) reduce(red *ir.Reduce) ir.Expr {
	f, ok := red.Over.(*ir.Forall)
	if !ok || red.Distinct || len(ir.Conjuncts(f.Pred)) == 1 || !r.splits(red, f) {
		return red
	}
	for _, d := range r.groups {
		g := d.X.(*ir.Forall)
		attr, ok := sameRows(g, f)
		if !ok {
			continue
		}
		for _, part := range r.asked[d.Name] {
			at := part.Over.(*ir.Attr)
			if part.Fn == red.Fn && !part.Distinct && part.T.Same(red.T) && at.Name == attr {
				return &ir.Reduce{Fn: red.Fn, Over: groupsOf(g, part), T: red.T}
			}
		}
	}
	return red
}

// groupsOf returns forall k : g[k] != null { part at k }.
func groupsOf(g *ir.Forall, part *ir.Reduce) *ir.Forall {
	acc := part.Over.(*ir.Attr).X.(*ir.Access)
	keys := slices.Clone(g.Iters[:keyCoords(g)])
	at := map[string]ir.Expr{}
	for i, x := range acc.Args {
		at[x.(*ir.Iter).Name] = &ir.Iter{Name: keys[i].Name, T: keys[i].T}
	}
	body := ir.Subst(part, at)
	return &ir.Forall{Iters: keys, Pred: &ir.Exists{X: body.(*ir.Reduce).Over.(*ir.Attr).X}, Body: body}
}

// sameRows reports that the groups of g divide the rows that f is over, and which attribute of the groups is
// the value of f.
func sameRows(g, f *ir.Forall) (attr string, ok bool) {
	k := keyCoords(g)
	rec, ok := g.Body.(*ir.Record)
	if !ok || len(g.Iters) != k+len(f.Iters) {
		return "", false
	}
	conj := ir.Conjuncts(g.Pred)
	for _, key := range g.Iters[:k] {
		at := keyBinding(conj, key.Name)
		e, _ := bindingOf(conj[at], key.Name)
		if conj[at].(*ir.Call).Op == ir.Eq && e.Type().Null { // rows without a key are in no group
			return "", false
		}
		conj = slices.Delete(slices.Clone(conj), at, at+1)
		if slices.ContainsFunc(conj, func(c ir.Expr) bool { return Mentions(c, key.Name) }) {
			return "", false
		}
	}
	names := map[string]ir.Expr{}
	for i, it := range f.Iters {
		to := g.Iters[k+i]
		if it.Outer != nil || to.Outer != nil || !it.T.Same(to.T) {
			return "", false
		}
		names[it.Name] = &ir.Iter{Name: to.Name, T: to.T}
	}
	if !slices.Equal(sortedKeys(conj), sortedKeys(ir.Conjuncts(ir.Subst(f.Pred, names)))) {
		return "", false
	}
	value := ir.Key(ir.Subst(f.Body, names))
	for i, e := range rec.Elems {
		if ir.Key(e) == value {
			return rec.Names[i], true
		}
	}
	return "", false
}

// sortedKeys returns the keys of conjuncts.
func sortedKeys(conj []ir.Expr) []string {
	keys := make([]string, len(conj))
	for i, c := range conj {
		keys[i] = ir.Key(c)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// splits reports that red over the values of f is red over those of parts of them.
func (r *roller) splits(red *ir.Reduce, f *ir.Forall) bool {
	switch red.Fn {
	case ir.Min, ir.Max:
		return !red.T.Float() // of equal zeros, the first
	case ir.Sum, ir.SumNoOverflow:
	default:
		return false
	}
	if red.T.Kind != ir.Decimal && red.T.Kind != ir.Int128 {
		return false
	}
	sum := r.bounds(f.Body)
	for _, it := range f.Iters {
		rows, known := r.rows(f, it.Name)
		var exact bool
		if sum, exact = sum.Mul(int128.Between(-rows, rows)); !known || !exact {
			return false
		}
	}
	return sum.Within(eval.Range(red.T))
}

// rows returns the rows of the stored table that an iterator of f runs over.
func (r *roller) rows(f *ir.Forall, it string) (int64, bool) {
	for _, c := range ir.Conjuncts(f.Pred) {
		if acc := accessOf(c); acc != nil && len(acc.Args) == 1 && hasIter(acc, it) {
			if in := r.input(acc.Field); in != nil && in.Rows >= 0 {
				return in.Rows, true
			}
		}
	}
	return 0, false
}

func (r *roller) input(name string) *ir.Input {
	for _, in := range r.prog.Inputs {
		if in.Name == name {
			return in
		}
	}
	return nil
}

// bounds bounds the values of an integer or decimal expression.
func (r *roller) bounds(e ir.Expr) int128.Interval {
	all := eval.Range(e.Type())
	switch e := e.(type) {
	case *ir.Const:
		if e.Val.Valid {
			return int128.Interval{Lo: e.Val.Int, Hi: e.Val.Int}
		}
	case *ir.Attr:
		if acc, ok := e.X.(*ir.Access); ok {
			if in := r.input(acc.Field); in != nil && in.Type.Attr(e.Name) >= 0 {
				if a := in.Type.Attrs[in.Type.Attr(e.Name)]; a.Lo < a.Hi || a.Lo == a.Hi && a.Lo != 0 {
					return int128.Between(a.Lo, a.Hi)
				}
			}
		}
	case *ir.Cast:
		from := e.X.Type()
		if up := int(e.T.Scale) - int(from.Scale); numeric(from) && numeric(e.T) && up >= 0 {
			scale := int128.Pow10(up)
			if out, exact := r.bounds(e.X).Mul(int128.Interval{Lo: scale, Hi: scale}); exact {
				return out.Clip(all)
			}
		}
	case *ir.Call:
		of := map[ir.Op]func(a, b int128.Interval) (int128.Interval, bool){
			ir.Add: int128.Interval.Add, ir.Sub: int128.Interval.Sub, ir.Mul: int128.Interval.Mul,
		}[e.Op]
		if of == nil || !numeric(e.Args[0].Type()) || !numeric(e.Args[1].Type()) {
			return all
		}
		a, b := e.Args[0].Type().Scale, e.Args[1].Type().Scale
		if e.Op == ir.Mul && a+b != e.T.Scale || e.Op != ir.Mul && (a != e.T.Scale || b != e.T.Scale) {
			return all
		}
		if out, exact := of(r.bounds(e.Args[0]), r.bounds(e.Args[1])); exact {
			return out.Clip(all)
		}
	}
	return all
}

// numeric reports types whose values are integers, over a power of ten.
func numeric(t ir.Type) bool { return t.Integer() || t.Kind == ir.Decimal }
