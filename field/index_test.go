package field

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/ir"
)

// checkIndex compares an index with a scan of its column.
func checkIndex(t *testing.T, c *Column, x *Index) {
	t.Helper()
	rows := map[int64][]int32{}
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range c.Len {
		if !c.Null(i) {
			k := c.Int(i)
			rows[k] = append(rows[k], int32(i))
			lo, hi = min(lo, k), max(hi, k)
		}
	}
	if x.Keys != int64(len(rows)) || x.Rows != c.Len || len(rows) > 0 && (x.Min != lo || x.Max != hi) {
		t.Errorf("%s: want %d keys, %d..%d", x, len(rows), lo, hi)
	}
	keys := []int64{math.MinInt64, math.MaxInt64, 0, lo - 1, hi + 1, lo + 1, hi - 1}
	for k := range rows {
		keys = append(keys, k, k+1, k-1, k+1<<32)
	}
	starts, ends := make([]int32, len(keys)), make([]int32, len(keys))
	x.Segments(keys, starts, ends)
	unique := true
	for i, k := range keys {
		got := positions(x, starts[i], ends[i])
		if !slices.Equal(got, rows[k]) {
			t.Fatalf("%s: rows of %d are %v, want %v", x, k, got, rows[k])
		}
		if l, h := x.Segment(k); l != starts[i] || h != ends[i] {
			t.Fatalf("%s: Segment(%d) is %d, %d, Segments has %d, %d", x, k, l, h, starts[i], ends[i])
		}
		unique = unique && len(rows[k]) <= 1
	}
	if x.Unique != unique {
		t.Errorf("%s: Unique is %v", x, x.Unique)
	}
	if unique {
		got := make([]int32, len(keys))
		x.Locate(keys, got)
		for i, k := range keys {
			want := int32(-1)
			if len(rows[k]) > 0 {
				want = rows[k][0]
			}
			if got[i] != want {
				t.Fatalf("%s: Locate(%d) is %d, want %d", x, k, got[i], want)
			}
		}
	}
	checkIteration(t, x, rows)
}

// positions returns the rows at positions [lo, hi).
func positions(x *Index, lo, hi int32) []int32 {
	if p := x.Positions(lo, hi); p != nil || lo == hi {
		return p
	}
	var rows []int32
	for r := lo; r < hi; r++ {
		rows = append(rows, r)
	}
	return rows
}

func checkIteration(t *testing.T, x *Index, rows map[int64][]int32) {
	t.Helper()
	seen, full, last := 0, true, int64(math.MinInt64)
	for s := range x.Slots() {
		k, lo, hi := x.At(s)
		if lo == hi {
			full = false
			continue
		}
		seen++
		if got := positions(x, lo, hi); !slices.Equal(got, rows[k]) {
			t.Fatalf("%s: slot %d, key %d: rows %v, want %v", x, s, k, got, rows[k])
		}
		if x.Ordered && seen > 1 && k <= last {
			t.Fatalf("%s: slot %d: key %d after %d", x, s, k, last)
		}
		last = k
	}
	if seen != len(rows) {
		t.Errorf("%s: %d keys by iteration, want %d", x, seen, len(rows))
	}
	if x.Full && !full {
		t.Errorf("%s: Full, with an absent slot", x)
	}
}

