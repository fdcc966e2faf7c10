package field

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// makeInts returns a vector of n values f(i); nulls says which are NULL.
func makeInts(t ir.Type, n int, f func(i int) int64, nulls func(i int) bool) *Vector {
	v := &Vector{Name: "c", Type: t, Int: make([]int64, n)}
	if nulls != nil {
		v.Null = make([]bool, n)
	}
	for i := range n {
		v.Int[i] = f(i)
		if nulls != nil {
			v.Null[i] = nulls(i)
		}
	}
	return v
}

func columnOf(t testing.TB, v *Vector) *Column {
	t.Helper()
	tab, err := NewTable("t", []*Vector{v})
	if err != nil {
		t.Fatal(err)
	}
	return tab.Column(v.Name)
}

// checkColumn compares a column and its measured properties with the vector it
// was made from.
func checkColumn(t testing.TB, c *Column, v *Vector) {
	t.Helper()
	if c.Len != v.Len() {
		t.Fatalf("%d values, want %d", c.Len, v.Len())
	}
	nulls, sorted, have := 0, true, map[valueKey]bool{}
	var last ir.Value
	for i := range c.Len {
		want := v.Value(i)
		if got := c.Value(i); !got.Equal(want) || got.Valid != want.Valid {
			t.Fatalf("value %d of %s is %+v, want %+v", i, c, got, want)
		}
		if c.Null(i) == want.Valid {
			t.Fatalf("row %d: Null is %v", i, c.Null(i))
		}
		if !want.Valid {
			nulls++
			sorted = false
			continue
		}
		sorted = sorted && (!last.Valid || !lessValue(want, last))
		last = want
		have[keyOf(want)] = true
	}
	unique := len(have) == c.Len-nulls
	if c.NullCount != nulls || c.Type.Null != (nulls > 0) || (c.Valid != nil) != (nulls > 0) {
		t.Errorf("%s: want %d NULLs", c, nulls)
	}
	if c.Sorted != sorted {
		t.Errorf("%s: Sorted is %v", c, c.Sorted)
	}
	if c.Unique() != unique {
		t.Errorf("%s: Unique is %v", c, c.Unique())
	}
	if d := c.Distinct(); math.Abs(float64(d)-float64(len(have))) > 0.1*float64(len(have)) {
		t.Errorf("%s: Distinct is %d, want about %d", c, d, len(have))
	}
	for i := range c.Len {
		switch {
		case c.Integral():
			if x := c.Int(i); x < c.Min || x > c.Max {
				t.Fatalf("%s: value %d is %d", c, i, x)
			}
		case c.Storage == I128:
			if x := c.Wide[i]; x.Cmp(c.MinWide) < 0 || x.Cmp(c.MaxWide) > 0 {
				t.Fatalf("%s: value %d is %s", c, i, x)
			}
		}
	}
	if c.Valid != nil && c.Len%64 != 0 && c.Valid[c.Len/64]>>(c.Len%64) != 0 {
		t.Errorf("%s: validity beyond the end", c)
	}
}

// valueKey is the same for values that DuckDB groups together.
type valueKey struct {
	i int128.Int
	f uint64
	s string
}

func keyOf(v ir.Value) valueKey {
	f := v.Float
	switch {
	case f != f:
		f = math.NaN()
	case f == 0:
		f = 0 // -0
	}
	return valueKey{v.Int, math.Float64bits(f), v.Str}
}

func lessValue(a, b ir.Value) bool {
	switch {
	case a.Type.Kind == ir.Varchar:
		return a.Str < b.Str
	case a.Type.Float():
		return floatLess(a.Float, b.Float)
	}
	return a.Int.Cmp(b.Int) < 0
}

