package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/bench/internal/sidebyside"
)

// micro runs the command with a cache of its own.
func micro(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var text bytes.Buffer
	code = run(context.Background(), args, &text, &text)
	return code, text.String()
}

// ownCache keeps the test away from the user's cache.
func ownCache(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
}

// TestRun runs all queries over little data, and reads what the command writes.
func TestRun(t *testing.T) {
	ownCache(t)
	for _, c := range []struct {
		suite suite
		args  []string
	}{
		{primitives, []string{"-rows", "3000"}},
		{shapes, []string{"-shapes", "-rows", "3000"}},
		{shapes, []string{"-shapes", "-rows", "1", "-seed", "2"}},
	} {
		dir := t.TempDir()
		asJSON, asMarkdown := filepath.Join(dir, "out.json"), filepath.Join(dir, "out.md")
		code, out := micro(t, append(c.args, "-runs", "1", "-threads", "2,1", "-json", asJSON, "-md", asMarkdown)...)
		if code != sidebyside.ExitFine {
			t.Errorf("exit code %d\n%s", code, out)
		}
		text, err := os.ReadFile(asJSON)
		if err != nil {
			t.Fatal(err)
		}
		var r report
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		if r.Suite != c.suite.name || len(r.Queries) != 2*len(c.suite.queries) || !(r.Geomean > 0) || r.Machine.Cores < 1 {
			t.Errorf("%+v", r)
		}
		for _, m := range r.Queries {
			if !m.Verified || !(m.Cold > 0) || m.Native != (m.Reason == "") {
				t.Errorf("%+v", m)
			}
		}
		if md, err := os.ReadFile(asMarkdown); err != nil || bytes.Count(md, []byte("\n| ")) != 1+len(r.Queries) {
			t.Errorf("%v\n%s", err, md)
		}
	}
}

// TestProfile writes a profile for each query chosen.
func TestProfile(t *testing.T) {
	ownCache(t)
	dir := filepath.Join(t.TempDir(), "profiles")
	if code, out := micro(t, "-rows", "1000", "-runs", "1", "-threads", "1", "-queries", "s*", "-profile", dir); code != sidebyside.ExitFine {
		t.Errorf("exit code %d\n%s", code, out)
	}
	for _, name := range []string{"sum-1.pprof", "select-1.pprof", "select-rows-1.pprof"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, args := range [][]string{
		{"-queries", "nothing"}, {"-queries", "sum,,select"}, {"-queries", "[", "-shapes"}, {"-runs", "0"}, {"-rows", "-1"},
		{"-threads", "0"}, {"-threads", "1,x"}, {"-no-such-flag"}, {"stray"},
	} {
		if code, out := micro(t, args...); code != sidebyside.ExitUsage {
			t.Errorf("%q: exit code %d\n%s", args, code, out)
		}
	}
}

// TestFine fails a report with a wrong result, and if strict with one that was not native.
func TestFine(t *testing.T) {
	var m measurement
	m.Verified, m.Native, m.Reffine, m.DuckDB = true, false, 121, 100
	r := report{Queries: []measurement{m}}
	if !r.fine(false) || r.fine(true) || !m.slow() {
		t.Error("verified, not native, slow")
	}
	r.Queries[0].Verified = false
	if r.fine(false) {
		t.Error("not verified")
	}
	var out strings.Builder
	r.finish()
	r.printFooter(&out)
	if want := "0 of 1 native, 1 slower than 1.2 times DuckDB, geometric mean of the ratios 0.00\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}

// TestSeed keeps a file for each seed.
func TestSeed(t *testing.T) {
	ownCache(t)
	ctx := context.Background()
	var files []string
	for _, seed := range []int64{1, 2, 1} {
		file, err := primitives.file(ctx, 100, seed)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if files[0] == files[1] || files[0] != files[2] {
		t.Errorf("files %q", files)
	}
}
