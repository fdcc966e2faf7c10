package field

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// keysOf returns the values of a vector from row lo on as a part of keys: in another lane when other is set.
func keysOf(v *Vector, lo, n int, other bool) Keys {
	k := Keys{}
	for i := range n {
		x := v.Value(lo + i)
		if !x.Valid {
			if k.Null == nil {
				k.Null = make([]uint8, n)
			}
			k.Null[i] = 1
		}
		switch {
		case v.Type.Text():
			k.Str = append(k.Str, x.Str)
		case v.Type.Float():
			k.Float = append(k.Float, x.Float)
		case v.Type.Wide() || v.Type.Kind == ir.UInt64 || other:
			k.Wide = append(k.Wide, x.Int)
		case v.Type.Kind == ir.Bool:
			k.Bool = append(k.Bool, uint8(x.Int.Lo))
		default:
			k.Int = append(k.Int, int64(x.Int.Lo))
		}
	}
	return k
}

// keyText is the key of a row, and false when no row is found by it.
func keyText(vectors []*Vector, nulls []bool, row int) (string, bool) {
	s := ""
	for p, v := range vectors {
		x := v.Value(row)
		if !x.Valid {
			if !nulls[p] {
				return "", false
			}
			s += "null;"
			continue
		}
		s += fmt.Sprintf("%v;", keyOf(x))
	}
	return s, true
}

// checkKeys compares all answers of an index with the rows that have each key.
func checkKeys(t *testing.T, rnd *rand.Rand, stored, asked []*Vector, nulls []bool) {
	t.Helper()
	rows := map[string][]int32{}
	for i := range stored[0].Len() {
		if k, ok := keyText(stored, nulls, i); ok {
			rows[k] = append(rows[k], int32(i))
		}
	}
	tab, err := NewTable("t", stored)
	if err != nil {
		t.Fatal(err)
	}
	var parts []KeyPart
	for p, v := range stored {
		parts = append(parts, KeyPart{v.Name, nulls[p]})
	}
	x, err := tab.KeyIndex(parts...)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := tab.KeyIndex(parts...); again != x {
		t.Error("built again")
	}
	const block = 300
	probe := x.Probe(block)
	for _, from := range [][]*Vector{stored, asked} {
		for lo := 0; lo < from[0].Len(); lo += block {
			n := min(block, from[0].Len()-lo)
			var keys []Keys
			for _, v := range from {
				keys = append(keys, keysOf(v, lo, n, rnd.IntN(3) == 0))
			}
			los, his, located := make([]int32, n), make([]int32, n), make([]int32, n)
			probe.Segments(keys, los, his)
			if x.Unique() {
				probe.Locate(keys, located)
			}
			for i := range n {
				k, ok := keyText(from, nulls, lo+i)
				want := rows[k]
				if !ok {
					want = nil
				}
				var have []int32
				for p := los[i]; p < his[i]; p++ {
					if have = append(have, p); x.Perm() != nil {
						have[len(have)-1] = x.Perm()[p]
					}
				}
				if !slices.Equal(have, want) {
					t.Fatalf("%s: key %s of row %d: rows %v, not %v", x, k, lo+i, have, want)
				}
				if x.Unique() && (len(want) == 0 && located[i] != -1 || len(want) == 1 && located[i] != want[0] || len(want) > 1) {
					t.Fatalf("%s: key %s: located %d, not %v", x, k, located[i], want)
				}
			}
		}
	}
}

func TestKeyIndexRandom(t *testing.T) {
	types := []ir.Type{ir.Of(ir.Bool), ir.Of(ir.Int8), ir.Of(ir.Int64), ir.Of(ir.UInt64), ir.Of(ir.Int128), ir.DecimalOf(15, 2),
		ir.DecimalOf(30, 4), ir.Of(ir.Float32), ir.Of(ir.Float64), ir.Of(ir.Varchar), ir.Of(ir.Date), ir.Of(ir.UUID), ir.Of(ir.UHugeInt)}
	for n := range 300 {
		rnd := rand.New(rand.NewPCG(uint64(n), 11))
		length := []int{1, 2, 63, 300, 2049, 5000}[rnd.IntN(6)]
		if n%60 == 59 {
			length = 40_000 // hashed in parts
		}
		var stored, asked []*Vector
		var nulls []bool
		name := ""
		for p := range 1 + rnd.IntN(3) {
			typ := types[rnd.IntN(len(types))]
			v, w := randomVector(rnd, typ, length), randomVector(rnd, typ, 500)
			v.Name = fmt.Sprintf("c%d", p)
			stored, asked, nulls = append(stored, v), append(asked, w), append(nulls, rnd.IntN(2) == 0)
			name += " " + typ.String()
		}
		t.Run(fmt.Sprintf("%d%s %d", n, name, length), func(t *testing.T) { checkKeys(t, rnd, stored, asked, nulls) })
	}
}

