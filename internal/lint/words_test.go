package lint

import (
	"bytes"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// benchmarkName matches what only TPC-H calls so. The engine must not know the benchmark;
	// comments may, for examples.
	benchmarkName = regexp.MustCompile(`(?i)lineitem|partsupp|tpc-?h|tpc-?ds|\b(l|ps|o)_(order|part|supp|cust)key\b|` +
		`\b(l|o|ps|p|s|c|n|r)_(\w+(key|date|price|cost|bal)|quantity|discount|tax|returnflag|linestatus|shipmode|` +
		`shipinstruct|mktsegment|brand|mfgr|container|availqty|acctbal|comment|orderpriority|shippriority|clerk)\b`)
	// leftover matches marks of unfinished work.
	leftover = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)
	// homePath matches a path below a user's home.
	homePath = regexp.MustCompile(`(/home/|/Users/|[A-Z]:\\Users\\)[\w.-]+|/root/`)
)

// knownPath is where Homebrew on Linux is, on every machine.
const knownPath = "/home/linuxbrew"

// knowsBenchmarks are the folders that may name a benchmark's tables.
var knowsBenchmarks = []string{"bench", "examples", "testdata"}

func TestWords(t *testing.T) {
	for _, s := range goFiles(t) {
		for _, g := range s.file.Comments {
			for _, c := range g.List {
				if word := leftover.FindString(c.Text); word != "" {
					t.Errorf("%s: %s", at(c.Pos()), word)
				}
			}
		}
		if s.test() || s.under(knowsBenchmarks...) {
			continue
		}
		for _, w := range codeMatches(s, benchmarkName) {
			t.Errorf("%s: %q is a benchmark's", s.name, w)
		}
	}
}

// codeMatches returns the matches in identifiers and literals of a file, not in comments.
func codeMatches(s *source, r *regexp.Regexp) (out []string) {
	set := token.NewFileSet()
	var sc scanner.Scanner
	sc.Init(set.AddFile(s.name, -1, len(s.text)), s.text, nil, 0)
	for {
		_, tok, text := sc.Scan()
		if tok == token.EOF {
			return out
		}
		if tok == token.IDENT || tok == token.STRING {
			out = append(out, r.FindAllString(text, -1)...)
		}
	}
}

func TestPaths(t *testing.T) {
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range files(t) {
		if s.name == "internal/lint/words_test.go" {
			continue
		}
		for i, line := range bytes.Split(s.text, []byte("\n")) {
			if w := strangePath(string(line), filepath.ToSlash(here)); w != "" {
				t.Errorf("%s:%d: %s is on somebody's machine only", s.name, i+1, w)
			}
		}
	}
}

// strangePath returns a path in a line that is below a home or in the checkout here, or "".
func strangePath(line, here string) string {
	line = strings.ReplaceAll(line, knownPath, "")
	if w := homePath.FindString(line); w != "" {
		return w
	}
	// A checkout directly below the root has too plain a name to look for.
	if strings.Count(here, "/") > 1 && strings.Contains(line, here+"/") {
		return here
	}
	if home, err := os.UserHomeDir(); err == nil && strings.Count(home, "/") > 1 && strings.Contains(line, home+"/") {
		return home
	}
	return ""
}

func TestPatterns(t *testing.T) {
	for _, word := range []string{"lineitem", "LINEITEM", "l_orderkey", "ps_partkey", "l_shipdate", "tpch"} {
		if !benchmarkName.MatchString(word) {
			t.Errorf("%s passes for a plain name", word)
		}
	}
	for _, word := range []string{"orders", "key", "quantity", "n_rows", "shipdate"} {
		if benchmarkName.MatchString(word) {
			t.Errorf("%s passes for a benchmark's name", word)
		}
	}
	for line, want := range map[string]string{
		"open /home/ann/x.db":                    "/home/ann",
		"load /home/linuxbrew/.linuxbrew/lib/z3": "",
		"cd /src/reffine/ir":                     "/src/reffine",
		"/usr/lib/libz3.so":                      "",
	} {
		if got := strangePath(line, "/src/reffine"); got != want {
			t.Errorf("%s: found %q", line, got)
		}
	}
}
