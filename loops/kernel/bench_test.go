package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// rows of a block, as the loops use.
const block = 2048

// perRow runs f over blocks and reports nanoseconds a row and the bandwidth of
// size bytes a row.
func perRow(b *testing.B, size int64, f func()) {
	b.SetBytes(size * block)
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/block, "ns/row")
}

func benchRange[T Word](b *testing.B, size int64) {
	r := rand.New(rand.NewPCG(1, 1))
	a := make([]T, block)
	for i := range a {
		a[i] = T(r.IntN(100))
	}
	dst := make([]int32, block)
	b.Run(fmt.Sprintf("RangeSel/%d", size), func(b *testing.B) { perRow(b, size, func() { RangeSel(dst, a, 20, 30) }) })
	sel := make([]int32, block)
	AllSel(sel)
	b.Run(fmt.Sprintf("RangeRefine/%d", size), func(b *testing.B) { perRow(b, size+4, func() { RangeRefine(dst, sel, a, 20, 30) }) })
}

func BenchmarkSelect(b *testing.B) {
	benchRange[uint8](b, 1)
	benchRange[uint16](b, 2)
	benchRange[uint32](b, 4)
	benchRange[int64](b, 8)
}

func BenchmarkLanes(b *testing.B) {
	x, y, d := make([]int64, block), make([]int64, block), make([]int64, block)
	codes, pos, m := make([]uint32, block), make([]int32, block), make([]uint8, block)
	for i := range x {
		x[i], y[i], codes[i], pos[i] = int64(i), int64(3*i+1), uint32(i), int32(i)
	}
	b.Run("copy", func(b *testing.B) { perRow(b, 16, func() { copy(d, x) }) })
	b.Run("MulCheckedVV", func(b *testing.B) { perRow(b, 24, func() { MulCheckedVV(d, x, y, -1<<62, 1<<62) }) })
	b.Run("AddCheckedVV", func(b *testing.B) { perRow(b, 24, func() { AddCheckedVV(d, x, y, -1<<62, 1<<62) }) })
	b.Run("QuoVV", func(b *testing.B) { perRow(b, 24, func() { QuoVV(d, m, x, y) }) })
	b.Run("GatherInt", func(b *testing.B) { perRow(b, 16, func() { GatherInt(d, pos, codes, 5, 1) }) })
	b.Run("LtMaskVV", func(b *testing.B) { perRow(b, 17, func() { LtMaskVV(m, x, y) }) })
}

var sink int64
