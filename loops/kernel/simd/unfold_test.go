package simd

// unfolded is parent, row, parent, row, … of the spans of in, in parts of at most room positions.
func unfolded(in *inputs, room int) any {
	lo, hi := in.spans("lo"), in.spans("hi")
	for t := range lo {
		hi[t] = lo[t] + int32(in.u8[t])>>3
	}
	out := []int32{}
	for next := 0; ; {
		parent := lend[int32](in.t, in.arena("parent"), room+UnfoldSlack, in.at)
		rows := lend[int32](in.t, in.arena("rows"), room+UnfoldSlack, in.at)
		var n int
		if n, next = Unfold(parent, rows, lo, hi, next); n == 0 {
			return out
		}
		for i := range n {
			out = append(out, parent[i], rows[i])
		}
	}
}

// spans returns a copy of the positions.
func (in *inputs) spans(name string) []int32 {
	s := lend[int32](in.t, in.arena(name), in.n, in.at)
	copy(s, in.pos)
	return s
}

func unfoldedOf(in *inputs) any {
	out := []int32{}
	for t, lo := range in.pos {
		for i := range int32(in.u8[t]) >> 3 {
			out = append(out, int32(t), lo+i)
		}
	}
	return out
}

var unfoldCases = []kernelCase{
	{"Unfold", func(in *inputs) any { return unfolded(in, 100) }, unfoldedOf},
	{"Unfold a few at a time", func(in *inputs) any { return unfolded(in, 3) }, unfoldedOf},
}
