// Package scratch lends large slices that are used for a short time, again and again.
//
// Input: a length. Output: a slice of zeros that Free takes back, or the garbage collector does.
//
//	table := scratch.Make[uint64](1 << 16)
//	...
//	scratch.Free(table)
//
// A query needs megabytes of tables and sums for some milliseconds. Fresh from the collector each page
// of them costs a page fault when it is first touched, which takes longer than what the query does
// with it. What is free waits in pools by size, until two collections have not seen it used.
package scratch
