// Package phasetest holds the golden tests of whole computations: a query, every phase of its
// compilation as text, and its result, checked against DuckDB under every way to run it.
//
// Goldens are the files testdata/*/*.test at the root of the module, in the format of datadriven. A
// file has its own database in memory, or shares one of generated tables with other files.
//
//	exec                      statements that make and fill tables
//	data tpch sf=0.01         the TPC-H tables at a scale factor; nulls=SEED makes some values NULL
//	query [tpch=N]            sets the query of the directives that follow
//	irtext                    sets a Field IR program instead; it has no rows, only phases
//	plan, ir, fused,          a phase of the query, or "refused: OPERATOR: reason"
//	canonical, spaces,
//	loops, tier
//	run                       the result, equal to DuckDB's in every configuration
//	analyze [tier=interpreted]  what each loop of a run on one thread did, without the times
//	survey                    for TPC-H query numbers, a line each: native and equal, or refused
//
// A blank expectation under -rewrite is filled in:
//
//	go test ./internal/phasetest -rewrite
//
// # What run compares
//
// The query runs in DuckDB, and in Reffine interpreted and compiled, on one and on four threads, in
// blocks of 1, 3 (there analyzed) and the default number of positions, with all passes, with each optional pass left
// out and with all of them left out. Morsels are a few rows long, so that there are several. The first
// configuration whose column types or values differ fails the test and is named. Values are exact,
// floating-point ones agree to a relative 1e-9. Without ORDER BY rows are compared as multisets; with
// it, in sequence. Configurations that come to the same loops run once. In a survey, and on
// the copies with NULLs, passes are left out in the last configuration only.
//
// Arguments of run:
//
//	refused                   the query must be refused, and the refusal is printed
//	error                     DuckDB must fail, and so must every configuration
//	order=(1,2)               the query orders by these result columns alone: ties may come in any order
//	limit=N                   of a tie that this limit cuts any rows will do
//	rows=N                    print at most N rows (20 when left out)
//	nulls=(1,2)               again on copies of the tables in which a part of the values, chosen by
//	                          each seed, is NULL; columns that are NOT NULL or keys are left alone
//
// Reading order: golden_test.go, session_test.go, directive_test.go, run_test.go, matrix_test.go,
// table_test.go, nulls_test.go, tpch_test.go; difference_test.go tests the comparison itself.
package phasetest
