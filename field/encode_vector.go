package field

import (
	"unsafe"

	"github.com/reffine-db/reffine/ir"
)

// vectorPart is the number of rows of a vector encoded by one task.
const vectorPart = 64 * chunkRows

// encodeVectors returns the columns of vectors of equal length.
func encodeVectors(vectors []*Vector, rows, threads int) []*Column {
	names, types := make([]string, len(vectors)), make([]ir.Type, len(vectors))
	parts := make([][]part, len(vectors))
	plans := make([]*stringPlan, len(vectors))
	perColumn := (rows + vectorPart - 1) / vectorPart
	for i, v := range vectors {
		names[i], types[i] = v.Name, v.Type
		parts[i] = make([]part, perColumn)
		plans[i] = &stringPlan{rows: rows}
	}
	parallel(len(vectors)*perColumn, threads, func(task int) {
		i, p := task/perColumn, task%perColumn
		parts[i][p] = encodeVector(vectors[i], plans[i], p*vectorPart, min((p+1)*vectorPart, rows))
	})
	return assemble(names, types, parts, threads)
}

// encodeVector encodes rows [lo, hi) of v.
func encodeVector(v *Vector, plan *stringPlan, lo, hi int) part {
	mem := &arena{}
	var e encoder
	switch {
	case v.Type.Kind == ir.Varchar:
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
