package spaces

import "math"

// Window makes a Coord the space of a range existence over the field's first
// coordinate,
//
//	∀t: [F[t+Lo : t+Hi] != null]   that is   ∃s: F[s] != null & t+Lo < s <= t+Hi
//
// with Lo and Hi free of t. Each coordinate s of F contributes the run of
// coordinates s-Hi <= t < s-Lo; the space is the union of those runs, which is the
// union of the Hi-Lo spaces Shifted(F, k), Lo < k <= Hi, walked as one.
//
// The paper (section 3.2, canonicalization) rewrites F[t-50:t] != null to
// F[t] != null | F[t-50] != null. That keeps only the coordinates at which the
// window's content changes, and at t-50 one that is not even in the half-open
// range; it is not the same set, so it is not used here.
type Window struct{ Lo, Hi Affine }

// count estimates the coordinates of the union: the runs may overlap, and
// cover a full level but once.
func (w *Window) count(level Caps) float64 {
	width, ok := combine(1, w.Hi, -1, w.Lo)
	n, number := width.IsNumber()
	switch {
	case !ok || !number:
		return level.Count
	case n <= 0:
		return 0
	case level.Full:
		return level.Count + float64(n-1)
	}
	return level.Count * math.Max(1, float64(n)/2)
}

func (w *Window) open(l Level, env Env) Props {
	lo, ok1 := w.Lo.Exact(env.Int)
	hi, ok2 := w.Hi.Exact(env.Int)
	if !ok1 || !ok2 || lo >= hi {
		return nothing{2}
	}
	return window{l, l.Len(), lo, hi}
}

// window has two words of index: the coordinate t, and the position of the first
// s > t+lo, whose run is the next to cover t or a later coordinate.
type window struct {
	level     Level
	n, lo, hi int64
}

func (w window) Init() int64            { return satSub(w.level.Coord(0), w.hi) }
func (w window) IsAlive(idx Index) bool { return idx[1] < w.n && idx[0] < PosInf }
func (w window) Cond(Index) bool        { return true }
func (w window) ToIter(idx Index) int64 { return idx[0] }
func (w window) Width() int             { return 2 }

func (w window) ToIdx(iter int64, idx Index) {
	idx[0] = max(iter, NegInf+1)
	idx[1] = w.level.Locate(satAdd(satAdd(idx[0], w.lo), 1))
	w.settle(idx)
}

func (w window) Next(idx Index) {
	idx[0]++
	w.settle(idx)
}

// settle moves idx to the first covered coordinate from t on.
func (w window) settle(idx Index) {
	for ; idx[1] < w.n; idx[1]++ {
		s := w.level.Coord(idx[1])
		if w.level.Present(idx[1]) && satSub(s, w.lo) > idx[0] {
			idx[0] = max(idx[0], satSub(s, w.hi))
			return
		}
	}
}
