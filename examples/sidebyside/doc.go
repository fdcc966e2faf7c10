// Command sidebyside runs one query in DuckDB and in Reffine over the same file, compares the
// results, and prints the times.
//
//	go run ./examples/sidebyside -rows 2000000
//
// It makes its data itself, in a temporary file.
package main
