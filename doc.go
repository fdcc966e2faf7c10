// Package reffine is the root of the module and has no code. Reffine compiles queries through one
// sparse intermediate representation, Field IR; its users import package driver, a database/sql
// driver over DuckDB.
//
//	import _ "github.com/reffine-db/reffine/driver"
//
//	db, err := sql.Open("reffine", "sales.duckdb")
//	rows, err := db.QueryContext(ctx, "SELECT region, sum(amount) FROM sales GROUP BY region")
//
// The design follows the paper "Unifying In-Memory Data Analytics through Sparse Compilation" by
// Jayarajan and Pekhimenko, cited as "the paper" in the packages.
//
// # Pipeline
//
// DuckDB parses, binds and optimizes. Its logical plan is lowered to Field IR, a query becomes as few
// operators as it can, and each operator becomes a loop:
//
//	                        driver: route, cache, explain, rows
//	  SQL ────────────────────────────────────────────────────────────────────────▶ DuckDB
//	   │                              a refusal, with operator and reason              ▲
//	   ▼                                                                               │
//	DuckDB's logical plan, as JSON                                                     │
//	   │  lower/plan   decode, strictly ──────────────────────────────────────────────▶│
//	   ▼                                                                               │
//	 Plan                                                                              │
//	   │  lower        operator by operator ──────────────────────────────────────────▶│
//	   ▼                                                                               │
//	Field IR           v = forall i : sales[i] != null & sales[i].amount > 10 { … }    │
//	   │  fuse         substitute, bound, nest                                         │
//	   ▼                                                                               │
//	canonical IR       one iterator an operator                                        │
//	   │  spaces       predicate → iteration space, by recogniser and solver           │
//	   ▼                                                                               │
//	spaces             filter(ubound(coord(sales.i), end - 1), sales[i].amount > 10)   │
//	   │  loops        space and operator → loop nest ────────────────────────────────▶│
//	   ▼
//	 nest ──▶ interpreter, or closures over blocks, on all threads ──▶ rows
//	                   ▲
//	                 field    columns and indexes over Arrow buffers, loaded from DuckDB
//
// Package internal/compile owns the order of the phases, and loads the columns of a plan before it is
// lowered, so that lower and fuse can rest on measured properties. Every phase prints: see EXPLAIN REFFINE
// in the README, and cmd/reffine.
//
// # Packages
//
// Values and the language:
//
//	ir                      Field IR: fields, operators, reductions, expressions; parse, print, check
//	ir/eval                 what a scalar expression means, one value at a time
//	ir/eval/randexpr        random expressions for tests
//	internal/hugepage       large slices in huge pages
//	internal/int128         128-bit integers
//	internal/parallel       pieces of work on goroutines
//	internal/scratch        large slices lent for a short time
//	internal/libm           the C library's functions of floats
//
// Data:
//
//	field                   fields at rest: columns, properties, indexes; load, size, evict
//
// Phases:
//
//	lower/plan              DuckDB's serialized plan, decoded or refused
//	lower                   plan → Field IR, one file an operator
//	fuse                    Field IR → Field IR: fewer fields, bounds, one iterator an operator
//	spaces                  predicate → iteration space
//	internal/smt            Z3 behind a small interface
//	loops                   space and operator → loop nest; the nest runs
//	loops/vector            scalar expressions as closures over blocks
//	loops/kernel            the innermost loops
//	loops/kernel/simd       the same in vector instructions
//	internal/compile        the pass table; a plan in, a query out
//
// Use:
//
//	driver                  sql.Open("reffine", dsn)
//	cmd/reffine             explain, query, ir
//	examples/quickstart     the driver in one page
//	examples/sidebyside     one query in DuckDB and in Reffine, compared
//	bench/tpch              all TPC-H queries in both engines, compared
//	bench/tpch/dbgen        the TPC-H data
//	bench/tpch/queries      the TPC-H queries
//	bench/micro             primitive operations, and hard shapes of data, in both engines
//	bench/internal/sidebyside  a query in both engines: run, compared, measured
//	bench/internal/cache    generated database files
//	bench/internal/machine  what a benchmark ran on
//	bench/internal/plot     ratios as bars
//
// Tests and tools:
//
//	internal/phasetest      goldens of every phase in testdata/, each run checked against DuckDB
//	internal/querytest      random queries in both engines, failures made small
//	internal/lint           rules of the source tree, the import table among them
//	internal/tools/prepare  installs what a machine lacks for make demo and make test
//
// What may import what is a table in internal/lint/imports_test.go, and a test.
//
// # Reading order
//
// README.md, then this page. Then follow one query: run
//
//	make explain
//
// and read the phases it prints with the code that makes them; testdata/tpch has the same for other
// queries. ir/doc.go and ir/testdata/paper.test give the language, internal/compile/passes.go the order
// of passes, and from there one package a phase, doc.go first. RATIONALE.md says why it is not done
// otherwise.
package reffine
