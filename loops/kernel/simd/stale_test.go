package simd

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestStale fails when the generated files are not what the generator has written
// last, or the generator has changed since. Both are known by their SHA-256 in
// gen.sum, so that the test needs no avo; a test of the generator's own module
// compares with what it writes now.
func TestStale(t *testing.T) {
	var names []string
	for _, pattern := range []string{"*_gen.s", "*_gen.go", "internal/gen/*.go", "internal/gen/go.mod", "internal/gen/go.sum"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	var lines []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%x  %s", sha256.Sum256(text), filepath.ToSlash(name)))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	sum, err := os.ReadFile("gen.sum")
	if err != nil {
		t.Fatal(err)
	}
	recorded := strings.Split(strings.TrimSpace(string(sum)), "\n")
	for _, line := range lines {
		if !slices.Contains(recorded, line) {
			t.Errorf("%s has changed; run go generate ./loops/kernel/simd", line[66:])
		}
	}
	for _, line := range recorded {
		if !slices.Contains(lines, line) {
			t.Errorf("gen.sum has another %s; run go generate ./loops/kernel/simd", line[66:])
		}
	}
}
