// Package dbgen generates the TPC-H tables, byte for byte those of the TPC's dbgen, and loads them
// into DuckDB or writes them as text.
//
//	path, err := dbgen.File(ctx, 1, dbgen.Options{})      // cached DuckDB file at scale factor 1
//	err = dbgen.Load(ctx, db, 0.1, dbgen.Options{})       // into an open database
//	err = dbgen.WriteTBL(ctx, dir, 0.01, dbgen.Options{}) // region.tbl to lineitem.tbl
//
// # How rows come about
//
// Every column draws from a multiplicative generator of its own (stream), and every row owns a
// fixed number of draws of it. A column's state at any row is therefore one modular power away,
// and a table can be generated in independent chunks:
//
//	scale ─▶ chunks ─▶ rowMaker ─▶ encoder ─┬▶ textEncoder ─▶ .tbl files
//	                     ▲    (in parallel) └▶ batchEncoder ─▶ DuckDB appender
//	            pool, word lists              (in order)
//
// Comments are cut at random places from one text of 300 MiB (pool). The text is one sequence of
// draws too, but a sentence takes a varying number of them; poolMarks record the state at 64
// places, so that its segments are independent as well.
//
// # Invariants
//
//   - Output does not depend on the size of chunks, the number of threads, or timing.
//   - Rows are inserted in the generator's order, so a table scan returns that order.
//   - At scale factor 1 the text files have the published checksums (TestOfficialChecksums).
//
// Reading order: random.go, pool.go, customer.go (the simplest table), order.go (the richest),
// generator.go, then tbl.go or batch.go and load.go.
package dbgen
