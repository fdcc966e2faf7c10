// Package compile turns a serialized logical plan into a query that runs: it owns
// the engine of a database, the pass table, and the border at which a panic stops.
//
// Input: DuckDB's plan as JSON and the fields of its tables. Output: a Query with
// printable phases, or a *Refusal naming operator and reason.
//
//	plan JSON ─decode─▶ Plan ─lower─▶ Field IR ─passes─▶ canonical IR ─spaces, loops─▶ Nest ─▶ Run
//
// Reading order: api.go, passes.go, engine.go, query.go, text.go.
package compile
