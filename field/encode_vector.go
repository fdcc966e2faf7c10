package field

import (
	"unsafe"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/ir"
)

// vectorPart is the number of rows of a vector encoded by one task.
const vectorPart = 16 * chunkRows

// encodeVector returns the column of a vector. It may share the vector's 128-bit integers.
func encodeVector(v *Vector, threads int) *Column {
	if v.From != nil && v.Type.Text() {
		return viewOf(v)
	}
	v = v.Plain()
	if v.Wide != nil && v.Null == nil {
		return wideColumn(v, threads)
	}
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

// wideColumn returns the column of 128-bit integers that keeps the vector's values where they are.
func wideColumn(v *Vector, threads int) *Column {
	c := &Column{Name: v.Name, Type: v.Type.NotNull(), Len: len(v.Wide), Factor: 1, Storage: I128, Wide: v.Wide}
	if c.Len == 0 {
		c.Sorted = true
		return c
	}
	type bounds struct {
		lo, hi int128.Int
		sorted bool
	}
	parts := make([]bounds, (c.Len+vectorPart-1)/vectorPart)
	parallel.Do(len(parts), threads, func(p int) {
		from, to := p*vectorPart, min((p+1)*vectorPart, c.Len)
		x := bounds{maxWide, minWide, c.sortedIn(max(from-1, 0), to)}
		for _, w := range c.Wide[from:to] {
			if w.Cmp(x.lo) < 0 {
				x.lo = w
			}
			if w.Cmp(x.hi) > 0 {
				x.hi = w
			}
		}
		parts[p] = x
	})
	c.MinWide, c.MaxWide, c.Sorted = maxWide, minWide, true
	for _, p := range parts {
		if p.lo.Cmp(c.MinWide) < 0 {
			c.MinWide = p.lo
		}
		if p.hi.Cmp(c.MaxWide) > 0 {
			c.MaxWide = p.hi
		}
		c.Sorted = c.Sorted && p.sorted
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
