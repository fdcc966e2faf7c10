// Command quickstart is Reffine in one page: open a database, run a query with a parameter, see
// how it is run, and count what ran where.
//
//	go run ./examples/quickstart
package main
