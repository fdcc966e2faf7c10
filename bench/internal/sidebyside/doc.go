// Package sidebyside runs a query through Reffine and through DuckDB in one process, on one
// database file, compares the results and measures the times. The benchmarks share it.
//
//	pair, err := sidebyside.Open(ctx, "data.duckdb", 2)
//	m := pair.Measure(ctx, sidebyside.Query{Name: "count", SQL: "SELECT count(*) FROM t"}, 5)
//	fmt.Println(m.Verified, m.Native, m.Ratio)
//
// Both engines are used through database/sql, the file is read-only, and every run fetches all
// rows. DuckDB runs a query once unmeasured and Reffine once cold, with the columns it needs still to
// be loaded; then each runs it a number of times in turn. Times are medians and minima of those runs.
//
// Results are compared by value and type: position by position in the columns a query is ordered
// by, as a multiset within equal keys or where there is no order. Doubles may differ in the last
// digits, since sums of them depend on the order of addition; all else is exact.
package sidebyside