func TestIntegersAreNarrow(t *testing.T) {
	i64 := ir.Of(ir.Int64)
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name    string
		n       int
		f       func(i int) int64
		storage Storage
		base    int64
		factor  int64
	}{
		{"empty", 0, nil, U8, 0, 1},
		{"one", 1, func(int) int64 { return -7 }, U8, -7, 1},
		{"constant", 5000, func(int) int64 { return math.MaxInt64 }, U8, math.MaxInt64, 1},
		{"u8", 5000, func(i int) int64 { return -100 + int64(i)%256 }, U8, -100, 1},
		{"u16", 5000, func(i int) int64 { return -100 + int64(i)%257 }, U16, -100, 1},
		{"u8 by factor", 5000, func(i int) int64 { return 100 * int64(1+i%50) }, U8, 100, 100},
		{"factor of constant chunks", 8 * chunkRows, func(i int) int64 { return 1000 * int64(i/chunkRows) }, U8, 0, 1000},
		{"factor of mixed chunks", 4 * chunkRows, func(i int) int64 { return 60 * int64(i%chunkRows+1) * int64(i/chunkRows) }, U16, 0, 60},
		{"no factor where it saves nothing", 5000, func(i int) int64 { return 2 * int64(i%100) }, U8, 0, 1},
		{"odd one out", 5000, func(i int) int64 { return 1000*int64(i%200) + int64(i/4999) }, U32, 0, 1},
		{"u32", 5000, func(i int) int64 { return int64(i) << 19 / 1000 }, U32, 0, 1},
		{"days in microseconds", 5000, func(i int) int64 { return int64(i) * 86_400_000_000 }, U16, 0, 86_400_000_000},
		{"extremes", 5000, func(i int) int64 { return []int64{math.MinInt64, math.MaxInt64, 0, -1}[i%4] }, I64, 0, 1},
		{"two extremes", 5000, func(i int) int64 { return []int64{math.MinInt64, math.MaxInt64}[i%2] }, I64, 0, 1},
		{"random", 5000, func(i int) int64 { return int64(rnd.Uint64()) }, I64, 0, 1},
		{"far apart", 3 * chunkRows, func(i int) int64 { return int64(i/chunkRows)<<40 + int64(i%3) }, I64, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := makeInts(i64, c.n, c.f, nil)
			got := columnOf(t, v)
			checkColumn(t, got, v)
			if got.Storage != c.storage || got.Base != c.base || got.Factor != c.factor {
				t.Errorf("%s: want %s %d+%dc", got, c.storage, c.base, c.factor)
			}
		})
	}
	// 2^63 apart: the common factor of two values is beyond int64.
	v := makeInts(i64, 2, func(i int) int64 { return int64(i) << 63 }, nil)
	checkColumn(t, columnOf(t, v), v)
}

// TestRandomColumns compares columns of every family with their vectors, over
// lengths around the chunk size, ranges and densities of NULLs.
func TestRandomColumns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	types := []ir.Type{ir.Of(ir.Bool), ir.Of(ir.Int8), ir.Of(ir.Int64), ir.Of(ir.UInt64), ir.Of(ir.Int128), ir.DecimalOf(15, 2),
		ir.DecimalOf(30, 4), ir.Of(ir.Float32), ir.Of(ir.Float64), ir.Of(ir.Varchar), ir.Of(ir.Date), ir.Of(ir.Timestamp)}
	lengths := []int{1, 2, 63, 64, 65, 2047, 2048, 2049, 5000, vectorPart + 77}
	for n := range 240 {
		typ := types[n%len(types)]
		length := lengths[rnd.IntN(len(lengths))]
		v := randomVector(rnd, typ, length)
		t.Run(fmt.Sprintf("%d %s %d", n, typ, length), func(t *testing.T) { checkColumn(t, columnOf(t, v), v) })
	}
}

