// Package cache keeps generated database files in the user's cache directory, by name.
//
//	dir, err := cache.Dir("micro")
//	path, err := cache.File(dir, "rows1000-v1.duckdb", func(path string) error { … })
package cache
