// Package machine describes what a benchmark ran on, for people and in results.
//
//	m, err := machine.Describe(ctx)
//	fmt.Println(m) // AMD EPYC 9B45, 2 cores, avx512, 23.4 GiB, linux/amd64, go1.26, DuckDB v1.5.6
package machine
