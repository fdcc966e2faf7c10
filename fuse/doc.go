// Package fuse holds the IR → IR transformations (paper section 3.2): fusion by substitution,
// loop order, parallel bounds, and the canonical single-iterator form.
//
// Input and output: ir.Program. Package internal/compile runs the passes in the order of its table
// and checks the program after each. Every pass opens with a before/after in IR text.
//
//	v1  = forall i : t[i] != null & t[i].a < 24 { {b: t[i].b} }
//	out = forall i : v1[i] != null & v1[i].b > 3 { {b: v1[i].b} }
//
// becomes
//
//	out = forall i : i >= start & i < end & t[i] != null & t[i].a < 24 & t[i].b > 3 { {b: t[i].b} }
//
// What cannot be fused is a reordering: a field whose leading coordinates, its keys, are derived
// from values (k = t[i].a). A reduction over one is a scatter, or moves to the coordinate that
// asks for it when the rows of a key lie side by side.
//
// Reading order: inline.go and outer.go, distribute.go, simplify.go, resolve.go, point.go, implied.go and
// window.go, rollup.go, prune.go, materialize.go, scatter.go and position.go, order.go, order_search.go, order_band.go,
// selectivity.go, equate.go, precompute.go, precompute_keys.go, bounds.go, nest.go.
package fuse
