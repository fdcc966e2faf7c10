// Package querytest compares Reffine with DuckDB on random queries over random tables. It has no
// code outside tests.
//
//	go test ./internal/querytest                                            a few seeds, and the cases found so far
//	go test ./internal/querytest -run RandomQueries -args -seeds 1:5000     these seeds
//	go test ./internal/querytest -run RandomQueries -v -timeout 2h -args -duration 1h -processes 2
//	                                                                        seeds from the clock on
//	go test ./internal/querytest -run LargeQueries -args -large 1:500       over tables of up to 200,000 rows
//	go test ./internal/querytest -fuzz FuzzQuery                            choices led by coverage
//
// Input: a seed. It decides two to four tables with their rows, then queries over them from a
// grammar of what package lower accepts. Output: nothing, or a script that fails, made small:
//
//	seed 17 query 3: mismatch, interpreted threads 1 block 2048
//	CREATE TABLE t0 (c0 INTEGER);
//	INSERT INTO t0 VALUES (NULL);
//	SELECT a.c0 AS x0 FROM t0 AS a WHERE a.c0 NOT IN (SELECT b.c0 FROM t0 AS b);
//
// DuckDB answers each query; Reffine does too, from DuckDB's plan, in random configurations: tier,
// threads, block, morsel, passes left out. Refusals are counted by reason. What is compared:
//
//   - Types, and values exactly; of a result that is in no order, as a multiset. Sums and
//     averages of floats depend on the order of addition and may differ by 1e-9 of their value, so no
//     condition, key or order depends on one. The sign of a zero counts only where no
//     grouping, order or join may choose among equal zeros.
//   - An error in DuckDB must be an error, or a refusal, in Reffine, unless it comes from a row that the
//     result does not depend on: SQL leaves open which of several conditions is computed first, and
//     a loop that finds nothing to join with computes nothing. The reverse is allowed, for DuckDB then
//     answers, but must be rare.
//   - A panic or a failed check of a phase is always a failure.
//
// A failure that is understood becomes a script in testdata, with its story, which
// TestCases replays in every configuration.
//
// Reading order: dice_test.go, type_test.go, schema_test.go, data_test.go (tables); tree_test.go, expr_*_test.go,
// query_*_test.go (the grammar); engine_test.go, check_test.go, compare_test.go (one query in both
// engines); shrink_*_test.go; random_test.go, long_test.go, large_*test.go and
// cases_test.go (the tests).
package querytest
