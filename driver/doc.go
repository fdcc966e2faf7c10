// Package driver is the database/sql driver "reffine": DuckDB, with queries run
// by the compiler of this module where it can.
//
//	db, err := sql.Open("reffine", "file.db?reffine_mode=auto")
//
// It wraps duckdb-go and implements what duckdb-go implements. The same
// statement gives the same column names, Go types, values and errors through
// either.
//
// # Routing
//
//	text ─classify─▶ not a query ──────────────────────────────▶ DuckDB, as classified
//	                 query ─obstacle?─lease─cache─▶ hit ─▶ run natively
//	                              │              └▶ miss ─▶ DuckDB prepares: its error, names, types
//	                              │                         DuckDB plans (json_serialize_plan)
//	                              │                         engine compiles ─▶ cache ─▶ run natively
//	                              └▶ every "no", with its reason ─▶ DuckDB (strict: *NotNativeError)
//
// A text is classified by its tokens, in doubt as a write. DuckDB's own statement
// type confirms a query before it is answered. A "no" comes before the first row,
// and DuckDB then answers on the same connection and transaction; the reason is
// counted (Stats) and printed (Explain, EXPLAIN REFFINE). An error of a native
// run (overflow, a failed cast) never surfaces: DuckDB runs the query and raises
// its own. Panics of the engine are caught and recorded.
//
// # Never stale
//
// Plans and fields are valid for one data version. The invariants:
//
//  1. The version moves on before and after every statement that may change what
//     others see: a write outside a transaction, a commit of one that has
//     written, and everything not understood. While one runs, nothing is answered
//     natively (gate).
//  2. A native answer counts only if the version did not move from the look at
//     the cache to the end of the run, loading included.
//  3. Fields are dropped with no run active, and no run starts until they are.
//  4. In a transaction DuckDB answers once the transaction has written or a
//     statement of it has failed, and when the version has moved since it began.
//     DuckDB binds each text within the transaction before its first native
//     answer there, and that starts the snapshot: binding pins it.
//  5. Plans are further keyed by the argument types, the state of the connection
//     (settings, schema path, temporary objects) and of global settings.
//  6. A query that calls what is not a function of the data (now, random,
//     nextval), be it within a view or macro, is DuckDB's: DuckDB's plan before
//     optimization still shows the calls.
//
// All connectors of one file in this process share the version, so any of them
// may write. Not seen are writes through duckdb-go's own connectors, and
// through Conn.DuckDB beyond its loan; who makes them must not use this driver
// on the same database at the same time.
//
// # Parameters
//
// A plan has typed parameters. duckdb-go binds a Go value as the DuckDB type of
// its own, and where that is not the type inferred for the parameter DuckDB
// plans the statement again around the value. The same is had here by a cast
// around the parameter in the text that is planned; see statement.recast. NULL
// and most strings adapt to their surroundings in ways a cast does not: such
// queries are DuckDB's.
//
// # Planning
//
// json_serialize_plan answers errors as data and does not abort a transaction.
// The optimizers it cannot serialize are turned off for the moment of planning,
// on a connection of the connector's own, under the database's planning token,
// which is also held by texts that name the setting: nobody sees it changed.
//
// # Limits
//
// Preparing a query cannot be interrupted: the context is looked at before and
// after. A query of unbounded result is materialized.
//
// Read classify.go, gate.go, attempt.go, plan.go, answer.go, then tx.go, conn.go
// and connector.go; the rest is types (types.go, rows.go, params.go) and reports
// (explain.go, stats.go).
package driver
