//go:build !race

package dbgen

import "testing"

// TestOfficialChecksums compares with the files the TPC's dbgen writes at scale factor 1. The race
// detector would make it ten times slower and sees the same concurrency in the smaller tests.
func TestOfficialChecksums(t *testing.T) {
	got := checksums(t, newTestGenerator(t, 1), chunkRows, Options{})
	requireChecksums(t, got, map[string]string{
		"region":   "c235841b00d29ad4f817771fcc851207",
		"nation":   "2f588e0b7fa72939b498c2abecd9fbbe",
		"supplier": "565f8733ecdb2faf654a3efe0a422957",
		"customer": "b662b705bc3ac183c1942367cf522e42",
		"part":     "b7ca9b82dc3d9c6543a96faac588a281",
		"partsupp": "1b531d9b3963dd72c920179b31135e84",
		"orders":   "62264a9feaa3a3fd59805910dfe18a30",
		"lineitem": "e6368ad3f339bf1d4a3b8a1beba23870",
	})
}
