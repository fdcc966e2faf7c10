// Package hugepage allocates large slices that the operating system may back with huge pages.
//
// Input: a length. Output: a slice of zeros, as from make, that the garbage collector owns.
//
//	rows := hugepage.Make[int32](n)
//
// Columns and the levels over them are read at random, and a page of 4 KiB is soon gone from the
// processor's address cache: a gather from tens of megabytes then walks page tables for each value.
// Where the system gives huge pages on request only, as Linux does by default, this requests them. It
// is advice: nothing depends on it being taken.
package hugepage
