package field

import (
	"unsafe"

	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/ir"
)

// vectorPart is the number of rows of a vector encoded by one task.
const vectorPart = 16 * chunkRows

// encodeVector returns the column of a vector.
func encodeVector(v *Vector, threads int) *Column {
	if v.From != nil && v.Type.Text() {
		return viewOf(v)
	}
	v = v.Plain()
	rows := v.Len()
	parts := make([]part, (rows+vectorPart-1)/vectorPart)
	plan := &stringPlan{rows: rows}
	arenas := make([]arena, len(parts))
	parallel.Do(len(parts), threads, func(p int) {
		parts[p] = encodePart(&arenas[p], v, plan, p*vectorPart, min((p+1)*vectorPart, rows))
	})
	c := assemble([]string{v.Name}, []ir.Type{v.Type}, [][]part{parts}, threads)[0]
	for p := range arenas { // the column has copied what was in them
		arenas[p].release()
	}
	return c
}

// encodePart encodes rows [lo, hi) of v.
func encodePart(mem *arena, v *Vector, plan *stringPlan, lo, hi int) part {
	var e encoder
	switch {
	case v.Type.Text():
		e = newStringEncoder(mem, plan)
	case v.Type.Float():
		e = &floatEncoder[float64]{mem: mem}
	case v.Type.Wide() || v.Type.Kind == ir.UInt64:
		e = newWideEncoder(mem, wideOwn)
	default:
		e = &intEncoder[int64]{mem: mem}
	}
	var strs [chunkRows]duckString
	var mask [chunkRows / 64]uint64
	for ; lo < hi; lo += chunkRows {
		n := min(chunkRows, hi-lo)
		var data unsafe.Pointer
		switch {
		case v.Str != nil:
			for i, s := range v.Str[lo : lo+n] {
				strs[i] = duckStringOf(s)
			}
			data = unsafe.Pointer(&strs)
		case v.Float != nil:
			data = unsafe.Pointer(&v.Float[lo])
		case v.Wide != nil:
			data = unsafe.Pointer(&v.Wide[lo])
		default:
			data = unsafe.Pointer(&v.Int[lo])
		}
		var valid []uint64
		if v.Null != nil {
			clear(mask[:])
			for i, null := range v.Null[lo : lo+n] {
				if !null {
					mask[i>>6] |= 1 << (i & 63)
				}
			}
			valid = mask[:]
		}
		e.append(data, valid, n)
	}
	return e.take()
}
