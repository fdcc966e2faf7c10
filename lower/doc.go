// Package lower translates DuckDB's optimized logical plan (package plan) into Field IR.
//
// Input: a decoded plan and what was measured of its tables. Output: an ir.Program, one definition
// a plan operator, or a *Refusal naming operator and reason. There is one file an operator.
//
//	SELECT sum(a * b) FROM t WHERE c < 24
//
//	field t <i> {a: int32, b: int32, c: int32} table "memory.main.t" rows 1000
//	v1  = forall i : t[i] != null & t[i].c < 24:int32 { {a: t[i].a, b: t[i].b} }
//	s1  = {a0: sum(forall i : v1[i] != null { v1[i].a * v1[i].b })}
//	out = forall { {`sum(a * b)`: s1.a0} }
//
// Everything is domain calculus (paper section 3.1): a table is a field over its row number, a
// filter and a join condition are conjuncts, a semi join is an existence, GROUP BY is a reduction
// over a field reordered by its keys, a correlated subquery is a reduction at the outer coordinate.
// The rows of several fields one after the other (UNION ALL, a full join, grouping sets, VALUES) are a
// union of operators, which is stored and read by row number. How the loops find the coordinates is decided later, by packages fuse and spaces.
//
// Invariants: the result passes ir.Program.Check. Types and nullability are DuckDB's; what has no
// exact translation is refused, never approximated.
//
// Reading order: lower.go, scan.go, filter.go, join.go, aggregate.go, union.go,
// setop.go, distinct.go, scalar.go, output.go, expr.go, call.go.
package lower
