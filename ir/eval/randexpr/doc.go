// Package randexpr grows random scalar expressions for tests, each as IR and as
// the SQL text the engine binds to that IR.
//
// Input: a random source, the columns expressions may read. Output: well-typed
// expressions over every operator, rich in edge values.
//
//	g := &randexpr.Gen{Rand: rand.New(rand.NewPCG(1, 2)), Columns: cols}
//	x := g.Expr(ir.Of(ir.Int32), 3)
//	x.IR   add(c1, cast(c2 as int32))
//	x.SQL  (c1 + CAST(c2 AS INTEGER))
//
// Implicit casts the engine's binder inserts (decimal arithmetic) are explicit in
// the IR and absent from the SQL.
package randexpr