func randomVector(rnd *rand.Rand, typ ir.Type, n int) *Vector {
	v := &Vector{Name: "c", Type: typ}
	nullEvery := []int{0, 0, 1, 2, 10, 3000}[rnd.IntN(6)]
	spread := uint64(1) << rnd.IntN(64)
	if typ.Kind == ir.Bool {
		spread = 2
	}
	ascending := rnd.IntN(3) == 0
	factor := int64(1 + rnd.IntN(2)*rnd.IntN(1000))
	text := strings.Repeat("é", 5000)
	var at int64
	for range n {
		x := int64(rnd.Uint64N(spread)) * factor
		if ascending {
			at += int64(rnd.IntN(3)) * factor
			x = at
		}
		if typ.Kind == ir.Bool {
			x &= 1
		}
		switch {
		case nullEvery > 0 && rnd.IntN(nullEvery) == 0:
			v.Append(ir.NullOf(typ))
		case typ.Kind == ir.Varchar:
			v.Append(ir.StringValue(text[:2*(uint64(x)%50)] + fmt.Sprintf("%06d", x%1_000_000)))
		case typ.Float():
			f := float64(x) / 8
			switch rnd.IntN(40) {
			case 0:
				f = math.NaN()
			case 1:
				f = math.Copysign(0, -1)
			case 2:
				f = math.Inf(1)
			}
			v.Append(ir.FloatValue(typ, f))
		case typ.Wide():
			w, _ := int128.Of(x).Mul(int128.Of(int64(1 + rnd.IntN(2)*math.MaxInt32)))
			v.Append(ir.WideValue(typ, w))
		case typ.Kind == ir.UInt64:
			v.Append(ir.WideValue(typ, int128.OfUint(uint64(x))))
		default:
			v.Append(ir.IntValue(typ, x))
		}
	}
	return v
}

func TestStringsAreCodedWhenTheyRepeat(t *testing.T) {
	many := func(n, distinct int) *Vector {
		v := &Vector{Name: "c", Type: ir.Of(ir.Varchar)}
		for i := range n {
			v.Append(ir.StringValue(fmt.Sprintf("string number %07d", (i*7919)%distinct)))
		}
		return v
	}
	for _, c := range []struct {
		n, distinct int
		storage     Storage
		coded       bool
	}{
		{25, 25, U8, true},
		{100_000, 256, U8, true},
		{100_000, 257, U16, true},
		{100_000, 25_000, U16, true},
		{100_000, 25_001, Str, false},
		{100_000, 100_000, Str, false},
		{300_000, maxDictionary, U16, true},
		{300_000, maxDictionary + 1, Str, false},
	} {
		v := many(c.n, c.distinct)
		got := columnOf(t, v)
		checkColumn(t, got, v)
		if got.Storage != c.storage || (got.Dict != nil) != c.coded {
			t.Errorf("%d of %d distinct: %s", c.distinct, c.n, got)
		}
		if c.coded && got.Dict.Len() != c.distinct {
			t.Errorf("%d of %d distinct: %s", c.distinct, c.n, got)
		}
	}
}

// TestLongText has text that needs 64-bit offsets, by lowering the bound.
func TestLongText(t *testing.T) {
	defer func(n int64) { wideText = n }(wideText)
	wideText = 1000
	v := &Vector{Name: "c", Type: ir.Of(ir.Varchar)}
	for i := range 5000 {
		v.Append(ir.StringValue(strings.Repeat("x", i%7) + fmt.Sprint(i)))
		if i%11 == 0 {
			v.Append(ir.NullOf(v.Type))
		}
	}
	c := columnOf(t, v)
	if c.Offsets != nil || c.Offsets64 == nil {
		t.Fatalf("%s has 32-bit offsets", c)
	}
	checkColumn(t, c, v)
	a, shared := c.Arrow()
	for i := range c.Len {
		if got := arrowValue(c.Type, a, i); !shared || !got.Equal(c.Value(i)) {
			t.Fatalf("in Arrow, shared %v: value %d is %+v", shared, i, got)
		}
	}
	if want := int64(8*(c.Len+1) + len(c.Text) + 8*len(c.Valid)); c.Bytes() != want {
		t.Errorf("%d bytes, want %d", c.Bytes(), want)
	}
}