func TestIndexLevels(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	shuffled := func(n int) []int { return rnd.Perm(n) }
	p := shuffled(50_000)
	never := func(int) bool { return false }
	some := func(i int) bool { return i%7 == 3 }
	for _, c := range []struct {
		name                  string
		n                     int
		f                     func(i int) int64
		null                  func(i int) bool
		level                 Level
		ordered, unique, full bool
	}{
		{"empty", 0, nil, never, Segments, true, true, true},
		{"all NULL", 100, func(int) int64 { return 1 }, func(int) bool { return true }, Segments, true, true, true},
		{"one", 1, func(int) int64 { return -5 }, never, Identity, true, true, true},
		{"dense", 50_000, func(i int) int64 { return int64(i) - 7 }, never, Identity, true, true, true},
		{"sorted with gaps", 50_000, func(i int) int64 { return int64(i)/8*32 + int64(i)%8 }, never, Rank, true, true, false},
		{"sorted multiples", 50_000, func(i int) int64 { return int64(i) * 1_000_000 }, never, Identity, true, true, true},
		{"sorted multiples with gaps", 50_000, func(i int) int64 { return (int64(i) + int64(i)/100) * 1_000_000 }, never, Rank, true, true, false},
		{"shuffled", 50_000, func(i int) int64 { return int64(p[i]) }, never, Direct, true, true, true},
		{"shuffled with NULLs", 50_000, func(i int) int64 { return int64(p[i]) }, some, Direct, true, true, false},
		{"sorted unique with NULLs", 50_000, func(i int) int64 { return int64(i) }, some, Direct, true, true, false},
		{"shuffled multiples", 50_000, func(i int) int64 { return int64(p[i]) * 1_000_000 }, never, Direct, true, true, true},
		{"shuffled with gaps", 50_000, func(i int) int64 { return int64(p[i])*12 + int64(i%5) }, never, Direct, true, true, false},
		{"shuffled with wide gaps", 50_000, func(i int) int64 { return int64(p[i])*40 + int64(i%5) }, never, Rank, true, true, false},
		{"shuffled with wide gaps and NULLs", 50_000, func(i int) int64 { return int64(p[i])*40 + int64(i%5) }, some, Rank, true, true, false},
		{"sorted runs", 50_000, func(i int) int64 { return int64(i) / 4 * 3 }, never, Segments, true, false, false},
		{"sorted runs far apart", 50_000, func(i int) int64 { return int64(i)/7*300 + int64(i)/9001 }, never, Runs, true, false, false},
		{"one run", 50_000, func(i int) int64 { return 3 }, never, Segments, true, false, true},
		{"foreign key", 50_000, func(i int) int64 { return int64(p[i]) / 9 }, never, Segments, true, false, true},
		{"foreign key with NULLs", 50_000, func(i int) int64 { return int64(p[i]) / 9 }, some, Segments, true, false, true},
		{"skewed", 50_000, func(i int) int64 { return max(0, int64(p[i])-25_000) }, never, Segments, true, false, true},
		{"far apart", 50_000, func(i int) int64 { return int64(p[i])*0x123456789ab + int64(p[i])&1 }, never, Hash, false, true, true},
		{"far apart, sorted", 50_000, func(i int) int64 { return int64(i)*0x123456789ab + int64(i)&1 }, never, Hash, true, true, true},
		{"far apart with NULLs", 50_000, func(i int) int64 { return int64(p[i])*0x123456789ab + int64(i)&1 }, some, Hash, false, true, false},
		{"far apart, repeated", 50_000, func(i int) int64 { return int64(p[i]%5000)*0x123456789ab + int64(p[i])&1 }, some, Hash, false, false, true},
		{"far apart, sorted runs", 50_000, func(i int) int64 { return int64(i/3)*0x123456789ab + int64(i/3)&1 }, never, Hash, true, false, true},
		{"extremes", 5, func(i int) int64 { return []int64{math.MaxInt64, math.MinInt64, 0, -1, 1}[i] }, never, Hash, false, true, true},
		{"two extremes", 2, func(i int) int64 { return []int64{math.MinInt64, math.MaxInt64}[i] }, never, Hash, true, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab, err := NewTable("t", []*Vector{makeInts(ir.Of(ir.Int64), c.n, c.f, c.null)})
			if err != nil {
				t.Fatal(err)
			}
			x, err := tab.Index("c")
			if err != nil {
				t.Fatal(err)
			}
			checkIndex(t, tab.Column("c"), x)
			if x.Level != c.level || x.Ordered != c.ordered || x.Unique != c.unique || x.Full != c.full {
				t.Errorf("%s: want %s, ordered %v, unique %v, full %v", x, c.level, c.ordered, c.unique, c.full)
			}
			if again, _ := tab.Index("c"); again != x {
				t.Error("the index is not kept")
			}
			if tab.Bytes() != tab.Column("c").Bytes()+x.Bytes() {
				t.Error("the index is not counted")
			}
		})
	}
}

// TestIndexRandom builds indexes of random columns with 1 and 3 builders.
func TestIndexRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for n := range 120 {
		typ := []ir.Type{ir.Of(ir.Int64), ir.Of(ir.Date), ir.Of(ir.Varchar), ir.Of(ir.Bool)}[n%4]
		v := randomVector(rnd, typ, []int{1, 100, 3000, 70_000}[rnd.IntN(4)])
		t.Run(fmt.Sprintf("%d %s", n, typ), func(t *testing.T) {
			c := columnOf(t, v)
			if !c.Integral() {
				return // strings that do not repeat: see TestIndexErrors
			}
			for _, threads := range []int{1, 3} {
				checkIndex(t, c, buildIndex(c, threads))
			}
		})
	}
}

// TestIndexGrows builds a hash level whose estimate of distinct keys was far too
// low.
func TestIndexGrows(t *testing.T) {
	c := columnOf(t, makeInts(ir.Of(ir.Int64), 20_000, func(i int) int64 { return int64(i%9999)*0x123456789ab + int64(i)&1 }, nil))
	c.lazy.distinctOnce.Do(func() { c.lazy.distinct = 10 })
	x := buildIndex(c, 1)
	if x.Level != Hash || x.Unique {
		t.Fatal(x)
	}
	checkIndex(t, c, x)
}

func TestIndexErrors(t *testing.T) {
	v := &Vector{Name: "c", Type: ir.Of(ir.Varchar)}
	for i := range 5000 {
		v.Append(ir.StringValue(fmt.Sprint(i)))
	}
	tab, err := NewTable("t", []*Vector{v})
	if err != nil {
		t.Fatal(err)
	}
	var u *Unsupported
	if _, err := tab.Index("c"); !errors.As(err, &u) || u.Column != "t.c" {
		t.Errorf("error is %v", err)
	}
	if _, err := tab.Index("d"); err == nil {
		t.Error("no error for a column that is not there")
	}
}

func TestProbesDoNotAllocate(t *testing.T) {
	for name, f := range map[string]func(i int) int64{
		"identity": func(i int) int64 { return int64(i) },
		"rank":     func(i int) int64 { return int64(i) * 3 / 2 },
		"direct":   func(i int) int64 { return int64(i ^ 1) },
		"rank ":    func(i int) int64 { return int64(i^1)*50 + int64(i)&1 },
		"hash":     func(i int) int64 { return int64(i)*0x123456789ab + int64(i)&1 },
	} {
		c := columnOf(t, makeInts(ir.Of(ir.Int64), 4096, f, nil))
		x := buildIndex(c, 1)
		if x.Level.String() != strings.TrimSpace(name) {
			t.Fatalf("%s: %s", name, x)
		}
		keys, rows, ends := make([]int64, 2048), make([]int32, 2048), make([]int32, 2048)
		for i := range keys {
			keys[i] = f(i * 2)
		}
		if n := testing.AllocsPerRun(10, func() {
			x.Locate(keys, rows)
			x.Segments(keys, rows, ends)
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
