package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestUpToDate compares the files of package simd with what this generator writes.
func TestUpToDate(t *testing.T) {
	generated, err := generate(".")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range generated {
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale; run go generate in the folder of package simd", name)
		}
	}
}
