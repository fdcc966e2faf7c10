// Package parallel runs pieces of work on several goroutines.
//
// Input: a number of pieces, of goroutines at most, and a function of a piece. Output: none; Do returns
// when all are done.
//
//	parallel.Do(len(columns), threads, func(i int) { columns[i] = encode(i) })
package parallel
