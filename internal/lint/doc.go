// Package lint holds the rules of the source tree, as tests. It has no other code.
//
//	go test ./internal/lint
//
// Input: every file of the module, parsed but not type-checked. Output: one error a violation, as
// file:line: what is wrong.
//
//	TestFormat        gofmt
//	TestVet           go vet
//	TestImports       which package may import which, and which may import which module
//	TestUnsafe        where unsafe and C may be imported
//	TestSize          a file has at most 600 lines
//	TestDoc           package comments are in doc.go, exported identifiers have comments
//	TestWords         no benchmark's names in the engine, no leftovers in comments
//	TestPaths         no paths of somebody's machine
//	TestDocuments     doc.go at the root and RATIONALE.md are complete
//
// Reading order: imports_test.go, which is the module's architecture in one table; tree_test.go, which
// reads the files; then the others, one rule each.
package lint
