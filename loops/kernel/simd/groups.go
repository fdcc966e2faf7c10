package simd

// Groups are few, and numbered from 0. Each gid is below len(acc), or the functions
// panic, and what they have added by then is undefined.

// SumGroupsI64 adds to each group the elements of col that are in it:
// acc[gid[t]] += col[t]. It is fastest up to 4 groups, then up to 8, then up to 64.
func SumGroupsI64(acc []int64, gid []uint8, col []int64) {
	gid = gid[:len(col)]
	t := 0
	switch {
	case level == AVX512 && len(acc) <= 4:
		checkGroups(acc, gid)
		var sums [4]int64
		sumGroups4AVX512(&sums, gid, col)
		addLanes(acc, acc, sums[:len(acc)])
		return
	case level == AVX512 && len(acc) <= 8:
		checkGroups(acc, gid)
		var sums [8]int64
		sumGroups8AVX512(&sums, gid, col)
		addLanes(acc, acc, sums[:len(acc)])
		return
	case level == AVX2 && len(acc) <= 4:
		checkGroups(acc, gid)
		var sums [4]int64
		t = vectors(len(col))
		sumGroups4AVX2(&sums, gid[:t], col[:t])
		addLanes(acc, acc, sums[:len(acc)])
	case len(acc) <= tableGroups:
		sumGroups(acc, gid, col)
		return
	}
	for ; t < len(col); t++ {
		acc[gid[t]] += col[t]
	}
}

// checkGroups panics unless each gid is below len(acc).
func checkGroups(acc []int64, gid []uint8) {
	if len(gid) > 0 && int(greatest(gid)) >= len(acc) {
		panic("simd: group out of range")
	}
}

// greatest returns the greatest element.
func greatest(col []uint8) uint8 {
	t, hi := 0, uint8(0)
	switch level {
	case AVX512:
		return greatestAVX512(col)
	case AVX2:
		t = len(col) &^ 31
		hi = greatestAVX2(col[:t])
	}
	for _, x := range col[t:] {
		hi = max(hi, x)
	}
	return hi
}

// tableGroups is the number of groups of tables on the stack.
const tableGroups = 64

// sumGroups adds into four tables in turn, so that an addition need not wait for the
// one before to the same group.
func sumGroups(acc []int64, gid []uint8, col []int64) {
	var tables [3 * tableGroups]int64
	a := acc
	b, c, d := tables[:len(acc)], tables[tableGroups:][:len(acc)], tables[2*tableGroups:][:len(acc)]
	gid = gid[:len(col)]
	t := 0
	for ; t+4 <= len(col); t += 4 {
		g, x := gid[t:t+4:t+4], col[t:t+4:t+4]
		a[g[0]] += x[0]
		b[g[1]] += x[1]
		c[g[2]] += x[2]
		d[g[3]] += x[3]
	}
	for ; t < len(col); t++ {
		a[gid[t]] += col[t]
	}
	for g := range acc {
		acc[g] += b[g] + c[g] + d[g]
	}
}

// CountGroups adds to each group how many elements are in it: acc[gid[t]]++.
func CountGroups(acc []int64, gid []uint8) {
	if level == Portable || len(acc) > tableGroups {
		countGroups(acc, gid)
		return
	}
	checkGroups(acc, gid)
	// As many passes as groups, over a piece that stays in the cache.
	for len(gid) > 0 {
		piece := gid[:min(4096, len(gid))]
		gid = gid[len(piece):]
		for g := range acc {
			acc[g] += int64(countEqual(piece, uint8(g)))
		}
	}
}

// countEqual counts the elements that are x. The level is not Portable.
func countEqual(col []uint8, x uint8) int {
	if level == AVX512 {
		return countEqualAVX512(col, x)
	}
	t := len(col) &^ 31
	n := countEqualAVX2(col[:t], x)
	for _, y := range col[t:] {
		n += int(b2u(x == y))
	}
	return n
}

// countGroups counts into four tables in turn, as sumGroups adds.
func countGroups(acc []int64, gid []uint8) {
	if len(acc) > tableGroups {
		for _, g := range gid {
			acc[g]++
		}
		return
	}
	var tables [3 * tableGroups]int64
	a := acc
	b, c, d := tables[:len(acc)], tables[tableGroups:][:len(acc)], tables[2*tableGroups:][:len(acc)]
	t := 0
	for ; t+4 <= len(gid); t += 4 {
		g := gid[t : t+4 : t+4]
		a[g[0]]++
		b[g[1]]++
		c[g[2]]++
		d[g[3]]++
	}
	for ; t < len(gid); t++ {
		a[gid[t]]++
	}
	for g := range acc {
		acc[g] += b[g] + c[g] + d[g]
	}
}
