package fuse

import "github.com/reffine-db/reffine/ir"

// Start and End are the symbolic bounds of a parallel slice, [start, end).
var (
	Start = &ir.Sym{Name: "start", T: ir.Of(ir.Int64)}
	End   = &ir.Sym{Name: "end", T: ir.Of(ir.Int64)}
)

// Bound adds symbolic bounds on the outermost coordinate of every operator that runs as a
// loop of its own, so that disjoint slices can run in parallel (paper section 3.2).
//
//	forall i : t[i] != null { ... }
//
// becomes
//
//	forall i : i >= start & i < end & t[i] != null { ... }
func Bound(p *ir.Program) *ir.Program {
	out := &ir.Program{Inputs: p.Inputs, Params: p.Params, Out: p.Out}
	for _, d := range p.Defs {
		if isGroups(p, d) {
			out.Defs = append(out.Defs, d)
			continue
		}
		out.Defs = append(out.Defs, d.With(bound(d.X)))
	}
	return out
}

func bound(x ir.Expr) ir.Expr {
	switch x := x.(type) {
	case *ir.Forall:
		first := keyCoords(x) // of a reordering, the coordinate that its loops start with
		if len(x.Iters) <= first || x.Iters[first].T.Kind != ir.Int64 || x.Iters[first].Outer != nil {
			return x
		}
		it := &ir.Iter{Name: x.Iters[first].Name, T: x.Iters[first].T}
		lo := &ir.Call{Op: ir.Ge, Args: []ir.Expr{it, Start}, T: ir.Of(ir.Bool)}
		hi := &ir.Call{Op: ir.Lt, Args: []ir.Expr{it, End}, T: ir.Of(ir.Bool)}
		return &ir.Forall{Iters: x.Iters, Pred: ir.Conj(lo, hi, x.Pred), Body: x.Body}
	case *ir.Record, *ir.Union:
		return ir.MapChildren(x, bound)
	case *ir.Reduce:
		if f, ok := x.Over.(*ir.Forall); ok {
			return &ir.Reduce{Fn: x.Fn, Distinct: x.Distinct, Over: bound(f), T: x.T}
		}
	}
	return x
}
