package simd

// UnfoldSlack is the number of elements that Unfold wants behind those it returns.
const UnfoldSlack = 8

// Unfold writes the positions of spans, lo[s] up to and without hi[s], one after the other from span s =
// from on: each position to rows, the number of its span to parent. It ends after len(rows)-UnfoldSlack
// positions, or the last span, and returns how many positions there are and the span to go on with,
// whose lo it has moved behind what is done. No positions means that nothing is left. What is behind
// them is overwritten. parent is as long as rows, and lo and hi are.
func Unfold(parent, rows, lo, hi []int32, from int) (n, next int) {
	room := len(rows) - UnfoldSlack
	parent, rows, hi = parent[:len(rows)], rows[:len(rows)], hi[:len(lo)]
	for s := from; s < len(lo); s++ {
		if level != Portable {
			var done int
			done, s = unfoldAVX2(parent[n:], rows[n:], lo, hi, s)
			if n += done; s == len(lo) {
				break
			}
		}
		part := min(int(hi[s]-lo[s]), room-n)
		p, r := parent[n:n+part], rows[n:n+part]
		for i := range p {
			p[i], r[i] = int32(s), lo[s]+int32(i)
		}
		n += part
		if lo[s] += int32(part); lo[s] < hi[s] {
			return n, s
		}
	}
	return n, len(lo)
}
