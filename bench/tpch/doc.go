// Command tpch runs TPC-H queries through Reffine and through DuckDB, side by side, compares every
// result, and reports the times.
//
//	go run ./bench/tpch -sf 1 -queries 1,3,6 -threads 2 -runs 11 -json out.json
//
// The data is generated on first use and kept in the user's cache directory (package dbgen), or is
// a database file given with -data. With -variant keys the tables declare primary and foreign keys,
// with -variant shuffled their rows come in an order that looks random; testdata/variants.test shows
// what that does to the loops. Both engines read the same file, read-only, through
// database/sql, and every run fetches all rows.
//
// For each query DuckDB runs once unmeasured, then -runs times; Reffine runs once cold, with the
// columns it needs still to be loaded, then -runs times. Times are medians and minima of those
// runs; the ratio is DuckDB's median over Reffine's. A query counts as native when Reffine's
// driver ran every one of its executions itself; otherwise the driver's reason is shown.
//
// Results are compared by value and type: position by position in the columns a query is ordered
// by, as a multiset within equal keys or where there is no order. With -answers they are also
// compared with files q01.csv to q22.csv as DuckDB publishes them for TPC-H. Those rest on DuckDB's
// own variant of the comments and addresses, so that -answers without -data selects it (-text).
//
// -svg draws the ratios as bars. With -from it draws those of results written earlier, and nothing is
// run:
//
//	go run ./bench/tpch -from bench/tpch/results/sf1-all.json,bench/tpch/results/sf10-all.json \
//		-svg bench/tpch/results/ratios.svg
//
// The exit code is 0 when all results agree, 1 when one does not, a query failed, or, with
// -strict, one did not run natively, and 2 when the command line is wrong.
package main
