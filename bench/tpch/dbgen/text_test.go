package dbgen

import (
	"bytes"
	"context"
	"crypto/md5"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// sharedPool is the official text, made once for all tests.
var sharedPool = sync.OnceValue(func() *pool { return newPool(officialPool, 2) })

// newTestGenerator returns a generator of the official text.
func newTestGenerator(t *testing.T, sf float64) *generator {
	t.Helper()
	s, err := newScale(sf)
	if err != nil {
		t.Fatal(err)
	}
	return &generator{scale: s, pool: sharedPool()}
}

// checksums returns the md5 of every table's text.
func checksums(t *testing.T, g *generator, size int64, o Options) map[string]string {
	t.Helper()
	hashes := map[string]hash.Hash{}
	writers := map[string]io.Writer{}
	for _, name := range Tables() {
		hashes[name] = md5.New()
		writers[name] = hashes[name]
	}
	if err := g.writeTBL(context.Background(), writers, size, o); err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for name, h := range hashes {
		sums[name] = fmt.Sprintf("%x", h.Sum(nil))
	}
	return sums
}

func requireChecksums(t *testing.T, got, want map[string]string) {
	t.Helper()
	for _, name := range Tables() {
		if got[name] != want[name] {
			t.Errorf("md5 of %s.tbl is %s, not %s", name, got[name], want[name])
		}
	}
}

// TestSmallChecksums holds fractions of a scale factor to what was generated when scale factor 1
// had been verified.
func TestSmallChecksums(t *testing.T) {
	got := checksums(t, newTestGenerator(t, 0.01), chunkRows, Options{})
	requireChecksums(t, got, smallChecksums)
}

// TestChunksAreIndependent generates the same tables in one piece and in many.
func TestChunksAreIndependent(t *testing.T) {
	g := newTestGenerator(t, 0.003)
	whole := checksums(t, g, 1<<40, Options{Threads: 1})
	for _, size := range []int64{7, 100, 1000} {
		requireChecksums(t, checksums(t, g, size, Options{Threads: 3}), whole)
	}
}

// TestSmallestScale has one row in every scaled table, the edge of key arithmetic.
func TestSmallestScale(t *testing.T) {
	dir := t.TempDir()
	if err := WriteTBL(context.Background(), dir, 0.0001, Options{Text: DuckDB}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"supplier": 1, "customer": 1, "part": 1, "partsupp": 4, "orders": 1} {
		data, err := os.ReadFile(filepath.Join(dir, name+".tbl"))
		if err != nil {
			t.Fatal(err)
		}
		if got := bytes.Count(data, []byte("\n")); got != want {
			t.Errorf("%s has %d rows, not %d", name, got, want)
		}
	}
}

// TestDuckDBText pins the other variant: the same values but for comments and addresses.
func TestDuckDBText(t *testing.T) {
	g, err := newGenerator(0.01, Options{Text: DuckDB})
	if err != nil {
		t.Fatal(err)
	}
	requireChecksums(t, checksums(t, g, chunkRows, Options{}), duckdbChecksums)
	var official, other bytes.Buffer
	for g, w := range map[*generator]*bytes.Buffer{newTestGenerator(t, 0.01): &official, g: &other} {
		e := &textEncoder{}
		newSuppliers(g, 19).next([]encoder{e})
		w.Write(e.buf)
	}
	const (
		wantOfficial = "20|Supplier#000000020|iybAE,RmTymrZVYaFZva2SH,j|3|13-715-945-6730|530.82|n, ironic ideas would nag blithely about the slyly regular accounts. silent, expr|\n"
		wantAddress  = "20|Supplier#000000020|JtPqm19E7tF 152Rl1wQZ8j0H|3|13-715-945-6730|530.82|"
	)
	if official.String() != wantOfficial {
		t.Errorf("official: %s", official.String())
	}
	if !bytes.HasPrefix(other.Bytes(), []byte(wantAddress)) || other.Len() != official.Len() {
		t.Errorf("DuckDB: %s", other.String())
	}
}

// TestPoolMarks walks through the text as one sequence and meets every mark.
func TestPoolMarks(t *testing.T) {
	w := sentenceWriter{grammar: english(), state: poolSeed}
	pos := 0
	for i, m := range poolMarks {
		for pos < int(m.offset) {
			pos += len(w.sentence())
		}
		if pos != int(m.offset) || w.state != uint64(m.state) {
			t.Fatalf("mark %d is {%d, %d}, not {%d, %d}", i, m.offset, m.state, pos, w.state)
		}
	}
}

func TestScaleLimits(t *testing.T) {
	for _, sf := range []float64{0, -1, 1.5, 30000} {
		if _, err := newScale(sf); err == nil {
			t.Errorf("scale factor %g is accepted", sf)
		}
	}
	got, err := newScale(0.1)
	if want := (scale{20_000, 1_000, 15_000, 150_000, 1000}); err != nil || got != want {
		t.Errorf("scale factor 0.1 is %v, %v", got, err)
	}
}

func TestMalformedWordLists(t *testing.T) {
	for _, text := range []string{"5 orphan", "list\nmany word"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is accepted", text)
				}
			}()
			parseLists(text)
		}()
	}
}

var smallChecksums = map[string]string{
	"region":   "c235841b00d29ad4f817771fcc851207",
	"nation":   "2f588e0b7fa72939b498c2abecd9fbbe",
	"supplier": "56e0621c472064c2a998757c70b44043",
	"customer": "a8aa97edad6d47b183a569759fbd3eec",
	"part":     "9cce16188c241c25617ca5ed6191e37e",
	"partsupp": "c6889c3ed0939ca02475f7fb410cbb50",
	"orders":   "c8d2008fb47f47f9e56543d4cb0f4e6a",
	"lineitem": "4c6d44350a1f7974f56f5d3d7091c2be",
}

var duckdbChecksums = map[string]string{
	"region":   "1c36df5f9ebad0fdab01eecb94307b8f",
	"nation":   "164f87f9f0b2be6b221300e283d021cf",
	"supplier": "2ef07718eb121b6c51746deecacd3390",
	"customer": "0abc8a2c49d4ff9fbaf0b50ef124baf3",
	"part":     "d2d4fb583ccbbe61fedb7368fabaab58",
	"partsupp": "d719618e4232321403c9df7c3506c1b5",
	"orders":   "1330d0d315fb3753f0d63c04c9ed1228",
	"lineitem": "1e30177a410d6f901a543297984403b6",
}