func TestDescriptions(t *testing.T) {
	text := &Vector{Name: "s", Type: ir.Of(ir.Varchar), Str: []string{"b", "a", "b"}}
	nulls := makeInts(ir.DecimalOf(15, 2), 3000, func(i int) int64 { return 100 * int64(i%50) }, func(i int) bool { return i == 7 })
	days := makeInts(ir.Of(ir.Date), 1000, func(i int) int64 { return 8000 + int64(i) }, nil)
	for _, c := range []struct {
		v             *Vector
		column, index string
	}{
		{text, "s varchar u8 of 2 strings, 3 values", "segments 0..1, 2 keys ordered full"},
		{nulls, "c decimal(15,2) null u8 0+100c, 3000 values, 0..4900, 1 null", "segments 0..4900, 50 keys ordered full"},
		{days, "c date u16 8000+1c, 1000 values, 8000..8999, sorted", "identity 8000..8999, 1000 keys ordered unique full"},
	} {
		col := columnOf(t, c.v)
		if col.String() != c.column {
			t.Errorf("%q, want %q", col, c.column)
		}
		if x := buildIndex(col, 1); x.String() != c.index {
			t.Errorf("%q, want %q", x, c.index)
		}
		for i := range col.Len {
			if !col.Coded() || col.Base+col.Factor*int64(col.Code(i)) != col.Int(i) {
				t.Fatalf("%s: code %d", col, i)
			}
		}
	}
	for err, want := range map[error]string{
		&Unsupported{Column: "t.c", Type: "BLOB", Reason: "no"}: "field: t.c of type BLOB: no",
		&Unsupported{Column: "t", Reason: "no"}:                 "field: t: no",
		&OverLimit{Table: "t", Need: 3, Limit: 2}:               "field: t: needs 3 bytes of fields, the limit is 2",
		&Changed{Table: "t", Reason: "1 rows, then 2"}:          "field: t changed while loading: 1 rows, then 2",
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
}

func TestDictionaryOrder(t *testing.T) {
	words := []string{"", "\x00", "\x00\x00", "a", "a\x00", "ab", "abcdefghijkl", "abcdefghijklm", "abcdefghijkln", "b", "é", "\xff", "\xff\xff"}
	v := &Vector{Name: "c", Type: ir.Of(ir.Varchar)}
	for i := range 200 {
		v.Append(ir.StringValue(words[(i*5)%len(words)]))
	}
	d := columnOf(t, v).Dict
	if d.Len() != len(words) {
		t.Fatalf("%d strings, want %d", d.Len(), len(words))
	}
	for i, w := range words {
		if code, ok := d.Find(w); code != i || !ok || d.Str(i) != w {
			t.Errorf("Find(%q) = %d, %v", w, code, ok)
		}
		if code, ok := d.Find(w + "~"); ok || code <= i {
			t.Errorf("Find(%q) = %d, %v", w+"~", code, ok)
		}
		if r := d.Rank(w + "\x00"); r <= i {
			t.Errorf("Rank(%q) = %d", w+"\x00", r)
		}
	}
}

func TestNewTableErrors(t *testing.T) {
	a := makeInts(ir.Of(ir.Int64), 3, func(i int) int64 { return 0 }, nil)
	b := makeInts(ir.Of(ir.Int64), 4, func(i int) int64 { return 0 }, nil)
	b.Name = "b"
	for _, vs := range [][]*Vector{{a, b}, {a, a}} {
		if _, err := NewTable("t", vs); err == nil || !strings.HasPrefix(err.Error(), "field: t: ") {
			t.Errorf("error is %v", err)
		}
	}
	tab, err := NewTable("none", nil)
	if err != nil || tab.Rows != 0 || len(tab.Columns()) != 0 || tab.Column("c") != nil {
		t.Errorf("%v, %v", tab, err)
	}
}

func TestAccessDoesNotAllocate(t *testing.T) {
	v := &Vector{Name: "c", Type: ir.Of(ir.Varchar)}
	for i := range 5000 {
		v.Append(ir.StringValue(fmt.Sprint("unique ", i)))
	}
	c := columnOf(t, v)
	n := 0
	if allocs := testing.AllocsPerRun(10, func() {
		for i := range c.Len {
			n += len(c.Str(i))
		}
	}); allocs != 0 {
		t.Errorf("Str allocates %v times", allocs)
	}
	if n == 0 {
		t.Error("no text")
	}
}
