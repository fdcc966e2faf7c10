package loops

import "github.com/reffine-db/reffine/loops/vector"

// exists is the body of a Probe or a Let that only asks whether a key has rows, and binds none of them:
//
//	if any
//	  for j in u by k at t[i].k  segment
//
// It marks the tuples of a block whose key has some.
func (w *worker) exists(body []Step) (func(f *vector.Frame, hit []uint8), error) {
	s, ok := body[0].(*Lookup)
	if !ok || len(body) > 1 {
		return nil, nil
	}
	l, err := w.lookupOf(s)
	if err != nil {
		return nil, err
	}
	lo, hi := w.ints(w.block), w.ints(w.block)
	count := w.meter.keys(s, "")
	return func(f *vector.Frame, hit []uint8) {
		lo, hi, hit := lo[:f.N], hi[:f.N], hit[:f.N]
		l.segments(f, lo, hi)
		found := 0
		for t, from := range lo {
			some := uint32(from-hi[t]) >> 31
			hit[t] = uint8(some)
			found += int(some)
		}
		w.check(f)
		count(f.N, found)
	}, nil
}
