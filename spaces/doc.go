// Package spaces finds the iteration space of a loop: the predicate of a
// single-iterator operator in, a composition of the nine spaces of the paper's Table 1
// out, each with the six properties from which a loop is made.
//
//	iterator    t
//	predicate   stock[t - 1] != null & stock[t].price > 10 & t >= start & t < end
//	space       filter(lbound(ubound(shifted(coord(stock.t), -1), end - 1), start), stock[t].price > 10)
//	            ordered unique
//
// Derive matches each conjunct to a template, in three ways. The recogniser takes linear
// comparisons, φ tests and keys of reordered fields, in microseconds. What is
// integer-only but not linear goes to the solver, where libz3 is present: one query finds the only
// parameters a template can have, a second proves them. What matches no template may
// still imply bounds, each proved. Whatever is left is a filter. NULL, floating point and
// strings never reach the solver.
//
// The spaces are then intersected and simplified to a fixpoint (Simplify), so that
// bounds and filters wrap a base and only real co-iterations are left, and a
// co-iteration method is chosen for each (Choose).
//
// What holds of a derived space:
//
//   - it has exactly the coordinates at which every conjunct not noted Inner is true;
//   - bounds and keys are free of the iterator, and are evaluated once a loop (Open);
//   - LBound and UBound stand on ordered spaces, Merge, Gallop and Union on ordered and
//     unique ones;
//   - equal predicates give equal text.
//
// Reading order: space.go, props.go, affine.go; a file for each space (universal.go,
// constant.go, coord.go with band.go and window.go, lbound.go, ubound.go, shifted.go, filter.go, inter.go,
// union.go); derive.go, linear.go, recognise.go, access.go; formula.go, solve.go, bounds.go;
// simplify.go, merge.go, choose.go; predicate.go, print.go.
package spaces
