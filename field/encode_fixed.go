package field

import (
	"unsafe"

	"github.com/reffine-db/reffine/internal/int128"
)

// floatEncoder copies doubles and widens floats.
type floatEncoder[T float32 | float64] struct {
	mem  *arena
	part part
}

func (e *floatEncoder[T]) append(data unsafe.Pointer, valid []uint64, n int) {
	values := unsafe.Slice((*T)(data), n)
	kept := unsafe.Slice((*float64)(e.mem.alloc(8*n)), n)
	for i, v := range values {
		kept[i] = float64(v)
	}
	if valid = e.part.addNulls(e.mem, valid, n); valid != nil {
		for i := range kept {
			if !isValid(valid, i) {
				kept[i] = 0
			}
		}
	}
	e.part.floats = append(e.part.floats, kept)
}

func (e *floatEncoder[T]) take() part { return e.part.take() }

// floatLess is DuckDB's order: NaN is equal to itself and greater than all
// other values, -0 is equal to 0.
func floatLess(a, b float64) bool { return a < b || b != b && a == a }

// wideEncoder copies 128-bit integers: DuckDB's hugeint (low word first), its
// uhugeint and ubigint, or our own.
type wideEncoder struct {
	mem    *arena
	part   part
	layout wideLayout
}

type wideLayout uint8

const (
	wideHugeint wideLayout = iota
	wideUbigint
	wideUhugeint
	wideOwn
)

func newWideEncoder(mem *arena, layout wideLayout) *wideEncoder {
	return &wideEncoder{mem: mem, layout: layout, part: part{lo: maxWide, hi: minWide}}
}

func (e *wideEncoder) append(data unsafe.Pointer, valid []uint64, n int) {
	kept := unsafe.Slice((*int128.Int)(e.mem.alloc(16*n)), n)
	switch e.layout {
	case wideHugeint:
		for i, v := range unsafe.Slice((*struct {
			lo uint64
			hi int64
		})(data), n) {
			kept[i] = int128.Int{Hi: v.hi, Lo: v.lo}
		}
	case wideUhugeint:
		for i, v := range unsafe.Slice((*struct{ lo, hi uint64 })(data), n) {
			kept[i] = int128.Int{Hi: int64(v.hi ^ 1<<63), Lo: v.lo}
		}
	case wideUbigint:
		for i, v := range unsafe.Slice((*uint64)(data), n) {
			kept[i] = int128.OfUint(v)
		}
	default:
		copy(kept, unsafe.Slice((*int128.Int)(data), n))
	}
	valid = e.part.addNulls(e.mem, valid, n)
	for i, v := range kept {
		if valid == nil || isValid(valid, i) {
			if v.Cmp(e.part.lo) < 0 {
				e.part.lo = v
			}
			if v.Cmp(e.part.hi) > 0 {
				e.part.hi = v
			}
		}
	}
	e.part.wides = append(e.part.wides, kept)
}

func (e *wideEncoder) take() part { return e.part.take() }
