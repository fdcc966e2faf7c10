// Package field holds fields at rest: narrow Arrow-backed columns loaded from
// DuckDB in its row order, the levels that find rows by key, and numberings of keys.
//
// Input is a table of DuckDB at a data version (Store.Load) or decoded vectors
// (NewTable); output is a Table of Columns and, on demand, Indexes:
//
//	l_quantity decimal(15,2) u8 100+100c, 6001215 values, 100..5000
//	l_shipdate date u16 8036+1c, 6001215 values, 8036..10561
//	l_shipmode varchar u8 of 7 strings, 6001215 values
//	o_orderkey: rank 1..6000000, 1500000 keys, ordered unique
//
// A load deals the columns to streams, a connection each, that scan the table
// side by side. Each chunk of DuckDB's vectors is narrowed, while it is in cache where
// possible, into a piece with a base, a factor and a width of its own; when all rows
// are there, the pieces are rebased to the column's, in parallel:
//
//	DuckDB vector ─encoder─▶ pieces of a part ─assembly─▶ Column ─buildIndex─▶ Index
//
// # Invariants
//
// Columns, tables and indexes are immutable once returned, safe for concurrent
// use, and never written by readers. A column is the narrowest storage its type
// allows; Min, Max, NullCount and Sorted are measured, never declared; NULL rows
// hold a value within [Min, Max]. Dictionaries ascend in memcmp order, so codes
// compare like strings. Rows of a key ascend. Properties that cost a pass (Unique,
// Distinct) and indexes are computed at the first question, once.
//
// # Memory
//
// Everything a Column or Index points to is Go memory of its own: nothing
// refers to DuckDB after Load. Strings and Arrow arrays taken from a column borrow
// its memory and keep it alive. The store counts what it holds; it drops the least
// recently used columns and indexes beyond its limit, which does not touch tables
// already handed out.
//
// # Reading order
//
// column.go and dictionary.go (the layout), table.go, index.go (levels and
// probes), key_index.go (keys that are not one integer), key_code.go, first_rows.go,
// key_probe.go, numbering.go (groups), ordering.go (ranges), key_cache.go; then encode_int.go for how values
// become narrow, part.go, and assemble.go; then store.go, load.go, load_stream.go, conn.go, load_type.go,
// evict.go.
package field
