package simd

// Gather functions decode at positions: dst[t] = base + factor*col[pos[t]]. A
// position outside of col is a panic, though not before others have been written.
//
// They are in Go at every level. The gather instructions of AVX-512 took a fifth less
// in the cache, but two to three times as long over positions that ascend through
// memory, as those of most joins do: gathers do not set off the prefetching of streams.

// GatherU8 decodes at positions.
func GatherU8(dst []int64, col []uint8, pos []int32, base, factor int64) {
	gather(dst, col, pos, base, factor)
}

// GatherU16 decodes at positions.
func GatherU16(dst []int64, col []uint16, pos []int32, base, factor int64) {
	gather(dst, col, pos, base, factor)
}

// GatherU32 decodes at positions.
func GatherU32(dst []int64, col []uint32, pos []int32, base, factor int64) {
	gather(dst, col, pos, base, factor)
}

// GatherI64 decodes at positions.
func GatherI64(dst []int64, col []int64, pos []int32, base, factor int64) {
	gather(dst, col, pos, base, factor)
}

func gather[T Word](dst []int64, col []T, pos []int32, base, factor int64) {
	dst = dst[:len(pos)]
	t := 0
	for ; t+4 <= len(pos); t += 4 {
		p, d := pos[t:t+4:t+4], dst[t:t+4:t+4]
		w, x := base+factor*int64(col[uint32(p[0])]), base+factor*int64(col[uint32(p[1])])
		y, z := base+factor*int64(col[uint32(p[2])]), base+factor*int64(col[uint32(p[3])])
		d[0], d[1], d[2], d[3] = w, x, y, z
	}
	for ; t < len(pos); t++ {
		dst[t] = base + factor*int64(col[pos[t]])
	}
}