// TestKeyIndexExtremes has what the numbers of keys must not confuse: ends of types, floats that are
// integers and such that are not, and several that look alike.
func TestKeyIndexExtremes(t *testing.T) {
	wide := func(t ir.Type, xs ...int128.Int) *Vector {
		v := &Vector{Name: "c", Type: t}
		for _, x := range xs {
			v.Append(ir.WideValue(t, x))
		}
		v.Append(ir.NullOf(t))
		return v
	}
	floats := func(xs ...float64) *Vector {
		v := &Vector{Name: "c", Type: ir.Of(ir.Float64)}
		for _, x := range xs {
			v.Append(ir.FloatValue(v.Type, x))
		}
		v.Append(ir.NullOf(v.Type))
		return v
	}
	ints := func(xs ...int64) *Vector {
		i := 0
		v := makeInts(ir.Of(ir.Int64), len(xs), func(int) int64 { i++; return xs[i-1] }, func(i int) bool { return i == 1 })
		v.Name = "c"
		return v
	}
	lowest, greatest := int128.Int{Hi: math.MinInt64}, int128.Int{Hi: math.MaxInt64, Lo: math.MaxUint64}
	zero := math.Copysign(0, -1)
	for n, c := range [][2]*Vector{
		{wide(ir.Of(ir.Int128), lowest, greatest, int128.Of(0), int128.Of(-1), lowest), wide(ir.Of(ir.Int128), int128.Of(1), greatest)},
		{wide(ir.Of(ir.Int128), greatest, greatest), wide(ir.Of(ir.Int128), lowest, int128.Of(-1))},
		{wide(ir.Of(ir.UInt64), int128.OfUint(math.MaxUint64), int128.Of(0)), wide(ir.Of(ir.UInt64), int128.OfUint(1<<63))},
		{floats(0, zero, math.NaN(), -math.NaN(), math.Inf(1), math.Inf(-1), 5e-324), floats(zero, math.NaN(), 1)},
		{floats(zero, 3, -4, 1<<53), floats(math.NaN(), 3.5, math.Inf(1), -(1 << 53), 1<<53+2, 0)},
		{floats(1<<53+2, 1), floats(1 << 53)},
		{ints(math.MinInt64, 7, math.MaxInt64, 0), ints(-1, 7, math.MinInt64+1)},
		{ints(math.MaxInt64, 7, math.MaxInt64-1), ints(math.MinInt64, 7, 0)},
		{floats(), floats(0, 1)},
	} {
		for _, nulls := range []bool{false, true} {
			t.Run(fmt.Sprint(n, nulls), func(t *testing.T) {
				checkKeys(t, rand.New(rand.NewPCG(1, uint64(n))), []*Vector{c[0]}, []*Vector{c[1]}, []bool{nulls})
			})
		}
	}
}

// TestKeyIndexOfIntegersByFloats looks numbers up in a column of integers.
func TestKeyIndexOfIntegersByFloats(t *testing.T) {
	tab, err := NewTable("t", []*Vector{makeInts(ir.Of(ir.Int32), 5, func(i int) int64 { return int64(i - 2) }, func(int) bool { return false })})
	if err != nil {
		t.Fatal(err)
	}
	x, err := tab.KeyIndex(KeyPart{Column: tab.Columns()[0].Name})
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]int32, 6)
	x.Probe(6).Locate([]Keys{{Float: []float64{-2, math.Copysign(0, -1), 0.5, math.NaN(), math.Inf(1), 1e300}}}, rows)
	if want := []int32{0, 2, -1, -1, -1, -1}; !slices.Equal(rows, want) {
		t.Errorf("rows %v, not %v", rows, want)
	}
}
