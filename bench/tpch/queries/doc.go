// Package queries holds the 22 queries of the TPC-H specification with its validation parameters,
// as the SQL files q01.sql to q22.sql.
//
// They are the specification's functional definitions, with two freedoms it grants: dates derived from a
// parameter by adding or subtracting an interval are written as the resulting date, and the view of
// query 15 is a common table expression.
//
//	for _, q := range queries.All() {
//		rows, err := db.Query(q.SQL)
//	}
//
// Each Query also says what its result promises: which columns it is ordered by, and whether it
// is cut by a LIMIT. Rows that are equal in the ordering columns may come in any order.
package queries
