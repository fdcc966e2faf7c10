package simd

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// kernelCase is a kernel with its meaning: run calls it, want goes through elements
// one at a time as its comment says. Results are equal.
type kernelCase struct {
	name      string
	run, want func(in *inputs) any
}

// families are the cases by shape.
var families = map[string][]kernelCase{
	"range":     rangeCases,
	"compare":   compareCases,
	"logic":     logicCases,
	"table":     tableCases,
	"positions": positionsCases,
	"widen":     widenCases,
	"compress":  compressCases,
	"gather":    gatherCases,
	"arith":     arithCases,
	"sum":       sumCases,
	"minmax":    minMaxCases,
	"groups":    groupsCases,
	"unfold":    unfoldCases,
	"pair":      pairCases,
	"hash":      hashCases,
}

// check runs cases at all levels of this machine.
func check(t testing.TB, cases []kernelCase, in *inputs) {
	t.Helper()
	defer Use(Active())
	for _, c := range cases {
		want := c.want(in)
		for l := Portable; l <= Best(); l++ {
			Use(l)
			got := c.run(in)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s at %s, %d elements, place %d:\n got %s\nwant %s", c.name, l, in.n, in.at, clip(got), clip(want))
			}
			for name, a := range in.arenas {
				if !a.intact() {
					t.Fatalf("%s at %s, %d elements, place %d: wrote outside of %s", c.name, l, in.n, in.at, name)
				}
			}
		}
	}
}

// clip prints the beginning of a value.
func clip(x any) string {
	s := fmt.Sprintf("%x", x)
	return s[:min(len(s), 1000)]
}

// TestKernels holds every kernel at every level to its meaning, for all lengths up to
// a few words of a bitmap and some longer, at the ends of mapped memory and unaligned.
func TestKernels(t *testing.T) {
	lengths := []int{511, 512, 513, 1000, 1024, 1087, 2048, 2049}
	for n := range 300 {
		lengths = append(lengths, n)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range slices.Sorted(maps.Keys(families)) {
		t.Run(name, func(t *testing.T) {
			arenas := map[string]*arena{}
			for _, n := range lengths {
				places := []place{0, 1, 2, 14}
				if n > 140 {
					places = places[n%2:][:2]
				}
				for _, at := range places {
					check(t, families[name], draw(t, r, arenas, n, at))
				}
			}
		})
	}
}

// fuzz holds families to their meaning on numbers of a fuzzer's.
func fuzz(f *testing.F, names ...string) {
	f.Add([]byte{}, uint16(70), uint8(0))
	f.Add([]byte("\x00\x00\x00\x00\x00\x00\x00\x80\xff\x7f 0123456789"), uint16(129), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, n uint16, at uint8) {
		in := draw(t, &given{data: data}, map[string]*arena{}, int(n%2500), place(at))
		for _, name := range names {
			check(t, families[name], in)
		}
	})
}

func FuzzBits(f *testing.F)  { fuzz(f, "range", "compare", "logic", "table") }
func FuzzMoves(f *testing.F) { fuzz(f, "positions", "widen", "compress", "gather") }
func FuzzArith(f *testing.F) { fuzz(f, "arith", "hash") }
func FuzzSums(f *testing.F)  { fuzz(f, "sum", "minmax", "groups") }

// TestCases finds kernels without a case.
func TestCases(t *testing.T) {
	known := map[string]bool{}
	for _, cases := range families {
		for _, c := range cases {
			name, _, _ := strings.Cut(c.name, " ")
			known[name] = true
		}
	}
	for _, name := range exportedFunctions(t) {
		if strings.HasPrefix(name, "Prefetch") { // see TestPrefetch
			continue
		}
		if !known[name] && !slices.Contains([]string{"Active", "Best", "Use", "ParseLevel", "Words"}, name) {
			t.Errorf("%s has no case", name)
		}
	}
}

// bitsOf returns the bitmap of the elements t below n for which is(t).
func bitsOf(n int, is func(t int) bool) []uint64 {
	bits := make([]uint64, Words(n))
	for t := range n {
		if is(t) {
			bits[t/64] |= 1 << (t % 64)
		}
	}
	return bits
}

func isSet(bits []uint64, t int) bool { return bits[t/64]>>(t%64)&1 == 1 }

// each returns fn of 0 to n-1.
func each[T any](n int, fn func(t int) T) []T {
	out := make([]T, n)
	for t := range out {
		out[t] = fn(t)
	}
	return out
}

// under returns fn of the elements that are selected.
func under[T any](in *inputs, fn func(t int) T) []T {
	out := []T{}
	for t := range in.n {
		if isSet(in.sel, t) {
			out = append(out, fn(t))
		}
	}
	return out
}

// Destinations, whose values at first are undefined.

func (in *inputs) bits() []uint64 { return lend[uint64](in.t, in.arena("bits"), Words(in.n), in.at) }

func (in *inputs) lanes() []int64 { return lend[int64](in.t, in.arena("lanes"), in.n, in.at) }
