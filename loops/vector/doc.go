// Package vector is the compiled tier's scalar expressions: an ir.Expr becomes a
// tree of block-wise closures over lanes, a predicate becomes a chain of
// selections.
//
// Input: an expression and an Env that says where its leaves are (columns of
// tables at positions, temporaries of earlier steps, parameters). Output: a Node
// whose Eval gives a Vec of the block's values, or a Filter whose Select gives the
// tuples of the block that satisfy all conjuncts.
//
//	c := vector.NewCompiler(env, 2048)        // one a worker
//	flt, err := c.Filter(ir.Conjuncts(pred))  // l_quantity < 24 & …
//	rev, err := c.Expr(value)                 // l_extendedprice * l_discount
//	for each block {
//	    f.Slots[0] = vector.Slot{Dense: true, Base: lo}; f.N = n; f.Epoch++
//	    sel := flt.Select(f, buf)
//	    f.Gather(g, sel)                      // positions of the survivors
//	    v := rev.Eval(g)                      // v.I[0:g.N]
//	}
//
// Semantics are those of ir/eval, value by value; its tests hold the two equal.
//
// Errors. And, Or and In evaluate all their operands on all tuples; a Case
// evaluates a branch that can fail only on the tuples that take it, and Coalesce
// likewise. A conjunct of a Filter that can fail is evaluated on every tuple of
// the block, whatever the conjuncts before it say: the engine's own order of
// conjuncts adapts at run time, so an error here may be one the engine would not
// have raised, and never the other way round.
//
// Invariants. Every Node carries a proved Interval when its value is an integer,
// decimal, date or timestamp; arithmetic is unchecked 64-bit exactly when the
// interval of the result fits the lane and the type. The lane of a Node is static.
// Nodes own their scratch: they serve one goroutine, and a Vec is borrowed until
// the frame's next epoch. After the first block nothing is allocated, except by
// operators that make new strings (lower, upper, concat, casts to varchar): those
// allocate one buffer a block.
//
// Reading order: vec.go, env.go, compile.go, column.go, arith.go, filter.go,
// lookup.go.
package vector
