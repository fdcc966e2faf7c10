// Command reffine shows how queries run in Reffine, and runs them.
//
//	reffine explain [-db DSN] [-phase NAME] QUERY   every phase of a query, or one
//	reffine query   [-db DSN] [-mode MODE]  QUERY   the result, the engine that ran it, the time
//	reffine ir      [-phase NAME] FILE              the phases of Field IR text, without a database
//
// A DSN is DuckDB's: a file, or a file with settings such as sales.duckdb?access_mode=read_only, or
// :memory:, which is the default. The reffine_* keys of package driver are understood. QUERY and FILE may
// be -, the standard input.
//
//	$ reffine explain -db sales.duckdb -phase fused "SELECT sum(amount) FROM sales WHERE amount > 10"
//
// Results go to the standard output and errors to the standard error. The exit code is 0, or 1 when
// something failed, or 2 when the command line is wrong. A query that explain finds not to run natively is
// a result: it prints the refusal. With -phase it is a failure.
//
// Reading order: main.go, then a file a subcommand: explain.go, query.go, ir.go; table.go prints
// results.
package main
