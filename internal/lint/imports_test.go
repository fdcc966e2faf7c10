package lint

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers says which packages of this module a package may import. A folder stands for the
// packages below it too, unless they have a row of their own. Tests are exempt.
//
// Packages see what they are about and no more: fuse knows no spaces, spaces know no Arrow,
// nothing below driver knows SQL.
var layers = []struct {
	folder string
	may    []string
}{
	{".", nil},

	// Values, and fields as a language.
	{"internal/int128", nil},
	{"ir", []string{"internal/int128"}},
	{"internal/libm", nil},
	{"ir/eval", []string{"ir", "internal/int128", "internal/libm"}},
	{"ir/eval/randexpr", []string{"ir", "ir/eval", "internal/int128"}},

	// Fields at rest.
	{"internal/hugepage", nil},
	{"internal/parallel", nil},
	{"internal/scratch", []string{"internal/hugepage"}},
	// field takes from package simd, which knows slices only.
	{"field", []string{"ir", "loops/kernel/simd", "internal/int128", "internal/hugepage", "internal/parallel", "internal/scratch"}},

	// From DuckDB's plan to loops, in the order of the pipeline.
	{"lower/plan", nil},
	{"lower", []string{"ir", "ir/eval", "lower/plan", "internal/int128"}},
	{"fuse", []string{"ir", "ir/eval", "internal/int128"}},
	{"internal/smt", nil},
	{"spaces", []string{"ir", "internal/smt", "internal/int128"}},
	{"loops/kernel", []string{"ir", "internal/int128"}},
	{"loops/vector", []string{"ir", "ir/eval", "field", "loops/kernel", "internal/int128", "internal/scratch"}},
	{"loops", []string{"ir", "ir/eval", "spaces", "field", "loops/kernel", "loops/vector", "internal/int128", "internal/hugepage", "internal/parallel", "internal/scratch"}},

	// What puts the phases together, and its users.
	{"internal/compile", engine},
	{"driver", append([]string{"internal/compile"}, engine...)},
	{"extension", []string{"ir", "field"}},
	{"cmd/reffine", []string{"driver", "internal/compile"}},
	{"examples", []string{"driver"}},
	{"bench", []string{"driver", "bench"}},

	// Tests, which have no other code, and tools.
	{"internal/phasetest", nil},
	{"internal/querytest", nil},
	{"internal/lint", nil},
	{"internal/tools", []string{"internal/smt"}},
}

// engine is every phase.
var engine = []string{
	"ir", "ir/eval", "field", "lower", "lower/plan", "fuse", "spaces", "loops", "loops/kernel", "loops/vector",
	"extension", "internal/hugepage", "internal/int128", "internal/parallel", "internal/scratch", "internal/smt",
}

// modules says in which folders a module of others may be imported outside tests. Packages of the
// standard library are free to all.
var modules = []struct {
	path    string
	folders []string
}{
	{"github.com/duckdb/duckdb-go", []string{"driver", "field", "bench", "cmd", "examples"}},
	{"github.com/apache/arrow-go", []string{"field", "extension"}},
	{"github.com/cockroachdb/apd", []string{"ir", "lower", "fuse", "internal/compile"}},
	{"github.com/cockroachdb/datadriven", nil}, // tests only
	{"github.com/ebitengine/purego", []string{"internal/smt"}},
	{"github.com/schollz/progressbar", []string{"bench"}},
	{"golang.org/x/sys", []string{"loops/kernel"}},
}

func TestImports(t *testing.T) {
	for _, s := range goFiles(t) {
		if s.test() || s.under("testdata") {
			continue
		}
		may, known := layer(s.folder())
		if !known {
			t.Errorf("%s: package %s has no row in layers", s.name, s.folder())
			continue
		}
		for _, spec := range s.file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if folder, ours := strings.CutPrefix(imported, module+"/"); ours {
				if !slices.Contains(may, folder) && !slices.Contains(may, topmost(folder, may)) {
					t.Errorf("%s: %s may not import %s", at(spec.Pos()), s.folder(), folder)
				}
				continue
			}
			// Import paths of the standard library have no dot in their first element.
			if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
				continue
			}
			if why := foreign(imported, s); why != "" {
				t.Errorf("%s: %s", at(spec.Pos()), why)
			}
		}
	}
}

// layer returns what a package may import: its row, or the nearest above it.
func layer(folder string) (may []string, known bool) {
	longest := -1
	for _, l := range layers {
		if within(folder, l.folder) && len(l.folder) > longest {
			may, known, longest = l.may, true, len(l.folder)
		}
	}
	return may, known
}

// within reports that a folder is another or below it. The root's row is for the root alone.
func within(folder, other string) bool {
	return folder == other || other != "." && strings.HasPrefix(folder, other+"/")
}

// topmost returns the entry of may above folder for packages that have no row of their own, or "".
func topmost(folder string, may []string) string {
	for _, l := range layers {
		if l.folder == folder {
			return ""
		}
	}
	for _, m := range may {
		if within(folder, m) {
			return m
		}
	}
	return ""
}

// foreign says what is wrong with a package importing another module's, or "".
func foreign(imported string, s *source) string {
	for _, m := range modules {
		if imported != m.path && !strings.HasPrefix(imported, m.path+"/") && !strings.HasPrefix(imported, m.path+"-") {
			continue
		}
		if slices.ContainsFunc(m.folders, func(f string) bool { return within(s.folder(), f) }) {
			return ""
		}
		return s.folder() + " may not import " + imported
	}
	return imported + " has no row in modules"
}

// unsafeFiles are the files and folders that may import unsafe.
var unsafeFiles = []string{"field/", "internal/hugepage/", "internal/scratch/", "internal/libm/", "internal/smt/", "extension/cgo", "driver/handle.go", "loops/kernel/simd/prefetch.go", "bench/tpch/dbgen/batch.go"}

func TestUnsafe(t *testing.T) {
	for _, s := range goFiles(t) {
		if s.test() {
			continue
		}
		for _, spec := range s.file.Imports {
			switch spec.Path.Value {
			case `"unsafe"`:
				if !slices.ContainsFunc(unsafeFiles, func(f string) bool { return strings.HasPrefix(s.name, f) }) {
					t.Errorf("%s: %s may not import unsafe", at(spec.Pos()), s.name)
				}
			case `"C"`:
				if !strings.HasPrefix(s.name, "extension/cgo") && !strings.HasPrefix(s.name, "internal/libm/") {
					t.Errorf("%s: %s may not import C", at(spec.Pos()), s.name)
				}
			}
		}
	}
}

func TestLayer(t *testing.T) {
	for _, c := range []struct {
		folder, importing string
		may               bool
	}{
		{"fuse", "spaces", false},
		{"spaces", "field", false},
		{"internal/compile", "driver", false},
		{"driver", "internal/compile", true},
		{"bench/tpch", "bench/tpch/dbgen", true},
		{"examples/quickstart", "driver", true},
		{"examples/quickstart", "field", false},
		{"driver", "bench/tpch/dbgen", false},
		{"fuse", "ir/eval", true},
		{"lower", "fuse", false},
		{"ir/eval", "ir/eval/randexpr", false},
	} {
		may, known := layer(c.folder)
		got := known && (slices.Contains(may, c.importing) || slices.Contains(may, topmost(c.importing, may)))
		if got != c.may {
			t.Errorf("%s importing %s: %v", c.folder, c.importing, got)
		}
	}
}
