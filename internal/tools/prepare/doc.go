// Command prepare readies a machine for building, testing and demonstrating Reffine.
//
//	go run ./internal/tools/prepare
//
// It looks for a C compiler, for the C++ library DuckDB is linked with, and for libz3. What is
// missing of the last two it installs when one of the package managers in managers is there and
// can be used without a password. It never fails: what stays missing is told in a note on standard
// error, with what it is needed for. Without libz3 everything works, and fewer predicates become
// bounds of loops; without the others nothing links, and the build says so itself.
//
// With REFFINE_INSTALL=off nothing is installed.
//
// Reading order: main.go, install.go.
package main
